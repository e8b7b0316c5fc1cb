"""`/verify` says of a record what the standalone verifier says, without asking anybody, however long the record is."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from domain.games import game
from domain.tournament.log.entries import SwissSaid
from domain.tournament.log.simulation import Plan, simulate
from tests.api.server import Server
from tests.browser.conftest import Visits
from tests.browser.visitor import SIDEWAYS, axe, on_paper
from tests.dossier.archives import archive
from tests.record.sample import full_play
from tests.standalone.damage import applied
from tests.standalone.verifiers import ask_all

LONG = 100_000  # lines
PHONE: Any = {"width": 360, "height": 740}
STATUS = {"is-passed": "passed", "is-failed": "failed", "is-not-possible": "not possible"}
SOUND = "Nothing is wrong; 3 checks were not possible."


def home(server: Server) -> str:
    """Return where the pages of a service are."""
    return server.url.removesuffix("/api/v1")


def checked(page: Page, file: Path) -> dict[str, Any]:
    """Choose a file and return what the page says of it, as `verify.mjs --json` would."""
    page.set_input_files("input[type=file]", file)
    page.wait_for_function("name => !document.querySelector('.verdict').textContent.includes(name)", arg="Checking")
    return {"verdict": page.inner_text(".verdict"), "checks": page.evaluate(TABLE)}


TABLE = """[...document.querySelectorAll(".checks tbody tr")].map((row) => ({
  number: Number(row.querySelector(".number").textContent),
  status: row.className,
  reason: row.querySelector(".reason span").textContent || null,
  line: Number(/\\d+/.exec(row.querySelector(".reason button")?.textContent ?? "")?.[0] ?? 0) || null,
}))"""

# In how many lines each text stands.
ROWS = """(all) => all.map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map((line) => line.top)).size;
})"""

SHARES = """() => {
  globalThis.shares = [];
  new MutationObserver(() => {
    const bar = document.querySelector("progress");
    if (bar) globalThis.shares.push(bar.value);
  }).observe(document.getElementById("checking"), { childList: true, subtree: true, attributes: true });
}"""

DROP = """(text) => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([text], "table.ndjson"));
  for (const kind of ["dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: dropped, bubbles: true, cancelable: true }));
  }
}"""

# Drops a record of many lines, and before it is checked two other files.
HASTY = """([sound, broken]) => {
  globalThis.verdicts = [];
  const tell = () => globalThis.verdicts.push(document.querySelector(".verdict").textContent);
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(tell).observe(document.querySelector(".verdict"), all);
  const drop = (...files) => {
    const dropped = new DataTransfer();
    for (const [name, text] of files) dropped.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
  };
  drop(["large.ndjson", sound + '{"checkpoint":{}}\\n'.repeat(20_000)]);
  drop(["broken.ndjson", broken], ["other.ndjson", sound]);
}"""


def test_a_sound_record_is_checked_with_the_network_off(server: Server, visits: Visits, tmp_path: Path) -> None:
    file = tmp_path / "table.ndjson"
    file.write_bytes(full_play().record())
    visitor = visits(home(server))
    visitor.page.goto(f"{home(server)}/verify")
    visitor.page.wait_for_load_state("networkidle")
    asked: list[str] = []
    visitor.context.on("request", lambda request: asked.append(request.url))
    visitor.context.set_offline(True)
    told = checked(visitor.page, file)
    assert told["verdict"] == SOUND
    assert [row["status"] for row in told["checks"]].count("is-passed") == 10
    lines = visitor.page.locator(".lines li")
    expect(lines).to_have_count(len(full_play().record().splitlines()))
    lines.nth(1).locator("summary").click()
    assert json.loads(lines.nth(1).locator("pre").inner_text()) == json.loads(full_play().record().splitlines()[1])
    assert axe(visitor.page) == []
    assert asked == []


def test_every_damage_is_told_as_the_command_line_tells_it(server: Server, visits: Visits, tmp_path: Path) -> None:
    kinds = {damage.check: text for damage, text in reversed(list(applied(full_play().record()))) if damage.check}
    texts = list(kinds.values())
    assert len(texts) >= 10
    expected = ask_all(texts, tmp_path)["node"]
    visitor = visits(home(server))
    visitor.page.goto(f"{home(server)}/verify")
    for number, answer in enumerate(expected):
        told = checked(visitor.page, tmp_path / f"{number}.ndjson")
        if answer is None:
            assert "is no record" in told["verdict"]
            continue
        found = [{**row, "status": STATUS[row["status"]]} for row in told["checks"]]
        assert found == [{name: check[name] for name in found[0]} for check in answer["checks"]]


def test_a_long_record_keeps_the_page_alive_and_fits_a_phone(server: Server, visits: Visits, tmp_path: Path) -> None:
    file = tmp_path / "long.ndjson"
    record = full_play().record()
    filler = b'{"checkpoint":{"text":"' + b"x" * 120 + b'"}}\n'
    file.write_bytes(record + filler * (LONG - record.count(b"\n")))
    visitor = visits(home(server), viewport=PHONE, locale="ja-JP")
    visitor.page.goto(f"{home(server)}/verify")
    visitor.page.evaluate(SHARES)
    visitor.page.set_input_files("input[type=file]", file)
    assert visitor.page.evaluate("new Promise((done) => requestAnimationFrame(() => done('drawn')))") == "drawn"
    visitor.page.wait_for_selector(".is-sound")
    shares = visitor.page.evaluate("shares")
    assert len(set(shares)) > 10, "a bar says how far the checks are"
    assert shares == sorted(shares)
    assert visitor.page.locator("progress").count() == 0
    assert "ルール" in visitor.page.inner_text(".checks")
    assert visitor.page.locator(".reason [lang=en]").count() == 0, "reasons are heard in the page's language"
    expect(visitor.page.locator(".lines li")).to_have_count(50)
    visitor.page.fill(".paging input", str(LONG))
    visitor.page.press(".paging input", "Enter")
    visitor.page.wait_for_function("() => document.querySelector('.lines li .number').textContent === '99951'")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert visitor.page.inner_text("h1") == "この記録は正しいですか？"
    assert axe(visitor.page) == []


def test_a_record_is_dropped_anywhere(server: Server, visits: Visits) -> None:
    visitor = visits(home(server))
    visitor.page.goto(f"{home(server)}/verify")
    visitor.page.evaluate(DROP, full_play().record().decode())
    visitor.page.wait_for_selector(".is-sound")
    assert visitor.page.inner_text(".verdict") == SOUND


def test_of_files_that_come_together_or_at_once_the_one_that_is_meant_is_told(server: Server, visits: Visits) -> None:
    """The last drop counts, and of it the first file; nothing is said any more of what came before."""
    page = visits(home(server)).page
    page.goto(f"{home(server)}/verify")
    record = full_play().record().decode()
    page.evaluate(HASTY, [record, record.replace('"at":', '"at":1', 1)])
    page.locator(".is-unsound").wait_for()
    said = page.evaluate("verdicts")
    assert all("broken.ndjson" in one or "failed" in one for one in said[said.index("Checking broken.ndjson …") :]), (
        said
    )
    assert not any("Nothing is wrong" in one for one in said), said
    page.get_by_text("One file at a time is checked: this is broken.ndjson.").wait_for()
    page.evaluate(DROP, record)
    page.locator(".is-sound").wait_for()
    assert page.get_by_text("One file at a time").count() == 0


@pytest.mark.parametrize("game", ['{"toString":1,"valueOf":1}', '"__proto__"', "[[]]", "1e999"])
def test_a_header_of_any_kind_is_checked_as_it_stands(
    server: Server, visits: Visits, tmp_path: Path, game: str
) -> None:
    file = tmp_path / "table.ndjson"
    header, _, rest = full_play().record().decode().partition("\n")
    assert '"game":"sample"' in header
    file.write_text(header.replace('"game":"sample"', f'"game":{game}') + "\n" + rest, "utf-8")
    page = visits(home(server)).page
    page.goto(f"{home(server)}/verify")
    assert "failed: first at line 1." in checked(page, file)["verdict"]


def test_what_is_no_record_is_said(server: Server, visits: Visits, tmp_path: Path) -> None:
    file = tmp_path / "photo.ndjson"
    file.write_bytes(bytes(range(256)) * 40)
    visitor = visits(home(server))
    visitor.page.goto(f"{home(server)}/verify")
    assert "photo.ndjson is no record" in checked(visitor.page, file)["verdict"]
    packed = file.rename(tmp_path / "review.html")
    assert "review.html is a page, no record" in checked(visitor.page, packed)["verdict"]
    archive = packed.rename(tmp_path / "case.zip")
    assert "case.zip is an archive: unpack it" in checked(visitor.page, archive)["verdict"]
    archive.write_bytes(b"")
    assert checked(visitor.page, archive)["verdict"] == "case.zip is empty."


def test_a_packed_record_is_unpacked_and_an_archive_is_not_taken_for_one(
    server: Server, visits: Visits, tmp_path: Path
) -> None:
    """The archive of a case holds its record unpacked, line by line: no part of it is a record that is wrong."""
    record, page = full_play().record(), visits(home(server)).page
    page.goto(f"{home(server)}/verify")
    said = {
        "table.ndjson.gz": (gzip.compress(record), SOUND),
        "bomb.gz": (gzip.compress(bytes(2**28 + 1), 9), "bomb.gz is larger than 256 MiB."),
        "half.gz": (gzip.compress(record)[:-20], "The file could not be read. Choose it again."),
        "table.ndjson.bz2": (bz2.compress(record), "table.ndjson.bz2 is packed: unpack it"),
        "table.ndjson.xz": (lzma.compress(record), "table.ndjson.xz is packed: unpack it"),
        "case": (archive(), "case is an archive: unpack it"),
    }
    for name, (held, verdict) in said.items():
        file = tmp_path / name
        file.write_bytes(held)
        assert verdict in checked(page, file)["verdict"]


def test_the_number_of_a_check_stands_on_one_line(server: Server, visits: Visits, tmp_path: Path) -> None:
    """Beside titles and reasons in Japanese, which break anywhere and leave it no room by themselves."""
    file = tmp_path / "table.ndjson"
    lines = full_play().record().splitlines(keepends=True)
    lines[10] = lines[10].replace(b'"at":1', b'"at":2')
    file.write_bytes(b"".join(lines))
    page = visits(home(server), locale="ja", viewport={"width": 768, "height": 1024}).page
    page.goto(f"{home(server)}/verify")
    page.set_input_files("input[type=file]", file)
    page.locator(".checks tbody tr").last.wait_for()
    assert page.locator(".checks .number").evaluate_all(ROWS) == [1] * 13


def test_who_acts_under_one_long_word_pushes_nothing_aside(server: Server, visits: Visits, tmp_path: Path) -> None:
    file = tmp_path / "table.ndjson"
    file.write_bytes(full_play().record().replace(b'"by":"seat:0"', b'"by":"%b"' % (b"W" * 200)))
    page = visits(home(server), viewport=PHONE).page
    page.goto(f"{home(server)}/verify")
    assert "failed" in checked(page, file)["verdict"]
    page.locator(".lines li").first.wait_for()
    assert not page.evaluate(SIDEWAYS)


def test_on_paper_stands_what_was_found_and_nothing_to_press(server: Server, visits: Visits, tmp_path: Path) -> None:
    file = tmp_path / "table.ndjson"
    file.write_bytes(full_play().record())
    waiting = {"game": "fightdrome", "seats": [{"kind": "open"}] * 2, "visibility": "public", "label": "Bout"}
    assert server.call("POST", "/tables", waiting).status == 201
    page = visits(home(server), color_scheme="dark").page
    page.goto(f"{home(server)}/verify")
    assert checked(page, file)["verdict"] == SOUND
    on_paper(page)
    expect(page.locator(".checks tbody tr:visible")).to_have_count(13)
    page.goto(f"{home(server)}/")
    page.wait_for_selector(".tables .linkish", state="attached")
    on_paper(page)
    expect(page.locator(".game:visible")).to_have_count(4)
    inks = page.locator(".game h2").evaluate_all("all => all.map(one => getComputedStyle(one).color)")
    assert set(inks) == {"rgb(0, 0, 0)"}, "no costume's light letters on white paper"
    expect(page.locator(".tables h3", has_text="Bout")).to_be_visible()


@pytest.mark.long
def test_what_an_editor_changed_is_named(server: Server, visits: Visits, tmp_path: Path) -> None:
    record, page = full_play().record(), visits(home(server)).page
    page.goto(f"{home(server)}/verify")
    file = tmp_path / "table.ndjson"
    for text, cause in ((b"\xef\xbb\xbf" + record, "byte order mark"), (record.replace(b"\n", b"\r\n"), "CR LF")):
        file.write_bytes(text)
        first = checked(page, file)["checks"][0]
        assert first["status"] == "is-failed"
        assert cause in first["reason"]
    file.write_bytes(record.replace(b'"sample"', b'"fightdrome"'))
    checked(page, file)
    assert page.locator(".facts dd").first.inner_text() == game("fightdrome").rules.title


def test_json_deeper_than_a_record_may_be_is_told_and_stops_nothing(
    server: Server, visits: Visits, tmp_path: Path
) -> None:
    """As a file of its own, and as a line of a record; the next record is checked as if nothing had been."""
    record = full_play().record()
    line = record + b"[" * 3_000 + b"]" * 3_000 + b"\n"
    visitor = visits(home(server))
    visitor.page.goto(f"{home(server)}/verify")
    for text, said in (
        (b"[" * 200_000 + b"]" * 200_000, "is no record"),
        (line, f"1 check failed: first at line {len(line.splitlines())}."),
        (record, SOUND),
    ):
        (tmp_path / "table.ndjson").write_bytes(text)
        assert said in checked(visitor.page, tmp_path / "table.ndjson")["verdict"]


def test_who_has_no_script_reads_what_to_run_instead(server: Server, visits: Visits) -> None:
    visitor = visits(home(server), java_script_enabled=False)
    visitor.page.goto(f"{home(server)}/verify")
    assert "verify.mjs" in visitor.page.inner_text("noscript")
    assert "replay open FILE" in visitor.page.inner_text("main")


def test_the_record_of_a_tournament_is_checked(server: Server, visits: Visits, tmp_path: Path) -> None:
    file = tmp_path / "open.ndjson"
    lines = simulate(Plan(SwissSaid(rounds=1), 4, b"seed")).lines
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    visitor = visits(home(server))
    visitor.page.goto(f"{home(server)}/verify")
    told = checked(visitor.page, file)
    statuses = [row["status"] for row in told["checks"]]
    assert statuses == ["is-passed", "is-passed", "is-passed", "is-not-possible", "is-not-possible", "is-passed"]
    assert "every pairing computed again" in visitor.page.inner_text(".checks")
    expect(visitor.page.locator(".lines li")).to_have_count(len(lines))
    assert "simulated-" in visitor.page.inner_text(".facts")
    file.write_bytes(file.read_bytes().replace(b'"rating":1', b'"rating":2', 1))
    assert "is-failed" in [row["status"] for row in checked(visitor.page, file)["checks"]]
