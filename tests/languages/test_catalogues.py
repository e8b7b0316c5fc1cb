"""Every catalogue says everything that its package can say, and nothing else; its places are those of the English."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from api.pages.option_words import described
from domain import games
from domain.kernel.display.words import ENGLISH, SHARED, languages
from tests.games import brought
from tests.languages.message_ids import CannotFollowError, Package
from tests.languages.page_messages import ids_in, page_ids
from tests.languages.terms import terms

ROOT = Path(__file__).parents[2]
OWN = {  # package of a catalogue: the folders whose sentences it has
    SHARED: ("domain/kernel", "domain/table", "domain/tournament", "domain/audit"),
    "api": ("api",),
    "replay": ("replay",),
    "terminal": ("terminal",),
    "dossier": ("dossier",),
}
PAGES = "web"  # a page carries this catalogue and no other
LANGUAGES = [language for language in languages() if language != ENGLISH]
GAMES = [name for name in games.names() if name != "harbour"]  # the tests' own game speaks to nobody
RENAMING = [
    name for name in GAMES if (resources.files(games.game(name).package) / "locale" / f"{ENGLISH}.po").is_file()
]
PLACE = re.compile(r"\{(\w*)\}")
KERNEL = {  # the kernel's own names, by the package that tells them
    SHARED: {"concede", "time out"},
    "replay": {"shuffle", "pick"},
}


@cache
def said(package: str) -> frozenset[str]:
    """Return the message ids of a package's sources."""
    if package == PAGES:
        return page_ids()
    if package in OWN:
        return frozenset(Package(*[ROOT / folder for folder in OWN[package]]).ids() | KERNEL.get(package, set()))
    name = package.rpartition(".")[2]
    sentences_of_options, names_in_options = described(name)
    named = {term.replace("_", " ") for term in names_in_options}
    return (
        sentences(package)
        | contradictions(package)
        | terms(games.game(name).rules)
        | names_of(name)
        | sentences_of_options
        | named
    )


@cache
def sentences(package: str) -> frozenset[str]:
    """Return the sentences in the sources of a game."""
    return frozenset(Package(ROOT / package.replace(".", "/")).ids())


@cache
def contradictions(package: str) -> frozenset[str]:
    """Return what the rules of a game raise for facts that cannot be; the kernel's own are the programs' to say."""
    return frozenset(Package(ROOT / package.replace(".", "/")).contradictions())


def names_of(game: str) -> set[str]:
    """Return the names that a game reads off its cards: what `tests/games/<game>/names.py` lists, if it is there."""
    own = brought(game, "names")
    listed: set[str] = set() if own is None else own.names()
    return listed


@cache
def messages(package: str, language: str) -> dict[str, Message]:
    """Return the messages of a catalogue by each of their ids."""
    source = resources.files(package) / "locale" / f"{language}.po"
    with source.open("rb") as text:
        listed = [message for message in read_po(text, locale=language) if message.id]
    found = {}
    for message in listed:
        ids: Any = message.id
        for id in (ids,) if isinstance(ids, str) else ids:
            assert id not in found, f"{id!r} is translated twice"
            found[id] = message
    return found


PACKAGES = [*OWN, PAGES, *[games.game(name).package for name in GAMES]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_a_catalogue_says_all_of_its_package_and_nothing_else(package: str, language: str) -> None:
    """A package's own catalogue and the shared one together; what is said nowhere is not kept."""
    own, shared = messages(package, language), messages(SHARED, language)
    assert sorted(said(package) - own.keys() - (shared.keys() if package != PAGES else set())) == []
    assert sorted(own.keys() - said(package)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_a_translation_has_the_places_of_its_sentence(package: str, language: str) -> None:
    """A place left out would hide a name or a number; one too many would be an error in the middle of a game."""
    for id, message in messages(package, language).items():
        assert not message.fuzzy
        string: Any = message.string
        texts = (string,) if isinstance(string, str) else string
        wanted = set(PLACE.findall(id if isinstance(message.id, str) else message.id[1]))
        for text in texts:
            assert text.strip(), f"{id!r} has no translation"
            assert set(PLACE.findall(text)) == wanted, f"{id!r}: {text}"


@pytest.mark.parametrize("game", RENAMING)
def test_english_only_renames(game: str) -> None:
    """Names in the code that are not the players'; sentences are their own English."""
    package = games.game(game).package
    renamed = messages(package, ENGLISH)
    assert sorted(renamed.keys() - terms(games.game(game).rules)) == []
    assert [id for id, message in renamed.items() if not message.string or message.string == id] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_games_say_alike_is_translated_alike_by_the_shared_catalogue(language: str) -> None:
    """A sentence of the shared catalogue is in no other: a game would change what is said around it."""
    shared = messages(SHARED, language)
    for package in PACKAGES[1:]:
        own = messages(package, language)
        alike = {id for id in own.keys() & shared.keys() if package == PAGES and own[id].string == shared[id].string}
        assert sorted((own.keys() & shared.keys()) - alike) == []


def test_japanese_is_spoken() -> None:
    assert languages()[:2] == (ENGLISH, "ja")


@pytest.mark.parametrize(
    ("source", "ids"),
    [
        ('words.say("a")', {"a"}),
        ('words.count("a", "b", 2)', {"a", "b"}),
        ('self.words.say("a" if x else "b")', {"a", "b"}),
        (
            'T = {1: "a", 2: ("b", "c")}\ndef f(x, words):\n    one, two = T[x]\n    return words.say(one)',
            {"a", "b", "c"},
        ),
        ('def f(text, words):\n    words.say(text)\nf("a", 1)\nf(text="b", words=1)', {"a", "b"}),
        ('def f(text):\n    return lambda words: words.say(text)\nX = [f("a")]', {"a"}),
        ('def f(words):\n    for a, b in ((1, "x"), (2, "y")):\n        words.say(b)', {"x", "y"}),
        ('def f(words):\n    return [words.say(b) for b in ["x", "y"]]', {"x", "y"}),
        ('T: dict = {1: "a"}\nwords.say(T.get(1, "b"))', {"a", "b"}),
        ('CODES = {"x": No("rule", "A {card}.", "R1")}', {"A {card}."}),
        ('Refusal("code", "rule", "No.", "R1")', {"No."}),
        ('Offer("command", {}, "hint")\nOffer("command", hint="other")', {"hint", "other"}),
        ('class A:\n    def f(self, x, words):\n        words.say(x)\n    def g(self):\n        self.f("a", 1)', {"a"}),
        ('def f(words):\n    pairs = [(b, 1) for b in ["x"]]\n    for b, n in pairs:\n        words.say(b)', {"x"}),
        ('def f(words, card):\n    words.say(card.name)\n    words.say(" ".join(card.parts))', set()),
        ('other.say("a")', set()),
    ],
)
def test_sentences_are_found_where_they_are_written(source: str, ids: set[str], tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(source)
    assert Package(tmp_path).ids() == ids


@pytest.mark.parametrize(
    "source",
    [
        "words.say(f'{x}')",
        "words.say(other(x))",
        "words.say(unknown)",
        "def f(text, words):\n    words.say(text)",
        "words.say(thing.member)",
    ],
)
def test_a_sentence_that_cannot_be_followed_is_an_error(source: str, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(source)
    with pytest.raises(CannotFollowError):
        Package(tmp_path).ids()


@pytest.mark.parametrize(
    ("source", "ids"),
    [
        ('say("a", { n: 1 }); count("b", "c", 2); message("d");', {"a", "b", "c", "d"}),
        (
            "html`<p title=${say('a')}>don't ${list.map((x) => html`<b>${say(x ? \"b\" : `c`)}</b>`)}</p>`",
            {"a", "b", "c"},
        ),
        ('const LABELS = { draw: message("Draw") }; say(LABELS[kind]); say(LABELS.draw);', {"Draw"}),
        ('// say("no")\nother.say("neither"); const text = `say("nor")`;', set()),
    ],
)
def test_sentences_of_pages_are_found_where_they_are_written(source: str, ids: set[str], tmp_path: Path) -> None:
    (tmp_path / "module.js").write_text(source)
    assert ids_in(tmp_path / "module.js") == ids


@pytest.mark.parametrize("source", ["say(text)", "say(`a ${b}`)", "count(one, 'b', 2)", "message(a.b)", "say('a' + b)"])
def test_a_sentence_of_a_page_that_is_not_written_out_is_an_error(source: str, tmp_path: Path) -> None:
    (tmp_path / "module.js").write_text(f"const x = 1;\n{source};")
    with pytest.raises(CannotFollowError, match=r"module\.js:2: "):
        ids_in(tmp_path / "module.js")


@pytest.mark.parametrize(
    ("source", "form"),
    [
        ("NotThereError('a')", "a"),
        ("NotThereError(f'{card} is not on {fact.space}')", "{card} is not on {space}"),
        ("NotThereError(f'all of {len(hand)}, {x.join(cards)}')", "all of {hand}, {cards}"),
    ],
)
def test_a_contradiction_is_a_form_with_named_places(source: str, form: str, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(f"raise {source}")
    assert Package(tmp_path).contradictions() == {form}


@pytest.mark.parametrize("text", ["text", "f'{a + b}'", "f'{a()}'", "'a' + b"])
def test_a_contradiction_without_a_form_is_an_error(text: str, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(f"raise NotThereError({text})")
    with pytest.raises(CannotFollowError):
        Package(tmp_path).contradictions()
