"""What an archive says to whoever opens it first: what lies in it, how to check it, and what nothing in it proves."""

from __future__ import annotations

from collections.abc import Iterator

from wcwidth import wcswidth as width

from domain.audit.copies import opens_secrets
from domain.audit.timeline import Timeline
from domain.kernel.display.lines import broken, plain
from domain.kernel.display.words import Words
from dossier.archive.manifest import ATTEMPTS, MANIFEST, RECORD, REPORT, TEXTS, VERIFIERS
from dossier.report.head import head_of

COLUMNS = 78

FOR = "The file of a case that arbiters have decided, or have still to decide, for: {who}."
EVERYTHING = "With the program replay of Matchledger, all of it at once, before you unpack it:"
ALONE = "The record alone, unpacked, with Python or Node.js; the exit code 0 says that nothing is wrong:"
TRUST = (
    "A file can be forged with all that lies in it. Run these two programs only if you trust whoever gave you this "
    "file, or take them from the project itself; and ask the other side for the head above: the same head is the same "
    "record."
)
NOT_PROVED = (
    "That the refused attempts are these, all of them and no others, that no text was erased and, of players and "
    "arbiters, who they are."
)
OPEN = (
    "The secrets of this table are open: whoever has this record can work out every hand, whoever it was cut down for."
)


def readme_text(timeline: Timeline, case: str, recipient: str, words: Words) -> bytes:
    """Return the instructions."""
    lines = [line for paragraph in _paragraphs(timeline, case, recipient, words) for line in (*paragraph, "")]
    return "".join([f"{line.rstrip()}\n" for line in lines[:-1]]).encode()


def _paragraphs(timeline: Timeline, case: str, recipient: str, words: Words) -> Iterator[list[str]]:
    title = plain(words.say("Case {case} of table {table}", case=case, table=timeline.opening.table))
    yield [title, "=" * width(title)]
    yield _text(words.say(FOR, who=recipient))
    yield [words.say("What lies here")]
    for names, what in _members(words):
        yield [f"  {names}", *_text(what, indent=4)]
    yield [words.say("How to check it")]
    yield [*_text(words.say(EVERYTHING)), "", f"  replay verify FILE.zip --head {head_of(timeline)}"]
    yield [*_text(words.say(ALONE)), "", f"  python3 verify.py {RECORD}", f"  node verify.mjs {RECORD}"]
    yield _text(words.say(TRUST))
    yield [words.say("What nothing here proves")]
    yield _text(words.say(NOT_PROVED))
    if opens_secrets(timeline.record):
        yield _text(words.say(OPEN))


def _members(words: Words) -> tuple[tuple[str, str], ...]:
    return (
        (
            REPORT,
            words.say("the case, to read in a browser and to print: words, boards, the ruling, its rules"),
        ),
        (RECORD, words.say("the record of the table: everything that happened, in a chain of hashes")),
        (TEXTS, words.say("what was written about the case; an entry of the record holds the hash of each text")),
        (ATTEMPTS, words.say("commands that the rules refused, one a line")),
        (", ".join(VERIFIERS), words.say("two programs that check the record, each alone and without a network")),
        (MANIFEST, words.say("of which case this is, for whom, and the SHA-256 of everything else here")),
    )


def _text(text: str, indent: int = 0) -> list[str]:
    margin = " " * indent
    return [f"{margin}{line}" for line in broken(plain(text), COLUMNS - indent)]
