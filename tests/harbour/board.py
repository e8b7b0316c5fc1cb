"""The harbour as a neutral picture."""

from __future__ import annotations

from domain.kernel.display.board import CardPicture, Counter, Panel, Picture, Zone
from domain.kernel.display.words import Words
from domain.kernel.refusals import May
from tests.harbour.view import PlayerView, View


def picture(view: View, words: Words, may: May | None = None) -> Picture:
    """Return the table for one viewer."""
    panels = [_panel(player, words) for player in view.players]
    quay = Zone("Quay", "row", tuple([CardPicture(card, id=card) for card in view.quay]))
    return Picture("Harbour", panels=(*panels, Panel("Centre", "centre", zones=(quay,))))


def _panel(player: PlayerView, words: Words) -> Panel:
    hand = tuple([CardPicture(card) for card in player.hand or ()])
    zone = Zone("Hand", "hand", hand, count=player.hand_count)
    coins = Counter("Coins", player.coins)
    return Panel(
        words.seat(player.seat), "other" if player.hand is None else "own", player.seat, (coins,), zones=(zone,)
    )
