"""The names of the special abilities, in the order in which they are dealt (7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

AbilityId: TypeAlias = Literal[
    "archaeologist",
    "assets",
    "bargainer",
    "blessed",
    "combiner",
    "deadly",
    "direct_hitter",
    "fisher",
    "fulfilled",
    "gambler",
    "grave_robber",
    "haggler",
    "healthy",
    "hopeful",
    "illusionist",
    "impenetrable",
    "indebted",
    "innovator",
    "investor",
    "landowner",
    "large_capacity",
    "lifeline",
    "limiter",
    "loaded",
    "manipulator",
    "maximizer",
    "neutralizer",
    "options",
    "pacifist",
    "plagued",
    "purifier",
    "recycler",
    "replenished",
    "resilient",
    "resourceful",
    "seer",
    "seller",
    "sorcerer",
    "standardization",
    "toughness",
    "trade_master",
    "warrior",
    "wealth",
    "wisdom",
    "club_member",
]

ABILITIES: tuple[AbilityId, ...] = get_args(AbilityId)

NEEDS: Mapping[AbilityId, str] = {
    "bargainer": "trader",
    "club_member": "club_member",
}  # the option without which an ability is not dealt (1.1)
