"""How a message that was made in English is heard in another language."""

from __future__ import annotations

import pytest

from domain.audit.timeline import TimelineError
from programs.hearing import heard
from replay.cli import in_some_game


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("", ""),
        ("nothing that any line says", "nothing that any line says"),
        ("verifying", "検証しています"),
        ("No such option '--x'.", "オプション'--x'はありません。"),
        ("game.ndjson: No such file or directory", "game.ndjson：ファイルまたはフォルダーがありません"),
        ("game.ndjson: what nobody knows", "game.ndjson：what nobody knows"),
        ("a: b: Permission denied", "a：b：権限がありません"),
        ("a.key can be read by others: chmod 600 a.key", "a.keyはほかの人にも読めます：chmod 600 a.key"),
        ("{error} and {n}", "{error} and {n}"),
        ("Invalid value for '--x': 3 is not 4.", "'--x'の値が正しくありません：3は4ではありません。"),
    ],
)
def test_a_message_is_heard_by_its_form(message: str, said: str) -> None:
    assert heard(message, "ja") == said
    assert heard(message, "en") == message


def test_a_name_with_places_of_its_own_stays_as_it_is() -> None:
    assert heard("{0}{reason}: Is a directory", "ja") == "{0}{reason}：ファイルではなくフォルダーです"


@pytest.mark.parametrize(
    "text", [": " * 5000, "x: " * 3000, "a, b; c: d (e) " * 1000, " has at most " * 1000, "seat " * 4000]
)
def test_a_message_that_quotes_anything_is_heard_at_once(text: str) -> None:
    """A file's name may hold whatever forms are made of; what is quoted too deep stays as it is."""
    assert heard(text, "ja").replace("：", ": ").count("x") == text.count("x")


@pytest.mark.parametrize(("line", "before"), [(5, "line 5: "), (None, "")])
def test_what_a_game_says_of_a_record_is_heard_where_nobody_names_the_game(line: int | None, before: str) -> None:
    error = TimelineError("q9 is not in force, q8 is", line)
    assert in_some_game(error, "en") == f"{before}q9 is not in force, q8 is"
    told = in_some_game(error, "ja").removeprefix(before)
    assert "q9" in told
    assert "force" not in told
