"""Rigged deals for the laws: what play by chance meets too seldom."""

from __future__ import annotations

from domain.kernel.cards.law_deals import LawDeal, backwards, unmoved

LAW_DEALS = (
    LawDeal("hands of one kind", 2, {"rounds": 4}, {"deck": unmoved}),
    LawDeal("three seats, gold on top", 3, {"rounds": 3, "coins": 9}, {"deck": backwards}),
    LawDeal("a long day: the deck runs out", 2, {"rounds": 9}, {"deck": unmoved, "manifest": backwards}),
    LawDeal("no coins", 3, {"rounds": 2, "coins": 0}, {}),
)
