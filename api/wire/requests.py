"""What is read of a request beside what the operations read: no more of a caller's preferences than takes no time."""

from __future__ import annotations

from flask import Request
from werkzeug.datastructures import LanguageAccept, MIMEAccept
from werkzeug.utils import cached_property

PREFERENCES_AT_MOST = 1_000  # characters, half a millisecond of the loop; browsers send 200


class SparingRequest(Request):
    """A request whose preferences (RFC 9110, 12.5) are passed over where they are very long, as if there were none."""

    @cached_property
    def accept_mimetypes(self) -> MIMEAccept:
        """The media types that the caller likes, by how much."""
        return super().accept_mimetypes if self._is_short("Accept") else MIMEAccept()

    @cached_property
    def accept_languages(self) -> LanguageAccept:
        """The languages that the caller likes, by how much."""
        return super().accept_languages if self._is_short("Accept-Language") else LanguageAccept()

    def _is_short(self, field: str) -> bool:
        return len(self.headers.get(field, "")) <= PREFERENCES_AT_MOST
