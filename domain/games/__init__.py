"""The games: one folder each, found by listing this package. Adding a game edits nothing outside its folder."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from domain.kernel.bots import Bot
from domain.kernel.cards.circuits import Circuit
from domain.kernel.cards.decks import Decks
from domain.kernel.cards.law_deals import LawDeal
from domain.kernel.display.board import Picture
from domain.kernel.display.hints import NOTHING, Hints
from domain.kernel.display.look import PLAIN, Costume
from domain.kernel.display.saying import Saying
from domain.kernel.display.words import Words
from domain.kernel.game import Rules
from domain.kernel.offers import Offer
from domain.kernel.refusals import May, Refusal, Refusals
from domain.kernel.seats import Seat
from domain.kernel.setup import BenchRow, Demonstration


class UnknownGameError(LookupError):
    """No game of this name is installed."""


class Title(NamedTuple):
    """Everything the rest of the product uses of one game."""

    rules: Rules  # rules.RULES
    bots: Mapping[str, Bot]  # bot.BOTS
    sentence: Callable[[Any, Words], str | None]  # narrate.sentence(fact, words), of a fact redacted for who hears it
    refusal: Callable[[Refusal, Words], str]  # narrate.refusal: with cards by their names, where they have any
    picture: Callable[[Any, Words, May | None], Picture]  # board.picture(view, words, may)
    demonstrations: Sequence[Demonstration]  # rules.DEMONSTRATIONS
    bench: Sequence[BenchRow]  # rules.BENCH
    law_deals: Sequence[LawDeal]  # rules.LAW_DEALS
    package: str
    decks: Decks | None = None  # collection.DECKS, where players bring decks of their own
    hints: Hints = NOTHING  # hints.HINTS, where the game helps who plays it for the first time
    circuits: Callable[[Any, Words], tuple[Circuit, ...]] | None = (
        None  # places.circuits(state, words), if there is any
    )
    saying: Saying | None = None  # sayings.saying(command, view, words), where the game has sentences for commands
    settings: Callable[[Any, Seat], tuple[Offer, ...]] | None = None  # settings.settings(state, seat), if there are any
    costume: Costume = PLAIN  # board.COSTUME, where the game has a look of its own
    refusals: Refusals | None = None  # refusals.REFUSALS, where the game lists them: rulings cite the same rules


_ADDED: dict[str, str] = {}


def names() -> tuple[str, ...]:
    """Return the names of all games, sorted."""
    return tuple(sorted({*shipped(), *_ADDED}))


@cache
def shipped() -> frozenset[str]:
    """Return the names of the games in this folder, listed once: a game is looked up with every table that is read."""
    return frozenset(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def add(package: str) -> str:
    """Make a game known that lives outside this package (the tests' own, a sample); return its name."""
    name = package.rpartition(".")[2]
    _ADDED[name] = package
    return name


def added() -> tuple[str, ...]:
    """Return the packages of the games that were added, in the order of their names."""
    return tuple([package for _, package in sorted(_ADDED.items())])


def _plain(refused: Refusal, words: Words) -> str:
    """Return a refusal's sentence as it is: what it names is called alike in every language."""
    return words.refusal(refused)


@cache
def _load(package: str) -> Title:
    rules, bot, narrate, board = (
        importlib.import_module(f"{package}.{module}") for module in ("rules", "bot", "narrate", "board")
    )
    own_decks = importlib.util.find_spec(f"{package}.collection") is not None
    helps = importlib.util.find_spec(f"{package}.hints") is not None
    places = importlib.util.find_spec(f"{package}.places") is not None
    sets = importlib.util.find_spec(f"{package}.settings") is not None
    says = importlib.util.find_spec(f"{package}.sayings") is not None
    lists = importlib.util.find_spec(f"{package}.refusals") is not None
    return Title(
        rules=rules.RULES,
        bots=bot.BOTS,
        sentence=narrate.sentence,
        refusal=getattr(narrate, "refusal", _plain),
        picture=board.picture,
        demonstrations=rules.DEMONSTRATIONS,
        bench=rules.BENCH,
        law_deals=rules.LAW_DEALS,
        package=package,
        decks=importlib.import_module(f"{package}.collection").DECKS if own_decks else None,
        hints=importlib.import_module(f"{package}.hints").HINTS if helps else NOTHING,
        circuits=importlib.import_module(f"{package}.places").circuits if places else None,
        saying=importlib.import_module(f"{package}.sayings").saying if says else None,
        settings=importlib.import_module(f"{package}.settings").settings if sets else None,
        costume=getattr(board, "COSTUME", PLAIN),
        refusals=getattr(importlib.import_module(f"{package}.refusals"), "REFUSALS", None) if lists else None,
    )


def game(name: str) -> Title:
    """Return a game by name, first of those in this folder; raises `UnknownGameError`."""
    if name in shipped():
        return _load(f"{__name__}.{name}")
    if name not in _ADDED:
        raise UnknownGameError(f"no game is called {name!r}; there are {', '.join(names())}")
    return _load(_ADDED[name])
