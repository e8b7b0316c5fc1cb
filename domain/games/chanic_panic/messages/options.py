"""How a table plays (1.1)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.kernel.setup import Options


def _within(least: int, most: int, description: str) -> Meta:
    """Return what the schema tells of a number; `setup.refuse_setup` checks it."""
    return Meta(description=description, extra_json_schema={"minimum": least, "maximum": most})


class ChanicOptions(Options, frozen=True, kw_only=True):
    """How a table plays (1.1); limits are checked by `setup.refuse_setup`, the schema only tells them."""

    first_player: Annotated[
        Literal["seat", "random", "first_eliminated"], Meta(description="who takes the first turn")
    ] = "random"
    first_seat: Annotated[int, _within(0, 9, "the seat that `seat` names")] = 0
    previous_first_out: Annotated[
        int | UnsetType,
        _within(0, 9, "who left the previous game first, for `first_eliminated`; left out: a random seat"),
    ] = UNSET
    trader: Annotated[bool, Meta(description="base ability Trader for all")] = True
    panic: Annotated[bool, Meta(description="base ability Panic for all")] = False
    ally: Annotated[
        bool | UnsetType, Meta(description="base ability Ally for all, with teams only; left out: as there are teams")
    ] = UNSET
    team_count: Annotated[int, _within(0, 5, "teams of equal size, seats alternating; 0: everybody for oneself")] = 0
    specials: Annotated[int, _within(0, 3, "special abilities that each player keeps")] = 0
    specials_extra: Annotated[int, _within(0, 2, "abilities dealt beyond those kept, to choose from")] = 1
    club_member: Annotated[bool, Meta(description="adds the ability Club Member to the pool")] = False
    presence: Annotated[bool, Meta(description="Presence, a second way to win")] = False
    presence_target: Annotated[int, _within(50, 500, "the Presence that wins")] = 200
    stack: Annotated[bool, Meta(description="the Stack")] = False
    shop: Annotated[bool, Meta(description="the Shop: a market of three open cards")] = False
    lives: Annotated[int, _within(1, 5, "how often a player must be beaten to be out")] = 1
    round_limit: Annotated[int, _within(10, 300, "the game is scored after this round")] = 60
    turn_action_limit: Annotated[int, _within(50, 1000, "accepted commands in a turn, then it can only be ended")] = 200
