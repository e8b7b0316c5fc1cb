"""`replay open`: the review of a record in the browser."""

from __future__ import annotations

import secrets
import webbrowser
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import click

from programs.commands import Command
from replay.asked import shared, viewer_option, words_for
from replay.console import say
from replay.errors import InputError
from replay.notes.beside import notes_for
from replay.packing import page_of
from replay.reading.followed import timeline_of
from replay.reading.sight import viewer_of

HERE = "127.0.0.1"  # nobody else's machine asks this one


@click.command("open", cls=Command)
@shared
@viewer_option
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="Port; by default a free one.")
@click.option("--no-browser", is_flag=True, help="Only say where the page is.")
def open_page(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    viewer: str | None,
    port: int,
    *,
    no_browser: bool,
) -> None:
    """Step through a record in the browser.

    The page is handed out by this program, on this machine alone, until Ctrl-C. FILE is a record, - for the standard
    input, or the URL of a table.
    """
    timeline = timeline_of(source, token_file)
    seen_by = viewer_of(timeline, viewer)
    words = words_for(timeline, lang, names, on_page=True)
    page = page_of(timeline, seen_by, words, notes_for(source, timeline, seen_by))
    with _hand(page, port) as hand:
        say(words.say("The review is at {address} until Ctrl-C.", address=hand.address))
        if not no_browser:
            webbrowser.open(hand.address)
        hand.serve_forever()


def _hand(page: bytes, port: int) -> Hand:
    try:
        return Hand(page, port)
    except OSError as error:
        raise InputError(f"port {port}: {error.strerror}") from None


class Hand(ThreadingHTTPServer):
    """Hands out one page under an address that other users of the machine cannot guess."""

    daemon_threads = True

    def __init__(self, page: bytes, port: int) -> None:
        path = f"/{secrets.token_urlsafe(16)}"

        class Answering(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                found = self.path == path
                text = page if found else b"There is nothing here.\n"
                self.send_response(HTTPStatus.OK if found else HTTPStatus.NOT_FOUND)
                self.send_header("Content-Type", "text/html; charset=utf-8" if found else "text/plain")
                self.send_header("Content-Length", str(len(text)))
                self.send_header("Cache-Control", "no-store")
                self.send_header("Referrer-Policy", "no-referrer")
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing: the program says one line."""

        super().__init__((HERE, port), Answering)
        self.address = f"http://{HERE}:{self.server_port}{path}"
