"""Execution-time models against an emulated network: all methods, latencies of 0 to 5 products, and noise."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from .records import product_seconds
from .targets import Samples, Targets, Within

if TYPE_CHECKING:
    from .machine import Machine

RANKS = (2, 4)
LATENCIES = (0, 0.5, 1, 2, 5)  # in products
# Relative to the usual size, by number of ranks: 128³ and 200³ points. Products of milliseconds outlast what other
# programs take of the processor, and those of ten milliseconds also the turns of ranks where four share two cores.
SIZES = {2: 0.8, 4: 1.25}
# An emulated M passes over two vectors again and again: 160³ and 200³ points keep those of the ranks that are at work
# out of a cache.
COSTLY_SIZES = {2: 1.0, 4: 1.25}
WORKLOADS = (
    ("--problem", "poisson3d-7", "--method", "cg,cg-saad,ca-cg", "--preconditioner", "none"),
    ("--problem", "poisson3d-7", "--method", "all-cg", "--preconditioner", "jacobi"),
    ("--problem", "convection-diffusion", "--method", "bicgstab,ibicgstab,pipebicgstab,pipebicgstab-rr,ca-bicgstab",
     "--preconditioner", "none"),
    ("--problem", "convection-diffusion", "--method", "all-bicgstab", "--preconditioner", "jacobi"),
    # M that takes as long as the products, behind which equations (18) and (19) hide sums.
    ("--problem", "convection-diffusion", "--method", "pbicgstab,rbicgstab,ppipebicgstab", "--preconditioner",
     "emulated", "--preconditioner-cost", "20"),
)  # fmt: skip
# Delays of ranks in each iteration, which only LogGOPS knows: so many products on average, for the second workload.
NOISE = 0.5
TARGETS: Targets = {f"model, {ranks} ranks": Within(1.2) for ranks in RANKS}


def size_words(machine: Machine, relative: float) -> tuple[str, str]:
    """The points in each direction, relative to the usual ones, as an option."""
    return "--size", str(max(8, round(relative * machine.size)))


def add_model(machine: Machine, samples: Samples) -> None:
    """Predicted / measured, for each number of ranks, latency and method. Only the data transfer model is held to a
    target: LogGOPS is reported beside it."""
    with TemporaryDirectory() as folder:
        for ranks in RANKS:
            # By whether M is costly.
            sizes = {False: size_words(machine, SIZES[ranks]), True: size_words(machine, COSTLY_SIZES[ranks])}
            here = Path(folder) / f"{ranks}.ini"
            machine.calibrate(here, ranks)
            product: dict[bool, float] = {}
            for costly, size in sizes.items():
                with machine.minikrylov("cg", *size, ranks=ranks) as results:
                    product[costly] = product_seconds(results)
            for products in LATENCIES:
                for words in WORKLOADS:
                    costly = "emulated" in words
                    seconds = products * product[costly]
                    latency = ("--emulate-latency", f"{1e6 * seconds:.0f}us") if products else ()
                    solve = (*words, *sizes[costly], "--reduction", "nonblocking", *latency)
                    for model, method, ratio in machine.compare(here, ranks, solve):
                        name = f"{model}, {ranks} ranks, latency of {products:g} products: {method}"
                        samples[name + (" + costly M" if costly else "")].append(ratio)
            noise = ("--emulate-noise", f"exponential:{1e6 * NOISE * product[False]:.0f}us")
            solve = (*WORKLOADS[1], *sizes[False], "--reduction", "nonblocking", *noise)
            for model, method, ratio in machine.compare(here, ranks, solve):
                if "LogGOPS" in model:
                    name = f"{model}, {ranks} ranks, noise of {NOISE:g} products: {method}"
                    samples[name].append(ratio)
