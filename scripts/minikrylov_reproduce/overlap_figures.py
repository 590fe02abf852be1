"""Figures 14 to 16 of Krasnopolsky 2019 and the same benchmark in the talk of 2020: what hides behind computation."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from minikrylov_report import style

from .drawing import curves, level, save
from .experiment import MEASURED, Figure, Plan, ranks_here
from .outcome import Outcome
from .rounds import Overlap
from .verdict import Finding

TESTS = "10,20,50,100"
SIZES = "8,64,512,2048,8192,65536"
MESSAGES = "16,256,4096,65536,1048576"
MODES = ("blocking", "nonblocking", "tests", "thread")
NAMES = {"tests": "MPI_Test at 20 points", "nonblocking": "no help", "thread": "a thread"}
Curves = dict[str, list[tuple[float, float]]]


@dataclass(frozen=True)
class Time:
    """A row of the benchmark's table, the median over rounds."""

    mode: str
    tests: int
    ranks: int
    bytes: int
    communicating: float
    seconds: float
    gamma: float


def times_of(overlap: Overlap) -> list[Time]:
    """The rows of all rounds, as medians."""
    names = ("communicating_seconds", "seconds", "gamma")
    return [
        Time(*key, *(statistics.median(float(row[name]) for row in rows) for name in names))
        for key, rows in overlap.items()
    ]


def over_bytes(times: list[Time], value: str, modes: tuple[str, ...]) -> Curves:
    """A curve for each kind of progress; of those with tests, 20."""
    shown = set(map(int, f"{SIZES},{MESSAGES}".split(",")))
    return {
        NAMES.get(mode, mode): [
            (t.bytes, getattr(t, value)) for t in times if t.mode == mode and t.bytes in shown and t.tests in (0, 20)
        ]
        for mode in modes
    }


def over_ranks(times: list[Time]) -> Curves:
    """γ of each kind of progress over the number of ranks: medians of all sizes, with MPI_Test at 20 points."""
    found: Curves = {}
    for mode in MODES[1:]:
        chosen = [t for t in times if t.mode == mode and t.tests in (0, 20)]
        points = [
            (float(ranks), statistics.median(t.gamma for t in chosen if t.ranks == ranks))
            for ranks in sorted({t.ranks for t in chosen})
        ]
        if points:
            found[NAMES.get(mode, mode)] = points
    return found


def draw_figure_14(outcome: Outcome) -> Finding:
    """Times in MPI, γ by bytes, by the number of tests, and by the number of ranks."""
    everything = times_of(outcome.overlap)
    most = max(t.ranks for t in everything)
    times = [t for t in everything if t.ranks == most]
    picture, axes = style.panels(4, 4, height=3.2)
    spent = over_bytes(times, "communicating", MODES)
    curves(axes[0], {n: [(x, 1e6 * y) for x, y in p] for n, p in spent.items()}, x="bytes", y="µs in MPI", ticks=False)
    axes[0].set(xscale="log", yscale="log")
    axes[0].set_title(f"sums over {most} ranks", loc="left")
    gammas = over_bytes(times, "gamma", MODES[1:])
    curves(axes[1], gammas, x="bytes", y="overlapping overhead γ", ticks=False, first=1)
    axes[1].set_xscale("log")
    by_tests: Curves = {
        f"{b} bytes": [(t.tests, t.gamma) for t in times if t.mode == "tests" and t.bytes == b] for b in (8, 2048)
    }
    curves(axes[2], by_tests, x="calls of MPI_Test", y="overlapping overhead γ", first=4)
    curves(axes[3], over_ranks(everything), x="ranks", y="overlapping overhead γ, median of sizes", first=1)
    for axis in axes[1:]:
        level(axis, 1, "nothing gained")
        axis.set_ylim(bottom=0)
    for axis in axes:
        axis.legend()
    save(picture, outcome)
    return Finding(facts_of(times, by_tests))


def facts_of(times: list[Time], by_tests: Curves) -> dict[str, float]:
    """The numbers that the appendix has words for."""
    without = [t.gamma for t in times if t.mode == "nonblocking"]
    facts = {
        "γ without progress, median of sizes": statistics.median(without),
        "smallest γ with MPI_Test": min(t.gamma for t in times if t.mode == "tests"),
    }
    for name, points in by_tests.items():
        facts[f"best number of tests at {name}"] = min(points, key=lambda point: point[1])[0]
    return facts | beside_a_thread(times, "sum")


def beside_a_thread(times: list[Time], what: str) -> dict[str, float]:
    """How many times as long it takes with a progress thread, the median over sizes; nothing if no thread was possible."""
    blocking = {t.bytes: t.seconds for t in times if t.mode == "blocking"}
    beside = [t.seconds / blocking[t.bytes] for t in times if t.mode == "thread"]
    return {f"{what} beside a thread over blocking": statistics.median(beside)} if beside else {}


def draw_efficiency(outcome: Outcome) -> Finding:
    """Overlap efficiency by the definition of the talk: 100 % if all is hidden, 0 % if nothing is gained."""
    times = times_of(outcome.overlap)
    picture, (axis,) = style.panels(1, 1, width=7.0, height=3.4)
    efficiency = {
        name: [(x, 100 * (1 - y)) for x, y in points]
        for name, points in over_bytes(times, "gamma", MODES[1:]).items()
        if points
    }
    curves(axis, efficiency, x="bytes", y="overlap efficiency [%]", ticks=False)
    axis.set(xscale="log", ylim=(-200, 110))
    for place, (at, words) in enumerate(((100, "all hidden"), (0, "nothing gained")), 5):
        level(axis, at, words, place)
    axis.legend()
    save(picture, outcome)
    median = statistics.median(y for _, y in efficiency[NAMES["nonblocking"]])
    is_p2p = "p2p" in outcome.figure.name
    name = "overlap of messages, median" if is_p2p else "overlap of sums without progress, median"
    facts = {name: median} | beside_a_thread(times, "exchange" if is_p2p else "sum")
    return Finding(facts, ours=f"the median without help is {median:.0f} %")


def benchmark(pattern: str, ranks: int, samples: int = 20) -> Plan:
    """The benchmark of appendix C."""
    sizes = SIZES if pattern == "allreduce" else MESSAGES
    options = {"pattern": pattern, "sizes": sizes, "tests": TESTS, "samples": samples, "seconds": 0.05}
    return Plan({**options, "ranks": ranks}, job="overlap")


def by_ranks(pattern: str, *ranks: int) -> tuple[Plan, ...]:
    """The same for several numbers of ranks, each in a run of its own, so that no rank only waits."""
    return tuple(benchmark(pattern, p, 100) for p in ranks)


FIGURES = (
    Figure(
        "figure-14",
        "Sums hidden behind computation: without help, with MPI_Test, with a progress thread",
        MEASURED,
        tuple(benchmark("allreduce", p) for p in ranks_here(2, 4, 8, 16)),
        draw_figure_14,
        also=("figure-15", "figure-16"),
        cluster=by_ranks("allreduce", 16, 32, 64, 128, 256, 512, 1024, 1536),
        note="two ranks of one machine, where sums take a microsecond",
    ),
)
SLIDES = (
    Figure(
        "slides-p2p-overlap",
        "Overlap of messages between neighbours",
        MEASURED,
        (benchmark("point-to-point", 2),),
        draw_efficiency,
        cluster=(benchmark("point-to-point", 896, 100),),
        note="two ranks of one machine instead of 64 nodes",
    ),
    Figure(
        "slides-allreduce-overlap",
        "Overlap of sums over all ranks",
        MEASURED,
        (benchmark("allreduce", 2),),
        draw_efficiency,
        cluster=(benchmark("allreduce", 896, 100),),
        note="two ranks of one machine instead of 64 nodes",
    ),
)
