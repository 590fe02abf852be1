"""Eller & Gropp 2016: strong scaling, until too little work is left to hide sums behind."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from minikrylov_report import style

from .drawing import curves, level, save
from .eller_gropp import HIDING, METHODS, SLOW, gain, test, whole
from .experiment import EMULATED, Figure, Plan, ranks_here
from .outcome import Measured, Outcome, equivalent_ranks
from .verdict import Finding

RANKS = ranks_here(1, 2, 4, 8)
# On this machine's most ranks, smaller systems leave each as few rows as more ranks would.
CASES = tuple({"ranks": p, "size": 32} for p in RANKS) + tuple({"ranks": RANKS[-1], "size": n} for n in (16, 8))


def efficiencies(points: Sequence[tuple[float, float]]) -> list[float]:
    """Of each step to more ranks: the share of the ideal gain that is left. `points`: ranks and times."""
    ordered = sorted(points)
    return [p * t / (more * faster) for (p, t), (more, faster) in itertools.pairwise(ordered)]


def draw_strong_scaling(outcome: Outcome) -> Finding:
    """Iterations and whole tests over ranks; on the right, speed-up over PCG."""
    rows = max(m.median("rows") for m in outcome.solves)
    picture, axes = style.panels(4, 2, height=2.6)
    found: dict[str, list[tuple[float, float]]] = {}
    for row, (name, value) in enumerate((("an iteration", Measured.median), ("21 iterations, with set-up", whole))):
        found = {m: [(equivalent_ranks(o, rows), 1e3 * value(o)) for o in outcome.select(method=m)] for m in METHODS}
        over = {m: [(x, dict(found["pcg"])[x] / t) for x, t in points] for m, points in found.items()}
        times, gains = axes[2 * row], axes[2 * row + 1]
        curves(times, found, x="ranks with as few rows each" if row else "", y="ms")
        curves(gains, over, x="ranks with as few rows each" if row else "", y="speed-up over pcg")
        times.set_yscale("log", base=2)
        times.set_title(name, loc="left")
        level(gains, 1, "")
    axes[0].legend(ncols=2)
    save(picture, outcome)
    kept = efficiencies([(equivalent_ranks(o, rows), o.median()) for o in outcome.select(method="pipecg")])
    facts = {"efficiency of the last step of pipecg over that of the first": kept[-1] / kept[0]}
    most = {"ranks": max(outcome.values("ranks")), "size": min(outcome.values("size"))}
    best = max(HIDING, key=lambda m: gain(outcome, m, **most))
    words = f"with the fewest rows {best} gains {gain(outcome, best, **most):.2g} over pcg"
    return Finding(facts, ours=f"{words}, and the last step of pipecg has {kept[-1]:.0%} of the ideal gain")


FIGURES = (
    Figure(
        "strong-scaling",
        "Strong scaling, 27 points, block-Jacobi IC(0)",
        EMULATED,
        (Plan(test(**SLOW), {}, CASES),),
        draw_strong_scaling,
        cluster=(Plan(test(size=512, repetitions=20), {"ranks": [384, 1536, 6144, 24576, 98304]}),),
        note="32³ instead of 512³ unknowns, ranks of one machine, on the most also 16³ and 8³, where each has as few rows "
        "as on more ranks; sums and halos take 50 µs",
    ),
)
