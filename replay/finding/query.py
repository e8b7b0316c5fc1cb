"""What is looked for inside records: a card, a command, a fact, a seat; all that is said has to hold at one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from replay.finding.cards import cards_of
from replay.finding.extracted import Hit, Kind, Term


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """What a place in a record must have; `None` asks for nothing."""

    card: str | None = None
    command: str | None = None
    fact: str | None = None
    seat: int | None = None

    @property
    def inside(self) -> bool:
        """Say whether places inside records are asked for at all."""
        return self != Query()

    @property
    def kind(self) -> Kind:
        """The kind of term under which places are looked up: the one of which a record has least."""
        return "value" if self.card is not None else "fact" if self.fact is not None else "command"

    def among(self, game: str, terms: Iterable[Term]) -> list[Term]:
        """Return the terms of a game under which places are looked up."""
        of_kind = [term for term in terms if term[0] == self.kind]
        if self.card is not None:
            return [term for term in of_kind if cards_of(game).are(term[1], self.card)]
        asked = self.fact if self.fact is not None else self.command
        return [term for term in of_kind if asked in (None, term[1])]

    def places(self, found: Mapping[Term, Sequence[Hit]]) -> Iterator[tuple[Hit, Term]]:
        """Yield the places of a record that fit, of those under its terms, in order, each with its term.

        Where a fact of an entry fits, its command, which said the same before, is passed over.
        """
        fitting = {hit: term for term, hits in found.items() for hit in hits if self.fits(hit)}
        told = {hit.n for hit in fitting if hit.fact is not None}
        for hit in sorted(fitting, key=lambda hit: (hit.n, -1 if hit.fact is None else hit.fact)):
            if hit.fact is not None or hit.n not in told:
                yield hit, fitting[hit]

    def fits(self, hit: Hit) -> bool:
        """Say whether a place has everything but the card, which its term tells."""
        return self.command in (None, hit.command) and self.fact in (None, hit.tag) and self.seat in (None, hit.seat)
