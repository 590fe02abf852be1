"""What benchmarks read from results files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import h5py


@dataclass(frozen=True)
class KernelTime:
    """A kernel of a solve: seconds and bytes per call, and calls per iteration."""

    name: str
    seconds: float
    moved: float
    per_iteration: float


def only_solve(results: h5py.File) -> h5py.Group:
    """The only solve of a run."""
    (solve,) = results["solves"].values()
    return solve


def best_seconds_per_iteration(solve: h5py.Group) -> float:
    """The shortest whole solve, including set-up, divided by its iterations, as the peers report it."""
    return float(solve.attrs["solve_seconds_minimum"]) / int(solve.attrs["iterations"])


def kernels_of(solve: Any, per_iteration: float | None = None) -> Iterator[KernelTime]:
    """The kernels of a solve's iterations; not those of its beginning and end, which run once or twice.

    `per_iteration`: the fewest calls, since a step of some methods is two iterations or more, of s-step methods s.
    """
    iterations = int(solve.attrs["iterations"])
    if per_iteration is None:
        per_iteration = min(1 / 3, 1 / int(solve.attrs.get("s_step", 1)))
    for row in solve["kernels"][:]:
        name = row["name"].decode() if isinstance(row["name"], bytes) else str(row["name"])
        calls = int(row["calls"])
        if calls >= per_iteration * iterations and row["seconds"] > 0:
            moved = float(row["bytes_read"] + row["bytes_written"]) / calls
            yield KernelTime(name, float(row["seconds"]) / calls, moved, calls / iterations)


def has_product(kernel: KernelTime) -> bool:
    """Whether a kernel multiplies by the matrix."""
    return "= A " in kernel.name


def computes_powers(kernel: KernelTime) -> bool:
    """Whether a kernel computes several powers of the matrix in one pass: P = [1 … p4(A)] p."""
    return "[1 … p" in kernel.name


def sums_panels(kernel: KernelTime) -> bool:
    """Whether a kernel computes all inner products of the columns of a panel: G = Yᵀ Y."""
    return "ᵀ" in kernel.name and not computes_powers(kernel)


def fused_product_seconds(solve: h5py.Group) -> float:
    """Seconds per product of a solve's iterations, the first one of each, with what is fused to it."""
    return next(kernel.seconds for kernel in kernels_of(solve) if has_product(kernel))


def product_seconds(results: h5py.File) -> float:
    """Seconds per product: plain ones for one right-hand side, else those of the first solve, with what is fused to them."""
    matrix, problem = results["matrix"].attrs, results["problem"].attrs
    solve = results["solves/0"]
    if int(solve.attrs["rhs"]) == 1:
        counted = 12 * float(problem["nonzeros"]) + 16 * float(problem["rows"])  # whatever is moved
        return counted / float(matrix["product_bandwidth"])
    return fused_product_seconds(solve)


def solves_by_method(results: h5py.File) -> dict[str, h5py.Group]:
    """The solves of a run with one preconditioner."""
    return {str(solve.attrs["method"]): solve for solve in results["solves"].values()}
