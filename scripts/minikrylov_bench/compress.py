"""Compressed matrices relative to uncompressed ones: products, whole iterations, and peers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .preconditioners import application
from .records import best_seconds_per_iteration, product_seconds, solves_by_method
from .targets import Samples, Targets, at_least

if TYPE_CHECKING:
    from .machine import Machine

CODES = ("none", "lossless", "tables", "narrow")


@dataclass(frozen=True)
class System:
    """A system; its size is relative to that of the first."""

    name: str
    words: tuple[str, ...]
    relative_size: float
    points: int = 0  # of a stencil that PETSc's program knows, too

    def size(self, machine: Machine) -> int:
        """Points in each direction."""
        return max(4, round(self.relative_size * machine.size))


FINITE_VOLUMES = ("--problem", "poisson3d-fvm", "--ordering", "red-black")
SYSTEMS = (
    System("7 points", ("--problem", "poisson3d-7"), 1.0, 7),
    System("27 points", ("--problem", "poisson3d-27"), 0.8, 27),
    System("finite volumes, red-black", FINITE_VOLUMES, 0.8),
    System("elasticity", ("--problem", "elasticity3d"), 0.4),
    System("16 right-hand sides", ("--problem", "poisson3d-7", "--rhs", "16"), 0.6),
)
METHODS = {"pcg": "cg", "pbicgstab": "bcgs"}  # PETSc's names
# Uncompressed time over compressed time.
TARGETS: Targets = {
    "compress, 7 points: product, none / lossless": at_least(4.0),
    "compress, 27 points: product, none / lossless": at_least(5.5),
    "compress, 7 points: product, none / tables": at_least(2.7),
    "compress, 27 points: product, none / tables": at_least(2.7),
    "compress, 7 points: product, none / narrow": at_least(1.5),
    "compress, 27 points: product, none / narrow": at_least(1.7),
    "compress, 7 points: pcg, none / lossless": at_least(2.1),
    "compress, 27 points: pcg, none / lossless": at_least(3.7),
    "compress, 7 points: petsc-native cg / pcg, lossless": at_least(3.5),
    "compress, 27 points: petsc-native cg / pcg, lossless": at_least(3.5),
    "compress, 7 points: petsc-native bcgs / pbicgstab, lossless": at_least(3.3),
    "compress, ic0: application in double / single precision": at_least(1.5),
}


def add_system(machine: Machine, system: System, samples: Samples) -> None:
    """All codes of one system, right after each other, and PETSc."""
    name, size = f"compress, {system.name}", system.size(machine)
    seconds: dict[str, dict[str, float]] = {}
    for code in CODES:
        words = [*system.words, "--size", str(size), "--preconditioner", "jacobi", "--compress", code]
        with machine.minikrylov(",".join(METHODS), *words) as results:
            solves, matrix = solves_by_method(results), results["matrix"].attrs
            seconds[code] = {method: best_seconds_per_iteration(solve) for method, solve in solves.items()}
            seconds[code]["product"] = product_seconds(results)
            if code != "none":
                saved = float(matrix["uncompressed_bytes"]) / float(matrix["matrix_bytes"])
                samples[f"{name}: bytes of the matrix, none / {code}, {size}^3"].append(saved)
    for code in CODES[1:]:
        for what in ("product", *METHODS):
            ratio = seconds["none"][what] / seconds[code][what]
            samples[f"{name}: {what}, none / {code}, {size}^3"].append(ratio)
    for build in ("petsc", "petsc-native"):
        if system.points and build in machine.peers:
            theirs = machine.petsc(list(METHODS.values()), "jacobi", build, system.points, size)
            for method, solver in METHODS.items():
                ratio = theirs[f"petsc {solver}"] / seconds["lossless"][method]
                samples[f"{name}: {build} {solver} / {method}, lossless, {size}^3"].append(ratio)


def add_factors(machine: Machine, samples: Samples) -> None:
    """One application of IC(0) with factors in double and in single precision."""
    size, seconds = round(0.8 * machine.size), {}
    for precision in ("double", "single"):
        words = [*FINITE_VOLUMES, "--size", str(size), "--preconditioner", "ic0"]
        with machine.minikrylov("pcg", *words, "--preconditioner-precision", precision) as results:
            seconds[precision], _ = application(results)
    ratio = seconds["double"] / seconds["single"]
    samples[f"compress, ic0: application in double / single precision, {size}^3"].append(ratio)


def add_compress(machine: Machine, samples: Samples) -> None:
    """All systems, and the factors of IC(0)."""
    for system in SYSTEMS:
        add_system(machine, system, samples)
    add_factors(machine, samples)
