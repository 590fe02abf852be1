"""Preconditioners and their targets: blocks, IC(0) in both formats, single precision, PETSc, HPCG, Nakajima 2022."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .machine import CORES
from .records import best_seconds_per_iteration, only_solve
from .targets import Samples, Targets, at_least, at_most

if TYPE_CHECKING:
    import h5py

    from .machine import Machine

# K. Nakajima et al. (2022), table 2: iterations of ICCG for Poisson3D on one process, original and reordered-1.
TABLE_2 = {64: (225, 236), 80: (279, 294), 100: (333, 366), 128: (424, 467)}
ORDERINGS = ("natural", "red-black", "multicolour", "reordered-1")
SIZE = 128
TARGETS: Targets = {
    "elasticity3d product": at_least(1.3),
    "IC(0) in CRS": at_least(1.4),
    "IC(0) in SELL / triad": at_least(0.7),
    "PETSc's ICCG": at_least(1.2),
    "HPCG's reference": at_least(2.0),
    "table 2": at_most(1.0),
}


def to_tolerance(size: int, *words: str) -> list[str]:
    """The arguments of a solve that runs until convergence."""
    return ["--size", str(size), "--fixed-iterations", "auto", "--rtol", "1e-8", *words]


def application(results: h5py.File) -> tuple[float, float]:
    """Seconds and bytes per application of the preconditioner."""
    kernels = only_solve(results)["kernels"][:]
    rows = [k for k in kernels if "M⁻¹" in k["name"].decode() and k["calls"] > 1]
    kernel = max(rows, key=lambda k: k["seconds"])
    return kernel["seconds"] / kernel["calls"], (kernel["bytes_read"] + kernel["bytes_written"]) / kernel["calls"]


def add_blocks(machine: Machine, samples: Samples) -> None:
    """The product of elasticity3d in blocks compared with single rows."""
    size = machine.size * 2 // 5
    body = ["--problem", "elasticity3d", "--size", str(size)]
    rates = {}
    for layout in ("sell", "sell-block"):
        with machine.minikrylov("cg", "--preconditioner", "none", "--format", layout, *body) as results:
            matrix = results["matrix"].attrs
            rates[layout] = float(matrix["product_bandwidth"]) / float(matrix["product_triad_bandwidth"])
    name = f"elasticity3d product, {size}^3: SELL time / 3x3-block SELL time, each at the triad beside it"
    samples[name].append(rates["sell-block"] / rates["sell"])


def add_precision(machine: Machine, preconditioner: str, words: list[str], samples: Samples) -> None:
    """Iterations and time to solution with single-precision factors relative to double."""
    solves = {}
    for precision in ("double", "single"):
        choice = ["--preconditioner", preconditioner, "--preconditioner-precision", precision]
        with machine.minikrylov("pcg", *words, *choice) as results:
            solve = only_solve(results)
            solves[precision] = float(solve.attrs["solve_seconds_median"]), int(solve.attrs["iterations"])
    double, single = solves["double"], solves["single"]
    samples[f"{preconditioner}: iterations in single / double precision ({single[1]}, {double[1]})"].append(
        single[1] / double[1]
    )
    samples[f"{preconditioner}: time in single / double precision"].append(single[0] / double[0])


def add_ic0(machine: Machine, samples: Samples) -> None:
    """One application of IC(0) on one rank with two threads: SELL relative to CRS and to the triad."""
    seconds = {}
    for layout in ("sell", "crs"):
        words = ["--size", str(SIZE), "--preconditioner", "ic0", "--ordering", "red-black", "--format", layout]
        with machine.minikrylov("pcg", *words, ranks=1, threads=CORES) as results:
            seconds[layout], moved = application(results)
            if layout == "sell":
                share = moved / seconds[layout] / float(only_solve(results).attrs["triad_bandwidth"])
                samples[f"IC(0) in SELL / triad, {SIZE}^3, 2 threads"].append(share)
    samples[f"IC(0) in CRS, time / SELL, {SIZE}^3, 2 threads"].append(seconds["crs"] / seconds["sell"])


def add_petsc(machine: Machine, samples: Samples) -> None:
    """Time to solution with IC(0) in each ordering relative to PETSc's CG with block-Jacobi ICC(0), on two ranks."""
    times = {}
    for ordering in ORDERINGS:
        words = to_tolerance(SIZE, "--preconditioner", "ic0", "--ordering", ordering)
        with machine.minikrylov("pcg", *words) as results:
            solve = only_solve(results)
            times[ordering] = float(solve.attrs["solve_seconds_median"])
            iterations = int(solve.attrs["iterations"])
        samples[f"seconds to solution, ic0, {ordering} ({iterations} iterations)"].append(times[ordering])
    iterations, seconds = machine.petsc_solve(SIZE, "-pc", "bjacobi", "-sub_pc_type", "icc")
    samples[f"seconds to solution, PETSc ({iterations} iterations)"].append(seconds)
    samples[f"PETSc's ICCG time / PCG with ic0 in the best ordering, {SIZE}^3"].append(seconds / min(times.values()))


def add_hpcg(machine: Machine, samples: Samples) -> None:
    """An ICCG iteration in SELL with two threads relative to HPCG's reference kernels on two ranks: 27 points."""
    words = ["--problem", "poisson3d-27", "--size", str(SIZE), "--preconditioner", "ic0", "--ordering", "multicolour"]
    with machine.minikrylov("pcg", *words, ranks=1, threads=CORES) as results:
        ours = best_seconds_per_iteration(only_solve(results))
    samples[f"HPCG's reference SYMGS-CG iteration / ICCG iteration, 27 points, {SIZE}^3"].append(
        machine.symgs(SIZE) / ours
    )


def add_iccg(machine: Machine, samples: Samples) -> None:
    """CG with IC(0): peers and precision."""
    if "petsc" in machine.peers:
        add_petsc(machine, samples)
    add_hpcg(machine, samples)
    add_precision(machine, "ic0", to_tolerance(SIZE, "--ordering", "red-black"), samples)
    body = to_tolerance(machine.size // 4, "--problem", "elasticity3d", "--format", "sell-block")
    add_precision(machine, "block-ic0", [*body, "--ordering", "multicolour"], samples)


def add_table_2(machine: Machine, samples: Samples) -> None:
    """The difference of ICCG's iterations from Nakajima's table 2, row by row."""
    for size, published in TABLE_2.items():
        for ordering, expected in zip(("red-black", "reordered-1"), published, strict=True):
            words = to_tolerance(size, "--problem", "poisson3d-fvm", "--preconditioner", "ic0", "--ordering", ordering)
            with machine.minikrylov(
                "pcg", *words, "--repetitions", "1", "--warm-up", "0", ranks=1, threads=CORES
            ) as run:
                found = int(only_solve(run).attrs["iterations"])
            samples[f"table 2, {size}^3, {ordering}: |{found} - {expected}| iterations"].append(abs(found - expected))
