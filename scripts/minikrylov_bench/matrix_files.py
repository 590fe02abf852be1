"""Products with compressed matrices from files: whether `--compress auto` is ever slower than none."""

from __future__ import annotations

import gzip
import statistics
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from .machine import CORES
from .records import fused_product_seconds, only_solve
from .targets import Samples, Targets, at_most

if TYPE_CHECKING:
    from .machine import Machine

CODES = ("none", "auto", "lossless")
FEWEST_ENTRIES = 100_000  # products with fewer take microseconds
# Runs of each code per round, in alternating order. Each has iterations for a few tenths of a second, in bounds.
PASSES = 3
ENTRIES_PER_RUN = 200_000_000
ITERATIONS = (50, 2000)
# Auto may leave a matrix as it is, so that it has no excuse for being slower; what is measured differs by 3 %.
TARGETS: Targets = {"compress-files: product, auto / none": at_most(1.03)}


def open_text(file: Path) -> TextIO:
    """A matrix file, compressed by gzip or not."""
    if file.suffix == ".gz":
        return gzip.open(file, "rt", encoding="latin-1")
    return file.open(encoding="latin-1")


def entries_of(file: Path) -> int:
    """Entries of the matrix by the file's header, with those that symmetry implies; 0 if the program cannot read it."""
    with open_text(file) as text:
        banner = text.readline().lower().split()
        if len(banner) != 5 or banner[:3] != ["%%matrixmarket", "matrix", "coordinate"]:
            return 0
        field, symmetry = banner[3:]
        if field not in ("real", "integer", "pattern"):
            return 0
        size = next((line for line in text if line.strip() and not line.startswith("%")), "").split()
    rows, columns, stored = (int(number) for number in size)
    if rows != columns:
        return 0
    # The diagonal has no other half. Most of the matrices to be solved have all of it.
    return stored if symmetry == "general" else max(stored, 2 * stored - rows)


def matrices_in(folder: Path) -> dict[str, tuple[Path, int]]:
    """The files of matrices that are large enough, by their place in the folder, and their entries."""
    found = {}
    for file in sorted([*folder.rglob("*.mtx"), *folder.rglob("*.mtx.gz")]):
        if (entries := entries_of(file)) > FEWEST_ENTRIES:
            found[str(file.relative_to(folder))] = file, entries
    return found


def product_seconds(machine: Machine, file: Path, code: str, iterations: int) -> float:
    """The mean of all products of a solve, which are kernels of their own."""
    words = ["--problem", "matrix-market", "--matrix", str(file), "--size", "auto", "--symmetry", "ignored"]
    words += ["--preconditioner", "none", "--fuse", "off", "--compress", code]
    words += ["--fixed-iterations", str(iterations), "--repetitions", "1", "--warm-up", "0"]
    # CG for all matrices: it need not converge, and its products are those of other methods.
    with machine.minikrylov("cg", *words, ranks=1, threads=CORES) as results:
        return fused_product_seconds(only_solve(results))


def add_file(machine: Machine, name: str, file: Path, entries: int, samples: Samples) -> None:
    """Ratios of the medians of alternating runs."""
    iterations = min(max(ENTRIES_PER_RUN // entries, ITERATIONS[0]), ITERATIONS[1])
    seconds: dict[str, list[float]] = {code: [] for code in CODES}
    for number in range(PASSES):
        for code in CODES[:: -1 if number % 2 else 1]:
            seconds[code].append(product_seconds(machine, file, code, iterations))
    usual = statistics.median(seconds["none"])
    for code in CODES[1:]:
        samples[f"compress-files: product, {code} / none, {name}"].append(statistics.median(seconds[code]) / usual)


def add_matrix_files(machine: Machine, samples: Samples) -> None:
    """All matrices in a folder."""
    if machine.matrices is None:
        print("compress-files is left out (no folder of matrices was given): add --matrices FOLDER", file=sys.stderr)
        return
    found = matrices_in(machine.matrices)
    if not found:
        print(
            f"compress-files: no square matrix with more than {FEWEST_ENTRIES} entries below {machine.matrices} "
            "(only .mtx and .mtx.gz are read)",
            file=sys.stderr,
        )
    for name, (file, entries) in found.items():
        add_file(machine, name, file, entries, samples)
