from tools.bench.capacity import Assumed, largest_on_one_redis, needed, rows

MEASURED = {
    "cpu_us_per_move": {
        "total": 1_300,
        "game-1": 400,
        "game-2": 200,
        "gateway": 500,
        "redis": 100,
        "nats": 50,
        "bots": 50,
    },
    "bytes_per_move": 3_000,
}
ASSUMED = Assumed(moves_per_player_s=0.1, busy=0.5, connections=5_000)


def test_costs_become_processes() -> None:
    need = needed(MEASURED, 100_000, ASSUMED)
    assert need.moves_per_s == 10_000
    assert need.game_workers == 12  # 10,000 moves × 600 µs = 6 cores, half of each used
    assert need.gateways == 20  # by connections; by CPU it would be 10
    assert (need.redis_cores, need.redis_shards) == (1.0, 2)
    assert need.nats_cores == 0.5
    assert need.out_mbit_s == 240


def test_a_small_installation_has_two_of_what_may_go() -> None:
    need = needed(MEASURED, 10, ASSUMED)
    assert (need.game_workers, need.gateways, need.redis_shards) == (2, 2, 1)


def test_where_one_redis_ends_the_next_player_needs_a_second() -> None:
    most = largest_on_one_redis(MEASURED, ASSUMED)
    assert needed(MEASURED, most, ASSUMED).redis_shards == 1
    assert needed(MEASURED, most + 10, ASSUMED).redis_shards == 2


def test_every_line_has_a_cell_for_each_heading() -> None:
    heading, *lines = rows(MEASURED, ASSUMED)
    assert [line[0] for line in lines] == ["1,000", "10,000", "100,000", "1,000,000"]
    assert all(len(line) == len(heading) for line in lines)
