"""What happened in a tournament, a sentence for each entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kernel.display.words import Words
from domain.record.canonical import canonical
from domain.tournament.log.entries import (
    ByeRequested,
    CutMade,
    DeckOpened,
    DeckRegistered,
    DrawOffered,
    Entry,
    OfTable,
    PairForbidden,
    PenaltyGiven,
    Places,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerEnteredLate,
    PlayerRegistered,
    PlayerReturned,
    Players,
    PlayerWithdrawn,
    PrizesGiven,
    ResultConceded,
    ResultCorrected,
    ResultCounted,
    RoundPaired,
    RoundRecalled,
    RoundStarted,
    SecretOpened,
    StandingsFrozen,
    Started,
    TournamentCancelled,
    TournamentEnded,
    TournamentOpened,
    TournamentPaused,
    TournamentResumed,
)
from replay.tournaments.reading import Step

Sentences: TypeAlias = list[str]


def told(step: Step, words: Words) -> Sentences:
    """Return what an entry says; the first sentence says it, those after it list what it holds."""
    tell = TELLING.get(type(step.entry))
    return [words.say("Entry {kind}.", kind=kind_of(step.entry))] if tell is None else tell(step, words)


def kind_of(entry: Entry) -> str:
    """Return the stable tag of an entry's kind."""
    return str(entry.__struct_config__.tag)


def bye_told(player: str, kind: str, words: Words) -> str:
    """Return who has a bye, and of which kind."""
    return words.say("{player} has a bye ({kind}).", player=player, kind=words.term(kind))


def seating(players: Sequence[str], words: Words) -> str:
    """Return who sits at a table, the first player first."""
    return words.row(list(players))


def placed(players: Sequence[str], places: Places, words: Words) -> str:
    """Return the places of a table's players, the best first; who did not come is last."""
    came = [
        words.say("{place}. {player}", place=place, player=player)
        for place, player in sorted(zip(places, players, strict=True), key=lambda pair: pair[0])
        if place
    ]
    away = [
        words.say("{player} did not come", player=player)
        for place, player in zip(places, players, strict=True)
        if not place
    ]
    return words.row([*came, *away])


def _opened(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    method = entry.method.__struct_config__.tag
    text = "Tournament {id} of {game} opens, by the format {format}."
    told = [words.say(text, id=entry.tournament, game=entry.game, format=words.term(method))]
    if entry.tables is not None and entry.tables.seat_tokens:
        told.append(words.say("Whoever runs it holds the tokens of all seats."))
    return told


def _registered(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    if entry.rating is None:
        return [words.say("{player} registers.", player=entry.player)]
    return [words.say("{player} registers, rated {rating}.", player=entry.player, rating=entry.rating)]


def _late(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    return [words.say("{player} comes in late, with {points} points.", player=entry.player, points=entry.points)]


def _checked_in(step: Step, words: Words) -> Sentences:
    return [words.say("{player} is there.", player=_player(step))]


def _withdrawn(step: Step, words: Words) -> Sentences:
    return [words.say("{player} withdraws.", player=_player(step))]


def _returned(step: Step, words: Words) -> Sentences:
    return [words.say("{player} returns.", player=_player(step))]


def _player(step: Step) -> str:
    entry: Any = step.entry
    return str(entry.player)


def _disqualified(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    return [words.say("{player} is disqualified: {reason}", player=entry.player, reason=entry.reason)]


def _penalty(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    text = "{player} loses {points} points: {reason}"
    return [words.say(text, player=entry.player, points=entry.points, reason=entry.reason)]


def _bye(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    if entry.own:
        text = "{player} asks to sit out round {round} ({kind})."
        return [words.say(text, player=entry.player, round=entry.round, kind=words.term(entry.bye))]
    text = "{player} will sit out round {round} ({kind})."
    return [words.say(text, player=entry.player, round=entry.round, kind=words.term(entry.bye))]


def _forbidden(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    one, other = entry.players
    text = "{one} and {other} must not meet in rounds {first} to {last}."
    return [words.say(text, one=one, other=other, first=entry.first, last=entry.last)]


def _deck_registered(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    if entry.round > 1:
        return [words.say("{player} registers a deck from round {round} on.", player=entry.player, round=entry.round)]
    return [words.say("{player} registers a deck.", player=entry.player)]


def _deck_opened(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    deck = canonical(entry.deck.body).decode()
    if entry.round > 1:
        text = "The deck of {player} from round {round} on opens: {deck}"
        return [words.say(text, player=entry.player, round=entry.round, deck=deck)]
    return [words.say("The deck of {player} opens: {deck}", player=entry.player, deck=deck)]


def _started(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    said = words.count(
        "The tournament starts with 1 player.", "The tournament starts with {n} players.", len(entry.order)
    )
    return [said, words.say("Initial order: {players}", players=words.row(list(entry.order)))]


def _paired(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    if entry.reason is None:
        said = words.say("Round {round} is paired, attempt {attempt}.", round=entry.round, attempt=entry.attempt)
    else:
        text = "Round {round} is paired by the organiser, attempt {attempt}: {reason}"
        said = words.say(text, round=entry.round, attempt=entry.attempt, reason=entry.reason)
    tables = [
        words.say("Table {table}: {players}", table=table, players=seating(players, words))
        for table, players in enumerate(entry.tables, 1)
    ]
    return [said, *tables, *[bye_told(bye.player, bye.kind, words) for bye in entry.byes]]


def _round_started(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    said = words.say("Round {round} begins.", round=entry.round)
    if entry.board is None:
        return [said]
    return [said, words.say("All its tables are dealt the same, by the secret of {board}.", board=entry.board)]


def _round_recalled(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    text = "Round {round} is taken back, attempt {attempt}: {reason}"
    return [words.say(text, round=entry.round, attempt=entry.attempt, reason=entry.reason)]


def _result(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    players = seated(step, entry)
    result = placed(players, entry.places, words)
    where = {"round": entry.round, "table": entry.table, "result": result}
    if isinstance(entry, ResultCorrected):
        said = words.say("Round {round}, table {table} is corrected: {result}", **where)
    elif entry.game is not None:
        said = words.say("Round {round}, table {table}, game {game}: {result}", game=entry.game, **where)
    else:
        said = words.say("Round {round}, table {table}: {result}", **where)
    return [said, *_grounds(entry, words)]


def seated(step: Step, entry: OfTable) -> Players:
    """Return who sat at the table of a result, in the order of its places."""
    played = step.book.rounds[entry.round - 1]
    return played.tables[entry.table - 1] if entry.game is None else played.seated(entry.table - 1, entry.game)


def _grounds(entry: OfTable, words: Words) -> Sentences:
    reason = getattr(entry, "reason", None)
    agreed = isinstance(entry, ResultCounted) and entry.agreed
    grounds = [words.say("By agreement of the whole table.")] if agreed else []
    grounds += [] if reason is None else [words.say("By a ruling: {reason}", reason=reason)]
    if entry.redealt:
        grounds.append(words.say("The table was dealt anew, and is compared with no other."))
    if entry.rests_on is not None:
        of = entry.rests_on
        text = "It rests on entry {n} ({kind}) of table {table}."
        grounds.append(words.say(text, n=of.n, kind=of.kind, table=of.table))
    return grounds


def _offered(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    where = {"player": entry.player, "round": entry.round, "table": entry.table}
    if entry.stands:
        return [words.say("{player} would share the first place: round {round}, table {table}.", **where)]
    return [words.say("{player} would not share the first place any more: round {round}, table {table}.", **where)]


def _conceded(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    text = "{player} stands behind the others: round {round}, table {table}."
    return [words.say(text, player=entry.player, round=entry.round, table=entry.table)]


def _frozen(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    said = words.say("The standings after round {rounds} are frozen.", rounds=entry.rounds)
    rows = [
        words.say("{place}. {player}: {score}", place=row.place, player=row.player, score=row.score)
        for row in entry.rows
    ]
    return [said, *rows]


def _cut(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    said = words.say("These go on in a knock-out: {players}", players=words.row(list(entry.players)))
    return [said]


def _prizes(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    prizes = [
        words.say("{place}. {player}: {prize}", place=one.place, player=one.player, prize=one.prize)
        for one in entry.prizes
    ]
    return [words.say("Prizes are given by the standings of entry {n}.", n=entry.standings), *prizes]


def _ended(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    return [words.say("The tournament ends with the standings of entry {n}.", n=entry.standings)]


def _paused(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    return [words.say("The tournament is paused: {reason}", reason=entry.reason)]


def _resumed(step: Step, words: Words) -> Sentences:
    return [words.say("The tournament goes on.")]


def _cancelled(step: Step, words: Words) -> Sentences:
    entry: Any = step.entry
    return [words.say("The tournament is given up: {reason}", reason=entry.reason)]


def _secret(step: Step, words: Words) -> Sentences:
    return [words.say("The secret of the draws opens.")]


TELLING: Mapping[type[Any], Callable[[Step, Words], Sentences]] = {
    TournamentOpened: _opened,
    PlayerRegistered: _registered,
    PlayerEnteredLate: _late,
    PlayerCheckedIn: _checked_in,
    PlayerWithdrawn: _withdrawn,
    PlayerReturned: _returned,
    PlayerDisqualified: _disqualified,
    PenaltyGiven: _penalty,
    ByeRequested: _bye,
    PairForbidden: _forbidden,
    DeckRegistered: _deck_registered,
    DeckOpened: _deck_opened,
    Started: _started,
    RoundPaired: _paired,
    RoundStarted: _round_started,
    RoundRecalled: _round_recalled,
    ResultCounted: _result,
    ResultCorrected: _result,
    DrawOffered: _offered,
    ResultConceded: _conceded,
    StandingsFrozen: _frozen,
    TournamentPaused: _paused,
    TournamentResumed: _resumed,
    CutMade: _cut,
    PrizesGiven: _prizes,
    TournamentEnded: _ended,
    TournamentCancelled: _cancelled,
    SecretOpened: _secret,
}
