"""Why a round is paired as it is, in sentences: why these at a table, and why not with somebody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kernel.display.words import Words
from domain.tournament.courses import Course, courses
from domain.tournament.log.book import Book
from domain.tournament.log.entries import RoundPaired
from domain.tournament.pairing.interface import Because
from domain.tournament.pairing.knock_out import KnockOut
from domain.tournament.pairing.round_robin import RoundRobin
from domain.tournament.players import PlayerId
from domain.tournament.points import rounded

WHY_NOT: Mapping[str, str] = {  # by the criterion of a `Because`
    "together": "They sit at one table in this round.",
    "away": "One of them does not play this round, or has a bye by request.",
    "organiser": "The organiser paired this round.",
    "schedule": "The schedule of this format leaves no choice.",
    "met": "They have met already (C1).",
    "forbidden": "They must not meet in this round.",
    "colours": "Both would have to begin, or both must not (C3).",
    "completion": "Then the others could not all be paired, or the bye would go to a higher score (C4, C5).",
    "order": "It would be as good by every criterion; the rules take the earlier candidate.",
    "bye": "Then the bye would be given otherwise (C5).",
    "C6": "Then fewer pairs could be made among those of about one score: {otherwise} instead of {here} (C6).",
    "C7": "Then somebody with a higher score would have to be moved down (C7).",
    "C8": "Then fewer pairs could be made among those with the next lower score (C8).",
    "C9": "Then the bye would go to somebody who has played fewer games (C9).",
    "C10": "Then more players at the top would begin, or not begin, more than twice too often (C10).",
    "C11": "Then more players at the top would begin, or not begin, three times running (C11).",
    "C12": "Then fewer players would begin or not as is due to them (C12).",
    "C13": "Then fewer players would begin or not as is strongly due to them (C13).",
    "C14": "Then more players would be moved down who were in the round before (C14).",
    "C15": "Then more players would meet somebody moved down who did in the round before (C15).",
    "C16": "Then more players would be moved down who were two rounds before (C16).",
    "C17": "Then more players would meet somebody moved down who did two rounds before (C17).",
    "C18": "Then players moved down who were in the round before would meet scores further below (C18).",
    "C19": "Then players who met somebody moved down in the round before would meet one from further above (C19).",
    "C20": "Then players moved down who were two rounds before would meet scores further below (C20).",
    "C21": "Then players who met somebody moved down two rounds before would meet one from further above (C21).",
    "second_byes": "Then players who had a bye would have another: {otherwise} instead of {here}.",
    "bye_height": "Then the bye would go to a higher score: {otherwise} score groups from below instead of {here}.",
    "repeats": "Then more players would meet again: {otherwise} times instead of {here}.",
    "second_shorts": "Then more players would sit in a short pod again: {otherwise} instead of {here}.",
    "spread": "Then scores at one table would be further apart: the squares add up to {otherwise} instead of {here}.",
    "short_height": "Then the short pods would stand higher: {otherwise} score groups from below instead of {here}.",
    "first_seats": "Then players would begin who have begun more often: {otherwise} times instead of {here}.",
    "drawn": "It would cost the same; the order was drawn.",
}


def why_not_told(words: Words, because: Because, reason: str | None = None) -> str:
    """Return why two do not sit together; `reason` is the organiser's, who paired the round."""
    sentence = words.say(WHY_NOT[because.criterion], here=because.here, otherwise=because.otherwise)
    return sentence if reason is None else f"{sentence} {reason}"


def why_these(
    words: Words, before: Book, paired: RoundPaired, table: Sequence[PlayerId], names: Mapping[PlayerId, str]
) -> tuple[str, ...]:
    """Return why these sit at one table in this order; `before` is the book before the entry of the pairing."""
    if paired.reason is not None:
        return words.say(WHY_NOT["organiser"]), paired.reason
    called = [names.get(player, player) for player in table]
    pairer = before.pairer
    if isinstance(pairer, RoundRobin):
        return _by_tables(words, before, paired, table, pairer)
    if not isinstance(pairer, KnockOut):
        return *_by_scores(words, before, table, called), _by_beginning(words, before, table, called)
    seeds = {player.id: player.number for player in before.stage.players}
    row = words.row([str(seeds[player]) for player in table])
    together = words.say("The bracket puts the seeds {numbers} together.", numbers=row)
    return together, _by_beginning(words, before, table, called)


def _by_tables(
    words: Words, before: Book, paired: RoundPaired, table: Sequence[PlayerId], pairer: RoundRobin
) -> tuple[str, ...]:
    """Return which group of a round robin a table is of, and which numbers meet there."""
    groups = enumerate(pairer.groups_of(before.numbered), 1)
    group, members = next((number, players) for number, players in groups if table[0] in players)
    row = words.row([str(members.index(player) + 1) for player in table])
    text = "The tables of Berger put the numbers {numbers} together in round {round}; the first one begins."
    told = words.say(text, numbers=row, round=paired.round)
    return (told,) if pairer.groups == 1 else (words.say("This is a table of group {group}.", group=group), told)


def _by_scores(words: Words, before: Book, table: Sequence[PlayerId], called: Sequence[str]) -> tuple[str, ...]:
    """Return how those at a table stand, and whether somebody was moved down to them."""
    scores = before.request().scores()
    points = [scores[player] for player in table]
    if len(set(points)) == 1:
        return (words.say("All at the table have the same score: {points}.", points=rounded(points[0])),)
    listed = [
        words.say("{name} {points}", name=name, points=rounded(one)) for name, one in zip(called, points, strict=True)
    ]
    why = words.say("Scores mix where those of one score do not come out even, or a weightier rule comes first.")
    return words.say("The scores are: {scores}.", scores=words.row(listed)), why


def _by_beginning(words: Words, before: Book, table: Sequence[PlayerId], called: Sequence[str]) -> str:
    """Return how often each has begun so far."""
    gone = courses(before.stage, before.scoring)
    listed = [
        words.say("{name} {times}", name=name, times=_begun(gone[player]))
        for name, player in zip(called, table, strict=True)
    ]
    return words.say("{name} begins. So often each has begun: {times}.", name=called[0], times=words.row(listed))


def _begun(course: Course) -> int:
    return sum(step.was_first for step in course)
