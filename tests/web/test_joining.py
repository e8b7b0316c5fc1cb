"""Modules joined into one script do what they do apart, and what cannot be joined is named."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from api.pages.browser import assets
from tests.node import NODE, ROOT
from web.assets import Assets, all_files
from web.joining import script
from web.modules import Module, ModuleError, in_order, joined, read
from web.verifier import PATH, checks_of

MOST = 60_000  # bytes of a page's script, compressed
PAGES = [
    *(f"{room}/page.js" for room in ("lobby", "verify", "desk", "tournaments", "organiser")),
    "play/play.js",
    "review/served.js",
    "tournaments/print.js",
]
VERIFIER = ROOT / "replay" / "standalone" / "verify.mjs"


def tree(**files: str) -> Assets:
    """Make modules; `a__b` is the path `a/b.js`."""
    return Assets({f"{name.replace('__', '/')}.js": text.encode() for name, text in files.items()})


def printed(script: str, folder: Path) -> str:
    """Run a script as a module and return what it prints."""
    (folder / "joined.mjs").write_text(script)
    return subprocess.run([NODE, folder / "joined.mjs"], capture_output=True, text=True, check=True).stdout


def test_modules_come_after_those_they_import() -> None:
    assets = tree(
        page='import "./x/one.js"; import { b } from "./b.js";',
        x__one='import { b } from "../b.js"; export const one = b;',
        b="export const b = 1;",
        unused="",
    )
    assert [module.path for module in in_order(assets, "page.js")] == ["b.js", "x/one.js", "page.js"]


def test_a_joined_script_does_what_the_modules_do(tmp_path: Path) -> None:
    """Each keeps its own names; every form of import and export; signs that look like statements are none."""
    assets = tree(
        page=(
            'import { twice as double, Box, later } from "./a.js";\nimport * as all from "./a.js";\n'
            'import { renamed } from "./passing.js";\nimport "./effect.js";\n'
            "const name = 'page';\nconsole.log(double(2), new Box().name, all.LIMIT, renamed(3), name);\n"
            "later().next().then((got) => console.log(got.value));\n"
        ),
        a=(
            "// export const hidden = 1; import x from 'y'\nconst name = 'a';\n"
            "export const LIMIT = 7;\nexport function twice(n) { return 2 * n; }\n"
            "export class Box { name = `${name} ${`in ${'}'} {`} export {`; }\n"
            "export async function* later() { yield /[/'\"`]\\//.test('//') ? 1 / 2 / 1 : 0; }\n"
        ),
        passing='export { twice as renamed } from "./a.js";',
        effect="const name = 'effect';\nconsole.log(name);",
    )
    script = joined(in_order(assets, "page.js"))
    assert "hidden" not in script
    assert printed(script, tmp_path) == "effect\n4 a in } { export { 7 6 page\n0.5\n"


def test_the_whole_of_what_we_ship_can_be_joined(tmp_path: Path) -> None:
    """Ours, what is vendored, and the verifier that is given; the script is one that node can read."""
    assets = all_files({PATH: checks_of(VERIFIER.read_bytes())})
    modules = in_order(assets, *[path for path in assets.paths if path.endswith(".js")])
    (tmp_path / "all.mjs").write_text(joined(modules))
    subprocess.run([NODE, "--check", tmp_path / "all.mjs"], check=True)
    assert {"html", "render", "nothing"} <= {*modules[-1].exports, *_named(modules, "vendor/lit-html/lit-html.js")}


def test_the_verifier_joined_says_what_it_says_alone(tmp_path: Path) -> None:
    """It is handed out up to where its program begins: nothing in it is for node alone."""
    record = ROOT / "tests" / "replay" / "table.ndjson"
    given = checks_of(VERIFIER.read_bytes())
    assert VERIFIER.read_bytes().startswith(given[:-1])
    assert not [word for word in (b"node:", b"Buffer", b"process", b"import") if word in given]
    page = 'import { report } from "./record.js"; export function told(bytes) { return report(bytes); }'
    modules = in_order(Assets({PATH: given, "verify/page.js": page.encode()}), "verify/page.js")
    reading = (
        f"import {{ readFileSync }} from 'node:fs';\nconst bytes = new Uint8Array(readFileSync({str(record)!r}));\n"
    )
    asking = "\nconsole.log(JSON.stringify(__module_1.told(bytes)));"
    told = json.loads(printed(reading + joined(modules) + asking, tmp_path))
    alone = subprocess.run([NODE, VERIFIER, "--json", record], capture_output=True, check=True).stdout
    assert {"file": str(record), **told} == json.loads(alone)
    with pytest.raises(ValueError, match="where its program begins"):
        checks_of(b"console.log(1);")


def _named(modules: Sequence[Module], path: str) -> set[str]:
    (found,) = [module for module in modules if module.path == path]
    return {*found.exports}


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ('import x from "./a.js";', "names are imported as"),
        ('import { x } from "lit";', "'lit' is no relative address"),
        ('import { x } from "/web/a.js";', "no relative address"),
        ('import { x } from "https://example.org/a.js";', "no relative address"),
        ('const x = import("./a.js");', "only static imports"),
        ("console.log(import.meta.url);", "only static imports"),
        ("const x = `${import('./a.js')}`;", "only static imports"),
        ("export default 1;", "only names are exported"),
        ('export * from "./a.js";', "only names are exported"),
        ("export let changing = 1;", "only names are exported"),
        ("export const { a, b } = {};", "only names are exported"),
        ("const a = 1; export { a, a };", "a is exported twice"),
        ("const a = `open", "a template does not end"),
        ("const a = 'open", "line 1: a text or a regular expression does not end"),
        ("const a = await fetch('x');", "nothing is awaited outside of functions"),
        ("{", "a brace is never closed"),
        ("}", "a brace is closed"),
    ],
)
def test_what_cannot_be_joined_is_named(source: str, why: str) -> None:
    with pytest.raises(ModuleError, match=why) as caught:
        read("odd/module.js", source)
    assert str(caught.value).startswith("odd/module.js: ")


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"page": 'import "./gone.js";'}, "page.js: there is no module gone.js"),
        ({"other": ""}, "page.js: there is no module page.js"),
        ({"page": 'import "../../etc/passwd";'}, "there is no module ../../etc/passwd"),
        ({"page": 'import { x } from "./a.js";', "a": "export const y = 1;"}, "page.js: a.js exports no x"),
        (
            {"page": 'import "./a.js";', "a": 'import "./b.js";', "b": 'import "./a.js";'},
            "a.js: modules import in a circle: a.js → b.js → a.js",
        ),
        ({"page": "const __module_0 = 1;"}, "the packer's"),
    ],
)
def test_a_tree_that_cannot_be_joined_is_named(files: dict[str, str], why: str) -> None:
    with pytest.raises(ModuleError) as caught:
        joined(in_order(tree(**files), "page.js"))
    assert why in str(caught.value)


def test_space_goes_and_texts_and_lines_stay() -> None:
    source = "const one = () => {\n    return `  a\n  b` + '  c';  // why\n};\n"
    assert read("one.js", source).text == "const one=()=>{return`  a\n  b`+'  c';};"


def test_what_space_has_to_part_stays_parted(tmp_path: Path) -> None:
    """Words, signs that would be others together, and ends of lines that end statements."""
    source = """\
    // @license somebody's
    let n = 1, twice = 2
    const plus = n + +twice, minus = n - -twice, both = n++ + ++twice
    const least = 1 .toString() /* a
    line */ const found = "a / b" in { "a / b": 1 } ? 'x/y'.split(/[/ ]/).length / 2 / /2/.source : typeof n
    class Box { #n = 3; static all = [1, 2] ; get n() { return this.#n } }
    const told = `${ n } ${ twice } ${`${ [ 1, 2 ] . at ( - 1 ) }`}`
    const none = () => {
      return
      1
    }
    n
    ++twice
    console.log(plus, minus, both, least, found, new Box().n, told, none(), twice, !n < /3/.source)
"""
    text = read("one.js", source).text
    assert text.startswith(
        "// @license somebody's\nlet n=1,twice=2\nconst plus=n+ +twice,minus=n- -twice,both=n++ + ++twice"
    )
    assert printed(text, tmp_path) == printed(source, tmp_path) == "3 3 4 1 0.5 3 2 3 2 undefined 4 true\n"


@pytest.mark.parametrize("module", PAGES)
def test_a_page_is_light(module: str) -> None:
    """First picture of a running table after 1 s on a throttled phone profile: the script is most of what it loads."""
    packed = script(assets(), module).gzipped
    assert packed is not None
    assert len(packed) < MOST
