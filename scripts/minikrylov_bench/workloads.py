"""What the guard runs: systems in cache and in memory, each in every format, width and formulation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .machine import CORES

WIDTHS = (1, 4, 16)
SCALES = ("cache", "memory")
# Iterations per solve: those in cache take microseconds.
ITERATIONS = {"cache": 100, "memory": 10}
# With more right-hand sides vectors take the place of matrix entries, so that all widths need about the same memory.
SHRINK = {1: 1.0, 4: 0.5, 16: 0.17}


@dataclass(frozen=True)
class Variant:
    """One way to run a workload."""

    name: str
    words: tuple[str, ...]
    ranks: int = 1

    @property
    def threads(self) -> int:
        """Threads per rank."""
        return CORES // self.ranks


SELL = Variant("sell", ())
CRS = Variant("crs", ("--format", "crs"))
BLOCK = Variant("block", ("--format", "sell-block"))
CODED = Variant("coded", ("--compress", "lossless"))
CODED_BLOCK = Variant("coded block", (*BLOCK.words, *CODED.words))
CODED_CRS = Variant("coded crs", (*CRS.words, *CODED.words))
BASIC = Variant("basic", ("--formulation", "basic"))
# Updates before a product as kernels of their own.
BEHIND = Variant("behind", ("--fuse", "behind"))
RANKS = Variant("ranks", (), CORES)
# Halos hidden behind rows: a matrix is then multiplied by parts, which may take other loops.
OVERLAPPED = Variant("overlapped", ("--overlap", "static"), CORES)
CRS_RANKS = Variant("crs ranks", CRS.words, CORES)
CRS_OVERLAPPED = Variant("crs overlapped", (*CRS.words, *OVERLAPPED.words), CORES)
BY_PARTS = (OVERLAPPED, CRS_RANKS, CRS_OVERLAPPED)
FORMATS = (SELL, CRS, CODED)
BLOCK_FORMATS = (SELL, CRS, BLOCK, CODED, CODED_BLOCK)


@dataclass(frozen=True)
class Workload:
    """A system and the methods that solve it. `in_cache`, `in_memory`: its points at these two scales, for m = 1."""

    name: str
    problem: str
    in_cache: int
    in_memory: int
    variants: tuple[Variant, ...] = FORMATS
    dimensions: int = 3
    methods: str = "pcg,pbicgstab"
    preconditioner: tuple[str, ...] = ("--preconditioner", "jacobi")

    def size(self, scale: str, width: int, factor: float) -> int:
        """Points in each direction; `factor` times as many points in memory."""
        points = self.in_cache if scale == "cache" else self.in_memory * SHRINK[width] * factor
        return max(4, round(points ** (1 / self.dimensions)))

    def words(self, scale: str, width: int, factor: float = 1) -> list[str]:
        """The arguments of a run."""
        size = "x".join([str(self.size(scale, width, factor))] * self.dimensions)
        words = ["--problem", self.problem, "--size", size, "--rhs", str(width), *self.preconditioner]
        return [*words, "--fixed-iterations", str(ITERATIONS[scale]), "--repetitions", "3" if scale == "cache" else "1"]


NO_PRECONDITIONER = ("--preconditioner", "none")
RED_BLACK = ("--preconditioner", "ic0", "--ordering", "red-black")
UNPRECONDITIONED = "cg,cg-saad,cg-chronopoulos-gear,bicgstab,ibicgstab,pipebicgstab,pipebicgstab-rr"
S_STEP = "ca-cg,ca-bicgstab"
WORKLOADS = (
    Workload("7 points", "poisson3d-7", 14_000, 1_000_000, (*FORMATS, CODED_CRS, BASIC, BEHIND, RANKS, *BY_PARTS)),
    # Every fused kernel of every method: those with M, and those without; s steps at a time are the same in the basic
    # formulation, but for sums.
    Workload("all methods", "poisson3d-7", 14_000, 500_000, (SELL, BASIC), methods="all"),
    Workload("without M", "poisson3d-7", 14_000, 500_000, (SELL, BASIC), 3, UNPRECONDITIONED, NO_PRECONDITIONER),
    Workload("s steps", "poisson3d-7", 14_000, 500_000, (SELL, CODED), 3, S_STEP, NO_PRECONDITIONER),
    Workload("27 points", "poisson3d-27", 8_000, 350_000, (*FORMATS, CODED_CRS, BASIC, BEHIND, RANKS)),
    Workload("125 points", "poisson3d-125", 3_400, 80_000),
    Workload("convection", "convection-diffusion", 14_000, 1_000_000, methods="pbicgstab"),
    Workload("5 points, 2D", "poisson2d-5", 16_000, 1_200_000, dimensions=2),
    Workload("9 points, 2D", "fe2d-9", 10_000, 700_000, dimensions=2),
    Workload("elasticity, 2x2", "elasticity2d", 5_000, 300_000, BLOCK_FORMATS, 2),
    Workload("elasticity, 3x3", "elasticity3d", 1_700, 46_000, (*BLOCK_FORMATS, CODED_CRS, RANKS)),
    Workload("ic0, red-black", "poisson3d-fvm", 14_000, 700_000, FORMATS, 3, "pcg", RED_BLACK),
)


@dataclass(frozen=True)
class Group:
    """A workload at one size and width: its variants run right after each other."""

    workload: Workload
    scale: str
    width: int

    @property
    def name(self) -> str:
        return f"{self.workload.name}, {self.scale}, m = {self.width}"


def groups(only: str = "") -> Iterator[Group]:
    """All groups, or those whose names a regular expression finds."""
    for workload in WORKLOADS:
        for scale in SCALES:
            for width in WIDTHS:
                group = Group(workload, scale, width)
                if re.search(only, group.name):
                    yield group
