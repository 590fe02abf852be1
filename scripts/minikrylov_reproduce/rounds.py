"""The same thing timed in several rounds: what benchmarks other than solve have left, and by how much rounds differ."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from minikrylov_report.results import open_results, plain, readable

Merging = dict[tuple[str, int, str], list[float]]
Overlap = dict[tuple[str, int, int, int], list[Any]]


def merging_times(files: Iterable[Path]) -> Merging:
    """The seconds of each round by place, right-hand sides and group of updates. Raises UnreadableFileError."""
    found: Merging = {}
    for path in files:
        with open_results(path, "merging") as file, readable(path):
            for row in file["merging/times"][()]:
                key = (str(plain(row["place"])), int(row["rhs"]), str(plain(row["group"])))
                found.setdefault(key, []).append(float(row["seconds"]))
    return found


def overlap_times(files: Iterable[Path]) -> Overlap:
    """The row of each round by mode, tests, ranks and bytes. Raises UnreadableFileError."""
    found: Overlap = {}
    for path in files:
        with open_results(path, "overlap") as file, readable(path):
            for row in file["overlap/times"][()]:
                mode = str(plain(row["mode"]))
                key = (mode, int(row["tests"]) if mode == "tests" else 0, int(row["ranks"]), int(row["bytes"]))
                found.setdefault(key, []).append(row)
    return found


def noise_of(rounds: Sequence[Sequence[float]]) -> float | None:
    """By how much the slowest round differs from the fastest one: the median over all that was timed; none if nothing
    was, infinite if there was one round only."""
    if not rounds:
        return None
    if max(map(len, rounds)) < 2:
        return math.inf
    return statistics.median(max(seconds) / min(seconds) - 1 for seconds in rounds)
