"""The table as a neutral picture."""

from domain.kernel.display.board import CardPicture, Counter, Panel, Picture, Zone, panel_id, zone_id
from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN
from domain.kernel.refusals import May
from domain.kernel.seats import Seat

from .messages import Lay, View


def picture(view: View, words: Words, may: May | None = None) -> Picture:
    """Return the table for one viewer: a panel for each seat, and what is out of the game."""
    turned = tuple([CardPicture(card) for card in sorted(view.turned)])
    out = Zone(words.say("Out"), "row", turned, id=zone_id(None, "out"))
    panels = [_panel(view, seat, words, may) for seat in range(2)]
    return Picture("Undercut", panels=(*panels, Panel(words.say("Table"), "centre", zones=(out,), id=panel_id(None))))


def _panel(view: View, seat: Seat, words: Words, may: May | None) -> Panel:
    cards = [card for card in sorted(view.hands[seat]) if card != HIDDEN]
    ask = may if seat in view.awaited else None
    hand = tuple([CardPicture(card, id=card, lit=ask and ask(Lay(card=card)) is None) for card in cards])
    laid = tuple([CardPicture(card, back=card == HIDDEN) for card in view.laid[seat : seat + 1] if card is not None])
    hands = Zone(words.say("Hand"), "hand", hand, count=len(view.hands[seat]), id=zone_id(seat, "hand"))
    zones = (hands, Zone(words.say("Laid"), "row", laid, slots=1, id=zone_id(seat, "laid")))
    points = Counter(words.say("Points"), view.points[seat], icon="spark")
    return Panel(words.seat(seat), "own" if cards else "other", seat, (points,), zones=zones, id=panel_id(seat))
