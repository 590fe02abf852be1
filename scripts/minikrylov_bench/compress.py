"""Compressed matrices relative to uncompressed ones: products, whole iterations, and peers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .preconditioners import application
from .records import best_seconds_per_iteration, fused_product_seconds, only_solve, product_seconds, solves_by_method
from .targets import Samples, Targets, at_least, at_most

if TYPE_CHECKING:
    import h5py

    from .machine import Machine

CODES = ("none", "lossless", "tables", "narrow")
METHODS = {"pcg": "cg", "pbicgstab": "bcgs"}  # PETSc's names
# The first one of a solve's iteration with what is fused to it; and alone, after a triad has emptied the caches: where a
# matrix takes a byte per row, most of its time is that of the vectors from memory, so no promise is judged by it.
WITHIN, COLD = "product within a solve", "product from memory"


@dataclass(frozen=True)
class System:
    """A system; its size is relative to that of the first."""

    name: str
    words: tuple[str, ...]
    relative_size: float
    points: int = 0  # of a stencil that PETSc's program knows, too
    codes: tuple[str, ...] = CODES
    methods: tuple[str, ...] = tuple(METHODS)

    def size(self, machine: Machine) -> int:
        """Points in each direction."""
        return max(4, round(self.relative_size * machine.size))


FINITE_VOLUMES = ("--problem", "poisson3d-fvm", "--ordering", "red-black")
CRS = ("--format", "crs")
IN_SINGLE = "convection, exact in single precision"
SYSTEMS = (
    System("7 points", ("--problem", "poisson3d-7"), 1.0, 7),
    System("27 points", ("--problem", "poisson3d-27"), 0.8, 27),
    System("finite volumes, red-black", FINITE_VOLUMES, 0.8),
    System("elasticity", ("--problem", "elasticity3d"), 0.4),
    System("elasticity, 3x3 blocks", ("--problem", "elasticity3d", "--format", "sell-block"), 0.4),
    System("16 right-hand sides", ("--problem", "poisson3d-7", "--rhs", "16"), 0.6),
    # The other problems' numbers fit 16 bits, so narrow formats are half as wide there as single precision.
    System(IN_SINGLE, ("--problem", "convection-diffusion"), 0.8, 0, ("none", "narrow"), ("pbicgstab",)),
    # What the codes alone are worth, without chunks.
    System("7 points in CRS", ("--problem", "poisson3d-7", *CRS), 1.0, 0, ("none", "lossless")),
    System("27 points in CRS", ("--problem", "poisson3d-27", *CRS), 0.8, 0, ("none", "lossless")),
)
# Uncompressed time over compressed time.
TARGETS: Targets = {
    "compress, 7 points: product within a solve, none / lossless": at_least(4.0),
    "compress, 27 points: product within a solve, none / lossless": at_least(5.5),
    "compress, 7 points: product within a solve, none / tables": at_least(2.7),
    "compress, 27 points: product within a solve, none / tables": at_least(2.7),
    "compress, 7 points: product within a solve, none / narrow": at_least(1.5),
    "compress, 27 points: product within a solve, none / narrow": at_least(1.7),
    "compress, 7 points: pcg, none / lossless": at_least(2.1),
    "compress, 27 points: pcg, none / lossless": at_least(3.7),
    "compress, 7 points: petsc-native cg / pcg, lossless": at_least(3.5),
    "compress, 27 points: petsc-native cg / pcg, lossless": at_least(3.5),
    "compress, 7 points: petsc-native bcgs / pbicgstab, lossless": at_least(3.3),
    "compress, 27 points: petsc-native bcgs / pbicgstab, lossless": at_least(3.3),
    # Coefficients of 14 bits take floats: the other problems' are narrower still.
    f"compress, {IN_SINGLE}: product within a solve, none / narrow": at_least(1.5),
    "compress, ic0: application in double / single precision": at_least(1.5),
    "compress, ic0: application, none / lossless": at_least(1.5),
} | {f"compress, {system.name}: conversion, in uncompressed products": at_most(10) for system in SYSTEMS}


def peclet_in_single(size: int) -> float:
    """A Péclet number for which coefficients need 14 bits: too many for half precision, exact in single precision."""
    h, wanted = 1 / (size + 1.0), 1 + 2.0**-12
    found = wanted * math.sqrt(3) / h
    for candidate in (found, math.nextafter(found, math.inf), math.nextafter(found, 0)):
        # As the program computes what it adds to the upwind neighbour.
        if candidate * h / math.sqrt(3) == wanted:
            return candidate
    raise ValueError(f"no Péclet number gives exact coefficients at {size}^3 points (all are rounded): change the size")


def values_by_code(results: h5py.File) -> dict[str, float]:
    """The share of chunks whose values are in each code."""
    if "codes" not in results["matrix"]:
        return {}
    names = [name.decode() if isinstance(name, bytes) else str(name) for name in results["matrix/codes"][:]]
    kind = "values: "
    chunks = {
        name.removeprefix(kind): float(count)
        for name, count in zip(names, results["matrix/chunks_by_code"][:], strict=True)
        if name.startswith(kind)
    }
    return {name: count / sum(chunks.values()) for name, count in chunks.items()}


def label(code: str, shares: dict[str, float]) -> str:
    """A code, of narrow formats with the one that most chunks are in: 16 bits where numbers need no more."""
    return f"{code} ({max(shares, key=lambda name: shares[name])})" if code == "narrow" and shares else code


def add_code(results: h5py.File, where: str, size: int, code: str, samples: Samples) -> float:
    """What a matrix in a code saves, and how much of it repeats. Returns the seconds of its conversion."""
    matrix, shares = results["matrix"].attrs, values_by_code(results)
    saved = float(matrix["uncompressed_bytes"]) / float(matrix["matrix_bytes"])
    samples[f"{where}: bytes of the matrix, none / {label(code, shares)}, {size}^3"].append(saved)
    if code == "lossless":
        repeated = shares.get("repeated chunks", 0.0)
        samples[f"{where}: share of chunks that repeat, {size}^3"].append(repeated)
    return float(matrix["compression_seconds"])


def add_peers(machine: Machine, system: System, ours: dict[str, float], samples: Samples) -> None:
    """PETSc's iterations over ours in lossless codes. `ours`: seconds by method."""
    size = system.size(machine)
    for build in ("petsc", "petsc-native"):
        if system.points and build in machine.peers:
            theirs = machine.petsc(list(METHODS.values()), "jacobi", build, system.points, size)
            for method, solver in METHODS.items():
                name = f"compress, {system.name}: {build} {solver} / {method}, lossless, {size}^3"
                samples[name].append(theirs[f"petsc {solver}"] / ours[method])


def add_system(machine: Machine, system: System, samples: Samples) -> None:
    """All codes of one system, right after each other, and PETSc."""
    where, size = f"compress, {system.name}", system.size(machine)
    words = [*system.words, "--size", str(size), "--preconditioner", "jacobi"]
    if system.name == IN_SINGLE:
        words += ["--peclet", repr(peclet_in_single(size))]
    seconds: dict[str, dict[str, float]] = {}
    for code in system.codes:
        with machine.minikrylov(",".join(system.methods), *words, "--compress", code) as results:
            solves = solves_by_method(results)
            seconds[code] = {method: best_seconds_per_iteration(solve) for method, solve in solves.items()}
            seconds[code][COLD] = product_seconds(results)
            seconds[code][WITHIN] = fused_product_seconds(solves[system.methods[0]])
            shares = values_by_code(results)
            converted = 0.0 if code == "none" else add_code(results, where, size, code, samples)
        if system.methods[0] == "pcg":  # whose product is fused to the step of x as well
            with machine.minikrylov("pcg", *words, "--compress", code, "--fuse", "behind") as results:
                seconds[code][WITHIN] = fused_product_seconds(only_solve(results))
        if code == "none":
            continue
        named = label(code, shares)
        for what in (COLD, WITHIN, *system.methods):
            ratio = seconds["none"][what] / seconds[code][what]
            samples[f"{where}: {what}, none / {named}, {size}^3"].append(ratio)
        conversion = f"{where}: conversion, in uncompressed products, {named}, {size}^3"
        samples[conversion].append(converted / seconds["none"][COLD])
    if "lossless" in seconds:
        add_peers(machine, system, seconds["lossless"], samples)


def application_seconds(machine: Machine, *words: str) -> float:
    """Seconds of one application of IC(0) to the finite volumes."""
    size = str(round(0.8 * machine.size))
    with machine.minikrylov("pcg", *FINITE_VOLUMES, "--size", size, "--preconditioner", "ic0", *words) as results:
        seconds, _ = application(results)
    return seconds


def add_factors(machine: Machine, samples: Samples) -> None:
    """Factors in double and in single precision; lossless codes store those so that are exact in single precision."""
    size, option = round(0.8 * machine.size), "--preconditioner-precision"
    double, single = (application_seconds(machine, option, precision) for precision in ("double", "single"))
    samples[f"compress, ic0: application in double / single precision, {size}^3"].append(double / single)
    plain, coded = (application_seconds(machine, "--compress", code) for code in ("none", "lossless"))
    name = f"compress, ic0: application, none / lossless, triangles exact in single precision, {size}^3"
    samples[name].append(plain / coded)


def add_compress(machine: Machine, samples: Samples) -> None:
    """All systems, and the factors of IC(0)."""
    for system in SYSTEMS:
        add_system(machine, system, samples)
    add_factors(machine, samples)
