"""Files joined into one are what the files say, under an address of their own; nothing else is joined."""

from __future__ import annotations

import pytest

from web.assets import Assets
from web.joining import handed_out, script, script_address, sheet, sheet_address
from web.modules import ModuleError


def test_joined_files_are_what_the_files_say() -> None:
    files = Assets({"a.css": b".a {}", "b.css": b".b {}", "b.js": b"export const b = 1;", "a.js": b'import "./b.js";'})
    assert sheet(files, ("b.css", "a.css")).content == b".b {}\n.a {}"
    assert sheet_address(files, ["b.css", "a.css"]).startswith(f"/web/v/{files.digest}/joined/b.css+a.css?")
    assert b"const b=1" in script(files, "a.js").content
    for address in (sheet_address(files, ["a.css"]), script_address(files, "a.js")):
        found = handed_out(files, address.partition("?")[0].removeprefix(files.prefix))
        assert found is not None
        assert found.tag == address.partition("?")[2]


@pytest.mark.parametrize(
    "path",
    ["", "none.js", "a.css+none.css", "a.css+a.css", "a.js+b.js", "a.css+a.js", "joined/a.js", "a.txt", "../a.js"],
)
def test_nothing_else_is_joined(path: str) -> None:
    files = Assets({"a.css": b"", "a.js": b"", "b.js": b"", "a.json": b"{}"})
    assert handed_out(files, f"joined/{path}") is None


def test_a_style_that_leads_elsewhere_is_not_joined() -> None:
    with pytest.raises(ModuleError, match="url"):
        sheet(Assets({"x/a.css": b".a { background: url(b.png) }"}), ("x/a.css",))
