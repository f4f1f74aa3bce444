"""Whether bots keep up."""

from tools.observe.panels import Board, Panel, cpu, quantiles, rates

BOTS = Board(
    "Bots",
    "Whether bots keep up with the rooms they play in.",
    (
        (
            "Turns",
            (
                Panel(
                    "Turns",
                    "ops",
                    (rates("zerocards_bots_turns_total", "outcome"),),
                    "Taken off the queue, by outcome.",
                    "stack",
                ),
                Panel(
                    "Turns in the queue",
                    "short",
                    (("max by (level) (zerocards_bots_turns_waiting)", "{{level}}"),),
                    "That no worker has taken. The autoscaler's measure.",
                ),
                Panel(
                    "Turns in hand",
                    "short",
                    (("sum by (level) (zerocards_bots_turns_in_hand)", "{{level}}"),),
                    "Most of them pause, as people would.",
                ),
                Panel(
                    "Wait for a bots worker",
                    "s",
                    quantiles("zerocards_bots_wait_seconds", "level", 0.95),
                    "From posting to taking.",
                ),
                Panel(
                    "Deciding", "s", quantiles("zerocards_bots_decision_seconds", "level", 0.95), "Hard bots search."
                ),
                Panel(
                    "Whole turns",
                    "s",
                    quantiles("zerocards_bots_turn_seconds", "level", 0.5, 0.95),
                    "With the pause: what the table waits for.",
                ),
                Panel(
                    "Not as it should be",
                    "ops",
                    (
                        rates('zerocards_game_bot_turns_total{result="lost"}', legend="not posted"),
                        rates("zerocards_bots_unsearched_total", "why", "no search: {{why}}"),
                        rates("zerocards_bots_refusals_total", "code", "refused: {{code}}"),
                    ),
                    "Refusals by a hair (too_late) are normal.",
                ),
                Panel(
                    "CPU",
                    "percentunit",
                    ((cpu("bots"), "{{instance}}"),),
                    "Without the processes that search: those are in the container's figures.",
                ),
            ),
        ),
    ),
)
