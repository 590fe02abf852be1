"""Systems that the program writes, read by SciPy where it is there, otherwise by a few lines of our own."""

from __future__ import annotations

import math
import os
import subprocess
from pathlib import Path

import pytest

try:
    from scipy.io import mmread
except ImportError:
    mmread = None

PROGRAM = os.environ.get("MINIKRYLOV", "")
LAUNCHER = os.environ.get("MPIEXEC", "")
Matrix = dict[tuple[int, int], float]

pytestmark = pytest.mark.skipif(not PROGRAM, reason="no program is named ($MINIKRYLOV)")


def run(folder: Path, *words: str, ranks: int = 1) -> str:
    """Runs the program in a folder; returns its report."""
    launch = [LAUNCHER, "-n", str(ranks)] if LAUNCHER and ranks > 1 else []
    command = [*launch, PROGRAM, "solve", "--repetitions", "1", "--warm-up", "0", *words]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def lines_of(path: Path) -> tuple[list[str], list[str]]:
    """The words of the banner, and the lines behind the comments."""
    banner, *lines = path.read_text(encoding="ascii").splitlines()
    return banner.split(), [line for line in lines if not line.startswith("%")]


def read_plainly(path: Path) -> Matrix:
    """A sparse matrix, both triangles."""
    banner, (sizes, *lines) = lines_of(path)
    assert banner[:4] == ["%%MatrixMarket", "matrix", "coordinate", "real"]
    assert int(sizes.split()[2]) == len(lines)
    matrix: Matrix = {}
    for line in lines:
        row, column, value = line.split()
        i, j = int(row) - 1, int(column) - 1
        assert (i, j) not in matrix
        matrix[i, j] = float(value)
        if banner[4] == "symmetric":
            assert i >= j
            matrix[j, i] = float(value)
    return matrix


def read_matrix(path: Path) -> Matrix:
    """The same, by SciPy if possible."""
    if mmread is None:
        return read_plainly(path)
    found = mmread(path).tocoo()
    return {(int(i), int(j)): float(a) for i, j, a in zip(found.row, found.col, found.data, strict=True)}


def read_columns(path: Path) -> list[list[float]]:
    """The columns of an array."""
    if mmread is not None:
        return [[float(value) for value in column] for column in mmread(path).T]
    banner, (sizes, *lines) = lines_of(path)
    assert banner == ["%%MatrixMarket", "matrix", "array", "real", "general"]
    rows, columns = map(int, sizes.split())
    assert len(lines) == rows * columns
    return [[float(line) for line in lines[j * rows : (j + 1) * rows]] for j in range(columns)]


def write_columns(path: Path, columns: list[list[float]]) -> None:
    """An array, written as Python writes numbers."""
    numbers = "\n".join(repr(value) for column in columns for value in column)
    path.write_text(f"%%MatrixMarket matrix array real general\n{len(columns[0])} {len(columns)}\n{numbers}\n", "ascii")


def product(matrix: Matrix, x: list[float]) -> list[float]:
    y = [0.0] * len(x)
    for (i, j), value in matrix.items():
        y[i] += value * x[j]
    return y


def solution(matrix: Matrix, b: list[float]) -> list[float]:
    """By Gaussian elimination with column pivots."""
    n = len(b)
    rows = [[matrix.get((i, j), 0.0) for j in range(n)] + [b[i]] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            if factor:
                rows[i] = [a - factor * p for a, p in zip(rows[i], rows[k], strict=True)]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - math.fsum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


def five_points(nx: int, ny: int, before: float, after: float) -> Matrix:
    """On a grid, x fastest: the weights of the points before and after in both directions; rows add up to zero inside."""
    matrix: Matrix = {}
    for y in range(ny):
        for x in range(nx):
            i = y * nx + x
            matrix[i, i] = -2 * (before + after)
            for dx, dy, weight in ((-1, 0, before), (1, 0, after), (0, -1, before), (0, 1, after)):
                if 0 <= x + dx < nx and 0 <= y + dy < ny:
                    matrix[i, i + dx + nx * dy] = weight
    return matrix


@pytest.mark.parametrize("ranks", [1, 3])
def test_poisson(tmp_path: Path, ranks: int) -> None:
    run(tmp_path, "--problem", "poisson2d-5", "--size", "7x5", "--method", "cg", "--dump-matrix", "a.mtx",
        "--dump-rhs", "b.mtx", ranks=ranks)  # fmt: skip
    matrix = read_matrix(tmp_path / "a.mtx")
    assert matrix == five_points(7, 5, -1, -1)
    assert read_columns(tmp_path / "b.mtx") == [product(matrix, [1.0] * 35)]
    assert lines_of(tmp_path / "a.mtx")[0][4] == "symmetric"


def test_convection_is_general(tmp_path: Path) -> None:
    """h² (-Δu + Pe v·∇u) along the diagonal, by differences to the point before."""
    run(tmp_path, "--problem", "convection-diffusion", "--size", "6x6", "--peclet", "30", "--method", "bicgstab",
        "--dump-matrix", "a.mtx", ranks=2)  # fmt: skip
    expected = five_points(6, 6, -1 - 30 / math.sqrt(2) / 7, -1)
    matrix = read_matrix(tmp_path / "a.mtx")
    assert matrix.keys() == expected.keys()
    assert all(math.isclose(matrix[at], expected[at], rel_tol=1e-14) for at in expected)
    assert lines_of(tmp_path / "a.mtx")[0][4] == "general"


# All that the program assembles, at a size that elimination can solve.
SYSTEMS = {
    "poisson2d-5": "7x5",
    "poisson3d-7": "4x3x2",
    "poisson3d-27": "4",
    "poisson3d-125": "4",
    "poisson3d-fvm": "3x4x2",
    "fe2d-9": "6x5",
    "elasticity2d": "4x5",
    "elasticity3d": "2x3x2",
    "convection-diffusion": "5x4x3",
}


def error_in(report: str) -> float:
    """What a report says of the error of x."""
    (line,) = [line for line in report.splitlines() if "error of x" in line]
    return float(next(word for word in line.split() if word[0].isdigit()))


def solved_by_others(folder: Path, problem: str, ranks: int) -> tuple[str, ...]:
    """Writes a system with two right-hand sides, a.mtx and b.mtx, and what elimination finds for it, x.mtx. Returns the
    options that say how the problem is assembled."""
    assembled = ("--problem", problem, "--size", SYSTEMS[problem], "--method", "pbicgstab", "--rtol", "1e-12")
    sides = ("--random-rhs", "5", "--rhs", "2", "--dump-matrix", "a.mtx", "--dump-rhs", "b.mtx")
    run(folder, *assembled, *sides, ranks=ranks)
    matrix, columns = read_matrix(folder / "a.mtx"), read_columns(folder / "b.mtx")
    assert len(columns) == 2
    assert all(0 <= value < 1 for column in columns for value in column)
    write_columns(folder / "x.mtx", [solution(matrix, b) for b in columns])
    return assembled


GIVEN = ("--rhs-file", "b.mtx", "--solution-file", "x.mtx")


@pytest.mark.parametrize("problem", SYSTEMS)
def test_every_problem_is_solved_by_others(tmp_path: Path, problem: str) -> None:
    """What elimination finds for the written system is what the program finds for the problem."""
    assembled = solved_by_others(tmp_path, problem, 2)
    assert error_in(run(tmp_path, *assembled, *GIVEN)) < 1e-9


@pytest.mark.parametrize("ranks", [1, 2])
def test_solution_of_others(tmp_path: Path, ranks: int) -> None:
    """What is solved from a file agrees with what elimination finds, and so with what the program says of its error."""
    solved_by_others(tmp_path, "elasticity2d", ranks)
    words = ("--problem", "matrix-market", "--matrix", "a.mtx", "--rtol", "1e-12", "--method", "pcg")
    assert error_in(run(tmp_path, *words, *GIVEN, ranks=ranks)) < 1e-10


def test_every_problem_is_written() -> None:
    listed = subprocess.run([PROGRAM, "list", "problems"], check=True, capture_output=True, text=True).stdout
    names = {line.split()[0] for line in listed.partition("\n\n")[0].splitlines()}
    assert set(SYSTEMS) == names - {"matrix-market"}


def test_both_readers_agree(tmp_path: Path) -> None:
    if mmread is None:
        pytest.skip("SciPy is not there (python3-scipy, installed by scripts/setup.sh --checks)")
    run(tmp_path, "--problem", "elasticity3d", "--size", "3", "--method", "pcg", "--dump-matrix", "a.mtx")
    assert read_matrix(tmp_path / "a.mtx") == read_plainly(tmp_path / "a.mtx")
