"""Figures 10 to 12 of Nakajima et al. 2022: GeoFEM/Cube behind statically and dynamically scheduled loops."""

from __future__ import annotations

import overlap_results
from minikrylov_report import style

from .drawing import curves, level, save
from .experiment import EMULATED, Figure, Plan, ranks_here
from .nakajima import (
    CUBE,
    FIXED,
    HYBRID,
    PAIR,
    SLOW,
    THREADS_HERE,
    WITH_ONE_THREAD,
    best_of,
    chunk_words,
    draw_improvements,
    improvements,
    overlaps,
)
from .nakajima_sizes import CUBES, GRIDS, RANKS_PER_NODE, cases, draw_beside, main_size, named, systems, words_beside
from .outcome import Measured, Outcome
from .verdict import Finding

CHUNKS = [100, 200, 400, 700, 1000]
RESERVED = {"reserve-cores": 1}


def draw_figure_10(outcome: Outcome) -> Finding:
    """Small, medium and large cubes."""
    sizes = outcome.values("size")
    domains = dict(zip(("small", "medium", "large"), ({"size": size} for size in sizes)))
    rows = improvements(outcome, "GeoFEM/Cube", domains)
    best = draw_improvements(outcome, rows, chunk_words(rows))
    facts = {f"best improvement, {domain}": row.median for domain, row in best.items()}
    facts["best improvement, large less small"] = best["large"].median - best["small"].median
    for domain in ("small", "large"):
        dynamic = [row for row in rows if row.mode.startswith("dynamic")]
        if len({row.chunk_rows for row in dynamic}) > 1:  # otherwise all chunks ran alike
            facts[f"best chunk, {domain}"] = float(best_of(dynamic, domain).chunk_rows)
    words = ", ".join(f"{domain} {row.median:+.0%} ({row.mode})" for domain, row in best.items())
    return Finding(facts, ours=f"the best are {words}")


def draw_figure_11(outcome: Outcome) -> Finding:
    """The best improvement for each number of ranks, and figure 12 beside another machine."""
    found: dict[str, dict[int, overlap_results.Improvement]] = {}
    sizes = systems(outcome)
    for size, by_ranks in sizes.items():
        for name, free in (("all cores", {"reserve-cores": None}), ("1 core free", RESERVED)):
            for ranks, system in by_ranks.items():
                if rows := improvements(outcome, "GeoFEM/Cube", {"": {**system, **free}}):
                    found.setdefault(named(name, size), {})[ranks] = best_of(rows, "")
    picture, axes = style.panels(2 if outcome.beside else 1, 2, width=10.0 if outcome.beside else 7.0, height=3.2)
    points = {name: [(p, 100 * row.median) for p, row in rows.items()] for name, rows in found.items()}
    curves(axes[0], points, x="ranks", y="best improvement over no overlap [%]")
    level(axes[0], 0, "")
    axes[0].legend()
    best = found[named("all cores", main_size(sizes))]
    last = best[max(best)]
    facts = {"best improvement, most ranks": last.median}
    if len(best) > 1:
        facts["best improvement, most ranks less fewest"] = last.median - best[min(best)].median
    if outcome.beside:
        series = {size or "all": by_ranks for size, by_ranks in sizes.items()}
        facts |= draw_beside(axes[1], outcome, outcome.beside, series, Measured.median)
    save(picture, outcome)
    words = [f"{p} ranks {row.median:+.0%} ({row.mode})" for p, row in best.items()]
    free = found.get(named("1 core free", main_size(sizes)), {})
    words += [f"with a core free {p} ranks {row.median:+.0%} ({row.mode})" for p, row in free.items()]
    return Finding(facts, ours=f"the best are {', '.join(words)}{words_beside(facts)}")


FIGURES = (
    Figure(
        "figure-10",
        "GeoFEM/Cube, static and dynamic overlap",
        EMULATED,
        (Plan({**FIXED, **CUBE, **PAIR, **SLOW}, {"size": [16, 24, 32]}, tuple(overlaps(CHUNKS))),),
        draw_figure_10,
        cluster=(
            Plan(
                {**FIXED, **CUBE, **HYBRID},
                {},
                tuple(at | mode for at in cases(CUBES, 2048) for mode in overlaps(CHUNKS)),
                ranks_per_node=RANKS_PER_NODE,
            ),
        ),
        note=f"two ranks; {WITH_ONE_THREAD}",
    ),
    Figure(
        "figure-11",
        "GeoFEM/Cube, best overlap by number of ranks",
        EMULATED,
        (
            Plan(
                {**FIXED, **CUBE, "size": 24, **SLOW, "threads": THREADS_HERE},
                {"ranks": ranks_here(2, 4, 8, threads=THREADS_HERE)},
                (*overlaps([200, 700]), *(overlaps([200, 700], **RESERVED) if THREADS_HERE > 1 else ())),
            ),
        ),
        draw_figure_11,
        cluster=(
            Plan(
                {**FIXED, **CUBE, **HYBRID},
                {},
                tuple(
                    at | mode
                    for at in cases(CUBES, *GRIDS)
                    for mode in (*overlaps(CHUNKS), *overlaps(CHUNKS, **RESERVED))
                ),
                ranks_per_node=RANKS_PER_NODE,
            ),
        ),
        also=("figure-12",),
        two_machines=("figure-12",),
        note="24³ points on all; from four cores on two threads a rank, or one and a reserved core; halos and sums take "
        "100 µs",
        note_there="on each node 96 × 96 × 48 points (small), 128 × 128 × 64 (medium), 200 × 200 × 100 (large)",
    ),
)
