"""What callers ask about tournaments, in the address."""

from __future__ import annotations

from api.wire.fields import Choice, Text, Truth, Whole
from api.wire.schemas.queries import ENTRIES_AT_MOST, ENTRIES_AT_ONCE, LARGEST, PAGE, PAGE_AT_MOST, WAIT_AT_MOST, Query
from api.wire.schemas.tournaments import STATUSES


class TournamentsQuery(Query):
    """Which tournaments to list."""

    game = Text(most=64, metadata={"description": "only tournaments of this game"})
    status = Choice(*STATUSES, metadata={"description": "only tournaments in this status"})
    own = Truth(
        query=True,
        load_default=False,
        metadata={"description": "only what the key opened or plays in; with an operator's key all"},
    )
    limit = Whole(query=True, least=1, most=PAGE_AT_MOST, load_default=PAGE)
    cursor = Text(most=512, metadata={"description": "`next` of the page before, unchanged"})


class StandingsQuery(Query):
    """Which standings."""

    round = Whole(query=True, least=1, most=999, metadata={"description": "after this round; the last one if absent"})
    explain = Truth(query=True, load_default=False, metadata={"description": "with what each tie-break is made of"})


class TournamentFeedQuery(Query):
    """Which entries of a tournament to read."""

    after = Whole(
        query=True, least=0, most=LARGEST, load_default=0, metadata={"description": "entries later than this one"}
    )
    limit = Whole(query=True, least=1, most=ENTRIES_AT_MOST, load_default=ENTRIES_AT_ONCE)
    wait = Whole(
        query=True,
        least=0,
        most=WAIT_AT_MOST,
        load_default=0,
        metadata={"description": "seconds to wait for an entry later than `after`"},
    )


class TournamentStreamQuery(Query):
    """Which entries of a tournament to follow."""

    after = Whole(
        query=True,
        least=0,
        most=LARGEST,
        load_default=0,
        metadata={"description": "entries later than this one; the header `Last-Event-ID` goes before it"},
    )
    ticket = Text(most=64, metadata={"description": "of the stream, instead of credentials"})
