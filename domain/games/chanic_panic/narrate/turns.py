"""Sentences about the game as a whole, turns, points and Clubs."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chanic_panic import messages as said
from domain.games.chanic_panic.naming import ability_name
from domain.kernel.display.words import Words


def game_started(fact: said.GameStarted, words: Words) -> str:
    told = words.count(
        "A game for {seats} players begins with one pack of cards.",
        "A game for {seats} players begins with {n} packs of cards.",
        fact.packs,
        seats=fact.seats,
    )
    extras = _extras(fact.options, words)
    return words.say("{told} It is played with {extras}.", told=told, extras=words.listed(extras)) if extras else told


def _extras(options: said.ChanicOptions, words: Words) -> list[str]:
    """Name what the table plays with beside the base game."""
    extras = []
    if options.team_count:
        extras.append(words.say("{n} teams", n=options.team_count))
    if options.specials:
        extras.append(words.count("a special ability each", "{n} special abilities each", options.specials))
    if options.presence:
        extras.append(words.say("a Presence of {target} that wins", target=options.presence_target))
    if options.stack:
        extras.append(words.say("the Stack"))
    if options.shop:
        extras.append(words.say("the Shop"))
    if options.lives > 1:
        extras.append(words.say("{n} lives each", n=options.lives))
    return extras


def turn_started(fact: said.TurnStarted, words: Words) -> str:
    return words.say("Round {round}: it is the turn of {seat}.", round=fact.round, seat=words.seat(fact.seat))


def presence_gained(fact: said.PresenceGained, words: Words) -> str:
    seat = words.seat(fact.seat)
    if not fact.amount:
        return words.say("{seat} gains no Presence and has {total}.", seat=seat, total=fact.total)
    return words.say("{seat} gains {amount} Presence and has {total}.", seat=seat, amount=fact.amount, total=fact.total)


def point_phase(fact: said.PointPhaseStarted, words: Words) -> str:
    seat = words.seat(fact.seat)
    if len(fact.parts) > 1:
        return words.say(
            "{seat} has {points} points to spend: {parts}.",
            seat=seat,
            points=fact.points,
            parts=words.listed([_part(part, words) for part in fact.parts]),
        )
    return words.count("{seat} has one point to spend.", "{seat} has {n} points to spend.", fact.points, seat=seat)


def _part(part: said.PointPart, words: Words) -> str:
    if part.source == "turn":
        return words.say("{points} as in every turn", points=part.points)
    if part.source == "stack":
        return words.say("{points} from the Stack", points=part.points)
    return words.say("{points} from {ability}", points=part.points, ability=ability_name(part.source, words))


def points_paid(fact: said.PointsPaid, words: Words) -> str:
    if not fact.amount:
        return words.say("{seat} pays nothing; {left} remain.", seat=words.seat(fact.seat), left=fact.left)
    return words.count(
        "{seat} pays one point; {left} remain.",
        "{seat} pays {n} points; {left} remain.",
        fact.amount,
        seat=words.seat(fact.seat),
        left=fact.left,
    )


def points_gained(fact: said.PointsGained, words: Words) -> str:
    return words.count(
        "{seat} gains one point thanks to {ability}; {left} can be spent.",
        "{seat} gains {n} points thanks to {ability}; {left} can be spent.",
        fact.amount,
        seat=words.seat(fact.seat),
        ability=ability_name(fact.reason, words),
        left=fact.left,
    )


def club_phase(fact: said.ClubPhaseStarted, words: Words) -> str:
    seat = words.seat(fact.seat)
    if not fact.points_lost:
        return words.say("{seat} is in the Club Phase.", seat=seat)
    return words.count(
        "{seat} is in the Club Phase and loses the last point.",
        "{seat} is in the Club Phase and loses the last {n} points.",
        fact.points_lost,
        seat=seat,
    )


def allowance(fact: said.AllowanceOpened, words: Words) -> str:
    return words.say("One more card up to {value} may be played.", value=fact.value)


_TURN_ENDED: Mapping[str, str] = {
    "chosen": "{seat} ends the turn.",
    "panic": "The panic ends the turn of {seat}.",
    "timeout": "The time is up: the turn of {seat} ends.",
    "conceded": "The turn of {seat} is over.",
}


def turn_ended(fact: said.TurnEnded, words: Words) -> str:
    return words.say(_TURN_ENDED[fact.reason], seat=words.seat(fact.seat))


_WON: Mapping[str, str] = {
    "elimination": "{winners} wins: nobody else is left.",
    "bypass_elimination": "{winners} wins around the last shields: nobody else is left.",
    "concession": "{winners} wins: the last opponent gave up.",
    "round_limit": "{winners} wins by the count after the last round.",
    "presence": "{winners} has the Presence that wins.",
}
_WON_TOGETHER: Mapping[str, str] = {
    "elimination": "{winners} win together: nobody else is left.",
    "bypass_elimination": "{winners} win together around the last shields: nobody else is left.",
    "concession": "{winners} win together: the last opponent is gone.",
    "round_limit": "{winners} win together by the count after the last round.",
    "presence": "{winners} have the Presence that wins.",
}


def game_ended(fact: said.GameEnded, words: Words) -> str:
    winners = words.listed([words.seat(seat) for seat in fact.winners])
    if len(fact.winners) > 1:
        return words.say(_WON_TOGETHER[fact.reason], winners=winners)
    if fact.ended_by == "time":
        return words.say("{winners} wins: the last opponent ran out of time.", winners=winners)
    return words.say(_WON[fact.reason], winners=winners)
