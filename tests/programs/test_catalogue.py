"""Every help text and every message of both programs has a line in each language, and no line is of nothing."""

from __future__ import annotations

import errno
import inspect
import os
import re
from collections.abc import Iterator

import click
import pytest
from click import core, exceptions, parser, types

from api.program.cli import main as matchledger
from domain.kernel.display.words import ENGLISH, languages
from domain.record.lines import EMPTY
from programs.commands import paragraphs
from programs.hearing import lines
from replay.cli import main as replay
from replay.commands.verify import MISSING, OTHER
from replay.listing.rows import STATUSES
from replay.listing.table import SPARED
from replay.reading.followed import NO_RECORD
from replay.reading.gathered import NO_FILE
from tests.programs.messages import details, messages, places_unnamed

LANGUAGES = [language for language in languages() if language != ENGLISH]
PROGRAMS = (replay, matchledger)

SYSTEM = (  # what an operating system says of files, connections and names
    *map(
        os.strerror,
        (
            errno.ENOENT,
            errno.EACCES,
            errno.EISDIR,
            errno.ENOTDIR,
            errno.EEXIST,
            errno.ENOSPC,
            errno.EDQUOT,
            errno.EFBIG,
            errno.EIO,
            errno.EROFS,
            errno.ENAMETOOLONG,
            errno.EMFILE,
            errno.ECONNREFUSED,
            errno.ETIMEDOUT,
            errno.ECONNRESET,
            errno.EADDRINUSE,
            errno.EADDRNOTAVAIL,
            errno.EHOSTUNREACH,
            errno.ENETUNREACH,
            errno.EPIPE,
            errno.ELOOP,
            errno.EPERM,
            errno.EINVAL,
            errno.ENODEV,
            errno.ENXIO,
            errno.ENOMEM,
            errno.ESTALE,
            errno.EBUSY,
        ),
    ),
    "Name or service not known",  # getaddrinfo(3)
    "Temporary failure in name resolution",
    "timed out",
    "file is not a database",  # SQLite
    "unable to open database file",
    "database is locked",
)
NAMED = (EMPTY, NO_RECORD, NO_FILE, MISSING, OTHER)  # messages that the sources keep under a name
TOGETHER = {  # what the sources put together from pieces, and the forms that it may have
    "{}: {}": ("{place}: {reason}",),
    "line 1: {}": ("line {number}: {reason}",),
    "{}; {}": ("{reason}; `replay verify` says more",),
    "the record does not begin with a table's opening; {}": ("{reason}; `replay verify` says more",),
    "{}{} cannot be written: everything is read, and again next time.": (
        "{path} cannot be written: everything is read, and again next time.",
    ),
    "a URL here has a host, no user, no fragment and no token: use {} or --token-file": (
        "a URL here has a host, no user, no fragment and no token: use MATCHLEDGER_TOKEN or --token-file",
    ),
    "{}: {}; SHA-256 of the manifest {}": (
        "{folder}: 1 record; SHA-256 of the manifest {hash}",
        "{folder}: {n} records; SHA-256 of the manifest {hash}",
    ),
    "{}: {} taken in{}": tuple(
        f"{{database}}: {records} taken in{there}"
        for records in ("1 record", "{n} records")
        for there in ("", ", 1 was there", ", {there} were there")
    ),
    **{
        f"{{}}: {{}} table{s} checked, {{}}": tuple(
            f"{{database}}: {tables} checked, {found}" for found in ("nothing is wrong", "1 fault", "{faults} faults")
        )
        for s, tables in (("", "1 table"), ("s", "{n} tables"))
    },
    "{} is there already{}: --force replaces files": (
        "{file} is there already: --force replaces files",
        "{file} is there already and {n} more: --force replaces files",
    ),
}
ELSEWHERE = (  # messages that a function returns or yields before they are said
    "This record does not verify: {reason}. `replay verify` says more.",
    "This record does not verify: {reason}. It can be read up to entry {n}; `replay verify` says more.",
    "the output cannot be written: {reason}",
    "{table}: {n} entries, ended by {how}, won by seat {seats}",
    "{table}: {n} entries, ended by {how}, won by seat {seats} (an older file was replaced)",
    "{table}: {n} entries, abandoned",
    "{folder}: 1 game written",
    "{folder}: {n} games written",
    "{folder}: 1 game written, {failed} failed",
    "{folder}: {n} games written, {failed} failed",
    "in use",
    "revoked {day}",
    "until {day}",
    "expired {day}",
    "it has entries and is not in the list",
    "the list says that its last entry is {listed}, and it is {n}",
    "the list says otherwise than the entries: {what}",
    "the next entry stored is {n}",
    "its hash does not follow from the entry and the hash before it",
    "it is not the entry of the snapshot",
    "the command is sealed in this copy",
    "{reason} won",
    "{reason} won ({how})",
    "{names} tie",
    "{names} tie ({how})",
    "Serving {url}",
    "Play, watch and review in a browser (Ctrl-C ends the service):",
    "The API and its documentation: {url}",
    "Tables: {url}",
    "An operator's key, shown only now:",
    "Another key: {line}",
    "The database {database} holds {n} tables.",
    "Play in the terminal:",
    "  open a table with a key ({url}), then: {line}",
    "The same by hand: open a table, and act at the one that waits for you:",
    "Watch a game as it is played:",
    "{game}, played by bots:",
    "{game}, which has ended:",
)
OF_LINES = (  # what is wrong in a line of a file of players, from a function, and what Python's `csv` says
    "there is no name",
    "the name has more than {n} characters",
    "the name has a character that cannot be seen",
    "there are {n} players, and a request registers {most}",
    "unexpected end of data",
    "line contains NUL",
    "field larger than field limit ({n})",
    "'{one}' expected after '{other}'",
    "new-line character seen in unquoted field - do you need to open the file with newline=''?",
)
OF_FILES = (  # why a file of a deck or of cards cannot be used, and what msgspec and marshmallow say of values
    "{value} is no name, side or `copies card`, or stands there twice",
    "{value} is neither axis nor allies",
    "a line `deck <name>` and a line `side <axis or allies>` are needed",
    "more than {n} bytes",
    "this is not UTF-8",
    "the file is not UTF-8",
    "the first line is {line}",
    "the second line names the columns {columns}",
    "the last line does not end",
    "Object contains unknown field {name}",
    "Object missing required field {name}",
    "Object contains unknown field {name} - at {path}",
    "Object missing required field {name} - at {path}",
    "Expected {kind}, got {other} - at {path}",
    "Expected {kind}, got {other}",
    "JSON is malformed: {reason}",
    "Input data was truncated",
    "Expected {kind} - at {path}",
    "Expected `str` matching regex {pattern} - at {path}",
    "Expected {kind} of length {n} - at {path}",
    "Expected {kind}",
    "Invalid value {value} - at {path}",
    "Invalid value {value}",
    "Invalid enum value {value} - at {path}",
    "Invalid enum value {value}",
    "Integer value out of range - at {path}",
    "'utf-8' codec can't decode byte {byte} in position {n}: {detail}",
    "'utf-8' codec can't decode bytes in position {n}: {detail}",
    "invalid character (byte {n})",
    "trailing characters (byte {n})",
    "object keys must be strings (byte {n})",
    "expected ',' or '}' (byte {n})",
    "expected ',' or ']' (byte {n})",
    "expected ':' (byte {n})",
    "trailing comma in object (byte {n})",
    "trailing comma in array (byte {n})",
    "invalid number (byte {n})",
    "invalid escape character in string (byte {n})",
    "Must not hold the control character {code}.",
)
OF_CLICK = (  # what click, and `programs` of its errors, put together from texts of its own
    "See `{path} --help`.",
    "Usage:",
    "COMMAND",
    "[ARGS]...",
    "Show this message and exit.",
    "{reason} Did you mean {name}?",
    "{reason} (Did you mean one of: {names}?)",
    "Missing argument {name}.",
    "Missing argument {name}. Choose from: {choices}",
    "Missing option {name}.",
    "Missing option {name}. Choose from: {choices}",
    "Invalid value for {name} (env var: {variable}): {reason}",
    "{value} is not a valid integer.",
    "{value} is not a valid integer range.",
    "{value} is not a valid float.",
    "{value} is not a valid float range.",
    "File {name} does not exist.",
    "Directory {name} does not exist.",
    "Path {name} does not exist.",
    "File {name} is a directory.",
    "Directory {name} is a file.",
    "File {name} is not readable.",
    "Directory {name} is not readable.",
)
OF_A_LIST = ("opened", "game", "seats", "players", "result", "time", "label", "wrong", "where", *SPARED, *STATUSES)
NO_DETAILS = {  # what the verifiers' modules say beside: codes, names, mistakes of ours, and pieces of a report's words
    "a stream of words never ends",
    "all",
    "arbiter",
    "case:{}",
    "other_parent",
    "refused",
    "ruler",
    "ruling",
    "spectator",
    "the entry that opens the secrets is not there",
    "the table had not ended",
    "the table was {} without a result",
    "{}: later entries may be missing",
}
NO_MESSAGES = (  # texts that the sources hand on and nobody reads in a language
    "replay: {}",  # the program's name before what is said
    "matchledger: {}",
    "{}: {} ({})",  # a reason against a deck, whose sentence is in the language already
    "{} ({})",  # what a service refuses, in the language already, and its code
    "the demonstration {} could not be opened: {}",  # a mistake of ours
)


def commands(group: click.Group) -> Iterator[click.Command]:
    """Yield a group and every command in it."""
    yield group
    for command in group.commands.values():
        yield from commands(command) if isinstance(command, click.Group) else [command]


def help_texts() -> set[str]:
    """Return every paragraph of help, and what each option is for."""
    found = set()
    for command in (command for program in PROGRAMS for command in commands(program)):
        found |= {paragraph.removeprefix("\b\n") for paragraph in paragraphs(command.help or "")}
        found |= {option.help for option in command.params if isinstance(option, click.Option) and option.help}
    return found


def clicks() -> set[str]:
    """Return the texts in click's sources, without the names of their places."""
    sources = [inspect.getsource(module) for module in (core, exceptions, parser, types)]
    texts = [text for source in sources for text in re.findall(r'"([^"\n]+)"', source)]
    return {re.sub(r"\{[\w!]*\}", "{}", text) for text in texts}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_help_text_of_both_programs_has_a_line(language: str) -> None:
    assert sorted(help_texts() - lines(language).keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_a_form(language: str) -> None:
    forms = {places_unnamed(form) for form in lines(language)}
    known = {*forms, *TOGETHER, *NO_MESSAGES}
    assert {text: where for text, where in messages().items() if text not in known} == {}
    assert [text for text in listed() if text not in lines(language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_verifier_says_has_a_form(language: str) -> None:
    forms = {places_unnamed(form) for form in lines(language)}
    assert {text: where for text, where in details().items() if text not in forms | NO_DETAILS} == {}
    assert NO_DETAILS - details().keys() == set()


def listed() -> set[str]:
    """Return what the sources do not say in one piece."""
    together = {form for forms in TOGETHER.values() for form in forms}
    return {*SYSTEM, *NAMED, *together, *ELSEWHERE, *OF_LINES, *OF_FILES, *OF_CLICK, *OF_A_LIST}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_of_what_nobody_says(language: str) -> None:
    made = messages()
    said = {*made, *details(), *clicks(), *map(places_unnamed, listed() | help_texts())}
    assert [form for form in lines(language) if places_unnamed(form) not in said] == []
    assert sorted(TOGETHER.keys() - made.keys() - {"{}: {}", "{}; {}"}) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_has_the_places_of_its_form(language: str) -> None:
    place = re.compile(r"\{(\w+)\}")
    assert {id for id, said in lines(language).items() if {*place.findall(id)} != {*place.findall(said)}} == set()
