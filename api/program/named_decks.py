"""Decks as a command line names them: the id of a ready-made one, or a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from api.requests.checked_decks import CheckedDeck, check_deck, checked
from domain.games import Title
from domain.kernel.cards.decks import DeckFileError, Decks
from domain.kernel.display.words import words_in
from domain.kernel.refusals import Refusal
from domain.kernel.setup import Setup
from programs.hearing import heard
from programs.language import language


def named_deck(decks: Decks, name: str, setup: Setup) -> CheckedDeck:
    """Return a deck by id, or from the file of this name; raises `ClickException` for what cannot be read."""
    ready = decks.ready(setup.data)
    if name in ready:
        return checked(decks, ready[name], setup)
    try:
        return check_deck(decks, Path(name).read_bytes(), setup, name)
    except OSError as error:
        known = ", ".join(ready)
        raise click.ClickException(f"{name} is no file to read ({error.strerror}), nor one of {known}") from None
    except DeckFileError as error:
        raise click.ClickException(str(error)) from None


def refusals_of(title: Title, refusals: Iterable[Refusal], cards: Any = None) -> str:
    """Return the sentences of refusals in the language of the program; `cards` is the card set of the table."""
    words = words_in(language(), title.package).at_table(cards)
    return " ".join([title.refusal(_heard(refusal), words) for refusal in refusals])


def _heard(refusal: Refusal) -> Refusal:
    """Return a refusal whose values are in the language of the program: a reason may be among them."""
    values = {name: heard(value) if isinstance(value, str) else value for name, value in refusal.values.items()}
    return replace(refusal, values=values)
