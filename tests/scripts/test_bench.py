"""The benchmark's bookkeeping: peers' output, targets and verdicts."""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import bench
from minikrylov_bench import machine as bench_machine
from minikrylov_bench import methods as bench_methods
from minikrylov_bench import peers, records
from minikrylov_bench.targets import Target, report, target_of


class Group:
    """Attributes of a group in a results file."""

    def __init__(self, **attrs: float) -> None:
        self.attrs = attrs


@pytest.mark.parametrize(("ranks", "threads", "bound"), [(2, 1, True), (1, 2, True), (4, 1, False), (2, 2, False)])
def test_ranks_that_share_cores_are_bound_evenly_and_their_threads_not_to_the_first_one(
    ranks: int, threads: int, bound: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[list[str], dict[str, str]]] = []

    def run(command: list[str], env: dict[str, str], **_: object) -> subprocess.CompletedProcess[str]:
        seen.append((command, env))
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(bench_machine.subprocess, "run", run)
    bench_machine.Machine(Path("minikrylov"), Path("peers"), 8, 4).tune(ranks, threads)
    ((command, environment),) = seen
    assert environment["OMP_PROC_BIND"] == ("close" if bound else "false")
    # In turns, as many ranks to each core.
    assert command[command.index("--bind-to") + 1] == ("core" if bound else "core:overload-allowed")
    assert command[command.index("--map-by") + 1] == (f"slot:PE={threads}" if bound else "core")


def test_seconds_are_read_from_the_lines_of_a_peer() -> None:
    text = "a warning\npetsc,cg,jacobi,2,160,30,2.5e-02,6.6e-02\npetsc,bcgs,jacobi,2,160,30,5.0e-02,1.4e-02\nhypre,x\n"
    assert bench_machine.seconds_of(text, "petsc") == {"petsc cg": 0.025, "petsc bcgs": 0.05}


def test_iterations_and_seconds_of_a_solve_are_read() -> None:
    assert bench_machine.solve_of("noise\nhpcg,cg,symgs,2,128,30,2.0e-02,1e-09\n", "hpcg") == (30, 0.6)


@pytest.mark.parametrize(("residual", "seconds"), [("9.9e-09", 0.6), ("1.2e-08", math.inf), ("nan", math.inf)])
def test_a_solve_that_does_not_get_there_takes_forever(residual: str, seconds: float) -> None:
    text = f"hypre,pcg,chebyshev,2,128,30,2.0e-02,{residual}\n"
    assert bench_machine.solve_of(text, "hypre", bench_machine.REACHED) == (30, seconds)


@pytest.mark.parametrize(
    ("name", "bound", "at_most"),
    [
        ("pcg / petsc cg", 0.67, True),
        ("saved by merging, while the triad is the same, m = 16: rbicgstab", 0.14, False),
        ("SELL product / triad, 2 ranks x 1 threads", 0.85, False),
        ("PETSc's ICCG time / PCG with ic0 in the best ordering, 128^3", 1.2, False),
        ("table 2, 128^3, reordered-1: |467 - 467| iterations", 1.0, True),
        ("time / bytes of its catalogue row, m = 1: cg", 1.15, True),
        ("pcg / petsc-native cg", 0.52, True),
        ("product / MKL's optimised, sell, 27 entries, 128^3", 0.87, True),
        ("compress, 7 points: product within a solve, none / lossless, 160^3", 4.0, False),
        ("powers, 27 points, lossless: s = 4, s products / powers, all of two vectors", 1.45, False),
        ("powers, latency: iteration, pipecg / ca-pcg, s = 8", 1.3, False),
    ],
)
def test_each_promise_has_its_bound(name: str, bound: float, at_most: bool) -> None:
    assert target_of(name, bench.TARGETS) == Target(bound, at_most)


def test_bytes_come_from_the_catalogue() -> None:
    text = """method  reductions, each hidden behind  A  M   set-up  merged  basic  vectors  source
pipe2cg      1 per 2: M, A, M, A  2  2  4 A 3 M   18+14  61+14  17  Eller & Gropp 2016
pipebicgstab         2: A; A  2  0  3 A 0 M  16+8 (18+8)   33+8        8  Cools & Vanroose 2017"""
    catalogue = bench_methods.catalogue_of(text)
    assert catalogue == {
        "pipe2cg": bench_methods.CatalogueRow(2, 2, 32),
        "pipebicgstab": bench_methods.CatalogueRow(2, 0, 24),
    }

    # 100 rows, 2 right-hand sides: 1600 bytes per vector, 5000 + 3200 per product, 3200 + 800 per M.
    def bytes_of(method: str, products: float) -> float:
        solve, matrix = Group(rows=100, rhs=2, products=products), Group(matrix_bytes=5000)
        return catalogue[method].bytes_of_iteration(solve, matrix)  # type: ignore[arg-type]

    two_iterations = 32 * 1600 + 2 * 8200 + 2 * 4000
    assert bytes_of("pipe2cg", 1) == two_iterations / 2
    # One more step fills the pipeline, and the last iteration skips a product: neither is the median iteration.
    assert bytes_of("pipe2cg", 1.2) == two_iterations / 2
    assert bytes_of("pipebicgstab", 1.75) == bytes_of("pipebicgstab", 2) == 24 * 1600 + 2 * 8200


def test_an_iteration_is_compared_with_the_triad_of_its_own_repetition() -> None:
    # Memory is twice as fast in the first repetition; one iteration of the second was delayed.
    solve = {"iteration_seconds": np.array([[1.0, 1.0, 1.0], [2.0, 2.0, 9.0]]), "triads_beside": np.array([40.0, 20.0])}
    assert bench_methods.triad_bytes_per_iteration(solve) == 40.0  # type: ignore[arg-type]
    assert bench_methods.triad_bytes_per_iteration(solve, statistics.fmean) == pytest.approx((40 + 20 * 13 / 3) / 2)  # type: ignore[arg-type]


def test_merging_is_judged_by_repetitions_that_met_the_same_memory() -> None:
    times = np.array([[1.0, 3.0, 9.0], [2.0, 2.0, 2.0]])
    merged = bench_methods.repetitions_of({"iteration_seconds": times, "triads_beside": np.array([60.0, 40.0])})  # type: ignore[arg-type]
    assert merged == [bench_methods.Repetition(3.0, 60.0), bench_methods.Repetition(2.0, 40.0)]
    basic = [bench_methods.Repetition(4.0, 56.0), bench_methods.Repetition(8.0, 50.0)]
    assert bench_methods.savings(merged, basic) == [0.25]


def test_what_nobody_promised_has_none() -> None:
    assert target_of("cg / petsc gmres", bench.TARGETS) is None


def test_the_report_judges_medians() -> None:
    found = {"pcg / petsc cg": [0.6, 0.9, 0.5], "pipecg / petsc pipecg": [0.7], "other": [1.0]}
    text = report(found, bench.TARGETS)
    lines = {line.split("  ")[0]: line for line in text.splitlines()}
    assert "0.600" in lines["pcg / petsc cg"] and "kept" in lines["pcg / petsc cg"]
    assert "MISSED" in lines["pipecg / petsc pipecg"]
    assert lines["other"].rstrip().endswith("1.00")
    assert report({"saved": []}, bench.TARGETS).endswith("no two repetitions had the same memory bandwidth")


def test_a_peer_is_compared_by_the_best_whole_solve_as_its_driver_reports() -> None:
    solve = Group(solve_seconds_minimum=4.0, iterations=2)
    assert records.best_seconds_per_iteration(solve) == 2.0  # type: ignore[arg-type]


def test_every_method_with_a_peer_is_measured() -> None:
    measured = bench_methods.JACOBI + bench_methods.NONE + bench_methods.PRECONDITIONED_PIPELINE
    assert {method for method, _ in peers.PEERS} <= set(measured)
    assert set(bench_methods.MERGING) <= set(measured)
    assert len(measured) == len(set(measured))


def test_peers_that_are_not_installed_are_left_out_with_a_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "petsc_ksp").touch()
    assert bench.available(["petsc", "mkl"], tmp_path) == ["petsc"]
    said = capsys.readouterr().err
    assert "mkl is left out" in said
    assert "scripts/peers/install.sh mkl" in said
    install = (Path(bench.__file__).parent / "peers/install.sh").read_text()
    assert all(f"install_{peer.replace('-', '_')}()" in install for peer in bench_machine.OPTIONAL_PEERS)


@pytest.mark.parametrize("words", [["--parts", "matrix,products"], ["--peers", "petsc,mlk"]])
def test_unknown_names_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        bench.parse(["--program", "p", "--peers-folder", "f", *words])
    assert refused.value.code == 2
    assert words[1].split(",")[1] in capsys.readouterr().err
