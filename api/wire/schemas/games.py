"""What the service answers about games and decks."""

from __future__ import annotations

from marshmallow import fields

from api.wire.schemas.shapes import Answer
from api.wire.schemas.shapes import number as _number
from api.wire.schemas.shapes import schema as _schema
from api.wire.schemas.shapes import text as _text
from api.wire.schemas.shapes import truth as _truth


class GameShort(Answer):
    """A game in the list."""

    game = _text("the name in addresses and records")
    title = _text("the name for people")
    least_seats = _number()
    most_seats = _number()
    versions = fields.List(fields.Integer(), required=True)


class GamesAnswer(Answer):
    """The games of this service."""

    games = fields.List(fields.Nested(GameShort), required=True)


class CommandShape(Answer):
    """A command of a game."""

    tag = _text()
    anytime = _truth("legal out of turn, never offered")
    public = _truth("all of its body becomes known")
    description = _text()
    schema = _schema("JSON Schema of its body")


class Explained(Answer):
    """A word of a game, such as an ability, in every language by its code."""

    id = _text("as commands and views have it")
    names = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    texts = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class GameAnswer(GameShort):
    """A game with the schemas of what is said at its tables."""

    options = _schema("JSON Schema of the options")
    commands = fields.List(fields.Nested(CommandShape), required=True)
    view = _schema("JSON Schema of the view")
    bots = fields.List(fields.String(), required=True)
    glossary = fields.List(
        fields.Nested(Explained), required=True, metadata={"description": "the words that the game explains"}
    )
    card_sets = fields.List(fields.String(), required=True, metadata={"description": "digests"})
    default_card_set = _text(null=True)


class ReadyDeck(Answer):
    """A deck that comes with a game."""

    id = _text("what the command that chooses it calls it")
    name = _text()
    text = _text("as a deck file")


class DecksAnswer(Answer):
    """The decks that come with a game."""

    decks = fields.List(fields.Nested(ReadyDeck), required=True)


class DeckFault(Answer):
    """One reason against a deck."""

    code = _text("stable; the same as the refusal of the command")
    category = fields.String(required=True, metadata={"enum": ["setup", "caller", "turn", "over", "rule"]})
    detail = _text("as a sentence")
    rule = _text("what it rests on")


class DeckCommand(Answer):
    """What chooses a deck at a table."""

    tag = _text()
    body = _schema("as the game's schema for this tag says")


class DeckAnswer(Answer):
    """What is to be said of a deck."""

    name = _text("the deck's")
    legal = _truth("such a table takes it")
    faults = fields.List(fields.Nested(DeckFault), required=True, metadata={"description": "every reason against it"})
    text = _text("the deck file in its plain form")
    command = fields.Nested(
        DeckCommand, required=True, allow_none=True, metadata={"description": "chooses the deck; null if it is refused"}
    )
