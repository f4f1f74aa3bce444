# Stand-ins for the official images of NATS, Valkey and Prometheus where no registry is reached: the program of the wheel or
# of this machine, and the small tools of those images that health checks and start scripts call.
ARG BASE
FROM ${BASE}
ARG PROGRAM
COPY ${PROGRAM} /usr/local/bin/
RUN ln -s /usr/bin/redis-cli /usr/local/bin/valkey-cli \
    && ln -s /bin/busybox /usr/local/bin/wget \
    && mkdir /data /prometheus && chown 999:1000 /data && chown 65534:65534 /prometheus
VOLUME /data
