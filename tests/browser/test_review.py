"""The review in a real browser: packed from disk without a network, and served for a table that has ended."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from replay.cli import main
from tests.api.server import Server
from tests.browser.conftest import Visits
from tests.browser.visitor import Visitor, at_disk, axe, jumps, on_paper
from tests.standalone.verifiers import ask_all

RECORD = Path(__file__).parents[1] / "replay" / "table.ndjson"
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record as one file, and its frames beside it."""
    folder = tmp_path_factory.mktemp("packed")
    for form, name in (("html", "table.html"), ("frames", "table.json")):
        done = CliRunner().invoke(main, ["export", str(RECORD), "--format", form, "--out", str(folder / name)])
        assert done.exit_code == 0, done.output
    return folder / "table.html"


def opened(visits: Visits, file: Path, place: str = "", **options: Any) -> Visitor:
    visitor = visits(at_disk(file), offline=True, **options)
    visitor.page.goto(at_disk(file) + place)
    visitor.page.wait_for_selector(".dock.is-review")
    return visitor


def stands_at(visitor: Visitor, place: str) -> None:
    visitor.page.wait_for_function("place => location.hash === place", arg=place)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_frames_of_a_file_are_those_that_are_served(server: Server, tmp_path: Path, language: str) -> None:
    """Of a table where bots sit and two people by one name: each is called the same."""
    bots = [{"kind": "bot", "bot": name} for name in ("sensible", "random")]
    people = [{"kind": "token", "name": "Ada"}] * 2
    opening = {"game": "chanic_panic", "seats": [bots[0], *people, bots[1]]}
    table = server.call("POST", "/tables", opening).body
    address = f"/tables/{table['table']['id']}"
    for place in table["seats"]:
        if place.get("token"):
            gone = {"command": {"tag": "concede", "body": {}}, "seen": server.call("GET", f"{address}/view").body["n"]}
            assert server.call("POST", f"{address}/actions", gone, token=place["token"]).status == 200
    while server.call("GET", f"{address}/result?wait=20").status != 200:
        pass
    file = tmp_path / "table.json"
    how = ["--format", "frames", "--viewer", "spectator", "--lang", language, "--out", str(file)]
    done = CliRunner().invoke(main, ["export", server.url + address, *how])
    assert done.exit_code == 0, done.output
    film = json.loads(file.read_text())
    asked = {"Accept-Language": language}
    served = server.call("GET", f"{address}/frames?viewer=spectator", headers=asked).body
    named = {"en": ["Bot 1", "Ada (2)", "Ada (3)", "Bot 2"], "ja": ["ボット1", "Ada（2）", "Ada（3）", "ボット2"]}
    assert film["header"]["seats"] == named[language]
    assert film["header"]["seats"] == served["seats"]
    for number, chunk in enumerate(film["chunks"]):
        path = f"{address}/frames/{number}?viewer=spectator"
        assert chunk == server.call("GET", path, headers=asked).body


def test_keys_step_through_a_packed_file(visits: Visits, packed: Path) -> None:
    visitor = opened(visits, packed, "#30/spectator", reduced_motion="reduce")
    for key, place in [
        ("ArrowRight", "#31/spectator"),
        ("b", "#31.0/spectator"),
        ("ArrowLeft", "#30/spectator"),
        ("Home", "#1/spectator"),
        ("End", "#49/spectator"),
        ("v", "#49/seat:0"),
    ]:
        visitor.page.keyboard.press(key)
        stands_at(visitor, place)
    visitor.page.keyboard.press("g")
    expect(visitor.page.locator("dialog")).to_have_accessible_name("go to an entry or a turn")
    visitor.page.fill("dialog input", "turn 2")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_selector("dialog", state="detached")
    expect(visitor.page.locator(".tl-legend b")).not_to_have_text("#49")


def test_every_place_of_a_packed_file_says_what_the_export_says(visits: Visits, packed: Path) -> None:
    """Each entry, as the spectator saw it: headline and sentences are those that the frames hold."""
    film = json.loads((packed.parent / "table.json").read_text())
    texts: list[str] = []
    wanted: dict[int, list[str]] = {}
    for chunk in film["chunks"]:
        texts += chunk["pool"]["texts"][len(texts) - chunk["base"][0] :]
        for frame in chunk["frames"]["all"]:
            wanted.setdefault(frame["n"], []).extend(texts[place] for place, _ in frame.get("told", []))
    visitor = opened(visits, packed, "#1/all", reduced_motion="reduce")
    for n in range(1, film["header"]["n"] + 1):
        visitor.page.wait_for_function("n => document.querySelector('.tl-legend b').textContent === `#${n}`", arg=n)
        visitor.page.wait_for_function(
            "wanted => JSON.stringify([...document.querySelectorAll('.told li span:last-child')]"
            ".map(one => one.textContent)) === wanted",
            arg=json.dumps(wanted[n], ensure_ascii=False, separators=(",", ":")),
        )
        visitor.page.keyboard.press("ArrowRight")


NOTE = """() => {
  window.before = [...document.querySelectorAll('.panel')].map((one) => one.outerHTML);
  window.nodes = new WeakSet(document.querySelectorAll('.panel, .panel *'));
}"""
COMPARED = """() => {
  const alike = [...document.querySelectorAll('.panel')].filter((one, place) => one.outerHTML === window.before[place]);
  const known = (one) => [one, ...one.querySelectorAll('*')].every((node) => window.nodes.has(node));
  return [alike.length, alike.filter(known).length];
}"""


def test_panels_that_do_not_change_keep_their_nodes(visits: Visits, packed: Path) -> None:
    """Through the whole record: a panel that looks as before is the very same, down to its last card."""
    visitor = opened(visits, packed, "#1/spectator", reduced_motion="reduce")
    alike = 0
    for n in range(2, 50):
        visitor.page.evaluate(NOTE)
        visitor.page.keyboard.press("ArrowRight")
        stands_at(visitor, f"#{n}/spectator")
        found, kept = visitor.page.evaluate(COMPARED)
        assert kept == found, n
        alike += found
    assert alike > 50


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (768, "light"), (1440, "light")])
def test_a_review_is_for_everybody(visits: Visits, packed: Path, width: int, scheme: str) -> None:
    """No serious finding of axe, nothing scrolls sideways, every target is large enough."""
    visitor = opened(visits, packed, "#30/all", viewport={"width": width, "height": 740}, color_scheme=scheme)
    for key in ("s", "o", "k"):
        visitor.page.keyboard.press(key)
        assert jumps(visitor.page) == []
        assert axe(visitor.page) == []
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == width
    small = visitor.page.evaluate(
        "[...document.querySelectorAll('.is-review button, .is-review select, .rail button')]"
        ".filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect())"
        ".filter(box => box.width < 44 || box.height < 44).length"
    )
    assert small == 0


def test_a_finger_goes_where_a_sentence_was_told(visits: Visits, packed: Path) -> None:
    """Its address alone is smaller than any finger."""
    visitor = opened(visits, packed, "#30/all", viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.page.keyboard.press("s")
    sentence = visitor.page.locator(".pane .story li", has_text="29.0")
    sentence.scroll_into_view_if_needed()
    box = sentence.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    visitor.page.touchscreen.tap(box["x"] + box["width"] - 8, box["y"] + box["height"] - 3)
    stands_at(visitor, "#29.0/all")


LINED = """(which) => [...document.querySelectorAll(which)].filter((one) => one.checkVisibility())
  .map((one) => Number.parseFloat(getComputedStyle(one).borderBottomWidth))"""


def test_forced_colours_leave_fields_and_what_is_chosen_in_sight(visits: Visits, packed: Path) -> None:
    """Grounds and shadows are gone there: lines say the same."""
    page = opened(visits, packed, "#30/all", forced_colors="active").page
    page.get_by_role("tab", name="Notes").click()
    page.get_by_role("button", name="No spoilers").click()
    assert min(page.evaluate(LINED, "select, textarea")) >= 1
    assert page.evaluate(LINED, "[aria-selected=true]") == [4]
    assert set(page.evaluate(LINED, "[aria-selected=false]")) == {0}
    assert page.evaluate(LINED, "[aria-pressed=true]") == [3]
    assert page.locator(".tl-head").evaluate("(one) => getComputedStyle(one).stroke") == "rgb(0, 0, 0)"


def test_without_spoilers_no_end_is_told(visits: Visits, packed: Path) -> None:
    visitor = opened(visits, packed, "#3/all")
    assert visitor.page.inner_text(".tl-legend span") == "of 49"
    visitor.page.get_by_role("button", name="No spoilers").click()
    assert visitor.page.locator(".tl-legend span").count() == 0
    assert visitor.page.locator(".tl-out").count() == 0, "an elimination that was not seen yet"


def test_notes_are_kept_and_saved(visits: Visits, packed: Path) -> None:
    visitor = opened(visits, packed, "#30/all")
    visitor.page.get_by_role("tab", name="Notes").click()
    visitor.page.fill("textarea", "Why not the Ace? <b>")
    visitor.page.select_option("select[name=glyph]", "?!")
    visitor.page.get_by_role("button", name="Keep the note").click()
    visitor.page.wait_for_selector(".notes li")
    assert "Why not the Ace? <b>" in visitor.page.inner_text(".notes")
    on_paper(visitor.page)
    assert "Why not the Ace? <b>" in visitor.page.inner_text(".notes"), "a note is on paper, what writes one is not"
    visitor.page.emulate_media(media="screen")
    visitor.page.get_by_role("button", name="Change").click()
    writing = visitor.page.get_by_role("textbox", name="Change the note")
    assert writing.input_value() == "Why not the Ace? <b>"
    assert writing.evaluate("(one) => one === document.activeElement")
    assert visitor.page.input_value("select[name=glyph]") == "?!"
    writing.fill("nothing of this")
    visitor.page.get_by_role("button", name="Cancel").click()
    assert visitor.page.get_by_role("textbox", name="Note on this entry").input_value() == ""
    visitor.page.get_by_role("button", name="Change").click()
    assert writing.input_value() == "Why not the Ace? <b>"
    writing.fill("Why not the Ace? <b> And why now?")
    visitor.page.get_by_role("button", name="Keep the note").click()
    expect(visitor.page.get_by_role("textbox", name="Note on this entry")).to_have_value("")
    expect(visitor.page.locator(".notes li")).to_contain_text(["And why now?"])
    with visitor.page.expect_download() as saving:
        visitor.page.get_by_role("button", name="Save my notes as a file").click()
    notes = packed.parent / "table.ndjson.notes.ndjson"
    saving.value.save_as(notes)
    record = packed.parent / "table.ndjson"
    record.write_bytes(RECORD.read_bytes())
    listed = CliRunner().invoke(main, ["note", "list", str(record)])
    assert listed.exit_code == 0, listed.output
    assert "Why not the Ace? <b> And why now?" in listed.output
    other = opened(visits, packed, "#30/all")
    other.page.get_by_role("tab", name="Notes").click()
    other.page.set_input_files("input[type=file]", packed)
    other.page.get_by_text("table.html holds no notes on this record.").wait_for()
    other.page.set_input_files("input[type=file]", notes)
    other.page.get_by_text("Why not the Ace? <b>").wait_for()
    notes.unlink()


def test_two_moments_are_compared(visits: Visits, packed: Path) -> None:
    visitor = opened(visits, packed, "#30/all", reduced_motion="reduce")
    visitor.page.keyboard.press("x")
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.page.locator(".pane")).to_contain_text("From 30 to 31")
    expect(visitor.page.locator(".changes")).to_contain_text("7 of Spades")


def saved(visitor: Visitor, how: str) -> bytes:
    """Return the file that the dialog of a moment saves."""
    with visitor.page.expect_download() as saving:
        visitor.page.get_by_text(how, exact=True).click()
    return saving.value.path().read_bytes()


def shape(png: bytes) -> tuple[int, int]:
    """Return the width and height of a picture. Source: PNG (W3C), 11.2.2 IHDR."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def test_a_moment_of_a_packed_file_is_saved_as_a_picture(visits: Visits, packed: Path) -> None:
    """The board that stands in the page, all of it, without a network; before the deal there is none."""
    visitor = opened(visits, packed, "#30/seat:0", viewport=PHONE, reduced_motion="reduce")
    visitor.page.keyboard.press("e")
    assert visitor.page.input_value("dialog input").endswith("table.html#30/seat:0")
    assert visitor.page.evaluate(
        "[...document.querySelectorAll('dialog')].map(one => one.scrollWidth - one.clientWidth)"
    ) == [0]
    width, height = shape(saved(visitor, "Save as PNG"))
    board = visitor.page.evaluate("document.querySelector('.board').scrollHeight")
    assert width == PHONE["width"] * 2
    assert height >= board * 2
    visitor.page.get_by_role("button", name="Close").click()
    visitor.page.keyboard.press("Home")
    stands_at(visitor, "#1/seat:0")
    visitor.page.keyboard.press("e")
    visitor.page.locator("dialog", has_text="Nothing is dealt yet.").wait_for()
    assert visitor.page.locator("dialog img").count() == 0


def test_a_review_plays_by_itself_until_it_is_stopped_or_over(visits: Visits, packed: Path) -> None:
    visitor = opened(visits, packed, "#44/seat:0", reduced_motion="reduce")
    visitor.page.clock.install()
    pressed = "() => document.querySelector('.steps [aria-pressed]').ariaPressed"
    visitor.page.keyboard.press("a")
    visitor.page.clock.run_for(60_000)
    stands_at(visitor, "#49/seat:0")
    assert visitor.page.evaluate(pressed) == "false", "at the end"
    visitor.page.keyboard.press("Home")
    stands_at(visitor, "#1/seat:0")
    visitor.page.keyboard.press("a")
    assert visitor.page.evaluate(pressed) == "true"
    visitor.page.keyboard.press("a")
    visitor.page.clock.run_for(60_000)
    stands_at(visitor, "#1/seat:0")


def test_the_outer_buttons_go_by_what_is_chosen(visits: Visits, packed: Path) -> None:
    visitor = opened(visits, packed, "#30/seat:0", reduced_motion="reduce")
    visitor.page.get_by_label("« and » go by").select_option("own decision")
    visitor.page.get_by_role("button", name="next decision of this viewer").click()
    stands_at(visitor, "#31/seat:0")
    visitor.page.get_by_role("button", name="previous decision of this viewer").click()
    stands_at(visitor, "#30/seat:0")


def test_a_packed_file_speaks_japanese(visits: Visits, tmp_path: Path) -> None:
    file = tmp_path / "ja.html"
    done = CliRunner().invoke(main, ["export", str(RECORD), "--format", "html", "--lang", "ja", "--out", str(file)])
    assert done.exit_code == 0, done.output
    visitor = opened(visits, file, "#30/spectator", viewport=PHONE)
    assert visitor.page.get_attribute("html", "lang") == "ja"
    assert visitor.page.get_by_role("button", name="次の記録").count() == 1
    assert axe(visitor.page) == []


def test_a_served_review_is_the_same(visits: Visits, server: Server, packed: Path) -> None:
    """The demonstration of a service: a table that has ended, stepped through by anybody; as text without scripts."""
    table = server.open("sensible", "sensible")["table"]["id"]
    while server.call("GET", f"/tables/{table}/result?wait=20").status != 200:
        pass
    home = server.url.removesuffix("/api/v1")
    visitor = visits(home, reduced_motion="reduce", permissions=["clipboard-write"])
    visitor.page.goto(f"{home}/t/{table}/review#3")
    visitor.page.wait_for_selector(".dock.is-review")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.wait_for_function("() => location.hash.startsWith('#4/')")
    assert axe(visitor.page) == []
    eyes = visitor.page.get_by_label("Seen by")
    everybody = eyes.locator("option").all_inner_texts()
    for viewer in ("spectator", "seat:1", "all"):
        eyes.select_option(viewer)
        visitor.page.wait_for_function("viewer => location.hash.endsWith(`/${viewer}`)", arg=viewer)
        assert eyes.locator("option").all_inner_texts() == everybody
    visitor.page.keyboard.press("End")
    visitor.page.keyboard.press("e")
    visitor.page.get_by_role("button", name="Copy link").click()
    visitor.page.get_by_text("The link is copied.").wait_for()
    assert shape(saved(visitor, "Save as PNG"))[0] == 1280 * 2
    assert b"<svg" in saved(visitor, "Save as SVG")
    assert axe(visitor.page) == []
    plain = visits(home, java_script_enabled=False)
    for page in ("", "/review"):
        plain.page.goto(f"{home}/t/{table}{page}")
        assert plain.page.locator(".as-text li").count() > 4


@pytest.mark.parametrize(
    ("link", "place", "said"),
    [
        ("#9999.9/all", "#49/all", "The link leads to no moment of this table; you are at 49 instead."),
        ("#30.99/all", "#30/all", "The link leads to no moment of this table; you are at 30 instead."),
        ("#0/all", "#1/all", "The link leads to no moment of this table; you are at 1 instead."),
        ("#soon", "#5/all", "The link leads to no moment of this table; you are at 5 instead."),  # the deal
        ("#30/seat:77", "#30/all", "Nobody looks at this table as the link says; you see it as Everything instead."),
    ],
)
def test_a_link_that_leads_nowhere_is_put_right_and_said_once(
    visits: Visits, packed: Path, link: str, place: str, said: str
) -> None:
    """At the first visit, and where it is written over the address of a page that is open."""
    visitor = opened(visits, packed, link, reduced_motion="reduce")
    page, told = visitor.page, visitor.page.locator(".told-here .hint")
    for _ in range(2):
        stands_at(visitor, place)
        assert told.inner_text() == said
        page.keyboard.press("ArrowLeft" if place == "#49/all" else "ArrowRight")
        told.wait_for(state="detached")
        page.keyboard.press("ArrowRight" if place == "#49/all" else "ArrowLeft")
        stands_at(visitor, place)
        assert told.count() == 0, "it was said already"
        page.evaluate("(link) => { location.hash = link; }", link)
        told.wait_for()
    page.evaluate("(place) => { location.hash = place; }", place.partition("/")[0])
    told.wait_for(state="detached")
    stands_at(visitor, place)


def test_a_served_link_through_eyes_that_nobody_has_shows_what_one_may_see(visits: Visits, server: Server) -> None:
    """At a table that has ended, and at one that goes on, where nobody else's hand is anybody's business."""
    home = server.url.removesuffix("/api/v1")
    ended = server.open("sensible", "sensible")["table"]["id"]
    while server.call("GET", f"/tables/{ended}/result?wait=20").status != 200:
        pass
    running = server.open("token", "token")["table"]["id"]
    for table, link, place, said in (
        (ended, "#2/seat:77", "#2/all", "Nobody looks at this table as the link says; you see it as Everything"),
        (running, "#2/seat:1", "#2/spectator", "As long as a game goes on, everybody looks as themselves or as"),
    ):
        visitor = visits(home)
        visitor.expected = ["422", "403"]
        visitor.page.goto(f"{home}/t/{table}/review{link}")
        visitor.page.locator(".told-here .hint", has_text=said).wait_for()
        stands_at(visitor, place)
        visitor.page.evaluate("(link) => { location.hash = link; }", link)
        stands_at(visitor, place)
        visitor.page.locator(".told-here .hint", has_text=said).wait_for()


def pressed(visitor: Visitor) -> str:
    """Check the record beside the board and return the verdict."""
    visitor.page.get_by_role("tab", name="Checks").click()
    visitor.page.get_by_role("button", name="Check the record").click()
    visitor.page.wait_for_selector(".checks tbody tr")
    return visitor.page.inner_text(".verdict")


def test_a_packed_file_checks_its_record(visits: Visits, packed: Path) -> None:
    """The very record that was exported, and what `verify.mjs` finds in it."""
    (found,) = ask_all([RECORD.read_bytes()], packed.parent)["node"]
    visitor = opened(visits, packed, "#30/all", viewport=PHONE)
    visitor.page.keyboard.press("o")
    assert pressed(visitor) == "Nothing is wrong; 3 checks were not possible."
    rows = visitor.page.locator(".checks tbody tr")
    states = [f"is-{one['status'].replace(' ', '-')}" for one in found["checks"]]
    assert rows.evaluate_all("rows => rows.map((row) => row.className)") == states
    assert axe(visitor.page) == []
    assert "goes on" not in visitor.page.inner_text(".pane")


RECORD_BLOCK = re.compile(rb'(<script type="application/gzip;base64" id="record">)([^<]*)(</script>)')


def packed_record(page: bytes) -> bytes:
    """Return the record in a packed file."""
    found = RECORD_BLOCK.search(page)
    assert found is not None
    text: str = json.loads(gzip.decompress(base64.b64decode(found[2])))
    return text.encode()


def test_an_edited_record_in_a_packed_file_is_found(visits: Visits, packed: Path, tmp_path: Path) -> None:
    page = packed.read_bytes()
    record = packed_record(page)
    lines = record.decode().splitlines(keepends=True)
    entry = json.loads(lines[20])
    entry["entry"]["at"] += 1
    lines[20] = json.dumps(entry, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"
    block = base64.b64encode(gzip.compress(json.dumps("".join(lines)).encode()))
    file = tmp_path / "edited.html"
    file.write_bytes(RECORD_BLOCK.sub(lambda found: found[1] + block + found[3], page))
    visitor = opened(visits, file)
    assert pressed(visitor).endswith("failed: first at line 21.")


def test_a_packed_file_holds_its_viewers_copy_of_the_record_and_no_more(tmp_path: Path, packed: Path) -> None:
    assert packed_record(packed.read_bytes()) == RECORD.read_bytes()
    file, copy = tmp_path / "seat.html", tmp_path / "seat.ndjson"
    for command in (["export", str(RECORD), "--format", "html"], ["redact", str(RECORD), "--closed"]):
        out = file if command[0] == "export" else copy
        done = CliRunner().invoke(main, [*command, "--viewer", "seat:1", "--out", str(out)])
        assert done.exit_code == 0, done.output
    assert packed_record(file.read_bytes()) == copy.read_bytes()
    assert b"secrets_opened" in RECORD.read_bytes()
    assert b"secrets_opened" not in copy.read_bytes(), "what was cut out would follow from them"


def test_a_served_review_checks_what_is_there_and_loads_nothing_before(visits: Visits, server: Server) -> None:
    """A table that goes on: the copy of whoever looks, by a worker that comes with the press of the button."""
    table = server.open("sensible", "token")["table"]["id"]
    home = server.url.removesuffix("/api/v1")
    visitor = visits(home)
    asked: list[str] = []
    visitor.context.on("request", lambda request: asked.append(request.url))
    visitor.page.goto(f"{home}/t/{table}/review")
    visitor.page.wait_for_selector(".dock.is-review")
    visitor.page.get_by_role("tab", name="Checks").click()
    visitor.page.get_by_role("button", name="Check the record").wait_for()
    late = re.compile(r"/record$|verify/worker\.js|verify/record\.js")
    assert [one for one in asked if late.search(one)] == []
    assert pressed(visitor).startswith("Nothing is wrong; ")
    assert f"{server.url}/tables/{table}/record" in asked
    assert "only what is there so far was checked" in visitor.page.inner_text(".pane")
    assert axe(visitor.page) == []
