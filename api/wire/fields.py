"""Fields that take a JSON value of their own type only, as the typed decoders do: no "5" for 5, no 1 for true."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate

from domain.kernel.display.lines import seen, steers

STEERING = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # what `steers` finds
STEERING_BUT_LINES = STEERING.replace(r"\x00-\x1f", r"\x00-\x09\x0b-\x1f")  # an end of a line is a line feed
SPACES = r"\x20\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"  # the other ones that `strip` takes away
SEEN = f"[^{STEERING}{SPACES}](?:[^{STEERING}]*[^{STEERING}{SPACES}])?"  # a text, as far as a pattern can say it


class Text(fields.String):
    """A string of limited length that people can see; nothing in it steers a terminal, no space stands around it."""

    def __init__(self, *, most: int, least: int = 1, pattern: str | None = None, **more: Any) -> None:
        checks: list[Any] = [validate.Length(min=least, max=most)]
        if pattern is not None:
            checks.append(validate.Regexp(rf"\A(?:{pattern})\Z"))
        told = pattern or (SEEN if least else f"(?:{SEEN})?")
        metadata = {"pattern": f"^(?:{told})$", **more.pop("metadata", {})}
        super().__init__(validate=checks, metadata=metadata, **more)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        steering = next((mark for mark in value if steers(mark)), None)
        if steering is not None:
            raise ValidationError(f"Must not hold the control character U+{ord(steering):04X}.")
        if value != value.strip():
            raise ValidationError("Must not begin or end with a space.")
        if value and not any(map(seen, value)):
            raise ValidationError("Must hold something that can be seen.")
        return value


class Prose(fields.String):
    """What somebody writes in own words: lines that people can see; nothing in them steers a terminal."""

    def __init__(self, *, most: int, **more: Any) -> None:
        metadata = {"pattern": f"^[^{STEERING_BUT_LINES}]*$", **more.pop("metadata", {})}
        super().__init__(validate=validate.Length(min=1, max=most), metadata=metadata, **more)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        steering = next((mark for mark in value if steers(mark) and mark != "\n"), None)
        if steering is not None:
            raise ValidationError(f"Must not hold the control character U+{ord(steering):04X}.")
        if not any(map(seen, value)):
            raise ValidationError("Must hold something that can be seen.")
        return value


class Whole(fields.Integer):
    """A whole number within limits, written `3` or `3.0`, which is one for JSON Schema; in a query, its digits."""

    def __init__(self, *, least: int, most: int, query: bool = False, **more: Any) -> None:
        super().__init__(validate=validate.Range(min=least, max=most), **more)
        self._query = query

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if self._query and isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 17:
            return int(value)
        if type(value) is float and value.is_integer() and not self._query:
            return int(value)
        if self._query or type(value) is not int:
            raise self.make_error("invalid")
        return value


class Truth(fields.Boolean):
    """True or false; in a query, these words."""

    def __init__(self, *, query: bool = False, **more: Any) -> None:
        super().__init__(**more)
        self._query = query

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if self._query and value in ("true", "false"):
            return value == "true"
        if self._query or type(value) is not bool:
            raise self.make_error("invalid")
        return value


class Choice(fields.String):
    """One of a few words."""

    def __init__(self, *words: str, **more: Any) -> None:
        super().__init__(validate=validate.OneOf(words), **more)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        return value


class Json(fields.Raw):
    """A JSON object whose members another schema describes."""

    def __init__(self, **more: Any) -> None:
        metadata = {"type": "object", "additionalProperties": True, **more.pop("metadata", {})}
        super().__init__(metadata=metadata, **more)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise ValidationError("Must be an object.")
        return value
