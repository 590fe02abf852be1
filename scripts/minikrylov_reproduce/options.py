"""Whether the program knows the options of a figure's runs, from its own table."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from . import ReproduceError
from .experiment import Job

Table = dict[str, dict[str, frozenset[str]]]  # by job and option: the words that it takes; none: anything
FREE = frozenset[str]()


def table_from(text: str) -> Table:
    """The table that `minikrylov list options` prints. Raises ReproduceError."""
    try:
        jobs = json.loads(text)
        return {
            job: {option["name"]: frozenset(option.get("words", ())) for option in options if option["name"]}
            for job, options in jobs.items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ReproduceError(f"the program's table of options makes no sense ({error!r}) build it again") from error


def table_of(program: Path) -> Table:
    """The table of a program. Raises ReproduceError."""
    environment = os.environ | {"KOKKOS_DISABLE_WARNINGS": "1"}
    try:
        done = subprocess.run(
            [str(program), "list", "options"], capture_output=True, text=True, check=False, env=environment
        )
    except OSError as error:
        raise ReproduceError(f"{program} cannot be started ({error.strerror}) build it, or give --program") from error
    if done.returncode != 0:
        raise ReproduceError(f"{program} list options failed ({done.stderr.strip()}) build the program again")
    return table_from(done.stdout)


def objections(jobs: Iterable[Job], table: Table) -> list[str]:
    """What the program would refuse, each once."""
    found: dict[str, None] = {}
    for job in jobs:
        name = " ".join(job.job)
        if name not in table:
            found[f"it has no job {name}"] = None
            continue
        for key, value in job.options.items():
            option = f"--{key}"
            if option not in table[name]:
                found[f"{name} has no {option}"] = None
                continue
            allowed = table[name][option]
            words = value if isinstance(value, list) else str(value).split(",")
            wrong = [str(word) for word in words if allowed and str(word) not in allowed]
            if wrong:
                found[f"{name} {option} has no {', '.join(wrong)}"] = None
    return list(found)
