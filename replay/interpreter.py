"""Which Python runs this program and how it was built: the same code is up to 1.2 times as fast in another build."""

from __future__ import annotations

import platform
import shlex
import sys
import sysconfig

import msgspec


class Interpreter(msgspec.Struct, frozen=True, kw_only=True):
    """A build of Python, as far as it tells.

    `pgo` (profile-guided optimisation) and `lto` (at link time) are true where the build was configured with them, else
    `None`: a distribution may do so in another way, which stands nowhere. `flags` are those of the C compiler.
    """

    version: str
    implementation: str
    build: str
    compiler: str
    flags: str | None
    pgo: bool | None
    lto: bool | None
    debug: bool


def interpreter() -> Interpreter:
    """Return the build that runs this."""
    arguments = shlex.split(str(sysconfig.get_config_var("CONFIG_ARGS") or ""))
    return Interpreter(
        version=platform.python_version(),
        implementation=platform.python_implementation(),
        build=" ".join(platform.python_build()).strip(),
        compiler=platform.python_compiler(),
        flags=sysconfig.get_config_var("OPT"),
        pgo=_asked(arguments, "--enable-optimizations"),
        lto=_asked(arguments, "--with-lto"),
        debug=hasattr(sys, "gettotalrefcount"),
    )


def _asked(arguments: list[str], name: str) -> bool | None:
    """Say whether the build was configured with a feature: true, or nothing that could be relied on."""
    values = [value for word, _, value in (argument.partition("=") for argument in arguments) if word == name]
    return True if values and values[-1] != "no" else None
