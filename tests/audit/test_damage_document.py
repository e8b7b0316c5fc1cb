"""A damage report as a document: what the service answers to `dry_run`, and `replay damage --json` prints."""

from __future__ import annotations

from domain.audit.called import Called
from domain.audit.damage import damage
from domain.audit.damage.document import document
from domain.audit.damage.telling import Teller
from domain.kernel.display.words import Words
from tests.audit.tables import duel
from tests.audit.test_damage_report import timeline

WORDS = Words(("Anna", "Ben"))


def test_a_report_names_its_cards_and_says_its_reasons() -> None:
    lines = timeline(duel())
    found = damage(lines, 4, WORDS)
    told, called = document(lines, found, WORDS), Called(lines, WORDS)
    learned = [card["card"] for seat in told["damage"]["seats"] for card in seat["learned"]]
    assert learned == [called.card(card.card) for seat in found.seats for card in seat.learned] != []
    teller = Teller(lines, WORDS, called.card, str)
    for way, of in zip(told["damage"]["ways"], found.ways, strict=True):
        assert [reason["code"] for reason in way["reasons"]] == [reason.code for reason in of.reasons]
        assert [reason["text"] for reason in way["reasons"]] == [teller.reason(reason) for reason in of.reasons]
    assert sum(len(way.reasons) for way in found.ways) > 0
    assert any("Anna" in said["heading"] for said in told["told"])
    assert all(said["sentences"] for said in told["told"])
