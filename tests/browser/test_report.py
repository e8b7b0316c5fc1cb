"""The report on a case in a browser: nothing is refused by its own policy, a phone shows all of it, and it prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.audit.timeline import Address
from domain.games import game
from domain.kernel.display.words import words_in
from dossier.report import report_of
from tests.audit.tables import worded
from tests.browser.conftest import Visits
from tests.browser.visitor import SIDEWAYS, at_disk, axe

PAGES_AT_MOST = 9  # of A4: two boards, and everything else


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_report_is_read_on_a_phone_and_on_paper(language: str, visits: Visits, tmp_path: Path) -> None:
    words = words_in(language, game("chanic_panic").package, "dossier")
    file = tmp_path / "report.html"
    file.write_bytes(report_of(worded().record(), Address(5, 0), words, "c-9"))
    visitor = visits(at_disk(file), viewport={"width": 360, "height": 740})
    page = visitor.page
    page.goto(at_disk(file))
    assert page.locator("figure svg").count() == 2
    assert not page.evaluate(SIDEWAYS)
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontSize") != "32px", "its style is allowed"
    assert axe(page) == []
    paper = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", paper)
    assert 0 < len(boxes) <= PAGES_AT_MOST
    assert {(round(float(wide)), round(float(high))) for wide, high in boxes} == {(595, 842)}, "A4, in points"
