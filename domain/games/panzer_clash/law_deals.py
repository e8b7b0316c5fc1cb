"""Rigged deals for the laws of hidden information: rare states early."""

from __future__ import annotations

from domain.kernel.setup import LawDeal

LAW_DEALS = (LawDeal("short decks", 2, {"deck_size": 40}, {}),)
