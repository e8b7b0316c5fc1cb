"""Forgeries by somebody who knows every secret: the three verifiers agree, and the document says what they say."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain.games import names
from tests.standalone.forgeries import FORGERIES
from tests.standalone.forgery_table import DOCUMENT, NEEDS_RULES, Found, cells_written, found, found_once, table

pytestmark = pytest.mark.long

TAMPERED = frozenset(  # 25 ways to tamper with the desk's entries, of which issue 15 wants each caught in a full copy
    {
        "a case claimed by who plays there",
        "a case claimed by who has played there",
        "a case filed too late",
        "a case called where no seat may call",
        "a quiet call in the middle of the play",
        "a second call that stops the play",
        "a call that does not stop the play at once",
        "a claimed case dropped by the clock",
        "a case dropped by the clock too early",
        "a ruling by another than who claimed",
        "a ruling taken out",
        "other words of a ruling",
        "a penalty that no ruling names",
        "a penalty taken out",
        "an appeal heard by who ruled",
        "an appeal too late",
        "an appeal taken out with all that came of it",
        "a case closed by a seat",
        "a pause while somebody thought",
        "a pause that nobody ended",
        "an outage while somebody thought",
        "a new order that chance did not give",
        "a rewind that never was",
        "a result by another officer than ruled so",
        "a result confirmed while its ruling could be appealed",
    }
)


def test_every_forgery_in_every_copy_of_a_game() -> None:
    """One test, since all its parts look at the same answers, which take a while."""
    assert len({forgery.name for forgery in FORGERIES}) == len(FORGERIES) >= 80
    assert {result.forgery.name for result in found_once()} == {forgery.name for forgery in FORGERIES}
    assert {result.game for result in found_once()} == set(names())
    written = cells_written(DOCUMENT.read_text(encoding="utf-8"))
    for result in found_once():
        check(result)
        check_that_the_document_says_so(result, written)
    caught = {result.forgery.name for result in found_once() if result.copy == "all" and result.failed}
    assert len(TAMPERED) == 25
    assert caught >= TAMPERED


@pytest.mark.soak
def test_every_forgery_in_every_copy_of_every_game() -> None:
    """And the whole table of the document."""
    assert {result.forgery.name for result in found()} == {forgery.name for forgery in FORGERIES}
    assert {result.game for result in found()} == set(names())
    for result in found():
        check(result)
    written = DOCUMENT.read_text(encoding="utf-8")
    assert table() in written, "`python -m tests.standalone.forgery_table` writes the table anew"


def check(result: Found) -> None:
    """Hold what the verifiers say of a forged copy to what holds for each."""
    check_that_all_say_the_same(result)
    check_that_a_broken_format_ends_all(result)
    check_that_what_nobody_finds_has_its_reason(result)


def check_that_the_document_says_so(result: Found, written: Mapping[str, Mapping[str, str]]) -> None:
    """A check that finds it here stands in the cell, and one that finds it in every game finds it here."""
    because = f" ({result.forgery.because})" if result.forgery.because else ""
    row = written.get(f"{result.forgery.name}{because}") or written[result.forgery.name]
    parts = [part for part in row[result.copy].split(", ") if part and part != "none"]
    about = (result.game, result.forgery.name, result.copy, row[result.copy])
    assert {str(number) for number in result.failed} <= {part.split(" ")[0] for part in parts}, about
    assert {part for part in parts if part.isdigit()} <= {str(number) for number in result.failed}, about


def check_that_all_say_the_same(result: Found) -> None:
    """Check by check and line by line, aside from the two checks that need the rules of the game."""
    for who, said in result.strangers.items():
        about = (result.game, result.forgery.name, result.copy, who)
        assert said is not None, about
        for number, ours in result.ours.items():
            assert said[number] == (("not possible", None) if number in NEEDS_RULES else ours), (*about, number)


def check_that_a_broken_format_ends_all(result: Found) -> None:
    """After a failure of check 1 nothing else is said."""
    if 1 in result.failed:
        assert {status for number, (status, _) in result.ours.items() if number > 1} == {"not possible"}


def check_that_what_nobody_finds_has_its_reason(result: Found) -> None:
    """In the full copy of a table whose secrets are open."""
    if result.copy == "all" and not result.failed:
        assert result.forgery.because, (result.game, result.forgery.name)
