"""The runs of an experiment, and the log that it goes on from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


@dataclass(frozen=True)
class Run:
    """The outcome of one run."""

    kind: str
    seed: int
    verdict: str
    where: str = ""
    check: str = ""

    @classmethod
    def of_line(cls, line: str) -> Run:
        """From a line of the program."""
        kind, seed, verdict, where, check = line.rstrip("\n").split("\t")
        return cls(kind, int(seed), verdict, where, check)


def runs_of(lines: Iterable[str]) -> Iterator[Run]:
    """All runs that a process reported; a run that it began and did not finish ended it."""
    begun: tuple[str, int] | None = None
    hung = False
    for line in lines:
        if line.startswith("# hung"):
            hung = True
        elif line.startswith("# "):
            _, kind, seed = line.split()
            begun = (kind, int(seed))
        elif line.count("\t") == 4:
            run = Run.of_line(line)
            if begun == (run.kind, run.seed):
                begun = None
            yield run
    if begun is not None:
        yield Run(*begun, "hung" if hung else "ended")


def read_log(log: Path | None) -> list[Run]:
    """The runs of an earlier part of the experiment."""
    if log is None or not log.exists():
        return []
    return [Run.of_line(line) for line in log.read_text(encoding="utf-8").splitlines()]


def logged(runs: Iterator[Run], log: Path | None) -> list[Run]:
    """All of them after those of the log, each written down as soon as it is over."""
    kept = read_log(log)
    for run in runs:
        kept.append(run)
        if log is not None:
            with log.open("a", encoding="utf-8") as file:
                file.write(f"{run.kind}\t{run.seed}\t{run.verdict}\t{run.where}\t{run.check}\n")
    return kept
