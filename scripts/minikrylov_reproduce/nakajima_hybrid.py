"""Nakajima et al. 2022: Poisson3D/Dist with the same cores as ranks or as threads."""

from __future__ import annotations

from minikrylov_report import style

from .drawing import bars, save
from .experiment import MEASURED, Figure, Plan
from .nakajima import BOX, FIXED
from .nakajima_poisson import DEFAULT, SOLVERS, all_modes, best_mode
from .outcome import Outcome
from .verdict import Finding

# Ranks and threads on as many cores.
GRID = [{"ranks": 1, "threads": 2}, {"ranks": 2, "threads": 1}]
RANKS_ON_A_NODE = (48, 12, 4, 2, 1)


def draw_hybrid(outcome: Outcome) -> Finding:
    """The same cores as ranks or as threads."""
    names = {f"{m['threads']}×{m['ranks']}": m for m in outcome.solves}
    ours: dict[str, dict[str, float]] = {}
    for name in names:
        threads, ranks = map(int, name.split("×"))
        for solver, settings in SOLVERS.items():
            one = best_mode(outcome, ranks=ranks, threads=threads, **settings)
            ours.setdefault(solver, {})[name] = 1e3 * one.median()
    picture, (axis,) = style.panels(1, 1, width=7.0, height=3.2)
    bars(axis, ours, label="ms per iteration, best overlap")
    axis.set_xlabel("threads × ranks")
    axis.legend()
    save(picture, outcome)
    words = ", ".join(f"{s} {min(values, key=values.__getitem__)}" for s, values in ours.items())
    return Finding(ours=f"the fastest are (threads × ranks) {words}")


FIGURES = (
    Figure(
        "hybrid",
        "Threads × ranks on the same cores (HB M×N)",
        MEASURED,
        (Plan({**FIXED, **BOX, "size": 64}, {}, tuple(m | g for g in GRID for m in all_modes(DEFAULT))),),
        draw_hybrid,
        cluster=tuple(
            Plan(
                {**FIXED, **BOX, "size": "512x512x512"},
                {},
                tuple(m | {"ranks": 64 * n, "threads": 48 // n} for m in all_modes(DEFAULT)),
                ranks_per_node=n,
            )
            for n in RANKS_ON_A_NODE
        ),
        note_there="512³ unknowns on 64 nodes",
        note="64³ unknowns on two cores",
    ),
)
