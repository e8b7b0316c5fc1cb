"""What somebody writes into the forms of a table: of what is set at any time the other value, of decks a ready one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain import games
from domain.audit.offered import settable
from domain.games import Title
from domain.kernel.codec import command_from
from domain.kernel.display.words import words_in
from domain.kernel.legal import offers
from domain.kernel.offers import Free, OneOf
from domain.kernel.seats import Seat
from domain.table.table import Table

Form = dict[str, Any]  # an offer, what is given by field, the body that it should make


def forms(table: Table, seat: Seat) -> list[Form]:
    """Return the forms of a position, filled; each makes a legal command."""
    title, live = games.game(table.rules.name), table.live
    assert live is not None
    made = [*_settings(title, live.state, seat), *_written(title, live.state, seat)]
    for form in made:
        command = command_from(table.rules, form["offer"]["command"], form["body"])
        assert table.rules.refuse(live.state, seat, command) is None
    return made


def _settings(title: Title, state: Any, seat: Seat) -> Iterator[Form]:
    for tag, offer in settable(title, state, seat, words_in("en", title.package)).items():
        given = {path: field["values"][1] for path, field in offer["fields"].items()}
        assert tag == "set_response_prefs"
        prefs = {path.removeprefix("prefs/"): value for path, value in given.items() if path.startswith("prefs/")}
        yield {
            "offer": offer,
            "given": given,
            "body": {"prefs": prefs, "pass_rest_of_turn": given["pass_rest_of_turn"]},
        }


def _written(title: Title, state: Any, seat: Seat) -> Iterator[Form]:
    for offer in offers(title.rules, state, seat):
        free = [path for path, domain in offer.fields.items() if isinstance(domain, Free)]
        if free != ["cards"]:
            assert free == []
            continue
        sides, cards = offer.fields["side"], offer.fields["cards"]
        assert isinstance(sides, OneOf)
        assert isinstance(cards, Free)
        decks = [deck for deck in state.pool.decks.values() if deck.size == state.options.deck_size]
        deck = next(deck for deck in decks if deck.side in sides.values)
        lines = "\n".join([f"{copies} {card}" for card, copies in deck.cards.items()])
        field = {"domain": "free", "label": "cards", "schema": cards.schema}
        yield {
            "offer": {"command": offer.command, "label": "", "fields": {"side": {}, "cards": field}},
            "given": {"side": deck.side, "cards": lines},
            "body": {"side": deck.side, "cards": dict(deck.cards)},
        }
