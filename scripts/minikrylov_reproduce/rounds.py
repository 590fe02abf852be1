"""The same thing timed in several rounds: what benchmarks other than solve have left, and by how much rounds differ."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from minikrylov_report.results import open_results, plain, readable

CONFIDENCE = 0.75  # what the slowest and the fastest of three rounds have
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
    """By how much rounds differ: the median of `spread_of` over all that was timed; none if nothing was, infinite if
    there was one round only."""
    if not rounds:
        return None
    if max(map(len, rounds)) < 2:
        return math.inf
    return statistics.median(map(spread_of, rounds))


def spread_of(seconds: Sequence[float]) -> float:
    """The slowest over the fastest of one thing's rounds, less one. Of six rounds and more the outermost do not count, as
    far as the rest holds the median with CONFIDENCE: the more rounds there are, the more one of them is disturbed."""
    ordered = sorted(seconds)
    left_out = max(k for k in range((len(ordered) + 1) // 2) if k == 0 or coverage(len(ordered), k) >= CONFIDENCE)
    return ordered[-1 - left_out] / ordered[left_out] - 1


def coverage(rounds: int, left_out: int) -> float:
    """The probability that the median of all rounds that could be lies between those that are left when the fastest and
    slowest few of so many are left out, whatever the distribution: binomial, as in the program's own intervals."""
    return 1 - 2 * sum(math.comb(rounds, i) for i in range(left_out + 1)) / 2**rounds
