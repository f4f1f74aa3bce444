"""Are games moving, how fast, who is refused."""

from tools.observe.panels import Board, Panel, quantiles, rates

_MOVES = "play|draw|pass|take|challenge|call|catch|answer|circle|colour"
_OUR_FAULT = "overloaded|unavailable|internal|rate_limited"

PLAYERS = Board(
    "Players",
    "Are games moving, how fast, who is refused: ten seconds to see whether players are happy.",
    (
        (
            "Now",
            (
                Panel("Players", "short", (("sum(zerocards_gateway_connections)", ""),), "Open sockets.", "number"),
                Panel(
                    "Games",
                    "short",
                    (('max(zerocards_game_rooms{phase="playing"})', ""),),
                    "Rooms in a round.",
                    "number",
                ),
                Panel(
                    "Answers that failed",
                    "percentunit",
                    (("zerocards:answers_failed:ratio_rate5m", ""),),
                    "Promised: 0.1 % a month at most.",
                    "number",
                    0.001,
                ),
                Panel(
                    "Answers over 250 ms",
                    "percentunit",
                    (("zerocards:answers_slow:ratio_rate5m", ""),),
                    "Promised: 1 % a month at most.",
                    "number",
                    0.01,
                ),
                Panel(
                    "Rooms that stood still",
                    "percentunit",
                    (("zerocards:deadlines_paused:ratio_rate5m", ""),),
                    "Deadlines over 2 s late. Promised: 0.1 % a month at most.",
                    "number",
                    0.001,
                ),
            ),
        ),
        (
            "Games",
            (
                Panel(
                    "Moves",
                    "ops",
                    (rates(f'zerocards_game_commands_total{{kind=~"{_MOVES}",result="accepted"}}', "kind"),),
                    "Accepted moves a second, people's and bots'. Flat at 0 with players there: nothing moves.",
                    "stack",
                ),
                Panel(
                    "From a frame to its answer",
                    "s",
                    quantiles('zerocards_gateway_answer_seconds{result!="failed"}'),
                    "What a player feels, but for the network.",
                ),
                Panel(
                    "Refused by the rules",
                    "ops",
                    (rates(f'zerocards_gateway_refused_total{{code!~"{_OUR_FAULT}"}}', "code"),),
                    "Too late by a hair, or a client that lets people try what is not allowed.",
                ),
                Panel(
                    "Refused for our sake",
                    "ops",
                    (rates(f'zerocards_gateway_refused_total{{code=~"{_OUR_FAULT}"}}', "code"),),
                    "overloaded, unavailable: too little of something. internal: a bug. rate_limited: too much sent.",
                ),
                Panel(
                    "Rooms by phase",
                    "short",
                    (("max by (phase) (zerocards_game_rooms)", "{{phase}}"),),
                    "Of Redis, so whichever worker is asked.",
                    "stack",
                ),
                Panel(
                    "How late deadlines are decided",
                    "s",
                    quantiles("zerocards_game_deadline_late_seconds"),
                    "Turn clocks, bots' patience, minigames. Over 2 s a room stands still.",
                ),
            ),
        ),
        (
            "Connections",
            (
                Panel("Sockets", "short", (("sum(zerocards_gateway_connections)", "open"),), "Of all gateways."),
                Panel(
                    "Players let in",
                    "ops",
                    (rates("zerocards_gateway_hellos_total", "how"),),
                    "resumed: back in their seat after a lost connection.",
                ),
                Panel(
                    "Sockets closed by us",
                    "ops",
                    (
                        rates("zerocards_gateway_closed_total", "code"),
                        rates("zerocards_gateway_turned_away_total", "why"),
                    ),
                    "By close code; and those not let in, by reason.",
                ),
                Panel(
                    "Views fetched",
                    "ops",
                    (rates("zerocards_gateway_fetches_total", "why"),),
                    "gap and missed: an update did not arrive. Players notice nothing until there are many.",
                ),
            ),
        ),
    ),
)
