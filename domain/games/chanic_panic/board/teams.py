"""Teams on the board: what they are called, and the Presence that they have together."""

from __future__ import annotations

from domain.games.chanic_panic.view import PlayerView, View
from domain.kernel.display.board import Badge
from domain.kernel.display.words import Words


def letter(team: int) -> str:
    """Return what a team is called: seats have numbers already."""
    return "ABCDE"[team]


def team_badge(player: PlayerView, me: PlayerView | None, words: Words) -> tuple[Badge, ...]:
    """Say in which team a player is, and whether it is the viewer's own."""
    if player.team is None:
        return ()
    name = words.say("team {letter}", letter=letter(player.team))
    if me is not None and me is not player and me.team == player.team:
        return (Badge(words.say("{team}, your teammate", team=name), "good"),)
    return (Badge(name),)


def presence_of_teams(view: View, words: Words) -> str:
    """Return the Presence that counts of every team: the average of those who were not beaten (R40)."""
    counted: dict[int, list[int]] = {}
    for player in view.players:
        if player.team is not None and player.standing != "eliminated":
            counted.setdefault(player.team, []).append(player.presence)
    return words.row(
        [
            words.say("team {letter} {presence}", letter=letter(team), presence=sum(shares) // len(shares))
            for team, shares in sorted(counted.items())
        ]
    )
