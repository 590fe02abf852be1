"""Figures 3, 4, 5 and 10 of Krasnopolsky 2019: strong scaling."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from minikrylov_report import style
from plot_model import Curve

from .drawing import curves, level, save
from .experiment import EMULATED, Figure, Plan, ranks_here
from .krasnopolsky_model import curves_of, predict
from .krasnopolsky_tables import PLAIN, PRECONDITIONED, families
from .outcome import Outcome, equivalent_ranks
from .verdict import Finding

PREDICTED_AND_MEASURED = "predicted for Lomonosov and measured"
RANKS = ranks_here(1, 2, 4, 8)
RANKS_THERE = [48, 96, 192, 384, 768, 1536, 3072, 6144]
NODES = 128  # of the model: as many as hold RANKS_THERE, 48 on each
BICGSTABS = ["bicgstab", "pipebicgstab"]
LATENCY = "20us"  # the paper's reference value of a sum, section 4.1


def square(size: int, cases: Iterable[dict[str, Any]], vary: dict[str, list[Any]], **more: Any) -> Plan:
    """Strong scaling of a square with 5 points, as in section 3.2.2."""
    common = {"problem": "poisson2d-5", "size": f"{size}x{size}", "fixed-iterations": 20, "repetitions": 3}
    return Plan({**common, "reduction": "nonblocking", **more}, vary, tuple(cases))


def speedups(outcome: Outcome, methods: list[str], **settings: Any) -> dict[str, list[tuple[float, float]]]:
    """Time of the first method on one rank over that of each on more, equation (23)."""
    alone = outcome.one(method=methods[0], ranks=min(outcome.values("ranks")), **settings).median()
    return {
        method: [(float(m["ranks"]), alone / m.median()) for m in outcome.select(method=method, **settings)]
        for method in methods
    }


def draw_limits(outcome: Outcome, axis: Axes) -> dict[str, Curve]:
    """The model's times on Lomonosov with all data in memory, in cache, and as the nodes' caches hold them."""
    found = {
        data: curves_of(outcome, ("", ["bicgstab"], [f"data={data}"]))["bicgstab"]
        for data in ("memory", "cache", "by-size")
    }
    for place, (data, curve) in enumerate(found.items()):
        look = {"color": style.PALETTE[place], "linestyle": "--" if data == "by-size" else "-"}
        axis.plot(curve.nodes, 1e3 * curve.values, label=f"data in {data}" if place < 2 else "by size", **look)
    axis.set(xscale="log", yscale="log", xlabel="nodes of Lomonosov", ylabel="ms per iteration")
    axis.set_title("predicted", loc="left")
    axis.legend()
    return found


def draw_figure_3(outcome: Outcome) -> Finding:
    """Bounds on Lomonosov, and times between those of this machine: of ranks, or of shares of the system on one."""
    picture, (left, right) = style.panels(2, 2, height=3.4)
    found = draw_limits(outcome, left)
    quotient = found["memory"].values / found["cache"].values
    facts = {
        "memory over cache on one node": float(quotient[0]),
        "memory over cache on 100 nodes": float(quotient[abs(found["memory"].nodes - 100).argmin()]),
    }
    rows = max(m.median("rows") for m in outcome.solves)
    shares = {equivalent_ranks(m, rows): m for m in outcome.solves}
    memory = {
        p: m.by_round(lambda s: s.metadata["bytes_per_iteration"] / s.metadata["triad_bandwidth"])
        for p, m in shares.items()
    }
    over = {p: m.median() / memory[p] for p, m in shares.items()}
    fastest = max(m.median("working_set_bandwidth") / m["ranks"] for m in shares.values())
    cache = {p: m.median("bytes_per_iteration") / (fastest * m["ranks"]) / memory[p] for p, m in shares.items()}
    between = {"measured": list(over.items()), "at the bandwidth of caches": list(cache.items())}
    curves(right, between, x="ranks with as few rows each", y="ratio")
    level(right, 1, "at the bandwidth of memory")
    right.set_ylim(bottom=0)
    right.set_title("measured, over the time at the bandwidth of memory", loc="left")
    right.legend()
    save(picture, outcome)
    facts["largest share over its memory bound"] = over[min(over)]
    facts["smallest share over its memory bound"] = over[max(over)]
    return Finding(facts)


def draw_bounds(outcome: Outcome, left: Axes, right: Axes) -> dict[str, Curve]:
    """The model's times on Lomonosov between the bounds of memory and cache, and its speed-ups with data in cache from as
    many nodes as hold them. Returns the curves behind these speed-ups."""
    colours = dict(zip(BICGSTABS, style.PALETTE, strict=False))
    for data, line in (("memory", "-"), ("cache", "--")):
        for method, curve in curves_of(outcome, ("", BICGSTABS, [f"data={data}"])).items():
            look = {"color": colours[method], "linestyle": line, "label": f"{method}, data in {data}"}
            left.plot(curve.nodes, 1e3 * curve.values, **look)
    found = curves_of(outcome, ("", BICGSTABS, ["data=by-size"]))
    for method, curve in found.items():
        right.plot(curve.nodes, curve.values[0] / curve.values, color=colours[method], label=method)
    left.set(xscale="log", yscale="log", xlabel="nodes of Lomonosov", ylabel="ms per iteration")
    right.set(xscale="log", yscale="log", xlabel="nodes of Lomonosov", ylabel="speed-up over one node")
    return found


def draw_others(outcome: Outcome, axis: Axes, found: dict[str, Curve]) -> None:
    """The times of Cools & Vanroose, which the paper has relative to its own."""
    nodes = outcome.published["nodes-of-others"]
    for place, (method, curve) in enumerate(found.items()):
        ours = np.interp(nodes, curve.nodes, curve.values)
        theirs = 1e3 * ours * outcome.published[f"{method}-time-of-others"]
        axis.plot(nodes, theirs, color=style.PALETTE[place], linestyle=":", marker="x", label=f"{method}, [7]")


def draw_figure_4(outcome: Outcome) -> Finding:
    """Times and speed-ups of basic formulations: above as measured here, below the model's."""
    times = {m: [(float(s["ranks"]), 1e3 * s.median()) for s in outcome.select(method=m)] for m in BICGSTABS}
    classical, pipelined = (sorted(times[method]) for method in BICGSTABS)
    quotient = [p[1] / c[1] for p, c in zip(pipelined, classical, strict=True)]
    picture, axes = style.panels(4, 2, height=2.9)
    curves(axes[0], times, x="ranks", y="ms per iteration")
    axes[0].set_ylim(bottom=0)
    gains = {m: [(ranks, points[0][1] / time) for ranks, time in points] for m, points in times.items()}
    curves(axes[1], gains, x="ranks", y="speed-up over one rank")
    found = draw_bounds(outcome, axes[2], axes[3])
    draw_others(outcome, axes[2], found)
    predicted = found["pipebicgstab"].values / found["bicgstab"].values
    alone, on_20 = np.interp([1, 20], found["bicgstab"].nodes, found["bicgstab"].values)
    for axis in (axes[1], axes[3]):
        level(axis, outcome.published["classical-speedup-of-others"], "most of [7], classical, to 20 nodes", 0)
        level(axis, outcome.published["pipelined-speedup-of-others"], "most of [7], pipelined, to 20 nodes", 1)
    for place, axis in enumerate(axes):
        axis.set_title("predicted" if place > 1 else "measured", loc="left")
    axes[0].legend()
    axes[2].set_ylim(top=300)  # room for its legend
    axes[2].legend(fontsize=7, loc="upper right")
    for axis in (axes[1], axes[3]):
        axis.legend(fontsize=7)
    save(picture, outcome)
    facts = {
        "pipebicgstab over bicgstab, fewest ranks": quotient[0],
        "pipebicgstab over bicgstab, most ranks": quotient[-1],
        "pipebicgstab over bicgstab, predicted for one node": float(predicted[0]),
        "pipebicgstab over bicgstab, predicted for most nodes": float(predicted[-1]),
        "speed-up of bicgstab, predicted for 20 nodes": float(alone / on_20),
    }
    words = (
        f"{predicted[0]:.2f} times as long as bicgstab on one node of Lomonosov, {predicted[-1]:.2f} times on {NODES}"
    )
    return Finding(facts, ours=f"the model has pipebicgstab take {words}")


def draw_figure_10(outcome: Outcome) -> Finding:
    """Both families with 1, 4 and 16 right-hand sides."""
    finding = Finding()
    most = max(outcome.values("ranks"))
    picture, axes = style.panels(6, 3, height=2.5)
    for row, methods in enumerate((PLAIN, PRECONDITIONED)):
        for column, rhs in enumerate(outcome.values("rhs")):
            axis = axes[3 * row + column]
            curves(axis, speedups(outcome, methods, rhs=rhs), x="ranks", y="speed-up" if column == 0 else "")
            axis.set_title(f"m = {rhs}", loc="left")
            if column == 0:
                axis.legend()
    gains = {}
    for rhs in outcome.values("rhs"):
        gains[rhs] = gain(outcome, "ibicgstab", "bicgstab", rhs=rhs, ranks=most)
        finding.facts[f"m = {rhs}, gain of ibicgstab on most ranks"] = gains[rhs]
        pipelined = 1 / gain(outcome, "pipebicgstab", "ibicgstab", rhs=rhs, ranks=most)
        finding.facts[f"m = {rhs}, pipebicgstab over ibicgstab on most ranks"] = pipelined
    finding.facts["gain of ibicgstab on most ranks, m = 16 over m = 1"] = gains[16] / gains[1]
    alone = 1 / gain(outcome, "ibicgstab", "bicgstab", rhs=1, ranks=min(outcome.values("ranks")))
    finding.facts["m = 1, ibicgstab over bicgstab on one rank"] = alone
    save(picture, outcome)
    return finding


def gain(outcome: Outcome, method: str, classical: str, **settings: Any) -> float:
    """How many times as fast a method is as another."""
    return outcome.one(method=classical, **settings).median() / outcome.one(method=method, **settings).median()


ALONE = {"method": ["bicgstab"], "preconditioner": "none"}
LIMITS = predict(NODES, ["bicgstab"], gamma="1", data="memory,cache,by-size")
SHARES = Plan(
    {"problem": "poisson2d-5", **ALONE, "fixed-iterations": 40, "repetitions": 3},
    {"size": ["1000x1000", "1000x500", "1000x250", "1000x125", "1000x62"]},
)
EQUATION_13 = (
    "with the memory of table 5 (33.8 GB/s) and the caches of table 7 (2 × 46 GB/s) equation (13) has bounds that are "
    "factors of 2.7 (one node) and 1.3 (100) apart"
)
BASIC = ({"method": BICGSTABS, "preconditioner": "none"},)
MODEL = predict(NODES, BICGSTABS, formulation="basic", gamma="1", data="memory,cache,by-size")
FIGURES = (
    Figure(
        "figure-3",
        "BiCGStab between the bounds of memory and cache",
        PREDICTED_AND_MEASURED,
        (LIMITS, SHARES),
        draw_figure_3,
        cluster=(LIMITS, square(1000, (ALONE,), {"ranks": RANKS_THERE})),
        note=f"right: shares of the system on one rank stand in for nodes; {EQUATION_13}",
        note_there=EQUATION_13,
    ),
    Figure(
        "figure-4",
        "Basic BiCGStab and pipelined BiCGStab, strong scaling",
        PREDICTED_AND_MEASURED,
        (square(1000, BASIC, {"ranks": RANKS}, formulation="basic"), MODEL),
        draw_figure_4,
        also=("figure-5",),
        cluster=(square(1000, BASIC, {"ranks": RANKS_THERE}, formulation="basic"), MODEL),
        note="measured on ranks of one machine instead of nodes",
    ),
    Figure(
        "figure-10",
        "Strong scaling with 1, 4 and 16 right-hand sides",
        EMULATED,
        (square(300, families(), {"rhs": [1, 4, 16], "ranks": RANKS}, **{"emulate-latency": LATENCY}),),
        draw_figure_10,
        cluster=(square(1000, families(), {"rhs": [1, 4, 16], "ranks": RANKS_THERE}),),
        note="300² instead of 1000² unknowns, ranks of one machine instead of nodes",
    ),
)
