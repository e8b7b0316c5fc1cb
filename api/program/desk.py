"""`matchledger desk`: the desk of arbiters in a shell, over HTTP with an arbiter's or operator's key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar, get_args

import click
import msgspec

from api.program.asking import at_service, client_of
from api.program.client import NoAnswerError, ProblemError, TableClient
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words, words_in
from domain.record.desk import DismissalCode, Finding, PenaltyKind
from domain.record.entries import RewindReason
from programs.commands import Group, Modules
from programs.language import language

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


@click.group(cls=Group, commands=Modules("api.program", {"export": ("desk_export", "export")}))
def desk() -> None:
    """Decide cases at a running service, as an arbiter or operator.

    `list` and `show` tell what has to be decided, `claim` makes it yours. `damage` says what going back would cost;
    `rule` and `rewind` decide. docs/arbiters.md is the guide.
    """


def _ruling(command: F) -> F:
    """Add the options that say why something is ruled."""
    for option in (
        click.option("--finding", type=click.Choice(get_args(Finding)), required=True, help="What was found."),
        click.option("--ground", "grounds", multiple=True, metavar="RULE", help="A rule that is cited."),
        click.option("--text", help="Words for everybody."),
        click.option("--sealed-text", help="Words that the players read after the end."),
        click.option("--private-text", help="A note for the desk."),
        click.option("--seen", type=click.IntRange(1), help="The last entry that you have seen, as `show` says."),
        click.option("--stay", is_flag=True, help="Leave the play stopped."),
    ):
        command = option(command)
    return command


@desk.command("list")
@click.option("--overdue", is_flag=True, help="Only what waits too long.")
@click.option("--mine", is_flag=True, help="Only what you have claimed.")
@click.option("--closed", is_flag=True, help="Closed cases too.")
@at_service
def list_cases(service: str, token: str, **asked: bool) -> None:
    """List cases: overdue ones first, then the oldest."""
    cursor = ""
    chosen = "".join(f"&{name}=true" for name, wanted in asked.items() if wanted)
    while True:
        page = ask(service, token, "GET", f"/cases?limit=200{chosen}{cursor}")
        for row in page["cases"]:
            marks = [word for word in ("overdue", "stops_play", "quiet") if row[word]]
            said = (row["filed_at"], row["case"], row["state"], row["about"], row["table"], row["moment"], *marks)
            click.echo("  ".join(plain(str(word)) for word in said))
        if page["next"] is None:
            return
        cursor = f"&cursor={page['next']}"


@desk.command()
@click.argument("case")
@click.option("--json", "as_json", is_flag=True, help="As the service answers.")
@at_service
def show(case: str, service: str, token: str, *, as_json: bool) -> None:
    """Show a case: its state, its entries, and what was written about it."""
    _told(ask(service, token, "GET", f"/cases/{case_id(case)}"), as_json=as_json)


@desk.command()
@click.argument("case")
@at_service
def claim(case: str, service: str, token: str) -> None:
    """Claim a case: from then on you decide it."""
    _step(service, token, case, "claim", {})


@desk.command()
@click.argument("case")
@at_service
def release(case: str, service: str, token: str) -> None:
    """Give a case out of hand."""
    _step(service, token, case, "release", {})


@desk.command()
@click.argument("case")
@at_service
def close(case: str, service: str, token: str) -> None:
    """Close a case that nobody can appeal any more."""
    _step(service, token, case, "close", {})


@desk.command()
@click.argument("case")
@click.option("--code", type=click.Choice(get_args(DismissalCode)), required=True, help="Why nothing is decided.")
@click.option("--text", help="Words for everybody.")
@at_service
def dismiss(case: str, code: str, text: str | None, service: str, token: str) -> None:
    """Dismiss a case."""
    _step(service, token, case, "dismiss", _given(code=code, text=text))


@desk.command()
@click.argument("case")
@click.option("--to", type=click.IntRange(1), required=True, metavar="N", help="Go back to the table after entry N.")
@click.option("--json", "as_json", is_flag=True, help="As the service answers.")
@at_service
def damage(case: str, to: int, service: str, token: str, *, as_json: bool) -> None:
    """Tell what going back would cost. You see every hand by it, and an entry says so."""
    table = _table(service, token, case)
    report = ask(service, token, "POST", f"/tables/{table}/rewind", {"case": case, "to": to, "dry_run": True})
    if as_json:
        click.echo(msgspec.json.encode(report))
        return
    for said in report["told"]:
        click.echo(plain(said["heading"]))
        for sentence in said["sentences"]:
            click.echo(f"  {plain(sentence)}")


@desk.command()
@click.argument("case")
@click.option("--to", type=click.IntRange(1), required=True, metavar="N", help="Go back to the table after entry N.")
@click.option("--reason", type=click.Choice(get_args(RewindReason)), default="infraction", help="Why you go back.")
@click.option("--reshuffle", is_flag=True, help="Put what lies face down in a new order.")
@_ruling
@at_service
def rewind(case: str, to: int, reason: str, service: str, token: str, *, reshuffle: bool, **why: Any) -> None:
    """Rule that the table goes back. --seen is needed."""
    measure = {"to": to, "reason": reason, "order": "reshuffle" if reshuffle else "keep"}
    _rule(service, token, case, why, rewind=measure)


@desk.command()
@click.argument("case")
@click.option(
    "--result", metavar="SEATS", help="Another result: seats from the first place on, 1,0; a + for those who share one."
)
@click.option(
    "--penalty", "penalties", nargs=2, type=(int, click.Choice(get_args(PenaltyKind))), multiple=True,
    metavar="SEAT KIND", help="Penalise a seat.",
)  # fmt: skip
@click.option("--void", is_flag=True, help="Give the table up.")
@_ruling
@at_service
def rule(
    case: str,
    result: str | None,
    penalties: tuple[tuple[int, str], ...],
    service: str,
    token: str,
    *,
    void: bool,
    **why: Any,
) -> None:
    """Rule on a case. A ruling that changes the table needs --seen."""
    given = [{"seat": seat, "penalty": penalty} for seat, penalty in penalties]
    places = None if result is None else {"places": _places(result)}
    _rule(service, token, case, why, result=places, penalties=given or None, void=void or None)


def _places(text: str) -> list[list[int]]:
    try:
        return [[int(seat) for seat in place.split("+")] for place in text.split(",")]
    except ValueError:
        raise click.UsageError(f"{text} is no result: seats from the first place on, such as 1,0") from None


def _rule(service: str, token: str, case: str, why: dict[str, Any], **measures: Any) -> None:
    seen, stay, grounds = why.pop("seen"), why.pop("stay"), list(why.pop("grounds"))
    body = _given(**why, **measures, grounds=grounds, resume=not stay)
    _step(service, token, case, "rule", body, tag=None if seen is None else f'"{seen}"')


def _given(**members: Any) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def _step(service: str, token: str, case: str, what: str, body: dict[str, Any], tag: str | None = None) -> None:
    _told(ask(service, token, "POST", f"/cases/{case_id(case)}/{what}", body, tag), as_json=False)


def _table(service: str, token: str, case: str) -> str:
    return str(ask(service, token, "GET", f"/cases/{case_id(case)}")["table"])


def case_id(case: str) -> str:
    """Return a case's id as it stands in an address; raises `UsageError` for what is none."""
    if not case.replace("-", "").replace("_", "").isalnum() or not case.isascii():
        raise click.UsageError(f"{case} is no id of a case")
    return case


def ask(service: str, token: str, method: str, path: str, body: Any = None, tag: str | None = None) -> Any:
    """Return the answer to a request; raises `ClickException` for a refusal, with its code."""
    return called(service, token, lambda client: client.ask(method, path, body, tag=tag))


def called(service: str, token: str, act: Callable[[TableClient], T]) -> T:
    """Return what a call of the service gives; raises as `ask` does."""
    client = client_of(service, token)
    try:
        return act(client)
    except ProblemError as error:
        if error.code in ("precondition_needed", "stale_table"):
            raise click.ClickException("name the table's last entry with --seen, as `show` says it now") from None
        raise click.ClickException(f"{error} ({error.code})") from None
    except NoAnswerError as error:
        raise click.ClickException(str(error)) from None


def _told(case: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.encode(case))
        return
    for line in _lines(case, words_in(language(), "api")):
        click.echo(line)


def _lines(case: dict[str, Any], words: Words) -> Iterator[str]:
    """Yield a case in lines; codes are those of the record."""
    yield words.say("Case {case}: {state}", case=case["case"], state=case["state"])
    yield words.say(
        "Table {table}, entry {moment}: {about}", table=case["table"], moment=case["moment"], about=case["about"]
    )
    yield words.say("Last entry in sight: {n}", n=case["n"])
    if case["waits_until"] is not None:
        stands = "The play stands until every seat has accepted the ruling, at the latest until {time}; so far: {seats}"
        seats = ", ".join(map(str, case["accepted"])) or "–"
        yield words.say(stands, time=case["waits_until"], seats=seats)
    for entry in case["history"]:
        said = [str(entry[name]) for name in ("finding", "code", "penalty") if name in entry]
        more = [*said, *entry.get("measures", ()), *entry.get("grounds", ())]
        yield "  ".join(plain(str(word)) for word in (entry.get("n", "–"), entry["kind"], entry["by"], *more))
    for given in case["penalties_of"]:
        yield plain(
            words.say(
                "So far seat {seat}: {penalty} (case {case})",
                seat=given["seat"],
                penalty=given["penalty"],
                case=given["case"],
            )
        )
    for text in case["texts"]:
        yield plain(words.say("{by} writes ({readers}):", by=text["by"], readers=text["readers"]))
        yield from (f"  {plain(line)}" for line in text["text"].splitlines())
