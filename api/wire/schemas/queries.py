"""What stands behind the question mark of an address."""

from __future__ import annotations

from marshmallow import RAISE, Schema

from api.wire.fields import Choice, Text, Truth, Whole
from domain.kernel.display.words import languages
from drawing import NARROWEST, SIZES, THEMES, WIDEST

PAGE = 50  # tables or attempts on a page unless asked
PAGE_AT_MOST = 200
ENTRIES_AT_ONCE = 500  # entries in an answer unless asked
ENTRIES_AT_MOST = 1000
WAIT_AT_MOST = 30  # seconds; below the time-outs of common proxies
LARGEST = 2**53 - 1  # the largest whole number that every JSON reader keeps exactly
STATUSES = ("open", "running", "finished", "confirmed", "abandoned")
VIEWER = r"all|spectator|seat:[0-9]{1,2}(,seat:[0-9]{1,2}){0,31}"


class Query(Schema):
    """Base: unknown names are refused."""

    class Meta:
        unknown = RAISE


def _cursor() -> Text:
    return Text(most=512, metadata={"description": "`next` of the page before, unchanged"})


class TablesQuery(Query):
    """Which tables to list."""

    status = Choice(*STATUSES, metadata={"description": "only tables in this status"})
    game = Text(most=64, metadata={"description": "only tables of this game"})
    label = Text(most=80, metadata={"description": "only tables with exactly this label"})
    external_id = Text(most=128, metadata={"description": "only tables that the opener knows by this id"})
    series = Text(most=80, metadata={"description": "only tables of the series with exactly this id"})
    mine = Truth(query=True, metadata={"description": "only tables opened with this key"})
    paused = Truth(query=True, load_default=False, metadata={"description": "only tables whose play is stopped"})
    limit = Whole(query=True, least=1, most=PAGE_AT_MOST, load_default=PAGE)
    cursor = _cursor()


class PlayerTablesQuery(Query):
    """Which tables of a player to list."""

    status = Choice(*STATUSES, metadata={"description": "only tables in this status"})
    awaited = Truth(
        query=True,
        load_default=False,
        metadata={"description": "only tables that await the player, longest waiting first, on one page"},
    )
    limit = Whole(
        query=True,
        least=1,
        most=PAGE_AT_MOST,
        metadata={"description": f"rows; if absent {PAGE} on a page, and of those that await the player all"},
    )
    cursor = _cursor()
    mark = Text(most=43, metadata={"description": "with `wait`: wait until something else awaits the player than then"})
    wait = Whole(
        query=True,
        least=0,
        most=WAIT_AT_MOST,
        load_default=0,
        metadata={"description": "seconds to wait until the player is awaited; the answer may come earlier"},
    )


def _viewer() -> Text:
    return Text(
        most=256,
        pattern=VIEWER,
        metadata={
            "description": "As whom to look: `all`, `spectator`, `seat:0` or `seat:0,seat:2`; the caller's own seats "
            "if absent, everything once the secrets are open. More than that is for operators and arbiters, and an "
            "entry says so."
        },
    )


def _case() -> Text:
    return Text(most=80, metadata={"description": "the case for which an operator or arbiter looks"})


def _wait(what: str) -> Whole:
    return Whole(
        query=True,
        least=0,
        most=WAIT_AT_MOST,
        load_default=0,
        metadata={"description": f"seconds to wait for {what}; the answer may come earlier"},
    )


def _ticket() -> Text:
    return Text(most=64, metadata={"description": "a ticket; it goes before the credentials of the request"})


def _after(text: str) -> Whole:
    return Whole(query=True, least=0, most=LARGEST, load_default=0, metadata={"description": text})


class ViewQuery(Query):
    """How to look at a table."""

    viewer = _viewer()
    case = _case()
    after = _after("with `wait`: wait until the table has an entry later than this one")
    wait = _wait("something newer than `after`")


class SceneQuery(ViewQuery):
    """How to look at a table as a page shows it."""

    after = _after("tell what happened after this entry; with `wait`: wait until the table has a later one")


class OffersQuery(Query):
    """How to ask what a seat may do."""

    viewer = _viewer()
    case = _case()
    expand = Truth(
        query=True, load_default=False, metadata={"description": "list the legal commands, 5,000 at most, too"}
    )
    wait = _wait("this seat's turn")


class EntriesQuery(Query):
    """Which entries to read."""

    viewer = _viewer()
    case = _case()
    after = _after("entries later than this one")
    limit = Whole(query=True, least=1, most=ENTRIES_AT_MOST, load_default=ENTRIES_AT_ONCE)
    wait = _wait("an entry later than `after`")


def _latest() -> Truth:
    return Truth(
        query=True,
        load_default=False,
        metadata={"description": "without a cursor: begin now, not with the first entry"},
    )


class FeedQuery(Query):
    """Where in the feed to read."""

    cursor = _cursor()
    latest = _latest()
    limit = Whole(query=True, least=1, most=ENTRIES_AT_MOST, load_default=ENTRIES_AT_ONCE)
    wait = _wait("something new")


class FeedStreamQuery(Query):
    """Where in the feed to begin."""

    cursor = Text(most=512, metadata={"description": "where to go on; the header `Last-Event-ID` goes before it"})
    latest = _latest()
    ticket = _ticket()


class NoticesQuery(Query):
    """What the reader knows already."""

    mark = Text(most=43, metadata={"description": "the `mark` of what is known; `Last-Event-ID` goes before it"})
    ticket = _ticket()


class StreamQuery(Query):
    """Which entries to follow."""

    viewer = Text(
        most=256,
        pattern=VIEWER,
        metadata={
            "description": "As whom to look: oneself if absent, or a viewer who sees no more; the stream stays with it."
        },
    )
    after = _after("entries later than this one; the header `Last-Event-ID` goes before it")
    ticket = _ticket()


class ResultQuery(Query):
    """Whether to wait for the end."""

    wait = _wait("the end of the table")


class AttemptsQuery(Query):
    """Which refused attempts to read."""

    seat = Whole(query=True, least=0, most=999, metadata={"description": "only the attempts of this seat"})
    case = _case()
    limit = Whole(query=True, least=1, most=PAGE_AT_MOST, load_default=PAGE)
    cursor = _cursor()


class VerificationQuery(Query):
    """Whose copy to verify."""

    viewer = _viewer()
    case = _case()


class PictureQuery(VerificationQuery):
    """Which moment to draw, and how."""

    at = Text(
        most=19,
        pattern=r"[0-9]{1,9}(\.[0-9]{1,9})?",
        metadata={"description": "after an entry, `41`, or after one of its facts, `41.3`; by default as it is now"},
    )
    theme = Choice(*THEMES, load_default=THEMES[0], metadata={"description": "what the picture is looked at on"})
    width = Whole(
        query=True, least=NARROWEST, most=WIDEST, load_default=SIZES["wide"], metadata={"description": "pixels"}
    )
    language = Choice(*languages(), metadata={"description": "of all words; it goes before `Accept-Language`"})


class RecordQuery(VerificationQuery):
    """For whom to make a copy."""

    closed = Truth(
        query=True,
        load_default=False,
        metadata={
            "description": "end the copy before the entry that opens the secrets, as the viewer had it then; without "
            "`viewer` it is that of the caller's own seats. A copy with open secrets hides nothing, whatever is cut out"
        },
    )
