"""The pages of tournaments: every code has words, and nobody waits long for a page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from api.wire.schemas.tournament_answers import ByeAnswer, EntrantAnswer
from api.wire.schemas.webhooks import FAULTS, STATES
from domain.ledger.tournaments.rows import Status
from domain.record.order import Status as TableStatus
from domain.tournament.log.entries import Entry
from domain.tournament.log.explaining import AWAY, BY_WORD, SCHEDULE, TOGETHER
from domain.tournament.pairing.pods.costs import CRITERIA
from domain.tournament.tie_breaks import RULES
from tests.node import ROOT

DUTCH = {"met", "forbidden", "colours", "completion", "order", "bye", *[f"C{number}" for number in range(6, 22)]}
WORDS = {  # tables of labels.js, and the codes that they are for
    "STATUSES": {*get_args(Status)},
    "TIE_BREAKS": {*RULES},
    "TIE_BREAKS_MEAN": {*RULES},
    "BYES": {*ByeAnswer().fields["kind"].metadata["enum"]},
    "PLAYERS": {*EntrantAnswer().fields["status"].metadata["enum"]},
    "TABLES": {"paired", "opening", "closed", *get_args(TableStatus)},
    "CRITERIA": {TOGETHER, AWAY, SCHEDULE, BY_WORD, "drawn", *CRITERIA, *DUTCH},
}


OF_LETTERS = {"STATES": {*STATES}, "FAULTS": {*FAULTS}}
KINDS = {str(entry.__struct_config__.tag) for entry in get_args(Entry)}


@pytest.mark.parametrize(
    ("module", "table", "codes"),
    [
        *(("tournaments/labels.js", table, codes) for table, codes in WORDS.items()),
        ("tournaments/touched.js", "TOUCHED", KINDS),
        *(("organiser/letters.js", table, codes) for table, codes in OF_LETTERS.items()),
    ],
)
def test_each_code_is_known(module: str, table: str, codes: set[str]) -> None:
    text = Path(ROOT, "web/static", module).read_text("utf-8")
    (inside,) = re.findall(rf"^export const {table} = {{(.*?)^}};", text, re.MULTILINE | re.DOTALL)
    assert {*re.findall(r"^  (\w+):", inside, re.MULTILINE)} == codes
