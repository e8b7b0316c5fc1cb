"""Who comes to a tournament: registered by the organiser, or by a code; and the personal links that become keys."""

from __future__ import annotations

import hmac
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from api.callers.auth import Caller
from api.callers.tokens import player_link
from api.requests.tournaments.decks import bring_for
from api.requests.tournaments.doing import Done, before, do, request_at
from api.requests.tournaments.shapes import entrant_shape, names_of
from api.service import Service
from api.wire.problems import ProblemError, language
from api.wire.schemas.tournaments import AT_ONCE, PLAYERS_AT_MOST
from domain.games import game
from domain.kernel.refusals import Refusal, RefusedError
from domain.ledger.api_keys import NewKey, Scope
from domain.ledger.people import Person
from domain.ledger.players import TABLES_AT_MOST
from domain.ledger.tournaments.streams import Known
from domain.record.canonical import b64
from domain.record.keys import NO_ENTROPY
from domain.table.seating import name_hash, renew_holder
from domain.tournament.exchange.newcomers import Faulty, Form, read_players
from domain.tournament.exchange.trf_reading import Fault
from domain.tournament.log.entries import ByeRequested, PairForbidden, PlayerEnteredLate, PlayerRegistered
from domain.tournament.log.organiser import Organiser
from domain.tournament.players import PlayerId
from programs.hearing import heard

RULE = "tournament: registration"
TOO_MANY = Refusal(
    "too_many_players", "rule", "A tournament has at most {most} players.", RULE, {"most": PLAYERS_AT_MOST}
)
BY_ORGANISER = Refusal("no_registration", "rule", "Players are registered by the organiser here.", RULE)
OWN_KEY = Refusal("own_key", "caller", "This player came with a key of its own.", RULE)
USUAL_BOT = "sensible"
CHANCE_BOT = "random"
ENTERS = ("player_registered", "player_entered_late")
ITS_OWN = ""  # instead of the id of a key that a link was exchanged for
LINK_USED = Refusal("link_used", "rule", "This link has been used already.", RULE)


class Newcomer(NamedTuple):
    """Somebody who comes in."""

    name: str
    rating: int | None = None
    entropy: str | None = None
    bot: str | None = None
    points: str = "0"
    byes: Sequence[tuple[int, str]] = ()  # rounds to sit out
    apart: Sequence[tuple[int, int, int]] = ()  # whom of these newcomers not to meet, in which rounds


class _Player(msgspec.Struct):
    player: PlayerId


_player = msgspec.json.Decoder(_Player)


def register(
    here: Service, who: Caller, known: Known, newcomers: Sequence[Newcomer], *, as_player: PlayerId | None = None
) -> Done:
    """Register players, or let them in late once the tournament has started: all of them or nobody.

    `as_player` is who comes with a key of its own. Raises `RefusedError`, `ProblemError`.
    """
    request = request_at(here, who, known.id)
    newcomers = _with_bots(known, newcomers)
    with here.store.together():
        now = here.store.tournaments.get(known.id)
        done = before(here, now, request)
        if done is not None:
            return done
        _check_room(now, newcomers)
        people = [here.store.people.add(newcomer.name, player=as_player) for newcomer in newcomers]

        def action(organiser: Organiser) -> None:
            for newcomer, person in zip(newcomers, people, strict=True):
                _enter(organiser, newcomer, person, at=here.clock(), by=who.name)
            _ask(organiser, newcomers, people, at=here.clock(), by=who.name)

        performed = here.store.tournaments.perform(known.id, action, request)
        for person in people:
            here.store.tournaments.rows.put_link(known.id, person.player, ITS_OWN if as_player else None)
    return Done(performed.known, performed.entries)


def let_in(here: Service, who: Caller, known: Known, player: PlayerId, *, points: str, entropy: str = "") -> Done:
    """Let somebody in late who was registered in time, with the rating and the bot of then.

    Raises `RefusedError`, `ProblemError` (`not_allowed` if entropy is given: the draws have what was given in time).
    """
    if entropy:
        raise ProblemError("not_allowed", "Players give entropy for themselves alone.")
    one = known.book.players[player]
    said: dict[str, Any] = {"player": player, "rating": one.rating, "bot": one.bot, "points": points, "by": who.name}
    return do(here, who, known, lambda organiser: organiser.tell(PlayerEnteredLate, here.clock(), **said))


def try_to_register(here: Service, known: Known, newcomers: Sequence[Newcomer]) -> None:
    """Raise what `register` would, and register nobody."""
    newcomers = _with_bots(known, newcomers)
    _check_room(known, newcomers)
    trial = Organiser(known.book, bytes(32), bytes(32))
    people = [Person(f"p_{number}", newcomer.name, bytes(16)) for number, newcomer in enumerate(newcomers)]
    for newcomer, person in zip(newcomers, people, strict=True):
        _enter(trial, newcomer, person, at=here.clock(), by="nobody")
    _ask(trial, newcomers, people, at=here.clock(), by="nobody")


def _with_bots(known: Known, newcomers: Sequence[Newcomer]) -> Sequence[Newcomer]:
    """Return newcomers, in a sandbox each with a bot, of boards in turns of two strengths.

    Raises `ProblemError` (`unknown_bot`).
    """
    bots = game(known.book.opened.game).bots
    for newcomer in newcomers:
        if newcomer.bot is not None and newcomer.bot not in bots:
            raise ProblemError("unknown_bot", "The bots of this game are {bots}.", bots=", ".join(sorted(bots)))
    if not known.book.opened.sandbox:
        return newcomers
    usual = [_usual(bots)]
    if known.book.opened.same_deal:  # tables that are dealt the same would be played alike by bots of one strength
        usual += sorted(bots.keys() & {CHANCE_BOT} - set(usual))
    numbers = range(len(known.book.players), len(known.book.players) + len(newcomers))
    return [
        newcomer._replace(bot=newcomer.bot or usual[number % len(usual)])
        for number, newcomer in zip(numbers, newcomers, strict=True)
    ]


def _check_room(known: Known, newcomers: Sequence[Newcomer]) -> None:
    """Raise `RefusedError` (`too_many_players`)."""
    if len(known.book.players) + len(newcomers) > PLAYERS_AT_MOST:
        raise RefusedError(TOO_MANY)


def _usual(bots: Collection[str]) -> str:
    """Return the bot that plays for whoever is registered in a sandbox."""
    return USUAL_BOT if USUAL_BOT in bots else min(bots)


def _enter(organiser: Organiser, newcomer: Newcomer, person: Person, *, at: int, by: str) -> None:
    said: dict[str, Any] = {
        "player": person.player,
        "rating": newcomer.rating,
        "name_hash": name_hash(person.name, person.salt),
        "bot": newcomer.bot,
        "by": by,
    }
    if organiser.book.started:
        organiser.tell(PlayerEnteredLate, at, points=newcomer.points, **said)
    else:
        organiser.tell(PlayerRegistered, at, entropy=newcomer.entropy or b64(NO_ENTROPY), **said)
    if newcomer.bot is not None:
        bring_for(organiser, person.player, at=at, by=by)


def _ask(organiser: Organiser, newcomers: Sequence[Newcomer], people: Sequence[Person], *, at: int, by: str) -> None:
    """Say which rounds newcomers sit out, and who of them must not meet, as their file says."""
    for newcomer, person in zip(newcomers, people, strict=True):
        for round, kind in newcomer.byes:
            organiser.tell(ByeRequested, at, player=person.player, round=round, bye=kind, by=by)
        for place, first, last in newcomer.apart:
            two = person.player, people[place].player
            organiser.tell(PairForbidden, at, players=two, first=first, last=last, by=by)


def newcomers_of(text: str, form: Form) -> list[Newcomer]:
    """Return the players of a file; raises `ProblemError` (`invalid_players`) with all its faults, line by line."""
    read = read_players(text, form)
    faults = list(read.faults) if isinstance(read, Faulty) else []
    if not isinstance(read, Faulty) and len(read) > AT_ONCE:
        faults = [Fault(1, f"there are {len(read)} players, and a request registers {AT_ONCE}")]
    if isinstance(read, Faulty) or faults:
        to = language()
        told = [{"code": "bad_line", "line": fault.line, "detail": heard(fault.text, to)} for fault in faults]
        text = "The file has {count} faults; `faults` names their lines."
        raise ProblemError("invalid_players", text, count=len(faults), more={"faults": told})
    return [Newcomer(one.name, one.rating, None, one.bot, one.points or "0", one.byes, one.apart) for one in read]


def players_of(done: Done) -> list[PlayerId]:
    """Return whom a request registered."""
    return [_player.decode(entry.public).player for entry in done.entries if entry.kind in ENTERS]


def invited_shapes(here: Service, who: Caller, done: Done) -> list[dict[str, Any]]:
    """Return players who were registered, each with the secret of the personal link."""
    players = players_of(done)
    names, books = names_of(here, players), {player: done.seen_by(who, player) for player in players}
    return [
        {
            **entrant_shape(books[player].players[player], names, books[player]),
            "code": link_code(here, done.known, player),
        }
        for player in players
    ]


def link_code(here: Service, known: Known, player: PlayerId) -> str | None:
    """Return the secret of a player's personal link; bots have none."""
    link = here.store.tournaments.rows.link(known.id, player)
    if link is None or known.book.players[player].bot is not None:
        return None
    return player_link(here.settings.server_key, known.id, player, link.generation)


def claim(here: Service, known: Known, player: PlayerId, code: str) -> str | None:
    """Exchange a personal link for a player's key; nothing for a wrong code.

    Raises `RefusedError` (`link_used`).
    """
    link = here.store.tournaments.rows.link(known.id, player)
    right = player_link(here.settings.server_key, known.id, player, 0 if link is None else link.generation)
    if (
        not hmac.compare_digest(right.encode(), code.encode())
        or link is None
        or known.book.players[player].bot is not None
    ):
        return None
    with here.store.together():
        made = new_key(here, known, player)
        if not here.store.tournaments.rows.claim(known.id, player, link.generation, made.key.id):
            raise RefusedError(LINK_USED)
    return made.text


def new_key(here: Service, known: Known, player: PlayerId) -> NewKey:
    """Return a new key of a player."""
    label = f"tournament {known.id}"
    return here.store.keys.add("player", label, at=here.clock(), scope=Scope(player=player))


def renew(here: Service, who: Caller, known: Known, player: PlayerId) -> str | None:
    """Give a personal link anew, and take the key back that the one before was exchanged for.

    Who has the new one may be somebody else, so the tables say so at which the player sits: `seat_replaced`, by whom.
    Raises `RefusedError` (`own_key`): nobody else may become whom a player already is.
    """
    rows = here.store.tournaments.rows
    with here.store.together():
        link = rows.link(known.id, player)
        if link is not None and link.key == ITS_OWN:
            raise RefusedError(OWN_KEY)
        if link is not None and link.key is not None:
            here.store.keys.revoke(link.key, at=here.clock())
            _say_at_tables(here, who, player)
        rows.renew(known.id, player)
    return link_code(here, known, player)


def _say_at_tables(here: Service, who: Caller, player: PlayerId) -> None:
    for id in here.store.players.going_on(player, TABLES_AT_MOST):
        held = enumerate(here.store.table(id).book.holders)
        for seat in [seat for seat, holder in held if holder is not None and holder.player == player]:
            here.store.castings.withdraw_all(id, seat)
            here.perform(id, partial(renew_holder, seat=seat, at=here.clock(), by=who.name))
