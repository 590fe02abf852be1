"""Figures 21 to 25 of Nakajima et al. 2022: Poisson3D/Dist."""

from __future__ import annotations

from typing import Any

from minikrylov_report import style

from .drawing import bars, curves, save
from .experiment import EMULATED, MEASURED, Figure, Plan, ranks_here
from .nakajima import (
    BOX,
    FIXED,
    HYBRID,
    PAIR,
    SLOW,
    WITH_ONE_THREAD,
    best_of,
    chunk_words,
    draw_improvements,
    improvements,
    overlaps,
)
from .nakajima_sizes import CELLS, GRIDS, RANKS_PER_NODE, cases, draw_beside, main_size, named, systems, words_beside
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


def all_modes(chunks: list[int], **more: Any) -> tuple[dict[str, Any], ...]:
    """Every solver with every kind of overlap."""
    return tuple(mode | solver for solver in SOLVERS.values() for mode in overlaps(chunks, **more))


def by_solver(outcome: Outcome) -> dict[str, dict[int, dict[str, Any]]]:
    """Settings of each solver and size, by ranks."""
    return {
        named(solver, size): {p: {**settings, **system} for p, system in by_ranks.items()}
        for size, by_ranks in systems(outcome).items()
        for solver, settings in SOLVERS.items()
    }


def of_main(outcome: Outcome) -> dict[str, str]:
    """Each solver's name at the size that the paper's sentences are held against."""
    return {solver: named(solver, main_size(systems(outcome))) for solver in SOLVERS}


def draw_figure_21(outcome: Outcome) -> Finding:
    """The three solvers of Poisson3D/Dist."""
    domains = {name: next(iter(by_ranks.values())) for name, by_ranks in by_solver(outcome).items()}
    rows = improvements(outcome, "Poisson3D/Dist", domains)
    best = draw_improvements(outcome, rows, chunk_words(rows))
    words = ", ".join(f"{solver} {row.median:+.0%} ({row.mode})" for solver, row in best.items())
    facts = {f"best improvement of {solver}": best[name].median for solver, name in of_main(outcome).items()}
    return Finding(facts, ours=f"the best are {words}")


def draw_figure_22(outcome: Outcome) -> Finding:
    """The best improvement of each solver by number of ranks."""
    found = {
        name: [(p, 100 * best_of(improvements(outcome, "", {"": at}), "").median) for p, at in by_ranks.items()]
        for name, by_ranks in by_solver(outcome).items()
    }
    picture, (axis,) = style.panels(1, 1, width=7.0, height=3.2)
    curves(axis, found, x="ranks", y="best improvement over no overlap [%]")
    axis.axhline(0, color=style.BLACK, linewidth=0.8)
    axis.legend()
    save(picture, outcome)
    last = {solver: max(found[name])[1] for solver, name in of_main(outcome).items()}
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


def originals(outcome: Outcome) -> dict[str, dict[int, float]]:
    """Seconds of PJ without overlap, by size and ranks."""
    return {
        size: {
            p: solve_seconds(outcome.one(overlap="none", **SOLVERS["PJ"], **system)) for p, system in by_ranks.items()
        }
        for size, by_ranks in systems(outcome).items()
    }


def draw_figure_23(outcome: Outcome) -> Finding:
    """Performance relative to PJ without overlap, by number of ranks, and figure 24 beside another machine."""
    series, ranks = by_solver(outcome), outcome.values("ranks")
    found = {
        named(solver, size): [
            (float(p), seconds / solve_seconds(best_mode(outcome, **series[named(solver, size)][p])))
            for p, seconds in original.items()
        ]
        for size, original in originals(outcome).items()
        for solver in SOLVERS
    }
    picture, axes = style.panels(2 if outcome.beside else 1, 2, width=10.0 if outcome.beside else 7.0, height=3.2)
    curves(axes[0], found, x="ranks", y="performance over PJ, original")
    axes[0].set_ylim(bottom=0)
    axes[0].legend()
    facts = draw_beside(axes[1], outcome, outcome.beside, series, solve_seconds) if outcome.beside else {}
    save(picture, outcome)
    best = {s: best_mode(outcome, **series[name][max(ranks)]) for s, name in of_main(outcome).items()}
    facts |= {
        "iterations of PJ over CRS": best["PJ"].median("iterations") / best["CRS"].median("iterations"),
        "time of PJ over CRS": solve_seconds(best["PJ"]) / solve_seconds(best["CRS"]),
        "performance of ELL over CRS": solve_seconds(best["CRS"]) / solve_seconds(best["ELL"]),
    }
    counts = ", ".join(f"{solver} {m.median('iterations'):.0f}" for solver, m in best.items())
    return Finding(facts, ours=f"the iterations are {counts}{words_beside(facts)}")


def draw_figure_25(outcome: Outcome) -> Finding:
    """Relative performance of all kinds of overlap, and the share of the triad's bandwidth that their bytes need."""
    picture, (left, right) = style.panels(2, 2, height=3.2)
    relative: dict[str, dict[str, float]] = {mode: {} for mode in MODES}
    shares: dict[str, dict[str, float]] = {mode: {} for mode in MODES}
    for size, original in originals(outcome).items():
        for solver in SOLVERS:
            name = named(solver, size)
            ((ranks, settings),) = by_solver(outcome)[name].items()
            for mode, overlap in MODES.items():
                one = best_mode(outcome, overlap=overlap, **settings)
                relative[mode][name] = original[ranks] / solve_seconds(one)
                memory = one.median("bytes_per_iteration") / one.median("triad_bandwidth")
                shares[mode][name] = 100 * memory / one.median()
    bars(left, relative, label="performance over PJ, original", rotate=len(relative["Original"]) > len(SOLVERS))
    bars(right, shares, label="share of the triad's bandwidth [%]", rotate=len(relative["Original"]) > len(SOLVERS))
    left.legend(ncols=3)
    left.margins(y=0.15)
    save(picture, outcome)
    largest = max(value for values in shares.values() for value in values.values())
    main = of_main(outcome)
    gain, moved = (values["Original"][main["ELL"]] / values["Original"][main["CRS"]] for values in (relative, shares))
    facts = {
        "largest share of the triad": largest / 100,
        "performance of ELL over CRS": gain,
        "throughput of ELL over CRS, over performance of ELL over CRS": moved / gain,
    }
    return Finding(facts, ours=f"the largest share is {largest:.0f} %")


CONVERGED = {"method": ["pcg"], "rtol": 1e-8, "repetitions": 1, **BOX}
DEFAULT = [1000]
SIZES_THERE = "on each node 128 × 128 × 64 cells (medium) or 160 × 160 × 80 (large)"


def there(common: dict[str, Any], *nodes: int) -> tuple[Plan, ...]:
    """Both sizes on so many nodes, with every solver and kind of overlap."""
    runs = tuple(at | mode for at in cases(CELLS, *nodes) for mode in all_modes(CHUNKS))
    return (Plan({**common, **BOX, **HYBRID}, {}, runs, ranks_per_node=RANKS_PER_NODE),)


TO_1024 = [nodes for nodes in GRIDS if nodes <= 1024]
FIGURES = (
    Figure(
        "figure-21",
        "Poisson3D/Dist: PJ, CRS and ELL, static and dynamic overlap",
        EMULATED,
        (Plan({**FIXED, **BOX, "size": 48, **PAIR, **SLOW}, {}, all_modes(CHUNKS)),),
        draw_figure_21,
        cluster=there(FIXED, 1024),
        note_there=SIZES_THERE,
        note=f"48³ unknowns on two ranks; {WITH_ONE_THREAD}; halos and sums take 100 µs",
    ),
    Figure(
        "figure-22",
        "Poisson3D/Dist: best overlap by number of ranks",
        EMULATED,
        (Plan({**FIXED, **BOX, "size": 40, **SLOW}, {"ranks": ranks_here(2, 4, 8)}, all_modes(DEFAULT)),),
        draw_figure_22,
        cluster=there(FIXED, *TO_1024),
        note_there=SIZES_THERE,
        note="40³ unknowns on ranks of one machine; halos and sums take 100 µs",
    ),
    Figure(
        "figure-23",
        "Poisson3D/Dist: whole solves relative to PJ without overlap",
        MEASURED,
        (Plan({**CONVERGED, "size": 48}, {"ranks": ranks_here(1, 2, 4, 8)}, all_modes(DEFAULT)),),
        draw_figure_23,
        cluster=there(CONVERGED, *TO_1024),
        also=("figure-24",),
        two_machines=("figure-24",),
        note_there=SIZES_THERE,
        note="48³ unknowns on one and two ranks, one machine",
    ),
    Figure(
        "figure-25",
        "Poisson3D/Dist: performance and memory throughput",
        MEASURED,
        (Plan({**CONVERGED, "size": 64, "ranks": 2}, {}, all_modes(DEFAULT)),),
        draw_figure_25,
        cluster=there(CONVERGED, 1024),
        note_there=SIZES_THERE,
        note="64³ unknowns on two ranks; throughput from counted bytes, not from a profiler",
    ),
)
