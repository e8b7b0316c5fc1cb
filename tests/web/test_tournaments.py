"""The pages of tournaments: every code has words, and nobody waits long for a page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from api.pages.browser import assets
from api.wire.schemas.tournament_answers import ByeAnswer, EntrantAnswer
from domain.ledger.tournaments.rows import Status
from domain.record.order import Status as TableStatus
from domain.tournament.log.explaining import AWAY, BY_WORD, SCHEDULE, TOGETHER
from domain.tournament.pairing.pods.costs import CRITERIA
from domain.tournament.tie_breaks import RULES
from tests.node import ROOT
from web.joining import script

MOST = 60_000  # bytes of a page's script, compressed
DUTCH = {"met", "forbidden", "colours", "completion", "order", "bye", *[f"C{number}" for number in range(6, 22)]}
WORDS = {  # tables of labels.js, and the codes that they are for
    "STATUSES": {*get_args(Status)},
    "TIE_BREAKS": {*RULES},
    "TIE_BREAKS_MEAN": {*RULES},
    "BYES": {*ByeAnswer().fields["kind"].metadata["enum"]},
    "PLAYERS": {*EntrantAnswer().fields["status"].metadata["enum"]},
    "TABLES": {"paired", "opening", *get_args(TableStatus)},
    "CRITERIA": {TOGETHER, AWAY, SCHEDULE, BY_WORD, "drawn", *CRITERIA, *DUTCH},
}


@pytest.mark.parametrize("table", WORDS)
def test_each_code_has_words(table: str) -> None:
    text = Path(ROOT, "web/static/tournaments/labels.js").read_text("utf-8")
    (inside,) = re.findall(rf"^export const {table} = {{(.*?)^}};", text, re.MULTILINE | re.DOTALL)
    assert {*re.findall(r"^  (\w+):", inside, re.MULTILINE)} == WORDS[table]


@pytest.mark.parametrize("module", ["tournaments/page.js", "tournaments/print.js", "organiser/page.js"])
def test_a_page_is_light(module: str) -> None:
    packed = script(assets(), module).gzipped
    assert packed is not None
    assert len(packed) <= MOST
