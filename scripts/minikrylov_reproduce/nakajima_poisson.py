"""Figures 21 to 23 and 25 of Nakajima et al. 2022: Poisson3D/Dist, and ranks against threads."""

from __future__ import annotations

from typing import Any

from minikrylov_report import style

from .drawing import bars, curves, save
from .experiment import EMULATED, MEASURED, Figure, Plan, ranks_here
from .nakajima import BOX, FIXED, HYBRID, MEDIUM, SLOW, best_of, chunk_words, draw_improvements, improvements, overlaps
from .outcome import Measured, Outcome
from .verdict import Finding

CHUNKS = [500, 1000, 2000, 3000]
# With a single iteration of the global nesting correction of additive Schwarz, section 6.1.
ICCG = {"preconditioner": "ic0", "ordering": "reordered-2", "schwarz-corrections": 1}
SOLVERS: dict[str, dict[str, Any]] = {
    "PJ": {"preconditioner": "jacobi", "format": "crs", "ordering": "interior-first"},
    "CRS": {**ICCG, "format": "crs"},
    "ELL": {**ICCG, "format": "sell"},
}
MODES = {"Original": "none", "Static": "static", "Dynamic": "dynamic"}
# Ranks and threads on as many cores.
GRID = [{"ranks": 1, "threads": 2}, {"ranks": 2, "threads": 1}]
GRID_THERE = [{"ranks": 3072 // m, "threads": m} for m in (1, 4, 12, 24, 48)]


def all_modes(chunks: list[int], **more: Any) -> tuple[dict[str, Any], ...]:
    """Every solver with every kind of overlap."""
    return tuple(mode | solver for solver in SOLVERS.values() for mode in overlaps(chunks, **more))


def draw_figure_21(outcome: Outcome) -> Finding:
    """The three solvers of Poisson3D/Dist."""
    rows = improvements(outcome, "Poisson3D/Dist", SOLVERS)
    best = draw_improvements(outcome, rows, chunk_words(rows))
    words = ", ".join(f"{solver} {row.median:+.0%} ({row.mode})" for solver, row in best.items())
    return Finding({f"best improvement of {s}": row.median for s, row in best.items()}, ours=f"the best are {words}")


def draw_figure_22(outcome: Outcome) -> Finding:
    """The best improvement of each solver by number of ranks."""
    found: dict[str, list[tuple[float, float]]] = {}
    for solver, settings in SOLVERS.items():
        for p in outcome.values("ranks"):
            rows = improvements(outcome, solver, {solver: {**settings, "ranks": p}})
            found.setdefault(solver, []).append((p, 100 * best_of(rows, solver).median))
    picture, (axis,) = style.panels(1, 1, width=7.0, height=3.2)
    curves(axis, found, x="ranks", y="best improvement over no overlap [%]")
    axis.axhline(0, color=style.BLACK, linewidth=0.8)
    axis.legend()
    save(picture, outcome)
    last = {solver: max(points)[1] for solver, points in found.items()}
    facts = {
        f"best improvement of PJ less that of {s}, most ranks": (last["PJ"] - last[s]) / 100 for s in ("CRS", "ELL")
    }
    words = ", ".join(f"{solver} {value:+.0f} %" for solver, value in last.items())
    return Finding(facts, ours=f"on {max(outcome.values('ranks'))} ranks the best are {words}")


def solve_seconds(measured: Measured) -> float:
    """A whole solve."""
    return measured.median("solve_seconds_median")


def best_mode(outcome: Outcome, **settings: Any) -> Measured:
    """The fastest kind of overlap."""
    return min(outcome.select(**settings), key=solve_seconds)


def draw_figure_23(outcome: Outcome) -> Finding:
    """Performance relative to PJ without overlap, by number of ranks."""
    ranks = outcome.values("ranks")
    original = {p: solve_seconds(outcome.one(ranks=p, overlap="none", **SOLVERS["PJ"])) for p in ranks}
    found = {
        solver: [(float(p), original[p] / solve_seconds(best_mode(outcome, ranks=p, **settings))) for p in ranks]
        for solver, settings in SOLVERS.items()
    }
    picture, (axis,) = style.panels(1, 1, width=7.0, height=3.2)
    curves(axis, found, x="ranks", y="performance over PJ, original")
    axis.set_ylim(bottom=0)
    axis.legend()
    save(picture, outcome)
    best = {s: best_mode(outcome, ranks=max(ranks), **settings) for s, settings in SOLVERS.items()}
    facts = {
        "iterations of PJ over CRS": best["PJ"].median("iterations") / best["CRS"].median("iterations"),
        "time of PJ over CRS": solve_seconds(best["PJ"]) / solve_seconds(best["CRS"]),
        "performance of ELL over CRS": solve_seconds(best["CRS"]) / solve_seconds(best["ELL"]),
    }
    counts = ", ".join(f"{solver} {m.median('iterations'):.0f}" for solver, m in best.items())
    return Finding(facts, ours=f"the iterations are {counts}")


def draw_figure_25(outcome: Outcome) -> Finding:
    """Relative performance of all kinds of overlap, and the share of the triad's bandwidth that their bytes need."""
    picture, (left, right) = style.panels(2, 2, height=3.2)
    original = solve_seconds(outcome.one(overlap="none", **SOLVERS["PJ"]))
    relative: dict[str, dict[str, float]] = {mode: {} for mode in MODES}
    shares: dict[str, dict[str, float]] = {mode: {} for mode in MODES}
    for solver, settings in SOLVERS.items():
        for mode, overlap in MODES.items():
            one = best_mode(outcome, overlap=overlap, **settings)
            relative[mode][solver] = original / solve_seconds(one)
            memory = one.median("bytes_per_iteration") / one.median("triad_bandwidth")
            shares[mode][solver] = 100 * memory / one.median()
    bars(left, relative, label="performance over PJ, original")
    bars(right, shares, label="share of the triad's bandwidth [%]")
    left.legend(ncols=3)
    left.margins(y=0.15)
    save(picture, outcome)
    largest = max(value for values in shares.values() for value in values.values())
    gain, moved = (values["Original"]["ELL"] / values["Original"]["CRS"] for values in (relative, shares))
    facts = {
        "largest share of the triad": largest / 100,
        "performance of ELL over CRS": gain,
        "throughput of ELL over CRS, over performance of ELL over CRS": moved / gain,
    }
    return Finding(facts, ours=f"the largest share is {largest:.0f} %")


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


CONVERGED = {"method": ["pcg"], "rtol": 1e-8, "repetitions": 1, **BOX}
DEFAULT = [1000]
MEDIUM_THERE = "Medium: 128 × 128 × 64 cells on each node"


def by_nodes(modes: tuple[dict[str, Any], ...]) -> tuple[dict[str, Any], ...]:
    """On 128 to 1024 nodes."""
    return tuple(at | mode for nodes, at in MEDIUM.items() if nodes <= 1024 for mode in modes)


FIGURES = (
    Figure(
        "figure-21",
        "Poisson3D/Dist: PJ, CRS and ELL, static and dynamic overlap",
        EMULATED,
        (Plan({**FIXED, **BOX, "size": 48, "ranks": 2, **SLOW}, {}, all_modes(CHUNKS)),),
        draw_figure_21,
        cluster=(Plan({**FIXED, **BOX, **HYBRID, **MEDIUM[1024]}, {}, all_modes(CHUNKS)),),
        note_there=MEDIUM_THERE,
        note="48³ unknowns on two ranks; halos and sums take 100 µs",
    ),
    Figure(
        "figure-22",
        "Poisson3D/Dist: best overlap by number of ranks",
        EMULATED,
        (Plan({**FIXED, **BOX, "size": 40, **SLOW}, {"ranks": ranks_here(2, 4, 8)}, all_modes(DEFAULT)),),
        draw_figure_22,
        cluster=(Plan({**FIXED, **BOX, **HYBRID}, {}, by_nodes(all_modes(CHUNKS))),),
        note_there=MEDIUM_THERE,
        note="40³ unknowns on ranks of one machine; halos and sums take 100 µs",
    ),
    Figure(
        "figure-23",
        "Poisson3D/Dist: whole solves relative to PJ without overlap",
        MEASURED,
        (Plan({**CONVERGED, "size": 48}, {"ranks": ranks_here(1, 2, 4, 8)}, all_modes(DEFAULT)),),
        draw_figure_23,
        cluster=(Plan({**CONVERGED, **HYBRID}, {}, by_nodes(all_modes(CHUNKS))),),
        note_there=MEDIUM_THERE,
        note="48³ unknowns on one and two ranks, one machine",
    ),
    Figure(
        "figure-25",
        "Poisson3D/Dist: performance and memory throughput",
        MEASURED,
        (Plan({**CONVERGED, "size": 64, "ranks": 2}, {}, all_modes(DEFAULT)),),
        draw_figure_25,
        cluster=(Plan({**CONVERGED, **HYBRID, **MEDIUM[1024]}, {}, all_modes(CHUNKS)),),
        note_there=MEDIUM_THERE,
        note="64³ unknowns on two ranks; throughput from counted bytes, not from a profiler",
    ),
    Figure(
        "hybrid",
        "Threads × ranks on the same cores (HB M×N)",
        MEASURED,
        (Plan({**FIXED, **BOX, "size": 64}, {}, tuple(m | g for g in GRID for m in all_modes(DEFAULT))),),
        draw_hybrid,
        cluster=(
            Plan(
                {**FIXED, **BOX, "size": "512x512x512"},
                {},
                tuple(m | g for g in GRID_THERE for m in all_modes(DEFAULT)),
            ),
        ),
        note="64³ unknowns on two cores",
    ),
)
