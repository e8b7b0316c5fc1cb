"""When a phone shows the first picture of a running table, and what it had to load for it.

    python -m benchmarks.first_picture --runs 5

One JSON document. A real browser with an empty cache opens the page of a table over a line that the debugger's protocol
throttles; the clock starts with the navigation and stops with the first frame in which a seat's panel is drawn. Each
game is watched, and played by the link that brings a seat's token. The line is that of Lighthouse's phone: 150 ms a
request, 1.6 Mbit/s down, 0.75 up; `--slower` makes the processor so many times slower as well.
"""

from __future__ import annotations

import statistics
import sys
from typing import Any

import click
import msgspec
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from benchmarks.figures import million_hashes_a_second
from benchmarks.service import HOST, Service, running
from domain.games import game, names
from tests.browser.finding import WITHOUT, fetched, installed

PHONE: Any = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "device_scale_factor": 3}
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}  # bytes a second
DRAWN = """() => {
  const seen = () => document.querySelector(".board .panel") !== null;
  const watch = new MutationObserver(() => {
    if (!seen() || window.firstPicture !== undefined) return;
    watch.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { window.firstPicture = performance.now(); }));
  });
  watch.observe(document, { subtree: true, childList: true });
}"""


def shown(browser: Browser, address: str, slower: float) -> dict[str, float]:
    """Open a page with an empty cache; returns when its first picture was there, and what was loaded until then."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    line = context.new_cdp_session(page)
    loaded = _counted(line)
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.add_init_script(f"({DRAWN})()")
    page.goto(address, wait_until="commit")
    at = _first_picture(page)
    context.close()
    return {"ms": at, "requests": len(loaded), "bytes": sum(loaded.values())}


def _first_picture(page: Page) -> float:
    page.wait_for_function("() => window.firstPicture !== undefined")
    at: float = page.evaluate("window.firstPicture")
    return at


def _counted(line: CDPSession) -> dict[str, int]:
    """Return the bytes of each answer as they came over the line, headers and all; it goes on counting."""
    loaded: dict[str, int] = {}
    line.on("Network.loadingFinished", lambda told: loaded.update({told["requestId"]: told["encodedDataLength"]}))
    line.send("Network.enable")
    return loaded


def tables(service: Service) -> dict[str, str]:
    """Open a table of each game with a bot at every other seat; returns the paths of their pages by name."""
    found = {}
    for name in names():
        seats = [{"kind": "token", "name": "Ada"}, *[{"kind": "bot"}] * (min(game(name).rules.seat_counts) - 1)]
        opened = service.call("POST", "/tables", {"game": name, "seats": seats})
        path = f"/t/{opened['table']['id']}"
        found[f"{name}, watched"] = path
        found[f"{name}, played"] = f"{path}#seat={opened['seats'][0]['token']}"
    return found


@click.command()
@click.option("--runs", default=5, type=click.IntRange(1, 99), show_default=True, help="Visits of each page.")
@click.option("--slower", default=1.0, type=float, show_default=True, help="How many times slower the processor is.")
def main(*, runs: int, slower: float) -> None:
    """Visit tables like a phone and print one JSON document."""
    document: dict[str, Any] = {"million_hashes_a_second": round(million_hashes_a_second(), 3), "slower": slower}
    with running() as service, sync_playwright() as playwright:
        path = installed() or fetched(playwright.chromium.executable_path)
        if path is None:
            raise click.ClickException(WITHOUT)
        browser = playwright.chromium.launch(executable_path=path)
        for name, page in tables(service).items():
            visits = [shown(browser, f"http://{HOST}:{service.port}{page}", slower) for _ in range(runs + 1)][1:]
            median = {key: round(statistics.median([visit[key] for visit in visits])) for key in visits[0]}
            document[name] = {**median, "best_ms": round(min(visit["ms"] for visit in visits))}
        browser.close()
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.first_picture")
