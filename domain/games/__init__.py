"""The games: one folder each, found by listing this package. Adding a game edits nothing outside its folder."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from typing import Any, NamedTuple


class UnknownGameError(LookupError):
    """No game of this name is installed."""


class Title(NamedTuple):
    """Everything the rest of the product uses of one game."""

    rules: Any  # GameRules: rules.RULES
    bots: Any  # bot.BOTS: name -> choose(view, offers, may, chance)
    sentence: Any  # narrate.sentence(fact, viewer, words) -> str | None
    refusal: Any  # narrate.refusal(refusal, words) -> str: with cards by their names
    picture: Any  # board.picture(view, words, may) -> Picture
    demonstrations: Any  # rules.DEMONSTRATIONS
    bench: Any  # rules.BENCH
    law_deals: Any  # rules.LAW_DEALS
    package: str
    decks: Any = None  # collection.DECKS (kernel.decks.Decks), where players bring decks of their own


_ADDED: dict[str, str] = {}


def names() -> tuple[str, ...]:
    """Return the names of all games, sorted."""
    return tuple(sorted({*_shipped(), *_ADDED}))


@cache
def _shipped() -> frozenset[str]:
    """List the folder once: a game is looked up with every table that is read."""
    return frozenset(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def add(package: str) -> str:
    """Make a game known that lives outside this package (the tests' own); return its name."""
    name = package.rpartition(".")[2]
    _ADDED[name] = package
    return name


@cache
def _load(package: str) -> Title:
    rules, bot, narrate, board = (
        importlib.import_module(f"{package}.{module}") for module in ("rules", "bot", "narrate", "board")
    )
    own_decks = importlib.util.find_spec(f"{package}.collection") is not None
    return Title(
        rules.RULES,
        bot.BOTS,
        narrate.sentence,
        narrate.refusal,
        board.picture,
        rules.DEMONSTRATIONS,
        rules.BENCH,
        rules.LAW_DEALS,
        package,
        importlib.import_module(f"{package}.collection").DECKS if own_decks else None,
    )


def game(name: str) -> Title:
    """Return a game by name; raises `UnknownGameError`."""
    if name in _ADDED:
        return _load(_ADDED[name])
    if name not in _shipped():
        raise UnknownGameError(f"no game is called {name!r}; there are {', '.join(names())}")
    return _load(f"{__name__}.{name}")
