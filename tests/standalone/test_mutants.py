"""Whatever is done to a record, the three verifiers say the same of it: check by check, line by line."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from domain.audit.checks import verify_bytes
from domain.audit.many import as_told
from replay.reading.followed import is_record
from tests.standalone.mutants import mutants
from tests.standalone.verifiers import ask_all


def said(answer: Any) -> Any:
    """Return what a verifier says, aside from its words."""
    if answer is None:
        return None
    checks = [(check["status"], check.get("line")) for check in answer["checks"]]
    return checks, answer["first_wrong_line"], answer["head"]


def compare(seed: int, count: int, folder: Path) -> set[int]:
    """Let all three look at mutants; return which checks failed."""
    texts = list(islice(mutants(seed), count))
    ours = [said(as_told(verify_bytes(text))) if is_record(text) else None for text in texts]
    for name, answers in ask_all(texts, folder).items():
        for text, one, other in zip(texts, ours, map(said, answers), strict=True):
            assert one == other, (name, text.decode())
    return {number for told in ours if told for number, (status, _) in enumerate(told[0], 1) if status == "failed"}


@pytest.mark.long
def test_verifiers_agree_about_mutants(tmp_path: Path) -> None:
    assert compare(1, 700, tmp_path) == {1, 2, 3, 4, 5, 6, 7, 9}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_verifiers_agree_about_very_many_mutants(seed: int, tmp_path: Path) -> None:
    assert compare(seed, 2_000, tmp_path) == {1, 2, 3, 4, 5, 6, 7, 9}
