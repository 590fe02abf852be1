"""Matrix powers, s-step methods and Chebyshev polynomials relative to merged CG on a matrix in the same code."""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from .model import SIZES, size_words
from .peer_solves import PRECONDITIONERS, best_seconds
from .preconditioners import application, to_tolerance
from .records import kernels_of, only_solve, product_seconds
from .targets import Samples, Targets, at_least, at_most

if TYPE_CHECKING:
    from collections.abc import Sequence

    import h5py

    from .machine import Machine

S_STEP = {"ca-cg": "cg", "ca-pcg": "pcg", "ca-bicgstab": "bicgstab"}  # and the classical method of each
STEPS = (2, 4, 6)
LATENCY_STEPS = (4, 6, 8)
DEGREES = (2, 4, 6, 8)
# Where s-step methods overtake others: ranks, and latencies between which times are interpolated, in products.
CROSSING_RANKS = 4
CROSSING_LATENCIES = (0, 0.25, 0.5, 1, 2)
CODES = ("none", "lossless", "tables")
COMPRESSED = CODES[1:]
# Points, and the size relative to that of 7 points.
SYSTEMS = {7: 1.0, 27: 0.8}
# At least as many times as fast as s products with the same recurrence, by points and s.
POWERS = {7: {2: 1.6, 4: 1.9, 6: 1.8}, 27: {2: 1.3, 4: 1.45, 6: 1.5}}
CROSSING = f"powers, crossover, {CROSSING_RANKS} ranks: latency from which ca-pcg, s = {LATENCY_STEPS[0]}, beats"
TARGETS: Targets = (
    {
        f"powers, {points} points, {code}: s = {s}, s products / powers": at_least(bound)
        for points, bounds in POWERS.items()
        for s, bound in bounds.items()
        for code in CODES
    }
    | {
        "powers, 7 points, none: iteration, cg / ca-cg, s = 4": at_least(1.4),
        "powers, 7 points: time to solution, chebyshev, compressed / jacobi, none": at_most(0.27),
        "powers, 27 points: time to solution, chebyshev, compressed / jacobi, none": at_most(0.36),
    }
    | {f"powers, 7 points, {code}: time to solution, chebyshev / jacobi": at_most(0.53) for code in CODES}
    | {f"powers, 7 points, {code}: iteration, cg / ca-cg, s = 4": at_least(1.1) for code in COMPRESSED}
    | {f"powers, 27 points, {code}: time to solution, chebyshev / jacobi": at_most(0.90) for code in COMPRESSED}
    | {
        f"powers, {points} points: time to solution, chebyshev, compressed / {peer}": at_most(1.0)
        for points in SYSTEMS
        for peer in PRECONDITIONERS
    }
    | {f"powers, latency: iteration, pcg / ca-pcg, s = {s}": at_least(2.0) for s in LATENCY_STEPS}
    | {f"powers, latency: iteration, pipecg / ca-pcg, s = {s}": at_least(1.3) for s in LATENCY_STEPS}
    | {f"{CROSSING} {method}, predicted / measured": at_most(1.2) for method in ("pcg", "pipecg")}
)


def system_words(machine: Machine, points: int) -> list[str]:
    """The arguments of a system."""
    return ["--problem", f"poisson3d-{points}", "--size", str(size_of(machine, points))]


def size_of(machine: Machine, points: int) -> int:
    """Points in each direction."""
    return max(4, round(SYSTEMS[points] * machine.size))


def known_methods(machine: Machine) -> set[str]:
    """The s-step methods that this program has."""
    return set(S_STEP) & set(machine.options()["--method"])


def seconds_per_iteration(solve: h5py.Group) -> float:
    """The time of whole solves divided by their iterations: a step of s iterations is spread over them."""
    return float(solve.attrs["solve_seconds_median"]) / int(solve.attrs["iterations"])


def seconds_to_solution(machine: Machine, points: int, *words: str) -> float:
    """The median time of PCG until 1e-8."""
    size = size_of(machine, points)
    with machine.minikrylov("pcg", *to_tolerance(size, "--problem", f"poisson3d-{points}", *words)) as results:
        return float(only_solve(results).attrs["solve_seconds_median"])


def s_step_words(machine: Machine, method: str, s: int, basis: str = "chebyshev") -> list[str]:
    """The arguments of an s-step method."""
    option = "--s-step" if "--s-step" in machine.options() else "--s"
    preconditioner = "jacobi" if method == "ca-pcg" else "none"
    return [option, str(s), "--basis", basis, "--preconditioner", preconditioner]


def in_whole_blocks(machine: Machine, s: int) -> list[str]:
    """As many iterations as others take, rounded up to whole blocks of s: a last block is computed whole in any case."""
    return ["--fixed-iterations", str(-(-machine.iterations // s) * s)]


def add_gain(solve: h5py.Group, name: str, samples: Samples) -> None:
    """How many times as fast powers are as one product after the other, as the solve's set-up measured it; programs that
    do not record it are left out."""
    if "powers_gain" in solve.attrs:
        samples[name].append(float(solve.attrs["powers_gain"]))


def seconds_per_power(solve: h5py.Group) -> float | None:
    """Seconds per product within the kernel that computes the most powers at once: P = [1 … p4(A)] p, R = …"""
    found = []
    for kernel in kernels_of(solve, per_iteration=1 / 20):
        if products := sum(map(int, re.findall(r"p(\d+)\((?:M⁻¹ )?A\)", kernel.name))):
            found.append((products, kernel.seconds / products))
    return max(found)[1] if found else None


def add_steps(machine: Machine, points: int, code: str, methods: set[str], samples: Samples) -> None:
    """s-step methods against their classical ones, and powers against s products."""
    name = f"powers, {points} points, {code}"
    for method in sorted(methods):
        classical = S_STEP[method]
        words = [*system_words(machine, points), "--compress", code]
        preconditioner = "jacobi" if classical == "pcg" else "none"
        with machine.minikrylov(classical, *words, "--preconditioner", preconditioner) as results:
            usual, product = seconds_per_iteration(only_solve(results)), product_seconds(results)
        for s in STEPS:
            asked = [*words, *s_step_words(machine, method, s), *in_whole_blocks(machine, s)]
            with machine.minikrylov(method, *asked) as results:
                solve = only_solve(results)
                ratio = usual / seconds_per_iteration(solve)
                samples[f"{name}: iteration, {classical} / {method}, s = {s}"].append(ratio)
                if method != "ca-cg":
                    continue
                add_gain(solve, f"{name}: s = {s}, s products / powers, all of two vectors", samples)
                if power := seconds_per_power(solve):
                    # With moments and the products of two vectors, against a product from memory: no promise is this.
                    samples[f"{name}: s = {s}, product / power within {method}"].append(product / power)


def add_bases(machine: Machine, samples: Samples) -> None:
    """Time to solution of ca-pcg in each basis relative to pcg, 7 points."""
    usual = seconds_to_solution(machine, 7, "--preconditioner", "jacobi")
    for basis in ("monomial", "newton", "chebyshev"):
        words = to_tolerance(
            size_of(machine, 7), "--problem", "poisson3d-7", *s_step_words(machine, "ca-pcg", 4, basis)
        )
        with machine.minikrylov("ca-pcg", *words) as results:
            solve = only_solve(results)
            outcome = str(solve.attrs["outcome"])
            samples[f"powers, 7 points: time to solution, ca-pcg, s = 4, {basis} ({outcome}) / pcg"].append(
                float(solve.attrs["solve_seconds_median"]) / usual
            )


def add_latency(machine: Machine, samples: Samples) -> None:
    """Time per iteration where a message takes as long as a product (emulated), on two ranks, 7 points."""
    words = [*system_words(machine, 7), "--reduction", "nonblocking"]
    with machine.minikrylov("pcg", *words, "--preconditioner", "jacobi") as results:
        latency = f"{1e6 * product_seconds(results):.0f}us"
    words += ["--emulate-latency", latency]
    seconds = {}
    for method in ("pcg", "pipecg"):
        with machine.minikrylov(method, *words, "--preconditioner", "jacobi") as results:
            seconds[method] = seconds_per_iteration(only_solve(results))
    for s in LATENCY_STEPS:
        asked = [*words, *s_step_words(machine, "ca-pcg", s), *in_whole_blocks(machine, s)]
        with machine.minikrylov("ca-pcg", *asked) as results:
            ours = seconds_per_iteration(only_solve(results))
        for method, usual in seconds.items():
            samples[f"powers, latency: iteration, {method} / ca-pcg, s = {s}"].append(usual / ours)


def crossing(latencies: Sequence[float], usual: Sequence[float], ours: Sequence[float]) -> float:
    """The latency from which `ours` take no longer than `usual`, by straight lines between these; infinite if never."""
    gains = [theirs - own for theirs, own in zip(usual, ours, strict=True)]
    if gains[0] >= 0:
        return latencies[0]
    for k in range(1, len(gains)):
        if gains[k] >= 0:
            return latencies[k - 1] + (latencies[k] - latencies[k - 1]) * -gains[k - 1] / (gains[k] - gains[k - 1])
    return math.inf


def apart(guess: float, found: float) -> float:
    """The larger of guess / found and its inverse; 1 if they are equal, both infinite or zero included."""
    if guess == found:
        return 1
    return math.inf if min(guess, found) == 0 else max(guess / found, found / guess)


def add_crossover(machine: Machine, samples: Samples) -> None:
    """From which latency on ca-pcg is faster than pcg and pipecg, as the model predicts it and as it is measured."""
    size, steps = size_words(machine, SIZES[CROSSING_RANKS]), s_step_words(machine, "ca-pcg", LATENCY_STEPS[0])
    words = ("--problem", "poisson3d-7", *size, "--reduction", "nonblocking", *steps)
    times: dict[str, list[tuple[float, float]]] = {}
    with TemporaryDirectory() as folder:
        here = Path(folder) / "here.ini"
        machine.calibrate(here, CROSSING_RANKS)
        with machine.minikrylov("cg", *size, ranks=CROSSING_RANKS) as results:
            product = product_seconds(results)
        for products in CROSSING_LATENCIES:
            latency = ("--emulate-latency", f"{1e6 * products * product:.0f}us") if products else ()
            solve = (*words, "--method", "pcg,pipecg,ca-pcg", *latency)
            for method, guess, seconds in machine.predictions(here, CROSSING_RANKS, solve):
                times.setdefault(method, []).append((guess, seconds))
    for method in ("pcg", "pipecg"):
        guessed, measured = (
            crossing(CROSSING_LATENCIES, [t[k] for t in times[method]], [t[k] for t in times["ca-pcg"]]) for k in (0, 1)
        )
        samples[f"{CROSSING} {method}, in products"].append(measured)
        samples[f"{CROSSING} {method}, predicted / measured"].append(apart(guessed, measured))


def add_polynomials(machine: Machine, points: int, samples: Samples) -> None:
    """Time to solution of pcg with the best Chebyshev polynomial, relative to Jacobi and to the peers' best."""
    name, best, jacobi, size = f"powers, {points} points", {}, {}, size_of(machine, points)
    for code in CODES:
        jacobi[code] = seconds_to_solution(machine, points, "--preconditioner", "jacobi", "--compress", code)
        by_degree = {}
        for degree in DEGREES:
            M = ("--preconditioner", "chebyshev", "--chebyshev-degree", str(degree))
            words = to_tolerance(size, "--problem", f"poisson3d-{points}", *M, "--compress", code)
            with machine.minikrylov("pcg", *words) as results:
                by_degree[degree] = float(only_solve(results).attrs["solve_seconds_median"])
                gain = f"{name}, {code}: s = {degree}, s products / powers, the last of one vector"
                add_gain(only_solve(results), gain, samples)
                # The powers of one vector, with their recurrence and what comes before them.
                ratio = degree * product_seconds(results) / application(results)[0]
            samples[f"{name}, {code}: degree {degree}, {degree} products / M within pcg"].append(ratio)
        best[code] = min(by_degree.values())
        for degree, seconds in by_degree.items():
            samples[f"{name}, {code}: degree {degree}, time to solution / jacobi"].append(seconds / jacobi[code])
        samples[f"{name}, {code}: time to solution, chebyshev / jacobi"].append(best[code] / jacobi[code])
    # Of the codes, the faster one here.
    ours = min(best[code] for code in COMPRESSED)
    samples[f"{name}: time to solution, chebyshev, compressed / jacobi, none"].append(ours / jacobi["none"])
    for peer in (p for p in PRECONDITIONERS if p in machine.peers):
        theirs = best_seconds(machine, peer, points, size, samples)
        samples[f"{name}: time to solution, chebyshev, compressed / {peer}, its best"].append(ours / theirs)


def add_powers(machine: Machine, samples: Samples) -> None:
    """Everything of it that this program can do."""
    methods = known_methods(machine)
    if missing := [method for method in S_STEP if method not in methods]:
        print(f"powers: {', '.join(missing)} left out (this program does not know them)", file=sys.stderr)
    for points in SYSTEMS:
        if methods:
            for code in CODES:
                add_steps(machine, points, code, methods, samples)
        add_polynomials(machine, points, samples)
    if "ca-pcg" in methods:
        add_bases(machine, samples)
        add_latency(machine, samples)
        add_crossover(machine, samples)
