"""Eller & Gropp 2016: the table of methods, merged vector operations, accuracy, preconditioners, powers, the model."""

from __future__ import annotations

from typing import Any

from minikrylov_report import style
from minikrylov_report.plots_residuals import residual_histories
from minikrylov_report.results import Solve
from plot_model import read_prediction

from .drawing import bars, curves, legend_with_theirs, save
from .eller_gropp import HIDING, METHODS, SLOW, gain, test
from .experiment import COUNTED, EMULATED, MEASURED, PREDICTED, Figure, Plan
from .outcome import Outcome, number
from .published import table_of
from .verdict import EXACT, RELATIVE, Finding

WITH_POWERS = ["pcg", "pipecg", "pipe2cg", "pipe2cg-powers"]
PRECONDITIONERS = ["jacobi", "block-jacobi-ic0", "sgs", "chebyshev"]


def draw_table(outcome: Outcome) -> Finding:
    """Sums per iteration beside the table's, and vectors read and written in 20 iterations, which only a picture shows."""
    theirs = table_of(outcome.published)
    picture, (left, right) = style.panels(2, 2, height=3.2)
    # PIPE2CG computes two iterations of PCG with one sum: the table's row is of such a pair.
    pairs = {m: 2 if m == "pipe2cg" else 1 for m in METHODS}
    sums = {m: pairs[m] * outcome.one(method=m).median("reductions_started") for m in METHODS}
    beside = {m: theirs[m, "sums over ranks"] for m in METHODS}
    bars(left, {"sums over ranks": sums}, {"sums over ranks": beside}, label="sums per iteration (pipe2cg: per two)")
    moved = {
        f"vectors {what}": {m: 20 * outcome.one(method=m).median(f"vectors_{what}") for m in METHODS}
        for what in ("read", "written")
    }
    bars(right, moved, label="vectors in 20 iterations")
    right.margins(y=0.3)
    right.legend(loc="upper left")
    legend_with_theirs(picture, left, outcome.published["source"], 4)
    save(picture, outcome, legend=0.3)
    words = ", ".join(f"{m} {moved['vectors read'][m] + moved['vectors written'][m]:.0f}" for m in METHODS)
    pairs_found = {m: (sums[m], beside[m]) for m in METHODS}
    return Finding(pairs=pairs_found, compared=EXACT, ours=f"20 iterations read and write {words} vectors")


def vector_seconds(solve: Solve) -> float:
    """Time per iteration of the kernels that apply neither A nor M."""
    calls = max(1, solve.metadata["iterations"])
    plain = [k for k in solve.kernels if " A " not in f" {k['name']}" and "M⁻¹" not in k["name"] and k["calls"] > 1]
    return sum(float(k["seconds"]) for k in plain) / calls


def draw_merged(outcome: Outcome) -> Finding:
    """What merging gains in vector operations."""
    theirs = table_of(outcome.published)
    gains: dict[str, float] = {}
    for method in HIDING:
        basic, merged = (
            outcome.one(method=method, formulation=f).by_round(vector_seconds) for f in ("basic", "merged")
        )
        gains[method] = 100 * (basic / merged - 1)
    beside = {m: theirs[m, "vector operations"] for m in HIDING}
    picture, (axis,) = style.panels(1, 1, width=6.5, height=3.2)
    bars(axis, {"merged": gains}, {"merged": beside}, label="speed-up of vector operations [%]")
    legend_with_theirs(picture, axis, "backup slide")
    save(picture, outcome, legend=0.3)
    words = ", ".join(f"{m} {g:+.0f} %" for m, g in gains.items())
    pairs = {m: (100 + gains[m], 100 + beside[m]) for m in HIDING}
    return Finding(pairs=pairs, compared=RELATIVE, ours=words)


def draw_accuracy(outcome: Outcome) -> Finding:
    """Recurrence and true residuals."""
    for measured in outcome.solves:
        measured.solves[0].label = measured.method
    picture = residual_histories([m.solves[0] for m in outcome.solves])
    if picture is None:
        return Finding(ours="no history was recorded")
    save(picture, outcome, legend=0.3)
    reached = {m.method: m.median("true_relative_residual") for m in outcome.solves}
    words = ", ".join(f"{method} {value:.1e}" for method, value in reached.items())
    facts = {"true residual of pipe2cg over that of pipecg": reached["pipe2cg"] / reached["pipecg"]}
    return Finding(facts, ours=f"the true residuals after all iterations are {words}")


def draw_preconditioners(outcome: Outcome) -> Finding:
    """What hiding gains with each preconditioner."""
    kinds = outcome.values("preconditioner")
    picture, (axis,) = style.panels(1, 1, height=3.2)
    bars(
        axis,
        {m: {k: gain(outcome, m, preconditioner=k) for k in kinds} for m in METHODS[1:]},
        label="speed-up over pcg",
    )
    axis.axhline(1, color=style.BLACK, linewidth=0.8)
    axis.legend(ncols=2)
    save(picture, outcome)
    pipelined = {k: gain(outcome, "pipecg", preconditioner=k) for k in kinds}
    facts = {f"gain of pipecg, {k}": value for k, value in pipelined.items()}
    facts["gain of pipecg, jacobi over chebyshev"] = pipelined["jacobi"] / pipelined["chebyshev"]
    return Finding(facts, ours=f"pipecg gains most with {max(pipelined, key=pipelined.__getitem__)}")


def draw_powers(outcome: Outcome) -> Finding:
    """PIPE2CG with one pass over the matrix per two iterations, over the latency of the network."""
    along, label = outcome.along
    found = {m: [(number(o[along]), 1e3 * o.median()) for o in outcome.select(method=m)] for m in WITH_POWERS}
    picture, (axis,) = style.panels(1, 1, width=7.0, height=3.2)
    curves(axis, found, x=label, y="ms per iteration")
    axis.set_ylim(bottom=0)
    axis.legend()
    save(picture, outcome)
    first, last = ({m: end(points)[1] for m, points in found.items()} for end in (min, max))
    facts = {
        "time of pipe2cg with powers over that without, shortest sums": first["pipe2cg-powers"] / first["pipe2cg"],
        "time of pipe2cg with powers over that of pipecg, longest sums": last["pipe2cg-powers"] / last["pipecg"],
    }
    return Finding(facts, ours=f"the fastest at the longest sums is {min(last, key=last.__getitem__)}")


def draw_expected(outcome: Outcome) -> Finding:
    """Seconds of 21 iterations over nodes, by the LogGOPS model."""
    prediction = read_prediction(outcome.file("model predict"), "seconds")
    found = {c.method: c for c in prediction.curves if c.setting["model"] == "loggops" and c.method in METHODS}
    picture, (axis,) = style.panels(1, 1, width=7.0, height=3.6)
    for place, method in enumerate(METHODS):
        curve = found[method]
        axis.plot(curve.nodes, 1e3 * 21 * curve.values, color=style.PALETTE[place], label=method)
    axis.set(xscale="log", yscale="log", xlabel="nodes of Blue Waters", ylabel="ms for 21 iterations, without set-up")
    axis.legend()
    save(picture, outcome)
    last = {m: c.values[-1] for m, c in found.items()}
    best = min(last, key=last.__getitem__)
    others = min(value for m, value in last.items() if m != "pipe2cg")
    facts = {
        "time of pipe2cg over pcg on one node": float(found["pipe2cg"].values[0] / found["pcg"].values[0]),
        "time of pipe2cg over the best other method's on most nodes": float(last["pipe2cg"] / others),
    }
    return Finding(facts, ours=f"on {found[best].nodes[-1]:g} nodes {best} is predicted to be the fastest")


def solves(method: list[str], vary: dict[str, list[Any]], **more: Any) -> Plan:
    """A 21-iteration test of some methods."""
    return Plan({key: value for key, value in test(method=method, **more).items() if key not in vary}, vary)


EXPECTED = {"machine": "blue-waters", "problem": "poisson3d-27", "size": 512, "data": "by-size", "nodes": 8192}
FIGURES = (
    Figure(
        "table-methods",
        "Sums over ranks, and vectors read and written in 20 iterations",
        COUNTED,
        (solves(METHODS, {}, size=8, ranks=1, fuse="off", **{"fixed-iterations": 200}),),
        draw_table,
        deterministic=True,
    ),
    Figure(
        "merged-operations",
        "What merging gains in vector operations, 27 points, 13,824 rows",
        MEASURED,
        (solves(HIDING, {"formulation": ["basic", "merged"]}, size=24, fuse="off", **{"fixed-iterations": 100}),),
        draw_merged,
        cluster=(solves(HIDING, {"formulation": ["basic", "merged"]}, size=240, ranks=960, fuse="off"),),
    ),
    Figure(
        "accuracy",
        "Residual norms, 5 points, 256² rows",
        MEASURED,
        (
            solves(
                METHODS,
                {},
                problem="poisson2d-5",
                size=256,
                detailed=True,
                repetitions=1,
                **{"fixed-iterations": 600, "warm-up": 0},
            ),
        ),
        draw_accuracy,
        deterministic=True,
    ),
    Figure(
        "preconditioners",
        "What hiding sums gains with each preconditioner, 27 points",
        EMULATED,
        (solves(METHODS, {"preconditioner": PRECONDITIONERS}, size=24, ranks=2, **SLOW),),
        draw_preconditioners,
        cluster=(solves(METHODS, {"preconditioner": PRECONDITIONERS}, size=512, ranks=24576),),
        note="24³ instead of 512³ unknowns on two ranks; sums and halos take 50 µs",
    ),
    Figure(
        "matrix-powers",
        "PIPE2CG with matrix powers, 7 points, Jacobi",
        EMULATED,
        (
            solves(
                WITH_POWERS,
                {"emulate-latency": ["50us", "100us", "200us", "400us", "800us"]},
                problem="poisson3d-7",
                preconditioner="jacobi",
                format="sell",
                size=48,
                ranks=2,
            ),
        ),
        draw_powers,
        cluster=(
            solves(
                WITH_POWERS,
                {"ranks": [48, 384, 3072, 24576]},
                problem="poisson3d-7",
                preconditioner="jacobi",
                format="sell",
                size=512,
            ),
        ),
        note="the paper names it only, and only diagonal preconditioners have it; 48³ unknowns on two ranks",
        note_there="the paper names it only, and only diagonal preconditioners have it; 512³ unknowns",
    ),
    Figure(
        "expected-performance",
        "21 iterations of 512³ unknowns, 27 points, by the LogGOPS model",
        PREDICTED,
        (Plan({**EXPECTED, "method": METHODS}, job="model predict"),),
        draw_expected,
        deterministic=True,
        note="the machine's parameters are nominal: the paper has none",
    ),
)
