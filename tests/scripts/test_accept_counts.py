"""The acceptance run's expected iteration count on any number of ranks, by textbook PCG in NumPy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from numpy.typing import NDArray

np = pytest.importorskip("numpy")

HEADER = Path(__file__).resolve().parents[2] / "miniapp/accept/validate.hpp"


def known(name: str) -> int:
    """A number defined in the header."""
    found = re.search(rf"int {name} = (\d+);", HEADER.read_text(encoding="utf-8"))
    assert found is not None
    return int(found[1])


def sides(axis: int) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """The cells on the lower and the upper side of all faces between cells along an axis."""
    lower, upper = [slice(None)] * 3, [slice(None)] * 3
    lower[axis], upper[axis] = slice(0, -1), slice(1, None)
    return tuple(lower), tuple(upper)


def product(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """-div grad on unit cubes x[k, j, i]: no flux except through k = max, where the value half a cell away is zero."""
    y = np.zeros_like(x)
    for axis in range(3):
        lower, upper = sides(axis)
        flux = x[upper] - x[lower]
        y[lower] -= flux
        y[upper] += flux
    y[-1] += 2 * x[-1]
    return y


def diagonal(n: int) -> NDArray[np.float64]:
    """The number of faces of each cell with flux through them, counting that at k = max twice."""
    d = np.zeros((n, n, n))
    for axis in range(3):
        for side in sides(axis):
            d[side] += 1
    d[-1] += 2
    return d


def pcg_iterations(n: int, rtol: float) -> int:
    """Iterations of PCG with Jacobi until ‖r‖ ≤ rtol ‖b‖, b = i + j + k from 1 (Saad 2003, Algorithm 9.1)."""
    index = np.arange(1, n + 1, dtype=float)
    b = index[None, None, :] + index[None, :, None] + index[:, None, None]
    d = diagonal(n)
    x, r = np.zeros_like(b), b.copy()
    z = r / d
    p, rho = z.copy(), float(np.vdot(r, z))
    for iteration in range(1, 10 * n):
        q = product(p)
        alpha = rho / float(np.vdot(p, q))
        x += alpha * p
        r -= alpha * q
        if np.linalg.norm(r) <= rtol * np.linalg.norm(b):
            assert np.linalg.norm(b - product(x)) <= 1.1 * rtol * np.linalg.norm(b)
            return iteration
        z = r / d
        rho, before = float(np.vdot(r, z)), rho
        p = z + (rho / before) * p
    raise AssertionError("no convergence")


def test_iterations_of_jacobi() -> None:
    # Rounding cannot matter: the residuals before and after differ from the tolerance by 4 % or more.
    for rtol in (0.97e-8, 1e-8, 1.04e-8):
        assert pcg_iterations(known("points"), rtol) == known("jacobi")
