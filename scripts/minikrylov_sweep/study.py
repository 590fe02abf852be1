"""A study as a list of runs, from its file."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import re
import shlex
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from minikrylov_report import PrintableError

KNOWN = {"name", "about", "common", "vary", "case", "launch", "job"}
# Settings of a run's launch, as opposed to options of the program.
LAUNCH_KEYS = ("ranks", "threads")
# Options that name files to be written, which the sweep does itself, or that replace a run's own options.
NOT_FOR_STUDIES = {"output", "trace", "dump-matrix", "dump-rhs", "force", "config", "dump-config"}
MOST_RUNS = 100_000
MOST_CHARACTERS = 1 << 20  # as of a job file of the program


class StudyError(PrintableError):
    """An invalid study."""


@dataclass(frozen=True)
class Run:
    """One run of the program."""

    name: str
    ranks: int
    threads: int
    options: dict[str, Any]

    def words(self) -> list[str]:
        """The program's arguments, without --output."""
        words = ["solve"]
        for key, value in self.options.items():
            if value is True:
                words.append(f"--{key}")
            elif value is not False:
                words += [f"--{key}", ",".join(map(str, value)) if isinstance(value, list) else str(value)]
        return words


@dataclass(frozen=True)
class Study:
    """Runs, and how to start them."""

    name: str
    about: str
    runs: list[Run]
    launch: str
    environment: dict[str, str]
    job: dict[str, Any] = field(default_factory=dict)


def read_study(path: Path) -> Study:
    """Reads a study from a file. Raises StudyError."""
    text = content_of(path)
    if unknown := sorted(set(text) - KNOWN):
        raise StudyError(
            f"{path}: there is no section {', '.join(unknown)} (unknown name) use {', '.join(sorted(KNOWN))}"
        )
    check_types(text, path)
    launch = text.get("launch", {})
    return Study(
        name_of(text, path),
        text.get("about", ""),
        list(runs_of(text, path)),
        command_of(launch, path),
        environment_of(launch, path),
        text.get("job", {}),
    )


def content_of(path: Path) -> dict[str, Any]:
    """The sections of a file. Raises StudyError."""
    try:
        if not path.is_file():  # to read a pipe or a device might take for ever
            raise OSError(0, "no such file, or not a regular one")
        if path.stat().st_size > MOST_CHARACTERS:
            raise StudyError(f"{path} has more than {MOST_CHARACTERS} characters (it is no study) give another file")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StudyError(
            f"{path} cannot be read ({error.strerror}) give a study like those in scripts/studies"
        ) from error
    except (ValueError, RecursionError) as error:  # of TOML, of UTF-8, or of brackets within brackets
        raise StudyError(f"{path} is not TOML ({error}) correct that line") from error


def check_types(text: dict[str, Any], path: Path) -> None:
    """Raises StudyError if a section is not a table, or a text not a string."""
    for key, value in text.items():
        kind, word = (str, "a text") if key in ("name", "about") else (dict, f"a section, [{key}]")
        if key == "case":
            kind, word = list, "a list of sections, [[case]]"
        if not isinstance(value, kind):
            raise StudyError(f"{path}: {key} = {value!r} is invalid (it must be {word}) correct it")
    if not all(isinstance(case, dict) for case in text.get("case", [])):
        raise StudyError(f"{path}: case = {text['case']!r} is invalid (it must be a list of sections, [[case]]) fix it")


def name_of(text: dict[str, Any], path: Path) -> str:
    """The study's name, which becomes part of file names and must not leave its folder."""
    name = text.get("name", path.stem)
    if not re.fullmatch(r"\w[\w.+-]{0,99}", name):
        raise StudyError(f"{path}: name = {name!r} is invalid (it names files) use letters, digits and . + - _")
    return str(name)


def command_of(launch: dict[str, Any], path: Path) -> str:
    """The launch command of a run."""
    command = launch.get("command", "mpirun -n {ranks}")
    try:
        shlex.split(command.format(ranks=1, threads=1))
    except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
        raise StudyError(
            f"{path}: command = {command!r} is invalid ({error!r}) give one like 'mpirun -n {{ranks}}'"
        ) from error
    if not str(command).isprintable():
        raise StudyError(f"{path}: command = {command!r} is invalid (it is no single line) remove control characters")
    return str(command)


def environment_of(launch: dict[str, Any], path: Path) -> dict[str, str]:
    """Environment variables of a run."""
    environment = launch.get("environment", {})
    if not isinstance(environment, dict):
        raise StudyError(f"{path}: environment = {environment!r} is invalid (it must be a table) write NAME = 'value'")
    for key, value in environment.items():
        if not re.fullmatch(r"[A-Za-z_]\w*", key) or not isinstance(value, str | int | float) or "\0" in str(value):
            raise StudyError(f"{path}: environment {key} = {value!r} is invalid (not a variable) correct it")
    return {key: str(value) for key, value in environment.items()}


def runs_of(text: dict[str, Any], path: Path) -> list[Run]:
    """All combinations of the varied settings, for each case."""
    vary, cases = text.get("vary", {}), text.get("case", [{}])
    for key, values in vary.items():
        if not isinstance(values, list) or not values:
            raise StudyError(f"{path}: {key} = {values!r} does not vary (it is not a list) move it to [common]")
    if len(cases) * math.prod(len(values) for values in vary.values()) > MOST_RUNS:
        raise StudyError(f"{path} has more than {MOST_RUNS} runs (all combinations of [vary]) vary less at a time")
    runs = []
    for case in cases:
        for values in itertools.product(*vary.values()):
            chosen = dict(zip(vary, values, strict=True))
            if twice := sorted(set(chosen) & set(case)):
                raise StudyError(f"{path}: {', '.join(twice)} varies and is in a case (which counts?) omit one")
            runs.append(make_run(text.get("common", {}) | case | chosen, {**case, **chosen}, path))
    counts = Counter(run.name for run in runs)
    if twice := sorted(name for name, count in counts.items() if count > 1):
        raise StudyError(f"{path} has {', '.join(twice)} twice (the same run) omit one")
    return runs


def make_run(settings: dict[str, Any], special: dict[str, Any], path: Path) -> Run:
    """The run with these settings, named after the varied ones and a hash of all."""
    counts = {key: settings.get(key, 1) for key in LAUNCH_KEYS}
    for key, value in counts.items():
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise StudyError(f"{path}: {key} = {value!r} is invalid (it must be a number) give 1 or more")
    options = {key: value for key, value in settings.items() if key not in LAUNCH_KEYS}
    for key, value in options.items():
        entries = value if isinstance(value, list) else [value]
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key):
            raise StudyError(f"{path}: {key!r} is invalid (not an option's name) give one, like size or max-iterations")
        if not all(isinstance(entry, str | int | float) and str(entry).isprintable() for entry in entries):
            raise StudyError(f"{path}: {key} = {value!r} is invalid (not an option's value) give a text or a number")
    if forbidden := sorted(NOT_FOR_STUDIES & set(options)):
        raise StudyError(
            f"{path}: {', '.join(forbidden)} is not for studies (the sweep names files itself) omit it"
        )
    digest = hashlib.sha256(json.dumps([counts, options], sort_keys=True).encode()).hexdigest()[:8]
    words = [
        f"{key}-{value if not isinstance(value, list) else '+'.join(map(str, value))}" for key, value in special.items()
    ]
    readable = re.sub(r"[^\w.+-]+", "+", "_".join(words))[:100]
    return Run(f"{readable}_{digest}" if readable else digest, counts["ranks"], counts["threads"], options)
