"""Cells of a spreadsheet: what would be computed or taken for a date stands behind an apostrophe, and comes back."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

WIDE: Final = "\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
FORMULA: Final = tuple("=+-@\t\r" + WIDE)
UNSEEN: Final = ("C", "M", "Z")  # first letters of the categories of what is not seen, or not alone
CHANGED: Final = re.compile(r"[0-9]+([/-][0-9]+)+|[0-9]{16,}|[0-9]+[eE][0-9]+")  # 1/2: a date; 1e9, long: a number
MARK: Final = "'"


def guarded(text: str) -> str:
    """Return a text as a cell; `unguarded` gives it back.

    What begins like a formula would be computed (OWASP, CSV injection; full-width signs too, as Japanese spreadsheets
    take them), also behind what is not seen; a fraction would be a date, an id of digits a rounded number. A plain
    number without a sign stays one.
    """
    return MARK + text if _is_marked(text.lstrip(MARK)) else text


def unguarded(cell: str) -> str:
    """Return the text of a cell."""
    return cell[1:] if cell.startswith(MARK) and _is_marked(cell.lstrip(MARK)) else cell


def _is_marked(text: str) -> bool:
    seen = next((text[i:] for i, char in enumerate(text) if unicodedata.category(char)[0] not in UNSEEN), "")
    return text.startswith(FORMULA) or seen.startswith(FORMULA) or CHANGED.fullmatch(text) is not None
