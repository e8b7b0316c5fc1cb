"""The bar above pages of text: what this is, the other pages, and the choice of language and theme as links."""

from __future__ import annotations

from html import escape

from api.pages.choices import AS_THE_BROWSER, theme
from api.wire.problems import LANGUAGE, language, words
from domain.kernel.display.words import languages

NAMES = {"en": "English", "ja": "日本語"}  # each in itself; a language without a name here shows its code
THEMES = {AS_THE_BROWSER: "Automatic", "light": "Light", "dark": "Dark", "contrast": "High contrast"}


def bar(here: str) -> str:
    """Return the bar of the page at `here`."""
    own_words = words()
    pages = {
        "/": own_words.say("Play"),
        "/tournaments": own_words.say("Tournaments"),
        "/verify": own_words.say("Verify"),
        "/docs": own_words.say("API reference"),
    }
    links = [_link(path, name, current=path == here) for path, name in pages.items()]
    spoken = [
        _choice(LANGUAGE, code, NAMES.get(code, code), current=code == language(), tag=code.replace("_", "-"))
        for code in languages()
    ]
    worn = theme() or AS_THE_BROWSER
    colours = [_choice("theme", name, own_words.say(label), current=name == worn) for name, label in THEMES.items()]
    return (
        '<header class="site-bar">\n'
        '<a class="wordmark" href="/"><i aria-hidden="true"></i>Matchledger</a>\n'
        f'<nav class="site-links" aria-label="{escape(own_words.say("Pages"))}">{"".join(links)}</nav>\n'
        f'<details class="settings"><summary>{escape(own_words.say("Language and colours"))}</summary>\n'
        f'<div class="settings-lists"><p>{" ".join(spoken)}</p>\n<p>{" ".join(colours)}</p></div></details>\n'
        "</header>"
    )


def _link(path: str, name: str, *, current: bool) -> str:
    return f'<a href="{path}"{_current("page", current=current)}>{escape(name)}</a>'


def _choice(name: str, value: str, label: str, *, current: bool, tag: str | None = None) -> str:
    told = "" if tag is None else f' lang="{escape(tag)}" hreflang="{escape(tag)}"'
    return f'<a href="?{name}={escape(value)}"{told}{_current("true", current=current)}>{escape(label)}</a>'


def _current(kind: str, *, current: bool) -> str:
    return f' aria-current="{kind}"' if current else ""
