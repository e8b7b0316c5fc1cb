"""What people are told of a problem: by the pages, or in the service's own sentence where that is for people."""

from __future__ import annotations

import re
from pathlib import Path

from api.wire.problems import KINDS
from domain.games import game, shipped
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
    "not_in_this_format",
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


SEATED = {  # refusals of a table whose sentence has the number of a seat, which programs count from 0 and people from 1
    "accepted_already",
    "no_show_not_yet",
    "no_such_seat",
    "not_awaited",
    "seat_not_taken",
    "seat_taken",
    "seat_without_token",
    "too_many_tokens",
}
WITH_SEAT = r'table_refusal\(\s*"(\w+)",\s*"[^"]*\{seat\}'


def test_each_code_is_said_for_people() -> None:
    text = Path(ROOT, "web/static/base/telling.js").read_text("utf-8")
    said = {*re.findall(r"^  ([a-z_]+):", text, re.MULTILINE)}
    assert said == ({*KINDS} - IN_THEIR_OWN_WORDS) | SEATED


def test_no_page_says_the_number_of_a_seat_as_programs_count() -> None:
    texts = [path.read_text("utf-8") for room in ("domain/table", "api") for path in Path(ROOT, room).rglob("*.py")]
    assert {code for text in texts for code in re.findall(WITH_SEAT, text)} - SEATED == set()
    for name in shipped():
        listed = game(name).refusals
        assert listed is not None
        assert [one.text for one in listed.listed if one.category == "rule" and "seat {" in one.text.lower()] == []
