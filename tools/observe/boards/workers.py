"""Where a command's time goes, and whether there is enough of everything."""

from tools.observe.panels import WINDOW, Board, Panel, cpu, mean, quantiles, rates

WORKERS = Board(
    "Workers",
    "Where a command's time goes, and whether there are enough game workers and gateways.",
    (
        (
            "Game workers",
            (
                Panel(
                    "Where a command's time goes",
                    "s",
                    ((mean("zerocards_game_stage_seconds", "stage"), "{{stage}}"),),
                    "Mean of each stage. queue: add workers. load, commit: Redis. decide: CPU. publish: NATS.",
                    "stack",
                ),
                Panel(
                    "Wait for a worker",
                    "s",
                    quantiles('zerocards_game_stage_seconds{stage="queue"}'),
                    "The autoscaler's first measure.",
                ),
                Panel(
                    "Busy share",
                    "percentunit",
                    (
                        (cpu("game"), "CPU {{instance}}"),
                        (
                            f"rate(zerocards_game_busy_seconds_total[{WINDOW}]) / zerocards_game_runners",
                            "runners {{instance}}",
                        ),
                    ),
                    "Of the one core a worker can use, and of the rooms it may have in hand.",
                ),
                Panel(
                    "Commands",
                    "ops",
                    (rates("zerocards_game_commands_total", "result"),),
                    "Answered, by result.",
                ),
                Panel(
                    "Requests in hand",
                    "short",
                    (("sum by (state) (zerocards_game_jobs)", "{{state}}"),),
                    "Of all workers.",
                ),
                Panel(
                    "Decided again, answered again, unknown",
                    "ops",
                    (
                        rates("zerocards_game_conflicts_total", legend="conflicts"),
                        rates("zerocards_game_repeated_total", legend="repeated"),
                        rates("zerocards_game_not_begun_total", legend="not begun"),
                        rates("zerocards_game_unknown_outcomes_total", "found", "unknown: {{found}}"),
                        rates("zerocards_game_passed_on_total", legend="passed on"),
                    ),
                    "All of it is made up for; much of it is a symptom.",
                ),
                Panel(
                    "Deadlines",
                    "short",
                    (("max by (state) (zerocards_game_deadlines)", "{{state}}"),),
                    "Of Redis. overdue is near 0 while anybody looks.",
                ),
                Panel(
                    "Bugs",
                    "short",
                    (
                        (f"sum(increase(zerocards_game_bugs_total[{WINDOW}]))", "commands"),
                        (f"sum(increase(zerocards_task_failures_total[{WINDOW}]))", "tasks"),
                        (f"sum(increase(zerocards_nats_handler_failures_total[{WINDOW}]))", "messages"),
                    ),
                    "The log says room, version and command.",
                ),
            ),
        ),
        (
            "Gateways",
            (
                Panel(
                    "Full to",
                    "percentunit",
                    (("zerocards_gateway_connections / zerocards_gateway_connections_most", "{{instance}}"),),
                    "At 100 % players are turned away.",
                ),
                Panel(
                    "Frames that wait to be written",
                    "short",
                    (
                        ("sum(zerocards_gateway_waiting_frames)", "all sockets"),
                        ("max(zerocards_gateway_longest_outbox_frames)", "slowest socket"),
                    ),
                    "At 256 a slow reader is cut off.",
                ),
                Panel("Frames", "ops", (rates("zerocards_gateway_frames_total", "kind"),), "From clients."),
                Panel(
                    "Updates and rooms",
                    "short",
                    (
                        rates("zerocards_gateway_updates_total", legend="updates a second"),
                        ("sum(zerocards_gateway_rooms)", "rooms followed"),
                    ),
                    "A room with players at two gateways counts twice.",
                ),
                Panel(
                    "Requests sent again",
                    "ops",
                    (rates("zerocards_gateway_retries_total", "why"),),
                    "NotDelivered: no worker there. NoReply: it died, or takes over a second.",
                ),
                Panel(
                    "Cut off and limited",
                    "ops",
                    (
                        rates("zerocards_gateway_cut_off_total", "why"),
                        rates("zerocards_gateway_limited_total", "limit"),
                        rates("zerocards_gateway_tokens_spent_total", legend="spent tokens"),
                    ),
                    "For what clients did.",
                ),
            ),
        ),
    ),
)
