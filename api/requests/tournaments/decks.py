"""Registered decks: checked by the game when they are registered, and given to the tables by the service itself."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from api.requests.checked_decks import CheckedDeck, check_deck, checked, registered_as
from api.requests.opening import joined
from api.requests.tournaments.configuring import table_opening
from api.wire.problems import ProblemError, RefusedByGameError
from domain.games import Title, game
from domain.kernel.cards.decks import DeckFileError, Decks
from domain.kernel.codec import body_of_command, command_from
from domain.kernel.messages import Command, tag_of
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.kernel.setup import Setup
from domain.ledger.errors import UnknownTournamentError
from domain.ledger.store import Store
from domain.ledger.tournaments.streams import Known
from domain.record.canonical import b64
from domain.table.play import refusal_of, take_action
from domain.table.refusals import table_refusal
from domain.table.seating import setup_for
from domain.table.table import Table
from domain.table.writing import Written
from domain.tournament.decks import POINTER, ChosenDeck, opens, salts
from domain.tournament.log.book import Book
from domain.tournament.log.configuration import TWO
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.refusing.decks import deck_rounds
from domain.tournament.log.refusing.reasons import NO_DECKS, NO_DECKS_THEN, WRONG_DECK
from domain.tournament.players import PlayerId
from domain.tournament.settings import deck_round

RULE = "tournament: registered decks"
REGISTERED = table_refusal("deck_registered", "This seat plays the deck that its player has registered.", RULE)
DECKS_STAND = table_refusal("decks_stand", "The registered decks stand: nothing goes on from before them.", RULE)
NO_READY_DECK = table_refusal("no_ready_deck", "No ready-made deck is legal here, which a bot could play.", RULE)
USUAL = 0  # a round of which nothing is said


def checked_for(known: Known, said: Mapping[str, Any]) -> ChosenDeck:
    """Return the deck of a body, legal at every table where it will be played.

    Raises `RefusedError`, `RefusedByGameError` with the first reason of the game, `ProblemError` (`invalid_deck`).
    """
    title, setups = _tables(known.book, said["round"])
    decks = title.decks
    if decks is None:
        raise RefusedError(NO_DECKS)
    found = [_checked(decks, setup, said) for setup in setups]
    for one in found:
        if one.faults:
            raise RefusedByGameError(one.faults[0], title)
    return registered_as(found[0].command)


def _tables(book: Book, round: int) -> tuple[Title, list[Setup]]:
    """Return the game, and what its tables are like where the decks of a round are played."""
    opened = book.opened
    title = game(opened.game)
    if opened.decks is None:
        raise RefusedError(NO_DECKS)
    if round not in deck_rounds(book):
        raise RefusedError(NO_DECKS_THEN)
    rounds = [USUAL] if round == 1 else []
    rounds += [one.first for one in opened.at_rounds if deck_round(opened.at_rounds, one.first) == round]
    return title, [setup_for(title.rules, table_opening(opened, title, TWO, one)) for one in rounds]


def _checked(decks: Decks, setup: Setup, said: Mapping[str, Any]) -> CheckedDeck:
    if ("text" in said) is ("ready" in said):
        raise ProblemError("invalid_deck", "Send either the `text` of a deck file, or the id of a `ready` deck.")
    if "ready" in said:
        ready = decks.ready(setup.data)
        if said["ready"] not in ready:
            raise ProblemError("invalid_deck", "The ready-made decks are {decks}.", decks=", ".join(ready))
        return checked(decks, ready[said["ready"]], setup)
    try:
        return check_deck(decks, said["text"].encode(), setup)
    except DeckFileError as error:
        raise ProblemError("invalid_deck", "The deck file cannot be read: {reason}.", reason=str(error)) from None


def bring_for(organiser: Organiser, player: PlayerId, *, at: int, by: str) -> None:
    """Register a ready-made deck for a bot, wherever decks are registered."""
    book = organiser.book
    for round in deck_rounds(book) if book.opened.decks is not None else ():
        title, setups = _tables(book, round)
        decks = title.decks
        assert decks is not None, "a game without decks has no such tournament"
        listed = decks.ready(setups[0].data).values()
        legal = [deck for deck in listed if not any(decks.faults(deck, one.options, one.data) for one in setups)]
        if not legal:
            raise RefusedError(NO_READY_DECK)
        deck = legal[zlib.crc32(player.encode()) % len(legal)]
        organiser.register_deck(player, registered_as(decks.command(deck)), at, round=round, by=by)


def own_decks(known: Known, player: PlayerId) -> list[dict[str, Any]]:
    """Return what a player has registered, with what proves it; for nobody else."""
    title = game(known.book.opened.game)
    decks, kept = title.decks, salts(known.secrets.salt, known.id)
    return [
        {
            "round": round,
            "text": "" if decks is None else decks.written(decks.brought(known.decks[one.n].body)).decode(),
            "command": {"tag": known.decks[one.n].tag, "body": known.decks[one.n].body},
            "n": one.n,
            "seal": one.seal,
            "salt": b64(kept.salt(one.n, POINTER)),
        }
        for (whose, round), one in sorted(known.book.decks.items())
        if whose == player
    ]


def registered(store: Store, table: Table) -> Mapping[Seat, Command]:
    """Return the decks that the seats of a table play, if its tournament has them registered.

    Raises `RefusedError` (`wrong_deck`) for one that is not what the record seals: such a table does not start.
    """
    said = table.book.opened.tournament
    if said is None:
        return {}
    try:
        known = store.tournaments.get(said.id)
    except UnknownTournamentError:  # a copy of a table of another service
        return {}
    if known.book.opened.decks is None:
        return {}
    number = known.book.game_of(table.id, said.round, said.pairing)
    if number is None:  # the round was taken back
        return {}
    players = known.book.rounds[said.round - 1].seated(said.pairing - 1, number)
    return {seat: _command(table, known, player, said.round) for seat, player in enumerate(players)}


def _command(table: Table, known: Known, player: PlayerId, round: int) -> Command:
    sealed = known.book.deck_of(player, round)
    deck = None if sealed is None else known.decks.get(sealed.n)
    if sealed is None or deck is None:
        raise RefusedError(WRONG_DECK)
    if not opens(sealed, b64(salts(known.secrets.salt, known.id).salt(sealed.n, POINTER)), deck):
        raise RefusedError(WRONG_DECK)
    return command_from(table.rules, deck.tag, deck.body)


def with_decks(store: Store, written: Written, at: int) -> Written:
    """Add what the registered decks say, if a game has begun with them; raises `RefusedError` as `registered` does."""
    if written.table.book.status != "running":
        return written
    for seat, command in registered(store, written.table).items():
        written = joined(written, take_action(written.table, seat, command, at=at))
    return written


def check_deck_chosen(store: Store, table: Table, seat: Seat, command: Command) -> None:
    """Raise `RefusedError` (`deck_registered`) where a seat brings another deck than the registered one."""
    files = game(table.book.opened.game).decks
    if files is None or table.book.opened.tournament is None:
        return
    chooses = files.chosen(tag_of(command), body_of_command(command)) is not None
    if chooses and seat in registered(store, table):
        raise RefusedError(REGISTERED)


def check_keeps_decks(store: Store, goal: Table | None) -> None:
    """Raise `RefusedError` (`decks_stand`) for a way back to where the registered decks were not chosen yet."""
    if goal is None or goal.book.status != "running":
        return
    for seat, command in registered(store, goal).items():
        if refusal_of(goal, seat, command) is None:
            raise RefusedError(DECKS_STAND)
