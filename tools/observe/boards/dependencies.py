"""NATS, Redis, the processes themselves, and the lobby."""

from tools.observe.panels import Board, Panel, cpu, quantiles, rates

DEPENDENCIES = Board(
    "Dependencies",
    "NATS, Redis, the processes themselves, and the lobby.",
    (
        (
            "NATS and Redis",
            (
                Panel(
                    "Not ready",
                    "short",
                    (("count by (check) (zerocards_ready == 0)", "{{check}}"), ("sum(zerocards_draining)", "draining")),
                    "Processes that lack something. Nothing to see is good.",
                ),
                Panel(
                    "Redis, as workers see it",
                    "s",
                    (
                        *quantiles('zerocards_game_stage_seconds{stage="load"}', "stage", 0.5, 0.99),
                        *quantiles('zerocards_game_stage_seconds{stage="commit"}', "stage", 0.5, 0.99),
                    ),
                    "A load is one read, a commit one script.",
                ),
                Panel(
                    "NATS, as workers see it",
                    "s",
                    quantiles('zerocards_game_stage_seconds{stage="publish"}'),
                    "Handing an update to the client's buffer; slow when NATS pushes back.",
                ),
                Panel(
                    "Connections lost and made",
                    "ops",
                    (
                        rates("zerocards_nats_events_total", "event", "NATS {{event}}"),
                        rates("zerocards_redis_connects_total", legend="Redis connects"),
                    ),
                    "After the start, every Redis connect is a reconnect or a growing pool.",
                ),
                Panel(
                    "Messages dropped, unreadable or not taken",
                    "ops",
                    (
                        rates("zerocards_nats_dropped_total", "subject", "dropped {{subject}}"),
                        rates("zerocards_nats_unreadable_total", "subject", "unreadable {{subject}}"),
                        rates("zerocards_game_unpublished_total", "subject", "not taken {{subject}}"),
                        rates("zerocards_gateway_rollbacks_total", legend="rooms gone back"),
                    ),
                    "Gateways fetch what they missed.",
                ),
            ),
        ),
        (
            "Processes",
            (
                Panel(
                    "Event loops",
                    "s",
                    quantiles("zerocards_loop_late_seconds", "instance", 0.99),
                    "How late they wake.",
                ),
                Panel("CPU by process", "percentunit", ((cpu(".+"), "{{service}} {{instance}}"),), "Of one core."),
                Panel(
                    "Memory by process",
                    "bytes",
                    (("process_resident_memory_bytes", "{{instance}}"),),
                    "Flat, whatever the number of games: services keep nothing.",
                ),
                Panel(
                    "Versions",
                    "short",
                    (("count by (service, version) (zerocards_build_info)", "{{service}} {{version}}"),),
                    "Two of a service side by side: a roll-out.",
                    "stack",
                ),
            ),
        ),
        (
            "Lobby",
            (
                Panel(
                    "Open rooms",
                    "short",
                    (("max(zerocards_lobby_rooms)", "rooms"), ("sum(zerocards_lobby_watchers)", "gateways watching")),
                    "Public ones with somebody in them.",
                ),
                Panel(
                    "Listing and rereading",
                    "s",
                    (
                        *(
                            (query, f"list {legend}")
                            for query, legend in quantiles("zerocards_lobby_list_seconds", "", 0.99)
                        ),
                        *(
                            (query, f"reread {legend}")
                            for query, legend in quantiles("zerocards_lobby_reread_seconds", "", 0.99)
                        ),
                    ),
                    "One page; the whole index.",
                ),
                Panel(
                    "Rooms opened, quick plays, failures",
                    "ops",
                    (
                        rates("zerocards_lobby_opened_total", "result", "opened: {{result}}"),
                        rates("zerocards_lobby_quick_plays_total", "result", "quick play: {{result}}"),
                        rates("zerocards_lobby_reread_failures_total", legend="index not read"),
                        rates("zerocards_lobby_unreadable_total", legend="unreadable entries"),
                    ),
                    "Asked of the lobby service.",
                ),
            ),
        ),
    ),
)
