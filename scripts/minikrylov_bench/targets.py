"""Targets of benchmarks, and the report that judges medians by them."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import dataclass

Samples = dict[str, list[float]]


@dataclass(frozen=True)
class Target:
    """A target: a bound on the median of a ratio."""

    bound: float
    at_most: bool

    def verdict(self, value: float) -> str:
        """The bound, and whether `value` keeps it."""
        kept = value <= self.bound if self.at_most else value >= self.bound
        return f"{'<=' if self.at_most else '>='} {self.bound:.2f} {'kept' if kept else 'MISSED'}"


@dataclass(frozen=True)
class Within:
    """A target: the factor by which the median of a ratio may lie above or below 1."""

    factor: float

    def verdict(self, value: float) -> str:
        """The bounds, and whether `value` keeps both."""
        kept = 1 / self.factor <= value <= self.factor
        return f"{1 / self.factor:.2f} to {self.factor:.2f} {'kept' if kept else 'MISSED'}"


def at_most(bound: float) -> Target:
    """A target that larger values miss."""
    return Target(bound, at_most=True)


def at_least(bound: float) -> Target:
    """A target that smaller values miss."""
    return Target(bound, at_most=False)


# By the whole name of a ratio, or by what it starts with.
Targets = Mapping[str, Target | Within]


def target_of(name: str, targets: Targets) -> Target | Within | None:
    """The target for a ratio, if there is one: the longest start that fits."""
    fitting = [start for start in targets if name.startswith(start)]
    return targets[max(fitting, key=len)] if fitting else None


def report(samples: Samples, targets: Targets) -> str:
    """Medians, ranges and verdicts, one line per ratio."""
    width = max(len(name) for name in samples)
    lines = [f"{'ratio':<{width}}  median   min   max  target"]
    for name, values in samples.items():
        if not values:
            lines.append(f"{name:<{width}}  no two repetitions had the same memory bandwidth")
            continue
        median = statistics.median(values)
        target = target_of(name, targets)
        verdict = target.verdict(median) if target else ""
        lines.append(f"{name:<{width}}  {median:6.3f} {min(values):5.2f} {max(values):5.2f}  {verdict}")
    return "\n".join(lines)
