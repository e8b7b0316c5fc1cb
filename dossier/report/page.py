"""The report as HTML: everything is escaped but the drawings, which are ours, and one style is all that is allowed."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import NamedTuple

from jinja2 import DictLoader, Environment, StrictUndefined, Template
from markupsafe import Markup

from domain.kernel.display.words import Words
from domain.table.seating import RELEASE
from dossier.report.boards import Board, Choices, without_style
from dossier.report.cases import CaseTold
from dossier.report.checking import CheckRow, Instruction
from dossier.report.clocks import Clocks
from dossier.report.costs import Costs
from dossier.report.heading import Heading, Row, SeatRow
from dossier.report.story import Happened


class Contents(NamedTuple):
    """All that a report says, in the words of its language."""

    words: Words
    heading: Heading
    seats: Sequence[SeatRow]
    case: CaseTold | None
    boards: Sequence[Board]
    choices: Sequence[Choices]
    story: Sequence[Happened]
    clocks: Clocks
    costs: Costs
    checks: Sequence[CheckRow]
    hashes: Sequence[Row]
    instructions: Sequence[Instruction]


def page_of(contents: Contents, drawings: str) -> bytes:
    """Return the document; `drawings` is the style of its boards."""
    style = _file("report.css") + drawings
    boards = [(board, Markup(without_style(board.drawing))) for board in contents.boards]  # drawn by us
    page = _template().render(
        {**contents._asdict(), "boards": boards},
        labels=_labels(contents.words),
        language=contents.words.language,
        release=RELEASE,
        style=Markup(style),  # from our own files
        policy=f"default-src 'none'; style-src {_allowed(style)}; base-uri 'none'; form-action 'none'",
    )
    return page.encode()


def _labels(words: Words) -> dict[str, str]:
    """Return what stands in the template in a language."""
    return {
        "seats": words.say("Who sat there"),
        "seat": words.say("Seat"),
        "player": words.say("Player"),
        "held_by": words.say("Held by"),
        "rules": words.say("Rules that are cited"),
        "course": words.say("What happened in the case"),
        "boards": words.say("The board at the moment"),
        "choices": words.say("What could be done"),
        "story": words.say("Ten entries around the moment"),
        "entry": words.say("Entry"),
        "time": words.say("Time (UTC)"),
        "happened": words.say("What happened"),
        "taken_back": words.say("(taken back)"),
        "here": words.say("the moment"),
        "clocks": words.say("The clocks"),
        "bank": words.say("Left in the bank"),
        "since": words.say("Asked since"),
        "until": words.say("Time is up at"),
        "costs": words.say("What going back would cost"),
        "ways": words.say("Ways out"),
        "advise": words.say("Grades advise; no ruling depends on one."),
        "checks": words.say("What the thirteen checks find"),
        "check": words.say("Check"),
        "result": words.say("Result"),
        "remark": words.say("Remark"),
        "hashes": words.say("Hashes"),
        "how": words.say("How to check this"),
        "written": words.say("Written by {release}.", release=RELEASE),
    }


def _allowed(style: str) -> str:
    """Return what allows one inline style. Source: Content Security Policy 3, 2.3.1."""
    return f"'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'"


@cache
def _template() -> Template:
    loader = DictLoader({"report.html": _file("report.html")})
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template("report.html")


def _file(name: str) -> str:
    return (resources.files("dossier.report") / name).read_text("utf-8")
