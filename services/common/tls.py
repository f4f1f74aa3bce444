"""Certificates: how NATS, Redis and the other services are known, and how this service shows who it is.

`tls://` and `rediss://` in a URL ask for TLS there. Over gRPC it is both ways or not at all: with a certificate of its
own a service neither calls nor answers anybody who shows none of the same authority.
"""

import ssl
from pathlib import Path

import grpc

from services.common.config import ServiceConfig
from services.common.errors import CannotStart


def context(config: ServiceConfig) -> ssl.SSLContext:
    """For a client of NATS or Redis. Raises CannotStart."""
    _require_whole(config)
    try:
        made = ssl.create_default_context(cafile=config.tls_ca or None)
        if config.tls_cert:
            made.load_cert_chain(config.tls_cert, config.tls_key)
    except (OSError, ssl.SSLError) as error:
        raise CannotStart(f"certificates (ZEROCARDS_TLS_CA, _CERT, _KEY): {error}") from error
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    return made


def channel_credentials(config: ServiceConfig) -> grpc.ChannelCredentials | None:
    """For a caller over gRPC; None where nothing is encrypted. Raises CannotStart."""
    if not _is_mutual(config):
        return None
    ca, cert, key = _pems(config)
    return grpc.ssl_channel_credentials(ca, key, cert)


def server_credentials(config: ServiceConfig) -> grpc.ServerCredentials | None:
    """For who answers over gRPC; None where nothing is encrypted. Raises CannotStart."""
    if not _is_mutual(config):
        return None
    ca, cert, key = _pems(config)
    return grpc.ssl_server_credentials([(key, cert)], root_certificates=ca, require_client_auth=True)


def _is_mutual(config: ServiceConfig) -> bool:
    _require_whole(config)
    # A certificate alone may be for NATS and Redis, whose authorities the system knows.
    return bool(config.tls_ca and config.tls_cert)


def _require_whole(config: ServiceConfig) -> None:
    if bool(config.tls_cert) != bool(config.tls_key):
        raise CannotStart("a certificate and its key go together (ZEROCARDS_TLS_CERT, ZEROCARDS_TLS_KEY)")


def _pems(config: ServiceConfig) -> tuple[bytes, bytes, bytes]:
    # gRPC takes anything for a certificate and fails at the first call; the other library looks at once.
    context(config)
    ca, cert, key = (Path(path).read_bytes() for path in (config.tls_ca, config.tls_cert, config.tls_key))
    return ca, cert, key
