import pytest

from services.common.codes import Code, new_code
from services.lobby.index import Index
from services.lobby.listing import BadToken, Filter, Listing
from tests.fixtures.lobby import A, B, C, closed, opened


@pytest.fixture
def index() -> Index:
    return Index()


@pytest.fixture
def listing(index: Index) -> Listing:
    return Listing(index)


def put(index: Index, code: Code, **fields: object) -> None:
    index.hear(opened(code, **fields), b"", 0)


def codes(listing: Listing, which: Filter) -> list[str]:
    return [room.code for room in listing.page(which).rooms]


def test_a_filter_is_by_rule_set_host_and_code(index: Index, listing: Listing) -> None:
    put(index, A, ruleset="mercy", host_name="Élodie", created_ms=3)
    put(index, B, ruleset="zerocards", host_name="Bo", created_ms=2)
    put(index, C, ruleset="zerocards", host_name="Lo", created_ms=1)
    assert codes(listing, Filter()) == [A, B, C]
    assert codes(listing, Filter(ruleset="zerocards")) == [B, C]
    assert codes(listing, Filter(query="lo")) == [A, C]
    assert codes(listing, Filter(query="éLODIE".casefold())) == [A]
    assert codes(listing, Filter(query="bbbb")) == [B]
    assert codes(listing, Filter(ruleset="mercy", query="bbbb")) == []


def test_pages_follow_one_another(index: Index, listing: Listing) -> None:
    for number in range(7):
        put(index, new_code(), created_ms=number)
    seen, token = [], ""
    while True:
        page = listing.page(Filter(), 3, token)
        assert page.total == 7
        seen += [room.created_ms for room in page.rooms]
        token = page.next_token
        if not token:
            break
    assert seen == [6, 5, 4, 3, 2, 1, 0]


def test_rooms_that_open_and_close_meanwhile_move_no_page(index: Index, listing: Listing) -> None:
    put(index, A, created_ms=3)
    put(index, B, created_ms=2)
    put(index, C, created_ms=1)
    first = listing.page(Filter(), 2)
    put(index, new_code(), created_ms=9)
    index.hear(closed(B, version=2), b"", 0)
    assert [room.code for room in listing.page(Filter(), 2, first.next_token).rooms] == [C]


def test_a_page_has_at_most_50_rooms(index: Index, listing: Listing) -> None:
    for _ in range(60):
        put(index, new_code())
    assert [len(listing.page(Filter(), size).rooms) for size in (0, 1, 50, 1_000)] == [50, 1, 50, 50]


def test_the_last_page_has_no_token(index: Index, listing: Listing) -> None:
    put(index, A)
    assert listing.page(Filter(), 1).next_token == ""


@pytest.mark.parametrize("token", ["x", "AAAA", "é", "kwEC", "=" * 8])
def test_a_made_up_token_is_refused(listing: Listing, token: str) -> None:
    with pytest.raises(BadToken):
        listing.page(Filter(), 1, token)


def test_a_page_is_made_once_while_nothing_changes(index: Index, listing: Listing) -> None:
    put(index, A)
    page = listing.page(Filter())
    assert listing.page(Filter()) is page
    put(index, B)
    assert listing.page(Filter()) is not page
