"""A report as a reader of HTML sees it: its elements, its words, what it would load."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "input", "link"}


class Document(HTMLParser):
    """Reads a document: every element is closed, and what it says and holds is kept."""

    def __init__(self, text: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.style = ""
        self._open: list[str] = []
        self.feed(text.decode())
        self.close()
        assert self._open == [], "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element."""
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element of a drawing."""
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep words."""
        if self._open and self._open[-1] == "style":
            self.style += data
        elif data.strip():
            self.words.append(" ".join(data.split()))

    @property
    def text(self) -> str:
        """All words, in their order."""
        return "\n".join(self.words)

    def named(self, tag: str) -> list[dict[str, str]]:
        """Return the attributes of all elements of a name."""
        return [attributes for name, attributes in self.elements if name == tag]
