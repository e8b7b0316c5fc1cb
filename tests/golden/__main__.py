"""`python -m tests.golden`: a record turned into a golden play, and how the views of golden records differ."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from domain.record.lines import read as read_record
from domain.record.lines import split
from tests.golden.converting import NotAPlayError, play_from
from tests.golden.telling import views
from tests.golden.written import GAMES, plays, text_of

ROOT = Path(__file__).parents[2]


@click.group()
def main() -> None:
    """Golden plays: write one, and see how views differ from those of another revision."""


@main.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", required=True, help="The name of the play.")
@click.option("--about", required=True, help="What the play shows, in a sentence.")
def write(record: Path, name: str, about: str) -> None:
    """Write the moves of a full RECORD down as a golden play of its game."""
    text = record.read_bytes()
    try:
        play = play_from(text, name=name, about=about)
    except NotAPlayError as error:
        raise click.ClickException(str(error)) from None
    file = GAMES / read_record(split(text)).header.game / "golden" / f"{name}.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text_of(play))
    click.echo(f"{file.relative_to(ROOT)}; now `pytest --golden tests/golden`")


@main.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("names", nargs=-1)
def render(folder: Path, names: tuple[str, ...]) -> None:
    """Write what every viewer sees in the stored golden records into a FOLDER; NAMES (game/play) choose some."""
    for play in plays():
        stored = play.file("ndjson")
        if stored.exists() and (not names or f"{play.game}/{play.name}" in names):
            for viewer, shown in views(stored.read_bytes()).items():
                file = folder / play.game / play.name / f"{viewer.replace(':', '_')}.txt"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(shown)


@main.command("views")
@click.option("--since", default="HEAD", show_default=True, help="The revision to compare with.")
@click.argument("names", nargs=-1)
def difference(since: str, names: tuple[str, ...]) -> None:
    """Show how the views of golden records differ between a revision and the files as they are; NAMES are game/play.

    Each side is rendered by its own program from its own records.
    """
    with TemporaryDirectory() as scratch:
        before, old, new = Path(scratch, "tree"), Path(scratch, "before"), Path(scratch, "now")
        packed = subprocess.run(
            ["git", "archive", since, "domain", "tests"], cwd=ROOT, stdout=subprocess.PIPE, check=True
        )
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as tree:
            tree.extractall(before, filter="data")
        for root, made in ((before, old), (ROOT, new)):
            made.mkdir()
            command = [sys.executable, "-m", "tests.golden", "render", str(made), *names]
            if subprocess.run(command, cwd=root, check=False).returncode:
                raise click.ClickException(f"the golden records of {since if root == before else 'now'} cannot be seen")
        done = subprocess.run(
            ["git", "diff", "--no-index", "--no-prefix", "-U0", "before", "now"], cwd=scratch, check=False
        )
    sys.exit(done.returncode)


if __name__ == "__main__":
    main(prog_name="python -m tests.golden")
