"""What the lobby service counts."""

from prometheus_client import Counter, Gauge, Histogram

ROOMS = Gauge("zerocards_lobby_rooms", "Open public rooms with a player in them")
WATCHERS = Gauge("zerocards_lobby_watchers", "Streams that watch the list")
REREAD_SECONDS = Histogram("zerocards_lobby_reread_seconds", "Time to read the whole index again")
REREAD_FAILURES = Counter("zerocards_lobby_reread_failures_total", "Readings of the index that failed")
LIST_SECONDS = Histogram(
    "zerocards_lobby_list_seconds",
    "Time to make one page of the list",
    buckets=(0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5),
)
UNREADABLE = Counter("zerocards_lobby_unreadable_total", "Entries of the index that could not be read")
OPENED = Counter("zerocards_lobby_opened_total", "Rooms asked to be opened", ["result"])
QUICK_PLAYS = Counter("zerocards_lobby_quick_plays_total", "Quick players served", ["result"])
