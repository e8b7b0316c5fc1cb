"""Every input error is one clear line on stderr and exit code 2; nothing ever ends in a traceback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.audit.report import CODES
from domain.kernel.seats import SPECTATOR, Viewer, seat_viewer
from replay.cli import main
from tests.audit.forging import Forgery
from tests.audit.tables import duel, harbour
from tests.audit.test_damage import damaged
from tests.replay.records import RECORD
from tests.standalone.damage import DAMAGES, Damage

FILE = str(RECORD)


def ask(*arguments: str, text: bytes | None = None, env: dict[str, str | None] | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=text, env=env)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show",), "Missing argument 'FILE'. See `replay show --help`."),
        (("sing",), "No such command 'sing'. See `replay --help`."),
        (("--loud",), "No such option '--loud'. See `replay --help`."),
        (("show", "nowhere.ndjson"), "nowhere.ndjson: No such file or directory"),
        (("show", "."), ".: Is a directory"),
        (("show", "a\0b"), "ab: embedded null byte"),
        (("show", FILE, "--at", "x"), "'x' is no address: use 41, or 41.3 for the state after fact 3 of entry 41"),
        (("show", FILE, "--at", "999"), "the record has entries 1 to 49, not 999"),
        (("show", FILE, "--at", "5.99"), "entry 5 has 6 facts, counted from 0"),
        (("show", FILE, "--viewer", "me"), "'me' is no viewer: use all, spectator, or seat:0 to seat:2"),
        (("show", FILE, "--viewer", "seat:3"), "'seat:3' is no viewer: use all, spectator, or seat:0 to seat:2"),
        (("show", FILE, "--name", "Anna"), "Invalid value for '--name': 'Anna' is no name of a seat: use 0=Anna. See"),
        (("show", FILE, "--name", "7=Anna"), "the table has seats 0 to 2, not 7"),
        (("show", FILE, "--lang", "../x"), "Invalid value for '--lang': a language is written like en or pt_BR. See"),
        (("show", FILE, "--columns", "3"), "Invalid value for '--columns': 3 is not in the range 40<=x<=400. See"),
        (("log", FILE, "--from", "9", "--to", "3"), "there are no entries from 9 to 3: the record has 1 to 49"),
        (("log", FILE, "--from", "99"), "there are no entries from 99 to 49: the record has 1 to 49"),
        (("redact", FILE), "Missing option '--viewer'. See `replay redact --help`."),
        (("redact", FILE, "--viewer", "seat:9"), "'seat:9' is no viewer: use all, spectator, or seat:0 to seat:2"),
        (
            ("redact", FILE, "--viewer", "all", "--out", "no/such/folder/x"),
            "no/such/folder/x: No such file or directory",
        ),
        (("export", FILE, "--format", "pdf"), "Invalid value for '--format': 'pdf' is not one of"),
        (("list", "nowhere"), "nowhere: No such file or directory"),
        (("list", FILE), "Not a directory"),
        (("verify", "nowhere.ndjson"), "nowhere.ndjson: No such file or directory"),
        (("show", FILE, "--token-file", "nowhere"), None),
        (("show", "http://h/t", "--token-file", "nowhere"), "nowhere: No such file or directory"),
        (("show", "http:///t"), "a URL here has a host, no user, no fragment and no token"),
        (("show", "http://me:pw@h/t"), "a URL here has a host, no user, no fragment and no token"),
        (("show", "http://h/t?token=abc"), "a URL here has a host, no user, no fragment and no token"),
        (("show", "http://[h/t"), "is no URL: Invalid IPv6 URL"),
    ],
)
def test_an_input_error_is_one_line_and_exit_code_2(arguments: tuple[str, ...], message: str | None) -> None:
    result = ask(*arguments)
    if message is None:
        assert result.exit_code == 0, "a token is not read where none is needed"
        return
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("replay: ")
    assert message in result.stderr


@pytest.mark.parametrize(
    "text",
    [
        b"\n",
        b"hello\n",
        b"{}\n",
        b'{"headers":1}\n',
        b'["header","entry"]\n',
        b'{"entry":{"n"',
        b'{"entry":NaN}\n',
        b'{"a":{"entry":{}}}\n',
        b'\xff{"header":{}}\n',
        b'{"entry":' + b"[" * 99_999,
        b"[" * 4_000_000,  # in one look at each byte
        b"\xff\xfe",
    ],
)
def test_what_is_no_record_at_all_cannot_be_verified(text: bytes) -> None:
    result = ask("verify", "-", text=text)
    assert (result.exit_code, result.stdout) == (2, "")
    said = "replay: - is no record of Matchledger: no line of it is a header or an entry (not_a_record)\n"
    assert result.stderr == said
    assert ask("show", "-", text=text).stderr == said, "every command says the same"


@pytest.mark.parametrize("command", ["verify", "show", "log", "diff", "stats"])
def test_that_a_record_is_empty_is_said_in_one_wording(command: str) -> None:
    nothing = ask(command, "-", text=b"")
    assert (nothing.exit_code, nothing.stderr) == (2, "replay: -: the record is empty (empty_record)\n")
    header = duel().record().split(b"\n")[0] + b"\n"
    only = ask(command, "-", text=header)
    if command == "verify":
        assert only.exit_code == 1
        assert "line 1 (empty_record): the record is empty" in only.stdout
    else:
        assert (only.exit_code, only.stderr) == (2, "replay: line 1: the record is empty; `replay verify` says more\n")


@pytest.mark.parametrize("command", ["stats", "redact", "export"])
def test_a_record_that_cannot_be_read_names_its_line_and_the_verification(command: str) -> None:
    options = {"redact": ("--viewer", "spectator"), "export": ("--format", "text")}.get(command, ())
    result = ask(command, "-", *options, text=duel().record()[:-1])
    assert result.exit_code == 2
    count = len(duel().entries) + 1
    assert result.stderr == (
        f"replay: line {count}: the line does not end: the record was cut off; `replay verify` says more\n"
    )


def test_a_record_without_entries_cannot_be_cut_down() -> None:
    header = duel().record().split(b"\n")[0] + b"\n"
    result = ask("redact", "-", "--viewer", "spectator", text=header)
    assert result.exit_code == 2
    assert "line 1: the record is empty" in result.stderr


def test_a_record_that_begins_with_another_entry_cannot_be_cut_down() -> None:
    copy = Forgery(duel())
    del copy.lines[1]
    result = ask("redact", "-", "--viewer", "spectator", text=copy.text(linked=False))
    assert result.exit_code == 2
    assert "the record does not begin with a table's opening" in result.stderr


DAMAGED = "the record is damaged from line"


@pytest.mark.parametrize("lost", [1, 40, 900])
@pytest.mark.parametrize("command", ["show", "log", "diff"])
def test_half_a_download_is_shown_up_to_its_end_and_marked(command: str, lost: int) -> None:
    text = duel().record()[:-lost]
    sound = text.rpartition(b"\n")[0] + b"\n"
    result, known = ask(command, "-", text=text), ask(command, "-", text=sound)
    line = text.count(b"\n") + 1
    assert result.exit_code == 0
    assert result.stderr == (
        f"This record does not verify: line {line}, format and canonical bytes (cut_off): the line does not end: "
        f"the record was cut off. It can be read up to entry {line - 2}; `replay verify` says more.\n"
    )
    shown = " ".join(result.stdout.split())
    assert f"{DAMAGED} {line} on" in shown
    assert known.stdout.split()[-5:] == result.stdout.replace(f"({DAMAGED} {line} on)", "").split()[-5:]
    assert DAMAGED not in known.stdout
    assert ask("verify", "-", text=text).exit_code == 1


def test_a_record_that_contradicts_itself_is_shown_up_to_there() -> None:
    copy = Forgery(duel())
    for fact in copy.entry(9)["facts"]:
        fact.update({name: 77 for name in fact if name == "seat"})
    text = copy.text()
    for command in ("show", "log", "diff"):
        result = ask(command, "-", text=text)
        assert result.exit_code == 0
        assert "line 10, every action decided again (impossible_entry): " in result.stderr
        assert "It can be read up to entry 8; " in result.stderr
        assert f"{DAMAGED} 10 on" in " ".join(result.stdout.split())
    assert "entry 8 of 8" in ask("show", "-", text=text).stdout
    assert "the record has entries 1 to 8, not 9" in ask("show", "-", "--at", "9", text=text).stderr
    wrong = json.loads(ask("show", "-", "--json", text=text).stdout)["wrong"]
    assert (wrong["number"], wrong["code"], wrong["line"]) == (8, "impossible_entry", 10)


def test_what_the_game_says_of_an_impossible_entry_is_told_in_its_words() -> None:
    copy = Forgery(duel())
    played = copy.first("action_taken", lambda entry: any(fact["tag"] == "utility_played" for fact in entry["facts"]))
    next(fact for fact in played["facts"] if fact["tag"] == "utility_played")["card"] = "zz"
    result = ask("show", "-", "--lang", "ja", text=copy.text())
    assert result.exit_code == 0
    assert "[zzはこのゲームのカードではありません]" in result.stderr


@pytest.mark.parametrize("command", ["show", "log", "diff", "stats", "redact", "export"])
def test_a_record_that_does_not_verify_is_told_once_with_check_and_line(command: str) -> None:
    """The chain costs little; the first wrong line is named, whatever else is wrong."""
    lines = duel().record().split(b"\n")
    lines[7] = lines[7].replace(b'"used_ms":', b'"used_ms":1', 1)
    options = {"redact": ("--viewer", "spectator"), "export": ("--format", "text")}.get(command, ())
    result = ask(command, "-", *options, text=b"\n".join(lines))
    assert result.exit_code == 0
    said = (
        "This record does not verify: line 8, chain of hashes (broken_chain): the hash does not follow from the entry "
    )
    assert result.stderr.startswith(said)
    assert result.stderr.count("does not verify") == 1
    if command == "show":
        assert "the record does not verify" in " ".join(result.stdout.split())


def test_a_good_copy_of_any_viewer_is_told_nothing_about() -> None:
    for viewer in (SPECTATOR, seat_viewer(0)):
        assert ask("log", "-", text=duel().record(viewer)).stderr == ""


def test_a_header_with_a_viewer_that_cannot_be_is_said() -> None:
    copy = Forgery(duel())
    copy.header["viewer"] = "nobody"
    result = ask("show", "-", text=copy.text())
    assert result.exit_code == 2
    assert "line 1: 'nobody' is no viewer" in result.stderr


def test_a_message_quotes_no_control_characters_and_never_a_whole_file() -> None:
    result = ask("show", "x\x1b[31m" + "y" * 900)
    assert "\x1b" not in result.stderr
    assert len(result.stderr) < 600


@pytest.mark.parametrize("lang", ["ja_JP.UTF-8", "ja_JP", "ja"])
def test_the_language_is_that_of_the_environment_unless_one_is_asked_for(lang: str) -> None:
    japanese = ask("log", FILE, "--to", "2", env={"LC_ALL": None, "LANG": lang})
    assert "席0が着席しました。" in japanese.stdout
    assert ask("log", FILE, "--to", "2", "--lang", "ja").stdout == japanese.stdout
    english = ask("log", FILE, "--to", "2", "--lang", "en", env={"LC_ALL": lang})
    assert "Seat 0 sits down." in english.stdout


def test_an_environment_whose_language_we_do_not_speak_is_english_without_a_word() -> None:
    result = ask("log", FILE, "--to", "2", env={"LC_ALL": "de_DE.UTF-8"})
    assert (result.stderr, "Seat 0 sits down." in result.stdout) == ("", True)


def test_a_language_without_sentences_is_english_and_said() -> None:
    result = ask("log", FILE, "--lang", "de", "--to", "2", "--name", "0=Anna")
    assert result.exit_code == 0
    assert result.stderr == "There are no sentences in 'de' yet: English.\n"
    assert "Anna sits down." in result.stdout


@pytest.mark.parametrize(
    ("owner", "asked", "known"),
    [
        (seat_viewer(0), "seat:1", "spectator"),
        (seat_viewer(0), "seat:0,seat:1", "seat:0"),
        (seat_viewer(0), "all", "seat:0"),
        (SPECTATOR, "seat:1", "spectator"),
        (SPECTATOR, "all", "spectator"),
    ],
)
@pytest.mark.parametrize("command", ["show", "log", "diff"])
def test_a_copy_shows_as_much_of_a_viewer_as_it_knows_and_says_so(
    command: str, owner: Viewer, asked: str, known: str
) -> None:
    copy = duel().record(owner)
    result = ask(command, "-", "--viewer", asked, text=copy)
    assert result.exit_code == 0
    assert result.stderr == f"This copy was made for {owner}: shown as {known} saw it, not as {asked}.\n"
    assert result.stdout == ask(command, "-", "--viewer", known, text=copy).stdout


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
@pytest.mark.long
def test_no_damage_makes_a_command_end_in_a_traceback(damage: Damage, tmp_path: Path) -> None:
    file = tmp_path / "record.ndjson"
    file.write_bytes(damaged(damage))
    for command, *options in (
        ("verify",),
        ("show",),
        ("show", "--json", "--at", "12"),
        ("log",),
        ("diff",),
        ("stats",),
        ("redact", "--viewer", "spectator"),
        ("export", "--format", "json"),
    ):
        result = ask(command, str(file), *options)
        assert result.exception is None or isinstance(result.exception, SystemExit), (command, result.exc_info)
        assert result.exit_code in (0, 1, 2)
        assert result.exit_code != 1 or command == "verify"
        if result.exit_code == 2:
            assert result.stderr.splitlines()[-1].startswith("replay: ")
    assert ask("list", str(tmp_path)).exit_code == 0


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_verify_exits_with_1_on_damage_even_where_the_header_is_gone(damage: Damage) -> None:
    result = ask("verify", "-", text=damaged(damage))
    assert result.exit_code == (0 if damage.check is None else 1), result.stderr


def test_verify_names_the_first_wrong_line() -> None:
    text = harbour().record().replace(b'"used_ms":', b'"used_ms":1', 1)
    result = ask("verify", "-", text=text)
    assert result.exit_code == 1
    assert "The first wrong line is line " in result.stdout
    assert " failed\n     line " in result.stdout
    assert " (broken_chain): the hash does not follow" in result.stdout


def test_every_code_of_a_failed_check_is_documented_beside_its_check() -> None:
    text = (Path(__file__).parents[2] / "docs" / "replay.md").read_text(encoding="utf-8")
    rows = {int(row.split("|")[1]): row for row in text.splitlines() if re.match(r"\| \d+ \| `", row)}
    for code, number in CODES.items():
        assert f"`{code}`" in rows[number], code
    for code in ("not_a_record", "empty_record"):
        assert f"`{code}`" in text


FULL = Path("/dev/full")  # where every write fails as on a full disk


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("command", ["verify", "show", "log", "stats"])
def test_an_output_that_cannot_be_written_is_said(tmp_path: Path, command: str) -> None:
    """One line and exit 2: 1 would say that the record is wrong."""
    file = tmp_path / "x.ndjson"
    file.write_bytes(duel().record())
    with FULL.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "replay.cli", command, str(file)],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"replay: the output cannot be written: ")
    assert done.stderr.count(b"\n") == 1


def test_what_the_outputs_encoding_lacks_is_a_question_mark(tmp_path: Path) -> None:
    file = tmp_path / "x.ndjson"
    file.write_bytes(duel().record())
    done = subprocess.run(
        [sys.executable, "-m", "replay.cli", "show", str(file)],
        env={**os.environ, "PYTHONIOENCODING": "euc-jp", "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b" ? entry " in done.stdout


def test_a_reader_that_goes_away_ends_a_command_quietly(tmp_path: Path) -> None:
    file = tmp_path / "long.ndjson"
    file.write_bytes(duel().record())
    command = [sys.executable, "-m", "replay.cli", "log", str(file), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout, process.stderr:
        process.stdout.read(10)
        process.stdout.close()
        assert process.wait(60) == 141
        assert process.stderr.read() == b""
