"""Figures 6 to 9 of Krasnopolsky 2019, and what all predictions for Lomonosov have in common."""

from __future__ import annotations

import math

from minikrylov_report import style
from plot_model import Curve, chosen, draw, read_prediction

from .drawing import save
from .experiment import PREDICTED, Figure, Plan
from .krasnopolsky_tables import ALL, PLAIN, PRECONDITIONED
from .outcome import Outcome
from .verdict import Finding

LOMONOSOV = {"machine": "lomonosov", "problem": "poisson2d-5", "size": 1000}
Panel = tuple[str, list[str], list[str]]  # its title, methods, and conditions on curves


def predict(nodes: int, methods: list[str], **more: str) -> Plan:
    """The model of 1000² unknowns."""
    return Plan({**LOMONOSOV, "method": methods, "nodes": nodes, **more}, job="model predict")


def curves_of(outcome: Outcome, panel: Panel, quantity: str = "seconds") -> dict[str, Curve]:
    """The curves of a panel by method."""
    _, methods, conditions = panel
    prediction = read_prediction(outcome.file("model predict"), quantity)
    found = chosen(prediction.curves, ["model=data-transfer", *conditions])
    return {c.method: c for c in found if c.method in methods}


def ranges(found: dict[str, Curve]) -> dict[str, tuple[float, float]]:
    """From which to which number of nodes each method is the best."""
    nodes = next(iter(found.values())).nodes
    best = [min(found, key=lambda method: found[method].values[k]) for k in range(len(nodes))]
    where = {m: [float(n) for n, winner in zip(nodes, best, strict=True) if winner == m] for m in found}
    return {method: (at[0], at[-1]) for method, at in where.items() if at}


def first_faster(found: dict[str, Curve], method: str, other: str) -> float:
    """The first number of nodes at which a method is faster than another; infinite if it never is."""
    faster = found[method].values < found[other].values
    return float(found[method].nodes[faster.argmax()]) if faster.any() else math.inf


def draw_panels(outcome: Outcome, panels: list[Panel], columns: int) -> None:
    """Relative performance over nodes, as plot_model.py draws it."""
    picture, axes = style.panels(len(panels), columns, height=2.3)
    for place, (axis, panel) in enumerate(zip(axes, panels, strict=True)):
        draw(axis, list(curves_of(outcome, panel, "relative_performance").values()), "relative_performance")
        axis.set_title(panel[0], loc="left")
        if place % columns == 0:
            axis.set_ylabel("best time over time")
            axis.legend(loc="lower left")
        if place >= len(panels) - columns:
            axis.set_xlabel("nodes")
    save(picture, outcome)


def where_best(found: dict[str, tuple[float, float]]) -> str:
    """In words."""
    return ", ".join(f"{method} from {first:g} to {last:g}" for method, (first, last) in found.items())


def draw_figure_6(outcome: Outcome) -> Finding:
    """Both families with no, half and full overlap."""
    finding = Finding()
    panels = [
        (f"γ = {gamma:g}", methods, [f"gamma={gamma}"])
        for methods in (PLAIN, PRECONDITIONED)
        for gamma in (1.0, 0.5, 0.0)
    ]
    for panel in panels:
        found = curves_of(outcome, panel)
        best = min(c.values[0] for c in found.values())
        for method, curve in found.items():
            finding.facts[f"{panel[0]}, {method} against the best on one node"] = curve.values[0] / best - 1
        for method, (first, last) in ranges(found).items():
            finding.facts[f"{panel[0]}, {method} is best from"] = first
            finding.facts[f"{panel[0]}, {method} is best up to"] = last
    draw_panels(outcome, panels, 3)
    finding.ours = f"with all overlapped the best are {where_best(ranges(curves_of(outcome, panels[2])))} nodes"
    return finding


def draw_figure_7(outcome: Outcome) -> Finding:
    """Preconditioners of growing cost."""
    panels: list[Panel] = [(f"no M, γ = {g:g}", PLAIN, [f"gamma={g}"]) for g in (1.0, 0.5, 0.0)]
    panels += [
        (f"α = {a}, γ = {g:g}", PRECONDITIONED, [f"alpha={a}", f"gamma={g}"])
        for a in (2, 20, 50)
        for g in (1.0, 0.5, 0.0)
    ]
    finding = Finding()
    first, loss = [], []
    for cost in (2, 50):
        found = curves_of(outcome, ("", PRECONDITIONED, [f"alpha={cost}", "gamma=0"]))
        first.append(first_faster(found, "ppipebicgstab", "rbicgstab"))
        loss.append(found["ppipebicgstab"].values[0] / min(c.values[0] for c in found.values()) - 1)
    finding.facts["first node of ppipebicgstab at α = 50 over α = 2, γ = 0"] = first[1] / first[0]
    finding.facts["loss of ppipebicgstab on one node at α = 50 over α = 2"] = loss[1] / loss[0]
    finding.ours = f"the pipelined method wins from {first[0]:g} nodes (α = 2) and {first[1]:g} nodes (α = 50), γ = 0"
    draw_panels(outcome, panels, 3)
    return finding


def draw_figure_8(outcome: Outcome) -> Finding:
    """Right-hand sides, with data in memory and in cache, without overlap."""
    finding = Finding()
    panels: list[Panel] = [
        (f"m = {rhs}, data in {data}", methods, [f"rhs={rhs}", f"data={data}"])
        for methods in (PLAIN, PRECONDITIONED)
        for data in ("memory", "cache")
        for rhs in (1, 4, 16)
    ]
    first: dict[tuple[str, str, int], float] = {}
    for data in ("memory", "cache"):
        for rhs in (1, 16):
            for method, classical, methods in (
                ("ibicgstab", "bicgstab", PLAIN),
                ("rbicgstab", "pbicgstab", PRECONDITIONED),
            ):
                found = curves_of(outcome, ("", methods, [f"rhs={rhs}", f"data={data}"]))
                first[method, data, rhs] = first_faster(found, method, classical)
    for method in ("ibicgstab", "rbicgstab"):
        finding.facts[f"first node of {method} at m = 1, in cache"] = first[method, "cache", 1]
        for data in ("memory", "cache"):
            name = f"first node of {method} at m = 16 over m = 1, in {data}"
            finding.facts[name] = first[method, data, 16] / first[method, data, 1]
    finding.ours = (
        f"ibicgstab overtakes from {first['ibicgstab', 'memory', 1]:g} (memory) and "
        f"{first['ibicgstab', 'cache', 1]:g} nodes (cache) with one right-hand side, from "
        f"{first['ibicgstab', 'memory', 16]:g} and {first['ibicgstab', 'cache', 16]:g} with 16"
    )
    draw_panels(outcome, panels, 3)
    return finding


IN_MEMORY = "data in memory; the paper's text does not say whether it had the bandwidth of memory or of the caches"
FIGURES = (
    Figure(
        "figure-6",
        "Relative performance by overlap, one right-hand side",
        PREDICTED,
        (predict(1024, ALL, gamma="1,0.5,0", alpha="2", data="memory"),),
        draw_figure_6,
        deterministic=True,
        note=IN_MEMORY,
    ),
    Figure(
        "figure-7",
        "Relative performance by cost of the preconditioner",
        PREDICTED,
        (predict(1024, ALL, gamma="1,0.5,0", alpha="2,20,50", data="memory"),),
        draw_figure_7,
        deterministic=True,
        note=IN_MEMORY,
    ),
    Figure(
        "figure-8",
        "Relative performance with 1, 4 and 16 right-hand sides, γ = 1",
        PREDICTED,
        (predict(1024, ALL, gamma="1", alpha="2", rhs="1,4,16", data="memory,cache"),),
        draw_figure_8,
        also=("figure-9",),
        deterministic=True,
    ),
)
