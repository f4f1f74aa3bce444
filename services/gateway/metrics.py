"""What the gateway counts. No room, player or address is ever a label."""

from prometheus_client import Counter, Gauge, Histogram

CONNECTIONS = Gauge("zerocards_gateway_connections", "Open sockets")
ROOMS = Gauge("zerocards_gateway_rooms", "Rooms that a connection here follows")
TURNED_AWAY = Counter("zerocards_gateway_turned_away_total", "Sockets not accepted", ["why"])
CLOSED = Counter("zerocards_gateway_closed_total", "Sockets closed by us", ["code"])
CUT_OFF = Counter("zerocards_gateway_cut_off_total", "Connections ended for what they did", ["why"])
FRAMES = Counter("zerocards_gateway_frames_total", "Frames from clients that were understood", ["kind"])
REFUSED = Counter("zerocards_gateway_refused_total", "Frames answered with a refusal", ["code"])
UPDATES = Counter("zerocards_gateway_updates_total", "Room updates that came in")
FETCHES = Counter("zerocards_gateway_fetches_total", "Whole views asked for", ["why"])
ROLLBACKS = Counter("zerocards_gateway_rollbacks_total", "Rooms that were seen to go back")
RETRIES = Counter("zerocards_gateway_retries_total", "Requests to workers sent again", ["subject", "why"])
LIMITED = Counter("zerocards_gateway_limited_total", "Times an address was over a limit", ["limit"])
TOKENS_SPENT = Counter("zerocards_gateway_tokens_spent_total", "Spent tokens that were used again")
ANSWERED = Histogram(
    "zerocards_gateway_answer_seconds",
    "From a command's frame to its reply",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10),
)
