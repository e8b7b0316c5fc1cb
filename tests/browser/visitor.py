"""Somebody who opens pages and notes whatever a page must not do."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from tests.node import MODULES

NOTING = """addEventListener("securitypolicyviolation", (event) =>
  noteViolation(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`));"""
AXE = MODULES / "axe-core" / "axe.min.js"
STANDARDS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
PATIENCE = 60_000  # ms that anything a test waits for may take, on the slowest machine under the heaviest load
LOOKS = 20  # ms between two looks at what no page can be waited for
expect.set_options(timeout=PATIENCE)  # its own patience is 5 s, whatever a page's is
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
# Targets that are too small: 44 px, 24 where cards lie close (WCAG 2.5.8), and a box to tick beside its whole label.
SMALL = """() => [...document.querySelectorAll('button, a, input, select, textarea')].filter((one) => {
  const box = one.getBoundingClientRect();
  if (box.width === 0 || box.height === 0 || one.closest('.skip')) return false;
  const least = one.matches('[data-stop]') ? 24 : one.matches('[type=checkbox]') ? 22 : 44;
  return Math.min(box.width, box.height) < least - 0.5;
}).map((one) => [one.className, one.ariaLabel ?? one.textContent.trim(), one.getBoundingClientRect().toJSON()])"""
# What is pressed or filled in. Buttons that hold words of the page, such as a name among standings, are text on paper.
PRESSED = ":is(button:not(.is-said), .button, fieldset, input, select, textarea):visible"
# Words that are nearly white and would lose their dark ground on paper, where nothing but ink is printed.
FAINT = """() => {
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [red, green, blue, there] = brush.getImageData(0, 0, 1, 1).data;
    return there > 0 && 0.2126 * red + 0.7152 * green + 0.0722 * blue > 180;
  };
  const told = (one) => [...one.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.trim());
  return [...document.querySelectorAll("body *")].filter((one) => told(one) && one.checkVisibility())
    .filter((one) => getComputedStyle(one).printColorAdjust !== "exact" && light(getComputedStyle(one).color))
    .map((one) => `${one.className}: ${one.textContent.trim().slice(0, 60)}`);
}"""
# All that a page says, to see or to hear.
WORDED = """() => {
  const found = [document.title];
  const walk = (part) => {
    if (part.matches("script, style, template, code, pre") || !(part.lang || "ja").startsWith("ja")) return;
    for (const name of ["aria-label", "aria-description", "aria-valuetext", "alt", "placeholder", "title"]) {
      if (part.hasAttribute(name)) found.push(part.getAttribute(name));
    }
    for (const one of part.childNodes) {
      if (one.nodeType === Node.TEXT_NODE && part.checkVisibility()) found.push(one.textContent.trim());
      if (one.nodeType === Node.ELEMENT_NODE) walk(one);
    }
  };
  walk(document.body);
  return found;
}"""
LATIN = re.compile(r"[A-Za-z]{2,}")
IDENTIFIER = re.compile(r"[A-Za-z0-9_-]*(?:[0-9_][A-Za-z_-]{2,}|[A-Za-z]{2,}[0-9_])[A-Za-z0-9_-]*|[a-z_]+:[0-9]+")
# What stands so in Japanese too: the games, who plays in samples, what has no other name, numbers of ranks.
RIGHT = LATIN.findall(
    "Matchledger, Chanic Panic, Panic Clan Inviter, Altered Carbon: Fightdrome, Panzer Clash, Anna, Ben, Chiyo, Dara, "
    "Emil, Fay, Goro, Hana, Ivo, Juno, UTC, API, QR, ID, Cookie, JavaScript, GI, II, III, 105mm, .venv/bin"
)
NO_REQUEST = ("data:", "blob:", "about:")
# A page has its new size, and whatever it does about it when it is drawn is done.
DRAWN_ANEW = """([width, height]) => new Promise((done) => {
  const look = () => (innerWidth === width && innerHeight === height ? setTimeout(done) : requestAnimationFrame(look));
  requestAnimationFrame(look);
})"""
USUAL: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}


class Visitor:
    """A fresh browser profile. `findings` are violations of the policy, errors, and requests to other origins.

    Nothing moves unless a visit asks for it, else a test would wait. `expected` are pieces of findings that a test
    brings about itself, such as a request that has to fail.
    """

    def __init__(self, browser: Browser, *homes: str, **options: Any) -> None:
        self.homes = homes
        self.findings: list[str] = []
        self.expected: list[str] = []
        self.context: BrowserContext = browser.new_context(**{**USUAL, **options})
        self.context.set_default_timeout(PATIENCE)
        self.context.expose_binding("noteViolation", lambda _, said: self.findings.append(f"policy: {said}"))
        self.context.add_init_script(NOTING)
        self.context.on("request", self._requested)
        self.context.on("console", self._said)
        self.context.on("weberror", lambda error: self.findings.append(f"error: {error.error}"))
        self.page: Page = self.context.new_page()

    def _requested(self, request: Request) -> None:
        if not request.url.startswith((*self.homes, *NO_REQUEST)):
            self.findings.append(f"request: {request.url}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.findings.append(f"{message.type}: {message.text}")

    def has_found(self, piece: str) -> bool:
        """Tell whether some finding has a piece."""
        return any(piece in found for found in self.findings)

    def unexpected(self) -> list[str]:
        """Return the findings that no test expects."""
        return [found for found in self.findings if not any(piece in found for piece in self.expected)]

    def close(self) -> None:
        """Close the profile; raises `AssertionError` for what was found."""
        for page in self.context.pages:
            page.unroute_all(behavior="ignoreErrors")  # what a test answers itself may be asked while all closes
        self.context.close()
        if found := self.unexpected():
            raise AssertionError("\n".join(found))


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until something holds of what a page was heard to do; raises `AssertionError` if it never does.

    Playwright tells of requests, answers and complaints a little later than the page itself knows of them, and only
    while it is asked for something.
    """
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < end, f"never heard of {page.url}"
        page.wait_for_timeout(LOOKS)


def resized(page: Page, width: int, height: int) -> None:
    """Give a page another size, and wait until it has drawn itself anew: some of it is laid out only then."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN_ANEW, [width, height])


def fits(page: Page) -> None:
    """Check that nothing scrolls sideways and every target is large enough; raises `AssertionError`."""
    said = page.inner_text(".prompt") if page.locator(".prompt").count() else page.url
    assert not page.evaluate(SIDEWAYS), said
    small = page.evaluate(SMALL)
    assert small == [], (small, said)


def on_paper(page: Page) -> None:
    """Lay a page out for paper: nothing to press and nothing white is left; raises `AssertionError`."""
    page.emulate_media(media="screen")
    assert page.locator(PRESSED).count(), page.url
    page.emulate_media(media="print")
    left = page.locator(PRESSED).evaluate_all("all => all.map(one => one.outerHTML.slice(0, 200))")
    assert left == [], page.url
    assert page.evaluate(FAINT) == [], page.url


def axe(page: Page, *without: str) -> list[str]:
    """Return what axe finds serious or critical, each with the first places; `without` are rules left out.

    The program is evaluated by the debugger's protocol, as the policy of a page allows no other script.
    """
    session = page.context.new_cdp_session(page)
    if not _evaluated(session, "'axe' in globalThis"):  # half a megabyte, once for each page that is loaded
        _evaluated(session, f"{AXE.read_text('utf-8')}; undefined")
    rules = "".join([f'"{rule}": {{ enabled: false }},' for rule in without])
    options = f"{{ runOnly: {[*STANDARDS]!r}, rules: {{ {rules} }}, resultTypes: ['violations'] }}"
    found = _evaluated(session, f"axe.run(document, {options}).then((said) => said.violations)")
    session.detach()
    grave = [rule for rule in found if rule["impact"] in ("serious", "critical")]
    return [f"{rule['id']} ({rule['impact']}): {_places(rule['nodes'])}" for rule in grave]


def jumps(page: Page) -> list[str]:
    """Return the headings of a page that lie more than one level below the heading before them."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter((one) => one.checkVisibility())
          .filter((one, place, all) => Number(one.tagName[1]) > Number(all[place - 1]?.tagName[1] ?? 0) + 1)
          .map((one) => `${one.tagName} ${one.textContent}`)"""
    )
    return found


def latin(page: Page, *known: str) -> dict[str, str]:
    """Return the words in Latin letters that a page in Japanese shows or reads aloud, each with a text that has it.

    `known` are words that are right: names, and what is written so in Japanese too. Code is left out, as are parts of
    the page in another language, identifiers, and single letters, which name places and seats.
    """
    texts: list[str] = page.evaluate(WORDED)
    right = {*RIGHT, *known}
    return {word: text for text in texts for word in LATIN.findall(IDENTIFIER.sub("", text)) if word not in right}


def speaking(page: Page) -> list[str]:
    """Return the regions of a page that speak by themselves, as its accessibility tree has them: logs and statuses."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    roles = [node["role"]["value"] for node in nodes if not node["ignored"]]
    return sorted([role for role in roles if role in ("log", "status")])


def _places(nodes: list[Any]) -> str:
    return ", ".join([" ".join([str(part) for part in node["target"]]) for node in nodes[:3]])


def _evaluated(session: Any, expression: str) -> Any:
    answer = session.send("Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True})
    assert "exceptionDetails" not in answer, answer["exceptionDetails"]
    return answer["result"].get("value")


def at_disk(path: Path) -> str:
    """Return the address of a file."""
    return path.resolve().as_uri()
