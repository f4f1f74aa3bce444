"""What the gateway counts (docs/metrics.md). No room, player or address is ever a label.

Labels' values that alerts wait for are there from the start: a counter that appears at 1 has not risen.
"""

from prometheus_client import Counter, Gauge

from services.common.tally import Spreads, Tally

CONNECTIONS = Gauge("zerocards_gateway_connections", "Open sockets")
CONNECTIONS_MOST = Gauge("zerocards_gateway_connections_most", "Sockets that may be open here")
HELLOS = Counter("zerocards_gateway_hellos_total", "Players let in", ["how"])
WAITING = Gauge("zerocards_gateway_waiting_frames", "Frames that wait to be written, of all sockets")
LONGEST = Gauge("zerocards_gateway_longest_outbox_frames", "Frames that wait to be written to the slowest socket")
ROOMS = Gauge("zerocards_gateway_rooms", "Rooms that a connection here follows")
TURNED_AWAY = Counter("zerocards_gateway_turned_away_total", "Sockets not accepted", ["why"])
CLOSED = Counter("zerocards_gateway_closed_total", "Sockets closed by us", ["code"])
CUT_OFF = Counter("zerocards_gateway_cut_off_total", "Connections ended for what they did", ["why"])
FRAMES = Tally("zerocards_gateway_frames_total", "Frames from clients that were understood", ["kind"])
REFUSED = Counter("zerocards_gateway_refused_total", "Frames answered with a refusal", ["code"])
UPDATES = Tally("zerocards_gateway_updates_total", "Room updates that came in")
FETCHES = Counter("zerocards_gateway_fetches_total", "Whole views asked for", ["why"])
ROLLBACKS = Counter("zerocards_gateway_rollbacks_total", "Rooms that were seen to go back")
RETRIES = Counter("zerocards_gateway_retries_total", "Requests to workers sent again", ["subject", "why"])
LIMITED = Counter("zerocards_gateway_limited_total", "Times an address was over a limit", ["limit"])
TOKENS_SPENT = Counter("zerocards_gateway_tokens_spent_total", "Spent tokens that were used again")
ANSWERED = Spreads(
    "zerocards_gateway_answer_seconds",
    "From a frame's turn to its reply",
    "result",
    ("accepted", "refused", "failed"),
    (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10),
)
for _how in ("new", "returned", "resumed"):
    HELLOS.labels(_how)
for _why in ("slow", "flooding"):
    CUT_OFF.labels(_why)
for _why in ("gap", "missed"):
    FETCHES.labels(_why)
TURNED_AWAY.labels("full")
