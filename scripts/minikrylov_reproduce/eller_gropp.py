"""Eller & Gropp 2016: scaling of preconditioned CG methods, 21 iterations at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from minikrylov_report import style

from .drawing import curves, level, save
from .experiment import EMULATED, Figure, Plan, ranks_here
from .outcome import Measured, Outcome
from .verdict import Finding

METHODS = ["pcg", "sapcg", "nbpcg", "pipecg", "pipe2cg"]
HIDING = METHODS[2:]
THEIR_M = {"preconditioner": "block-jacobi-ic0"}
ITERATIONS = 21
# A laptop's sums cost nothing; these are of a large machine.
SLOW = {"emulate-latency": "50us"}
CORES = tuple(
    case
    for case in ({"ranks": 1, "size": "16x16x16"}, {"ranks": 2, "size": "32x16x16"}, {"ranks": 4, "size": "32x32x16"})
    if case["ranks"] in ranks_here(1, 2, 4)
)
CORES_THERE = (
    {"ranks": 48, "size": "64x64x48", "ranks-grid": "4x4x3"},
    {"ranks": 384, "size": "128x128x96", "ranks-grid": "8x8x6"},
    {"ranks": 3072, "size": "256x256x192", "ranks-grid": "16x16x12"},
    {"ranks": 24576, "size": "512x512x384", "ranks-grid": "32x32x24"},
)


def test(problem: str = "poisson3d-27", **more: Any) -> dict[str, Any]:
    """Options of a 21-iteration test of all methods."""
    common = {"problem": problem, "method": METHODS, "format": "crs", "fixed-iterations": ITERATIONS, "repetitions": 5}
    return {**common, "reduction": "nonblocking", **THEIR_M, **more}


def whole(measured: Measured) -> float:
    """The time of a whole test: the median over rounds of the medians over repetitions."""
    return measured.median("solve_seconds_median")


def set_up(measured: Measured) -> float:
    """The time before the first iteration: of a whole test less its iterations."""
    return measured.by_round(
        lambda s: max(0.0, s.metadata["solve_seconds_median"] - ITERATIONS * s.metadata["seconds_per_iteration_median"])
    )


def gain(outcome: Outcome, method: str, **settings: Any) -> float:
    """How many times as fast as PCG an iteration is."""
    return outcome.one(method="pcg", **settings).median() / outcome.one(method=method, **settings).median()


def draw_scaling(outcome: Outcome) -> Finding:
    """Iterations and whole tests over ranks; below, speed-up over PCG."""
    picture, axes = style.panels(4, 2, height=2.6)
    for axis, name, value in (
        (axes[0], "an iteration", Measured.median),
        (axes[1], "21 iterations, with set-up", whole),
    ):
        curves(
            axis,
            {m: [(float(o["ranks"]), 1e3 * value(o)) for o in outcome.select(method=m)] for m in METHODS},
            x="",
            y="ms",
        )
        axis.set_title(name, loc="left")
        axis.set_ylim(bottom=0)
    for axis, value in ((axes[2], Measured.median), (axes[3], whole)):
        pcg = {o["ranks"]: value(o) for o in outcome.select(method="pcg")}
        found = {
            m: [(float(o["ranks"]), pcg[o["ranks"]] / value(o)) for o in outcome.select(method=m)] for m in METHODS
        }
        curves(axis, found, x="ranks", y="speed-up over pcg")
        level(axis, 1, "")
    axes[0].legend(ncols=2)
    save(picture, outcome)
    most = max(outcome.values("ranks"))
    best = max(HIDING, key=lambda m: gain(outcome, m, ranks=most))
    facts = {"fastest hiding method over pcg, most ranks": 1 / gain(outcome, best, ranks=most)}
    ours, pcg_set_up = (set_up(outcome.one(method=m, ranks=most)) for m in ("pipe2cg", "pcg"))
    if pcg_set_up > 0:
        facts["set-up of pipe2cg over that of pcg"] = ours / pcg_set_up
    return Finding(facts, ours=f"on {most} ranks {best} gains {gain(outcome, best, ranks=most):.2g} over pcg")


def draw_medians(outcome: Outcome) -> Finding:
    """Medians of iterations and of whole tests with their 99 % confidence intervals."""
    picture, axes = style.panels(2, 2, height=3.2)
    names = {"seconds_per_iteration": "an iteration", "solve_seconds": "21 iterations, with set-up"}
    for axis, (field, name) in zip(axes, names.items(), strict=True):
        for place, method in enumerate(METHODS):
            one = outcome.one(method=method)
            low, middle, high = (1e3 * one.median(f"{field}_{end}") for end in ("low", "median", "high"))
            axis.errorbar([place], [middle], [[middle - low], [high - middle]], capsize=4, **style.look(place))
        axis.set_xticks(range(len(METHODS)), METHODS)
        sure = min(m.median(f"{field}_coverage") for m in outcome.solves)
        axis.set_title(f"{name} ({'99' if sure >= 0.99 else f'{100 * sure:.0f}'} % interval)", loc="left")
        axis.set_ylim(bottom=0)
    axes[0].set_ylabel("ms")
    save(picture, outcome)
    whole_tests = {m: whole(outcome.one(method=m)) for m in METHODS}
    single = {m: outcome.one(method=m).median() for m in METHODS}
    gains = [times["pcg"] / times["pipecg"] for times in (whole_tests, single)]
    return Finding(
        {"gain of pipecg in whole tests over that in iterations": gains[0] / gains[1]},
        ours=f"the fastest in an iteration is {min(single, key=single.__getitem__)}, in 21 with set-up "
        f"{min(whole_tests, key=whole_tests.__getitem__)}",
    )


def draw_matrices(outcome: Outcome) -> Finding:
    """Equal nonzeros per rank, more and more of them per row."""
    problems = outcome.values("problem")
    per_row = {p: outcome.select(problem=p)[0].solves[0].problem["nonzeros_per_row"] for p in problems}
    picture, (left, right) = style.panels(2, 2, height=3.2)
    times = {m: [(per_row[p], 1e3 * outcome.one(method=m, problem=p).median()) for p in problems] for m in METHODS}
    gains = {m: [(per_row[p], gain(outcome, m, problem=p)) for p in problems] for m in METHODS}
    for axis, found, y in ((left, times, "ms per iteration"), (right, gains, "speed-up over pcg")):
        curves(axis, found, x="nonzeros per row", y=y, ticks=False)
        axis.set_xscale("log")
        axis.set_xticks(list(per_row.values()), [f"{value:.0f}" for value in per_row.values()])
        axis.minorticks_off()
    level(right, 1, "")
    left.set_ylim(bottom=0)
    left.legend()
    save(picture, outcome)
    order = sorted(problems, key=per_row.__getitem__)
    few, many = (gain(outcome, "pipecg", problem=p) for p in (order[0], order[-1]))
    nonzeros = [m.solves[0].metadata["nonzeros"] / m["ranks"] for m in outcome.select(method="pcg")]
    return Finding(
        {"gain of pipecg, most nonzeros per row over fewest": many / few},
        ours=f"with {min(nonzeros):.0f} to {max(nonzeros):.0f} nonzeros per rank, pipecg gains {few:.2g} with the "
        f"fewest per row and {many:.2g} with the most",
    )


def matrices(ranks: int, **more: Any) -> tuple[Plan, ...]:
    """About 220,000 nonzeros on each rank."""
    sizes = {
        "poisson2d-5": (210, 2),
        "fe2d-9": (156, 2),
        "elasticity2d": (78, 2),
        "poisson3d-7": (32, 3),
        "poisson3d-27": (20, 3),
        "elasticity3d": (10, 3),
        "poisson3d-125": (13, 3),
    }
    grow = {n: round(n * ranks ** (1 / d)) for n, d in sizes.values()}
    cases = tuple({"problem": p, "size": grow[n]} for p, (n, _) in sizes.items())
    common = {key: value for key, value in test().items() if key != "problem"}
    return (Plan({**common, "ranks": ranks, **more}, {}, cases),)


def draw_noise(outcome: Outcome) -> Finding:
    """How iteration times spread over all ranks, beside those of the slowest rank."""
    picture, axes = style.panels(len(METHODS), 3, height=2.6)
    ratios, spreads = {}, {}
    for axis, method in zip(axes, METHODS, strict=False):
        solve = outcome.one(method=method).solves[0]
        slowest = np.sort(solve.seconds_per_iteration())
        every = np.sort(np.asarray(solve.metadata["iteration_seconds_of_ranks"], dtype=float).ravel())
        for name, times in (("all ranks", every), ("the slowest of each", slowest)):
            axis.plot(1e3 * times, np.linspace(0, 1, len(times)), label=name)
        axis.set_title(method, loc="left")
        axis.set(xlabel="ms per iteration", ylabel="share below", xlim=(0, 1e3 * float(np.quantile(slowest, 0.99))))
        ratios[method] = float(np.median(slowest) / np.median(every))
        spreads[method] = float(np.quantile(slowest, 0.75) - np.quantile(slowest, 0.25))
    axes[0].legend()
    save(picture, outcome)
    words = ", ".join(f"{m} {ratio:.2f}" for m, ratio in ratios.items())
    facts = (
        {"spread of pipecg's iterations over that of pcg's": spreads["pipecg"] / spreads["pcg"]}
        if spreads["pcg"]
        else {}
    )
    return Finding(facts, ours=f"the slowest rank's median over that of all ranks is {words}")


FIGURES = (
    Figure(
        "weak-scaling",
        "Weak scaling, 27 points, 4096 rows per core, block-Jacobi IC(0)",
        EMULATED,
        (Plan(test(**SLOW), {}, CORES),),
        draw_scaling,
        cluster=(Plan(test(repetitions=100), {}, CORES_THERE),),
        note="ranks of one machine; sums and halos take 50 µs",
    ),
    Figure(
        "21-iteration-tests",
        "Whole tests of 21 iterations: medians and their intervals",
        EMULATED,
        (Plan(test(size=24, ranks=2, repetitions=20, **SLOW)),),
        draw_medians,
        cluster=(Plan(test(size=512, ranks=6144, repetitions=100)),),
        note="24³ instead of 512³ unknowns on two ranks; sums and halos take 50 µs",
    ),
    Figure(
        "noise",
        "Iteration times of all ranks beside those of the slowest",
        EMULATED,
        (Plan(test(size=24, ranks=2, repetitions=20, detailed=True, **SLOW, **{"emulate-noise": "exponential:50us"})),),
        draw_noise,
        cluster=(Plan(test(size=512, ranks=6144, repetitions=20, detailed=True)),),
        note="24³ unknowns on two ranks; sums and halos take 50 µs, noise 50 µs on average",
    ),
    Figure(
        "weak-scaling-matrices",
        "220,000 nonzeros per rank, 5 to 125 of them in a row",
        EMULATED,
        matrices(2, repetitions=3, **SLOW),
        draw_matrices,
        cluster=matrices(4096, repetitions=20),
        note="two ranks; sums and halos take 50 µs",
    ),
)
