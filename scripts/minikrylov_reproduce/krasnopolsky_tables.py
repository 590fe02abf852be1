"""Tables 2 to 6 of Krasnopolsky 2019: what merging saves, and the model of one node."""

from __future__ import annotations

import statistics
from typing import Any

from minikrylov_report import style
from plot_model import read_prediction

from .drawing import bars, legend_with_theirs, save
from .experiment import COUNTED, MEASURED, PREDICTED, Figure, Plan
from .outcome import Outcome
from .published import table_of
from .verdict import ABSOLUTE, EXACT, RELATIVE, Finding

PLAIN = ["bicgstab", "ibicgstab", "pipebicgstab"]
PRECONDITIONED = ["pbicgstab", "rbicgstab", "ppipebicgstab"]
ALL = [*PLAIN, *PRECONDITIONED]
# As the paper counts: fused kernels as it groups them, products by themselves.
AS_PRINTED = {"fuse": "off", "grouping": "paper"}
FORMULATIONS = ["basic", "merged"]


def families(cost: int = 2) -> tuple[dict[str, Any], ...]:
    """Both families, the second with M = I at a given cost in vectors moved; 2: the paper's identity."""
    emulated = {"preconditioner": "emulated", "preconditioner-cost": cost}
    return ({"method": PLAIN, "preconditioner": "none"}, {"method": PRECONDITIONED, **emulated})


def solves(size: int, iterations: int, vary: dict[str, list[Any]], **more: Any) -> Plan:
    """Solves of the 7-point system with a fixed number of iterations."""
    common = {"problem": "poisson3d-7", "size": size, "fixed-iterations": iterations, "format": "crs", **more}
    return Plan(common, vary, families())


GROUPS = {"separate": "run #1", "two-merged": "run #2", "three-merged": "run #3"}


def draw_table_1(outcome: Outcome) -> Finding:
    """Times of the three groups relative to separate updates, in memory beside the table's, and in cache."""
    theirs = table_of(outcome.published)
    times = {key: statistics.median(seconds) for key, seconds in outcome.merging.items()}
    widths = sorted({rhs for _, rhs, _ in times})
    picture, axes = style.panels(2, 2, height=3.2)
    finding = Finding(compared=RELATIVE)
    for axis, place in zip(axes, ("memory", "cache"), strict=True):
        ours = {
            f"m = {rhs}": {
                run: times[place, rhs, group] / times[place, rhs, "separate"] for group, run in GROUPS.items()
            }
            for rhs in widths
        }
        bars(axis, ours, label="time over separate updates")
        axis.set_title(f"in {place}", loc="left")
    for machine, marker in (("Lomonosov", "_"), ("Lomonosov-2", "x")):
        level = [theirs[run, machine] / theirs["run #1", machine] for run in GROUPS.values()]
        axes[0].plot(range(3), level, f"k{marker}", markersize=11, label=f"{machine}, Table 1")
    for group, run in GROUPS.items():
        finding.pairs[run] = (1e3 * times["memory", widths[0], group], theirs[run, "Lomonosov-2"])
    axes[0].legend(fontsize=7)
    save(picture, outcome)
    separate, merged = (times["memory", widths[0], group] for group in ("separate", "three-merged"))
    finding.facts["separate over three merged updates, in memory"] = separate / merged
    finding.facts["three merged over two merged updates, in memory"] = merged / times["memory", widths[0], "two-merged"]
    in_cache = times["cache", widths[0], "separate"] / times["cache", widths[0], "three-merged"]
    finding.ours = f"merging makes the updates {separate / merged:.2f} times as fast in memory, {in_cache:.2f} in cache"
    return finding


def draw_table_2(outcome: Outcome) -> Finding:
    """Counted vectors beside the table's."""
    theirs = table_of(outcome.published)
    finding = Finding(compared=EXACT)
    picture, axes = style.panels(2, 2, height=3.2)
    for axis, formulation in zip(axes, FORMULATIONS, strict=True):
        ours: dict[str, dict[str, float]] = {"read": {}, "written": {}}
        for measured in outcome.select(formulation=formulation):
            for what, values in ours.items():
                values[measured.method] = measured.median(f"vectors_{what}")
                column = f"{formulation}, {what}"
                pair = (values[measured.method], theirs[measured.method, column])
                finding.pairs[f"{measured.method} {column}"] = pair
        beside = {what: {m: theirs[m, f"{formulation}, {what}"] for m in ALL} for what in ours}
        bars(axis, ours, beside, label="vectors per iteration", rotate=True)
        axis.set_title(formulation, loc="left")
    legend_with_theirs(picture, axes[0], outcome.published["source"])
    save(picture, outcome, legend=0.3)
    return finding


def draw_table_3(outcome: Outcome) -> Finding:
    """Times relative to classical BiCGStab in the basic formulation, here and on Lomonosov-2."""
    theirs = table_of(outcome.published)
    reference = outcome.one(method="bicgstab", formulation="basic").median()
    finding = Finding(compared=RELATIVE)
    ours: dict[str, dict[str, float]] = {formulation: {} for formulation in FORMULATIONS}
    beside: dict[str, dict[str, float]] = {formulation: {} for formulation in FORMULATIONS}
    for measured in outcome.solves:
        formulation = str(measured["formulation"])
        ratio = measured.median() / reference
        published = theirs[measured.method, f"{formulation}, Lomonosov-2"]
        ours[formulation][measured.method] = ratio
        beside[formulation][measured.method] = published / theirs["bicgstab", "basic, Lomonosov-2"]
        finding.pairs[f"{measured.method}, {formulation}"] = (ratio, published)
    picture, (axis,) = style.panels(1, 1, height=3.4)
    bars(axis, ours, beside, label="time over basic BiCGStab's")
    axis.set_title(f"one is {style.time_text(reference)} here, 61.5 ms there", loc="left")
    legend_with_theirs(picture, axis, f"{outcome.published['source']}, Lomonosov-2")
    save(picture, outcome, legend=0.3)
    return finding


def draw_table_4(outcome: Outcome) -> Finding:
    """What merging improves, by numbers of right-hand sides."""
    theirs = table_of(outcome.published)
    finding = Finding(compared=RELATIVE)
    ours: dict[str, dict[str, float]] = {}
    beside: dict[str, dict[str, float]] = {}
    for rhs in outcome.values("rhs"):
        column = f"m = {rhs}"
        for method in ALL:
            basic = outcome.one(method=method, rhs=rhs, formulation="basic").median()
            improved = 100 * (1 - outcome.one(method=method, rhs=rhs, formulation="merged").median() / basic)
            ours.setdefault(column, {})[method] = improved
            beside.setdefault(column, {})[method] = theirs[method, column]
            # What remains of the time: a share that can be compared even where nothing is gained.
            finding.pairs[f"{method}, {column}"] = (100 - improved, 100 - theirs[method, column])
    picture, (axis,) = style.panels(1, 1, height=3.4)
    bars(axis, ours, beside, label="improvement by merging [%]")
    legend_with_theirs(picture, axis, outcome.published["source"])
    save(picture, outcome, legend=0.3)
    return finding


def draw_model_of_a_node(outcome: Outcome) -> Finding:
    """Predictions of the model for one node of theirs, beside the paper's predictions and measurements."""
    theirs = table_of(outcome.published)
    prediction = read_prediction(outcome.file("model predict"), "seconds")
    finding = Finding(compared=ABSOLUTE)
    columns = [c for c in outcome.published["columns"] if c.startswith("model")]
    picture, axes = style.panels(len(columns), len(columns), height=3.4)
    for axis, column in zip(axes, columns, strict=True):
        rhs = int(column.rpartition(" ")[2])
        found = [c for c in prediction.curves if c.setting["model"] == "data-transfer" and c.setting["rhs"] == rhs]
        ours = {c.method: float(c.values[0]) for c in found if c.setting["gamma"] == found[0].setting["gamma"]}
        for method in ALL:
            finding.pairs[f"{method}, m = {rhs}"] = (ours[method], theirs[method, column])
        real = {m: theirs[m, column.replace("model", "real")] for m in ALL}
        bars(axis, {"predicted": ours}, {"predicted": {m: theirs[m, column] for m in ALL}}, rotate=True)
        axis.plot(range(len(ALL)), [real[m] for m in ALL], "k_", markersize=13, label="measured by the paper")
        axis.set_title(f"m = {rhs}", loc="left")
    axes[0].set_ylabel("seconds per iteration")
    legend_with_theirs(picture, axes[0], f"predicted in {outcome.published['source']}")
    save(picture, outcome, legend=0.3)
    return finding


def node(machine: str, rhs: str) -> Plan:
    """The model of 200³ unknowns on one node."""
    common = {"machine": machine, "problem": "poisson3d-7", "size": 200, "rhs": rhs, "alpha": "2", "nodes": 1}
    return Plan({**common, "gamma": "1", "data": "memory", "method": ALL}, job="model predict")


FITTED = "the machine's memory bandwidth is fitted to this table: that the level agrees is no news, that methods do is"
FIGURES = (
    Figure(
        "table-1",
        "Three groups of vector updates, separate and merged",
        MEASURED,
        (Plan({"rhs": "1,4,16"}, job="merging"),),
        draw_table_1,
        also=("figure-2",),
        cluster=(Plan({"rhs": "1,4,16", "ranks": 28, "memory-numbers": 3571429}, job="merging"),),
        note="vectors four times as large as all caches instead of 10⁸ numbers; and in cache",
    ),
    Figure(
        "table-2",
        "Vectors read and written per iteration, basic and merged",
        COUNTED,
        (solves(8, 200, {"formulation": FORMULATIONS}, repetitions=1, **AS_PRINTED),),
        draw_table_2,
        deterministic=True,
    ),
    Figure(
        "table-3",
        "Time of an iteration, basic and merged, 7 points",
        MEASURED,
        (solves(100, 10, {"formulation": FORMULATIONS}, repetitions=2, **AS_PRINTED),),
        draw_table_3,
        cluster=(solves(200, 1000, {"formulation": FORMULATIONS}, repetitions=1, ranks=48, **AS_PRINTED),),
        note="100³ instead of 200³ unknowns, one rank",
    ),
    Figure(
        "table-4",
        "What merging saves with 1, 4 and 16 right-hand sides",
        MEASURED,
        (solves(56, 10, {"formulation": FORMULATIONS, "rhs": [1, 4, 16]}, repetitions=2, **AS_PRINTED),),
        draw_table_4,
        cluster=(solves(200, 200, {"formulation": FORMULATIONS, "rhs": [1, 4, 16]}, ranks=48, **AS_PRINTED),),
        note="56³ instead of 200³ unknowns, one rank: with one right-hand side much of it stays in cache",
    ),
    Figure(
        "table-5",
        "Predicted time of an iteration on a node of Lomonosov",
        PREDICTED,
        (node("lomonosov", "1,4"),),
        draw_model_of_a_node,
        deterministic=True,
        note=FITTED,
    ),
    Figure(
        "table-6",
        "Predicted time of an iteration on a node of Lomonosov-2",
        PREDICTED,
        (node("lomonosov-2", "1,4,16"),),
        draw_model_of_a_node,
        deterministic=True,
        note=FITTED,
    ),
)
