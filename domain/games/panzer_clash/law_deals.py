"""Rigged deals for the laws of hidden information: rare states early.

Their card set is the shipped one with every card at cost I, some effects exchanged, and decks of the cards that play by
chance meets too seldom: windows, discards, salvages, reveals, Junkyard-Triggers, damage to a Supply.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.panzer_clash.cards.card_file import SHIPPED_TEXT
from domain.kernel.cards.law_deals import LawDeal, backwards, places_on_top, stride

_EXCHANGED = {  # card -> its abilities in this set
    "axis_saboteurs": "resolve discard_hand(count=9)",
    "allies_commando_raid": "resolve discard_hand(count=1)",
    "ger_breakthrough": "resolve damage_supply(amount=6, player=opponent)",
    "jpn_surprise_raid": "resolve damage_supply(amount=4, player=opponent); resolve draw(count=2)",
    "usa_assembly_line": "resolve reveal(count=3)",
    "sov_mass_assault": "resolve damage_supply(amount=5, player=opponent)",
    "usa_carpet_bombing": "resolve damage_supply(amount=12, player=self)",
}
_DECKS: Mapping[str, tuple[str, Mapping[str, int]]] = {
    "law_axis_german_40": (
        "axis",
        {
            "axis_reserves": 3,
            "axis_saboteurs": 3,
            "factory": 16,
            "ger_breakthrough": 4,
            "ger_counterattack": 2,
            "ger_field_workshop": 2,
            "ger_panzer3": 3,
            "ger_scout_car": 4,
            "mod_minefield": 3,
        },
    ),
    "law_axis_japanese_40": (
        "axis",
        {
            "axis_reserves": 3,
            "axis_saboteurs": 3,
            "factory": 16,
            "jpn_ambush": 4,
            "jpn_espionage": 3,
            "jpn_rifle_squad": 4,
            "jpn_surprise_raid": 4,
            "jpn_tunnels": 3,
        },
    ),
    "law_allies_american_40": (
        "allies",
        {
            "allies_commando_raid": 4,
            "allies_lend_lease": 4,
            "factory": 16,
            "usa_air_support": 3,
            "usa_assembly_line": 3,
            "usa_carpet_bombing": 3,
            "usa_code_breakers": 3,
            "usa_greyhound": 4,
        },
    ),
    "law_allies_soviet_40": (
        "allies",
        {
            "allies_commando_raid": 3,
            "allies_lend_lease": 3,
            "factory": 16,
            "sov_bt7": 3,
            "sov_conscripts": 4,
            "sov_maskirovka": 3,
            "sov_mass_assault": 4,
            "sov_mobilization": 4,
        },
    ),
}
_FLASHES = (
    "ger_panzerfaust",
    "ger_counterattack",
    "jpn_ambush",
    "jpn_tunnels",
    "usa_air_support",
    "usa_code_breakers",
    "sov_rasputitsa",
    "sov_maskirovka",
)
_CHAINED = {  # Flash events work at any time, whatever lies on the table; Factories come fast
    **dict.fromkeys(_FLASHES, "resolve draw(count=2)"),
    "axis_saboteurs": "resolve extra_factory(count=2)",
    "allies_commando_raid": "resolve extra_factory(count=2)",
}
_CHAIN_DECKS: Mapping[str, tuple[str, Mapping[str, int]]] = {
    "law_axis_chains_40": (
        "axis",
        {"axis_saboteurs": 4, "factory": 20, **dict.fromkeys(_FLASHES[:4], 4)},
    ),
    "law_allies_chains_40": (
        "allies",
        {"allies_commando_raid": 4, "factory": 20, **dict.fromkeys(_FLASHES[4:], 4)},
    ),
}
_COST, _ABILITIES = 6, 13  # columns


def _cheap(exchanged: Mapping[str, str], decks: Mapping[str, tuple[str, Mapping[str, int]]]) -> bytes:
    """Return the text of a card set for the laws: every card at cost I, some with other abilities, other decks."""
    lines = [line for line in SHIPPED_TEXT.decode("utf-8").splitlines() if not line.startswith("deck\t")]
    lines[0] = "pool\tlaws"
    for number, line in enumerate(lines[2:], 2):
        cells = line.split("\t")
        if cells[_COST] != "-":
            cells[_COST] = "1"
        cells[_ABILITIES] = exchanged.get(cells[1], cells[_ABILITIES])
        lines[number] = "\t".join(cells)
    for deck_id, (side, cards) in decks.items():
        listed = ", ".join([f"{card} {copies}" for card, copies in cards.items()])
        lines.append(f"deck\t{deck_id}\t{deck_id}\t{side}\t{listed}\treconstructed")
    return "\n".join([*lines, ""]).encode("utf-8")


CHEAP = _cheap(_EXCHANGED, _DECKS)
CHAINS = _cheap(_CHAINED, _CHAIN_DECKS)
_SHORT = {"deck_size": 40}
_ASK_ALWAYS = {
    "response_default": {"attack": True, "ranged": True, "event": True, "main_start": True, "main_end": True}
}
_PASS = {"response_default": {"attack": False, "ranged": False, "event": True, "main_start": False, "main_end": False}}
_FACTORIES = places_on_top(*range(8, 22))  # where they lie in every deck of this set

LAW_DEALS = (
    LawDeal(
        "Cheap events, mixed hands: discards, damage to a Supply",
        2,
        _SHORT | _PASS,
        {"supply_0": stride(4), "supply_1": stride(5), "mulligan": stride(3)},
        CHEAP,
    ),
    LawDeal(
        "Ready-made decks, units first",
        2,
        _SHORT | {"opposing_sides": True},
        {"supply_0": stride(6), "supply_1": stride(7)},
    ),
    LawDeal(
        "Every window asked: Flash events in hand or not",
        2,
        _SHORT | _ASK_ALWAYS | {"first_player": "seat1"},
        {"supply_0": stride(7), "supply_1": backwards},
        CHEAP,
    ),
    LawDeal(
        "Cheap events of opposed sides",
        2,
        _SHORT | _PASS | {"opposing_sides": True, "first_player": "seat0"},
        {"supply_0": stride(3), "supply_1": stride(4), "terrain": backwards},
        CHEAP,
    ),
    LawDeal(
        "Cheap events, Factories last: hands that cannot be played",
        2,
        _SHORT | _ASK_ALWAYS,
        {"supply_0": backwards, "supply_1": stride(2), "mulligan": stride(5)},
        CHEAP,
    ),
    LawDeal(
        "Factories first: hands of equal cards at their limit",
        2,
        _SHORT | _PASS,
        {"supply_0": _FACTORIES, "supply_1": _FACTORIES},
        CHEAP,
    ),
    LawDeal(
        "Flash events that always work: chains of three",
        2,
        _SHORT | _ASK_ALWAYS | {"opposing_sides": True},
        {},
        CHAINS,
        frozenset({"mulligan", "pass_response"}),
    ),
)
