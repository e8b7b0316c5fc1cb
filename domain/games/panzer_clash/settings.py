"""What a seat may set at any time, as offers: in each field the value that holds now comes first."""

from __future__ import annotations

from domain.games.panzer_clash.messages import Windows
from domain.games.panzer_clash.state import State
from domain.kernel.offers import Offer, OneOf
from domain.kernel.seats import Seat


def settings(state: State, seat: Seat) -> tuple[Offer, ...]:
    """Return the seat's response preferences (5.6); nothing where they are not known."""
    prefs = state.players[seat].prefs
    if prefs is None:
        return ()
    windows = {f"prefs/{kind}": _now_first(now=getattr(prefs.windows, kind)) for kind in Windows.__struct_fields__}
    fields = {**windows, "pass_rest_of_turn": _now_first(now=prefs.pass_rest_of_turn)}
    return (Offer("set_response_prefs", {**fields}, "whether you are asked when this happens"),)


def _now_first(*, now: bool) -> OneOf:
    return OneOf((now, not now))
