"""Pages of a test, served as the service serves its own: the same files, the same headers."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

from web.assets import Assets
from web.joining import script, script_address, sheet, sheet_address
from web.pages import HEADERS, Page, served


class Site:
    """A server of files and pages, each page at its path; leaving the block stops it."""

    def __init__(self, assets: Assets, pages: Mapping[str, Page]) -> None:
        self.assets, self.pages = assets, pages
        answers = {path: ("text/html; charset=utf-8", served(page, assets).encode()) for path, page in pages.items()}
        for path in assets.paths:
            asset = assets.find(path)
            assert asset is not None
            answers[assets.address(path)] = (asset.media, asset.content)
        for page in pages.values():
            if page.module is not None:
                made = script(assets, page.module)
                answers[script_address(assets, page.module)] = (made.media, made.content)
            if page.styles:
                worn = sheet(assets, tuple(page.styles))
                answers[sheet_address(assets, page.styles)] = (worn.media, worn.content)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _answering(answers))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        """Where the site is, without a path."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Site:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _answering(answers: Mapping[str, tuple[str, bytes]]) -> type[BaseHTTPRequestHandler]:
    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = answers.get(self.path)
            media, content = found or ("text/plain", b"There is nothing here.")
            self.send_response(HTTPStatus.OK if found else HTTPStatus.NOT_FOUND)
            for name, value in {**HEADERS, "Content-Type": media, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: what fails is seen by the visitor."""

    return Answering
