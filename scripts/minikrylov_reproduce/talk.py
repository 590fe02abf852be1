"""Krasnopolsky & Medvedev 2020: what their slides show of the same methods."""

from __future__ import annotations

from minikrylov_report import style

from . import overlap_figures
from .drawing import bars, curves, legend_with_theirs, save
from .experiment import COUNTED, MEASURED, PREDICTED, Figure
from .krasnopolsky_model import curves_of, first_faster, predict
from .krasnopolsky_scaling import RANKS, RANKS_THERE, square
from .krasnopolsky_tables import AS_PRINTED, solves
from .outcome import Outcome
from .published import table_of
from .verdict import EXACT, Finding

BOTH = ["bicgstab", "pipebicgstab"]
PROGRESS = ["none", "thread"]


def draw_counts(outcome: Outcome) -> Finding:
    """Reads and writes of the basic formulations."""
    theirs = table_of(outcome.published)
    ours = {m: outcome.one(method=m) for m in BOTH}
    counts = {m: o.median("vectors_read") + o.median("vectors_written") for m, o in ours.items()}
    beside = {m: theirs[m, "reads and writes"] for m in BOTH}
    picture, (axis,) = style.panels(1, 1, width=6.0, height=3.0)
    bars(axis, {"basic": counts}, {"basic": beside}, label="vectors per iteration")
    legend_with_theirs(picture, axis, "slides")
    save(picture, outcome, legend=0.3)
    return Finding(pairs={m: (counts[m], beside[m]) for m in BOTH}, compared=EXACT)


def draw_prediction(outcome: Outcome) -> Finding:
    """Both methods on Lomonosov, data in memory, in cache, and as the nodes' caches hold them."""
    picture, axes = style.panels(2, 2, height=3.2)
    for axis, method in zip(axes, BOTH, strict=True):
        for place, data in enumerate(("memory", "cache", "by-size")):
            curve = curves_of(outcome, ("", [method], [f"data={data}"]))[method]
            axis.plot(curve.nodes, 1e3 * curve.values, color=style.PALETTE[place], label=f"data {data}")
        axis.set(xscale="log", yscale="log", xlabel="nodes")
        axis.set_title(method, loc="left")
    axes[0].set_ylabel("ms per iteration")
    axes[0].legend()
    save(picture, outcome)
    found = curves_of(outcome, ("", BOTH, ["data=by-size"]))
    first = first_faster(found, "pipebicgstab", "bicgstab")
    words = f"pipebicgstab is faster from {first:g} nodes" if first < 1e9 else "pipebicgstab is nowhere faster"
    return Finding(ours=f"without overlap {words}")


def draw_progression(outcome: Outcome) -> Finding:
    """Classical and pipelined BiCGStab with the library's own progress, and with a thread."""
    picture, axes = style.panels(2, 2, height=3.2)
    for axis, progress in zip(axes, PROGRESS, strict=True):
        found = {
            m: [(float(s["ranks"]), 1e3 * s.median()) for s in outcome.select(method=m, progress=progress)]
            for m in BOTH
        }
        curves(axis, found, x="ranks", y="ms per iteration")
        axis.set_title(f"progress: {progress}", loc="left")
        axis.set_ylim(bottom=0)
    axes[0].legend()
    save(picture, outcome)
    most = max(outcome.values("ranks"))
    without, thread = (outcome.one(method="pipebicgstab", ranks=most, progress=p).median() for p in PROGRESS)
    return Finding(
        {"pipebicgstab beside a thread over without, most ranks": thread / without},
        ours=f"a progress thread makes pipebicgstab take {thread / without:.2g} times as long on {most} ranks",
    )


PLAIN = ({"method": BOTH, "preconditioner": "none"},)
FIGURES = (
    Figure(
        "slides-model",
        "Vectors read and written by basic BiCGStab and pipelined BiCGStab",
        COUNTED,
        (solves(8, 200, {}, formulation="basic", repetitions=1, **AS_PRINTED),),
        draw_counts,
        deterministic=True,
    ),
    *overlap_figures.SLIDES,
    Figure(
        "slides-validation",
        "BiCGStab and pipelined BiCGStab on Lomonosov",
        PREDICTED,
        (predict(128, BOTH, formulation="basic", gamma="1", data="memory,cache,by-size"),),
        draw_prediction,
        deterministic=True,
        note="basic formulations, as in the slides; the same curves are judged in krasnopolsky-2019 figure-4",
    ),
    Figure(
        "slides-progression",
        "Default message progression, and a progress thread",
        MEASURED,
        (square(500, PLAIN, {"ranks": RANKS[:2], "progress": PROGRESS}, formulation="merged"),),
        draw_progression,
        cluster=(square(1000, PLAIN, {"ranks": RANKS_THERE, "progress": PROGRESS}),),
        note="500² instead of 1000² unknowns, ranks of one machine instead of nodes",
    ),
)
