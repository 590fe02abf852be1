"""The number of ranks from which on s-step methods are faster than others: simulated, and as the model has it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .points import MODELLED, SIMULATED, Point
from .studies import S_STEP, STEPS, in_steps

OVERTAKEN = {"ca-pcg": ("pcg", "pipecg"), "ca-cg": ("cg",)}


@dataclass(frozen=True)
class Crossover:
    """A method and one that it overtakes from these numbers of ranks on: the fewest ranks of all if it always is
    faster, infinitely many if it never is."""

    method: str
    overtaken: str
    fewest: int
    simulated: float
    modelled: float

    @property
    def is_seen(self) -> bool:
        """Whether both are between numbers of ranks that have points, so that they can be compared."""
        return self.fewest < self.simulated < math.inf and self.fewest < self.modelled < math.inf

    @property
    def off(self) -> float:
        """By how much of the simulated number of ranks the model is off, where both are seen."""
        return self.modelled / self.simulated - 1


def crossing(ranks: Sequence[int], usual: Sequence[float], ours: Sequence[float]) -> float:
    """The number of ranks from which on `ours` take less time for good, by straight lines between the logarithms of
    these; the first one if always, infinity if not on the last one."""
    gains = [math.log(theirs / own) for theirs, own in zip(usual, ours, strict=True)]
    behind = [k for k, gain in enumerate(gains) if gain <= 0]
    if not behind:
        return ranks[0]
    k = behind[-1]
    if k + 1 == len(ranks):
        return math.inf
    way = -gains[k] / (gains[k + 1] - gains[k])
    return ranks[k] * (ranks[k + 1] / ranks[k]) ** way


def fastest(points: Iterable[Point], method: str) -> dict[int, float]:
    """Seconds by ranks, of the fastest variant."""
    seconds: dict[int, float] = {}
    for p in points:
        if p.method == method:
            seconds[p.ranks] = min(p.seconds, seconds.get(p.ranks, math.inf))
    return seconds


def crossovers(points: Sequence[Point]) -> list[Crossover]:
    """Those of all s-step methods that have points by both, on more than one rank, beside others."""
    points = [p for p in points if p.ranks > 1]
    found = []
    for name, others in ((in_steps(method, s), OVERTAKEN[method]) for method in S_STEP for s in STEPS):
        for other in others:
            times = [
                fastest((p for p in points if p.source == source), whose)
                for source in (SIMULATED, MODELLED)
                for whose in (name, other)
            ]
            ranks = sorted(set.intersection(*map(set, times)))
            if ranks:
                ours, usual, ours_modelled, usual_modelled = ([by_ranks[p] for p in ranks] for by_ranks in times)
                where = crossing(ranks, usual, ours), crossing(ranks, usual_modelled, ours_modelled)
                found.append(Crossover(name, other, ranks[0], *where))
    return found
