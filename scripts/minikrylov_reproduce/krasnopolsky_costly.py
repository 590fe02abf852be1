"""Figures 11 and 12 of Krasnopolsky 2019: costly preconditioners, and progress by hand."""

from __future__ import annotations

from typing import Any

from minikrylov_report import style
from minikrylov_report.results import Solve

from .drawing import curves, level, save
from .experiment import EMULATED, Figure
from .krasnopolsky_scaling import LATENCY, RANKS, RANKS_THERE, square
from .krasnopolsky_tables import PRECONDITIONED
from .outcome import Measured, Outcome, equivalent_ranks, number
from .verdict import Finding

LATENCIES = ["20us", "50us", "100us", "200us", "400us"]
PROGRESS = ["none", "manual", "thread"]


def draw_figure_11(outcome: Outcome) -> Finding:
    """The preconditioned family with costly preconditioners."""
    picture, axes = style.panels(2, 2, height=3.2)
    rows = max(m.median("rows") for m in outcome.solves)
    peaks = {}
    for axis, cost in zip(axes, outcome.values("preconditioner-cost"), strict=True):
        times = {
            method: [
                (equivalent_ranks(m, rows), m.median())
                for m in outcome.select(method=method, **{"preconditioner-cost": cost})
            ]
            for method in PRECONDITIONED
        }
        _, alone = min(times[PRECONDITIONED[0]])
        found = {method: [(x, alone / seconds) for x, seconds in points] for method, points in times.items()}
        peaks[cost] = max(y for points in found.values() for _, y in points)
        curves(axis, found, x="ranks with as few rows each", y="speed-up over pbicgstab on one rank")
        axis.set_title(f"α = {cost}", loc="left")
        axis.legend()
    save(picture, outcome)
    words = " and ".join(f"{peak:.2g} (α = {cost})" for cost, peak in peaks.items())
    return Finding({"peak at α = 50 over α = 20": peaks[50] / peaks[20]}, ours=f"the largest speed-ups are {words}")


def ideal_gain(measured: Measured) -> float:
    """The speed-up if all sums were hidden: the time without help over itself less the sums alone."""

    def of(solve: Solve) -> float:
        iterations = max(1, solve.metadata["iterations"])
        sums = sum(float(row["alone_seconds"]) for row in solve.reductions) / iterations
        seconds = float(solve.metadata["seconds_per_iteration_median"])
        return seconds / max(seconds - sums, 0.05 * seconds)

    return measured.by_round(of)


def draw_figure_12(outcome: Outcome) -> Finding:
    """Progress by hand, and by a thread, against none, over the latency of the network."""
    finding = Finding()
    costs, methods = outcome.values("preconditioner-cost"), PRECONDITIONED[1:]
    picture, axes = style.panels(2 * len(costs), 2, height=2.6)
    axis_of, label = outcome.along
    at = {value: number(value) for value in outcome.values(axis_of)}
    for row, cost in enumerate(costs):
        for column, method in enumerate(methods):
            axis = axes[2 * row + column]
            found: dict[str, list[tuple[float, float]]] = {"manual": [], "thread": [], "ideal": []}
            for value, x in at.items():
                here = {"method": method, "preconditioner-cost": cost, axis_of: value}
                none = outcome.one(progress="none", **here)
                found["ideal"].append((x, ideal_gain(none)))
                for progress in ("manual", "thread"):
                    helped = outcome.one(progress=progress, **here)
                    found[progress].append((x, none.median() / helped.median()))
            curves(axis, found, x=label if row else "", y="speed-up" if column == 0 else "")
            level(axis, 1, "")
            axis.set_title(f"{method}, α = {cost}", loc="left")
            finding.facts[f"largest speed-up of {method}, α = {cost}"] = max(y for _, y in found["manual"])
    axes[0].legend()
    save(picture, outcome)
    return finding


def costly(costs: list[int], methods: list[str]) -> list[dict[str, Any]]:
    """The preconditioned family with M = I at several costs."""
    return [{"preconditioner": "emulated", "preconditioner-cost": c, "method": methods} for c in costs]


# On this machine's most ranks, smaller squares leave each as few rows as more ranks would.
PLACES = [{"ranks": p, "size": "300x300"} for p in RANKS]
PLACES += [{"ranks": RANKS[-1], "size": f"{n}x{n}"} for n in (150, 75, 38)]
FIGURES = (
    Figure(
        "figure-11",
        "Strong scaling with preconditioners of cost α = 20 and 50",
        EMULATED,
        (
            square(
                300,
                [case | at for case in costly([20, 50], PRECONDITIONED) for at in PLACES],
                {},
                **{"emulate-latency": LATENCY},
            ),
        ),
        draw_figure_11,
        cluster=(square(1000, costly([20, 50], PRECONDITIONED), {"ranks": RANKS_THERE}),),
        note="300² instead of 1000² unknowns, ranks of one machine instead of nodes, on the most also 150², 75² and 38², "
        "where each has as few rows as on more ranks; sums and halos take 20 µs",
    ),
    Figure(
        "figure-12",
        "Speed-up by manual progress, and if sums were hidden entirely",
        EMULATED,
        (
            square(
                200,
                costly([20, 50], PRECONDITIONED[1:]),
                {"emulate-latency": LATENCIES, "progress": PROGRESS},
                ranks=2,
                repetitions=2,
            ),
        ),
        draw_figure_12,
        cluster=(square(1000, costly([20, 50], PRECONDITIONED[1:]), {"ranks": RANKS_THERE, "progress": PROGRESS}),),
        note="200² unknowns on two ranks, latencies instead of nodes",
    ),
)
