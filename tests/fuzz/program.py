"""Runs of the program, and what every one of them has to fulfil."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from command_lines import Words

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from minikrylov_report import UnreadableFileError  # isort: skip
from minikrylov_report.crowded import CROWDED  # isort: skip
from minikrylov_report.results import plain  # isort: skip
import h5py  # isort: skip
import validate_results  # isort: skip

SCHEMA: dict[str, Any] = json.loads((SCRIPTS / "results_schema.json").read_text(encoding="utf-8"))
BROKEN = re.compile(
    r"bad_alloc|rror: |terminate called|[Bb]acktrace|Sanitizer|MPI_ERR|MPI_ABORT|\bsignal \d|Segmentation|Assertion"
)


@dataclass(frozen=True)
class Ended:
    """How a run ended; `code` is None where it took longer than it may."""

    code: int | None
    stdout: str
    stderr: str
    seconds: float

    @property
    def reasons(self) -> list[str]:
        """The lines of stderr that are the program's own: launchers put theirs between rulers."""
        own, lines = True, []
        for line in self.stderr.splitlines():
            if line.startswith("-----"):
                own = not own
            elif own:
                lines.append(line)
        return lines


@dataclass(frozen=True)
class Program:
    """The program and how it is started."""

    path: str
    launcher: str  # empty: there is no MPI
    folder: Path
    limit: float  # seconds of a run

    def command(self, words: Sequence[str], ranks: int) -> list[str]:
        launch = [self.launcher, "-n", str(ranks)] if self.launcher and ranks > 1 else []
        return [*launch, self.path, *words]

    def run(self, words: Sequence[str], ranks: int = 1, threads: int = 1) -> Ended:
        """Runs it in the folder, and ends it with all its processes where it takes too long."""
        environment = {**CROWDED, **os.environ, "OMP_NUM_THREADS": str(threads)}
        began = time.monotonic()
        with subprocess.Popen(
            self.command(words, ranks),
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as process:
            code: int | None = None
            try:
                stdout, stderr = process.communicate(timeout=self.limit)
                code = process.returncode
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGTERM)  # a launcher ends its ranks
                try:
                    stdout, stderr = process.communicate(timeout=10)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    stdout, stderr = process.communicate()
        return Ended(code, stdout, stderr, time.monotonic() - began)


def complaints_of_ending(words: Words, ended: Ended) -> Iterator[str]:
    """What is wrong with the exit code and with what was printed."""
    if ended.code is None:
        yield f"it was not done after {ended.seconds:.0f} s"
        return
    if ended.code not in (0, 1, 2):
        yield f"exit code {ended.code}"
    if found := BROKEN.search(ended.stderr):
        yield f"stderr says {found.group()!r}"
    if "\x1b" in ended.stdout + ended.stderr:
        yield "an escape sequence was printed"
    if ended.code == 2 and ended.stdout:
        yield "it was refused, but something is on stdout"
    if ended.code == 2 and not ended.reasons:
        yield "it was refused without a reason"
    if ended.code == 2:
        for line in ended.reasons:
            if not re.search(r"\(.+\) \S", line):
                yield f"no problem (reason) remedy: {line!r}"
    if ended.code in (0, 1) and not ended.stdout:
        yield "nothing is on stdout"
    if ended.code == 1 and words.command not in ("solve", "accept"):
        yield "exit code 1 of a job that checks nothing"
    if ended.code == 1 and words.command == "solve" and "NOT ACCEPTED" not in ended.stdout:
        yield "exit code 1, but every solve was accepted"


def complaints_of_files(words: Words, ended: Ended, folder: Path) -> Iterator[str]:
    """What is wrong with the files of a run."""
    for name in ("--output", "--trace", "--text"):
        if not (file := words.value(name)):
            continue
        path = folder / file
        if path.exists() != (ended.code in (0, 1)):
            yield f"{name} {file} is {'there' if path.exists() else 'missing'} after exit code {ended.code}"
        elif not path.exists():
            continue
        elif name == "--trace":
            try:
                json.loads(path.read_text(encoding="utf-8"))
            except ValueError as error:
                yield f"the trace is no JSON: {error}"
        elif path.read_bytes()[1:4] == b"HDF":
            try:
                yield from validate_results.check_file(path, SCHEMA)
            except UnreadableFileError as error:
                yield str(error)
        elif path.stat().st_size == 0:
            yield f"{file} is empty"
    for part in folder.glob("*.part-*"):
        yield f"{part.name} was left behind"


@dataclass(frozen=True)
class Solved:
    """How a solve of a results file ended."""

    method: str
    accepted: bool
    outcomes: tuple[str, ...]
    iterations: tuple[int, ...]  # of each right-hand side
    restarts: int


def solves_in(path: Path) -> list[Solved]:
    """All of a file that is valid."""
    with h5py.File(path, "r") as file:
        groups = [file["solves"][str(k)] for k in range(len(file["solves"]))]
        return [
            Solved(
                method=str(plain(group.attrs["method"])),
                accepted=plain(group.attrs["accepted"]) == "yes",
                outcomes=tuple(plain(group["outcomes"][()])),
                iterations=tuple(int(n) for n in group["iterations_of"][()]),
                restarts=int(group.attrs["restarts"]),
            )
            for group in groups
        ]


@dataclass(frozen=True)
class Allowed:
    """At least so many, or this share of all, of no more than `most` iterations."""

    least: int
    share: float
    most: int


# By how much iterations may differ: other orders of the same sums round otherwise, which methods amplify, those of BiCGStab
# without bounds. So solves are compared that converge soon and without restarts.
ALLOWED = {"cg": Allowed(2, 0.1, 300), "bicgstab": Allowed(4, 0.3, 80)}


def difference(one: Solved, other: Solved) -> str:
    """What is not the same about two solves of one system, in words; nothing if they agree."""
    allowed = ALLOWED["bicgstab" if "bicgstab" in one.method else "cg"]
    soon = one.restarts == 0 and max(one.iterations) <= allowed.most
    if not soon or not one.accepted or set(one.outcomes) != {"converged"}:
        return ""
    if not other.accepted or other.outcomes != one.outcomes:
        return f"{one.method}: {other.outcomes} instead of {one.outcomes}"
    for here, there in zip(one.iterations, other.iterations, strict=True):
        if abs(here - there) > max(allowed.least, allowed.share * here):
            return f"{one.method}: {there} iterations instead of {here}"
    return ""
