"""Answers made smaller for whoever can read them so: over a phone's line, time is bytes."""

from __future__ import annotations

import gzip

from flask import Response, request

WORTH_IT = 1000  # bytes; what is smaller fits into a packet as it is
LEVEL = 6  # of gzip: under a millisecond for a page, 4 for a chunk of frames, a tenth of its size


def compressed(answer: Response) -> Response:
    """Compress a whole answer in place where the request accepts gzip (RFC 9110, 8.4.1); returns it.

    What it answers with has to be for this caller alone or the same for everybody: sizes tell of what is compressed
    together, and no answer here mixes a secret with what somebody else has written.
    """
    answer.vary.add("Accept-Encoding")
    content = answer.get_data()
    if request.accept_encodings["gzip"] and len(content) >= WORTH_IT and "Content-Encoding" not in answer.headers:
        answer.set_data(gzip.compress(content, LEVEL, mtime=0))
        answer.headers["Content-Encoding"] = "gzip"
    return answer
