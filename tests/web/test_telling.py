"""What people are told of a problem: by the pages, or in the service's own sentence where that is for people."""

from __future__ import annotations

import re
from pathlib import Path

from api.wire.problems import KINDS
from tests.node import ROOT

IN_THEIR_OWN_WORDS = {  # whose details say what a reader can do something about, or that no page meets
    "imported_table",
    "invalid_deck",
    "invalid_players",
    "invalid_tournament",
    "invalid_webhook",
    "known_deal_alone",
    "no_decks",
    "no_result",
    "no_such_game",
    "not_live",
    "reason_needed",
    "too_many_webhooks",
    "unknown_bot",
    "unknown_case",
    "unknown_caster",
    "unknown_chunk",
    "unknown_delivery",
    "unknown_game",
    "unknown_player",
    "unknown_round",
    "unknown_seat_number",
    "unknown_tournament",
    "unknown_webhook",
    "wrong_code",
    "wrong_join_code",
}


def test_each_code_is_said_for_people() -> None:
    text = Path(ROOT, "web/static/base/telling.js").read_text("utf-8")
    said = {*re.findall(r"^  ([a-z_]+):", text, re.MULTILINE)}
    assert said == {*KINDS} - IN_THEIR_OWN_WORDS
