"""Products and methods beside their peers: the same statistic on both sides, and the bare loop itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import bench
from minikrylov_bench import machine as bench_machine
from minikrylov_bench import peers, products
from minikrylov_bench.targets import Samples, Target, target_of
from sample_machine import ITERATIONS, TRIAD, FakeMachine, Kernels, Run

PEERS_FOLDER = Path(bench.__file__).parent / "peers"


def kernels(run: Run) -> Kernels:
    """Kokkos Kernels take twice as long, in their own format three times."""
    factor = 1.0
    if run.option("--formulation", "merged") == "kokkos-kernels":
        factor = 3.0 if run.option("--format", "sell") == "crs" else 2.0
    return {"q = A p; (p,q)": (factor * 6.0, TRIAD), "x = x + α p, p = z + β p": (factor * 2.0, TRIAD)}


def samples_of(machine: FakeMachine) -> Samples:
    samples: Samples = defaultdict(list)
    bench.PARTS["peers"](machine, samples)
    return samples


def test_products_within_iterations_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    machine, asked = FakeMachine(kernels, peers=["bare", "mkl"]), list[tuple[str, int, int]]()

    def times(peer: str, size: int, points: int) -> dict[str, float]:
        asked.append((peer, size, points))
        # Of MKL's two, the faster one counts.
        found = {"product": 4.0, "optimised": 4.0, "fused": 12.0, "separate": 10.0, "plain": 0.1}
        return {f"{peer} {line}": seconds for line, seconds in found.items()}

    monkeypatch.setattr(machine, "products", times)
    samples = samples_of(machine)
    for where in ("1 ranks x 2 threads", "2 ranks x 1 threads"):
        for entries, size in ((7, 160), (27, 128), (81, 64)):
            place = f"sell, {entries} entries, {size}^3, {where}"
            assert samples[f"product / bare loop, {place}"] == [pytest.approx(6 / 4)]
            assert samples[f"q = A p; (p,q) / bare loop, {place}"] == [pytest.approx(6 / 12)]
            assert samples[f"q = A p; (p,q) / MKL's optimised, {place}"] == [pytest.approx(6 / 10)]
        assert samples[f"product / MKL's optimised, sell-block, 81 entries, 64^3, {where}"] == [pytest.approx(6 / 4)]
        assert f"product / bare loop, sell-block, 81 entries, 64^3, {where}" not in samples
    assert set(asked) == {(peer, size, n) for peer in ("bare", "mkl") for n, size in ((7, 160), (27, 128), (81, 64))}
    assert all(any(name.startswith(target) for name in samples) for target in products.TARGETS)


@pytest.mark.parametrize("what", ["product", "q = A p; (p,q)"])
def test_products_have_bounds(what: str) -> None:
    place = "sell, 81 entries, 64^3, 2 ranks x 1 threads"
    assert target_of(f"{what} / bare loop, {place}", bench.TARGETS) == Target(1.03, at_most=True)
    assert target_of(f"{what} / MKL's optimised, {place}", bench.TARGETS) == Target(0.87, at_most=True)


def test_without_peers_of_products_none_are_run() -> None:
    machine = FakeMachine(kernels)
    samples = samples_of(machine)
    assert not any("product" in name for name in samples)
    assert {run.method for run in machine.runs} == set(peers.KOKKOS_METHODS)


def test_kokkos_kernels_alone_are_a_peer() -> None:
    samples = samples_of(FakeMachine(kernels))
    for method in ("pcg", "pbicgstab"):
        assert samples[f"{method} / kokkos-kernels formulation"] == [pytest.approx(1 / 2)]
        assert samples[f"{method} / kokkos-kernels formulation in CRS"] == [pytest.approx(1 / 3)]


def test_petsc_is_measured_in_its_sell_too(monkeypatch: pytest.MonkeyPatch) -> None:
    machine, commands = FakeMachine(kernels, peers=["petsc-native"]), list[tuple[str, ...]]()

    def run_peer(program: str, *words: str, **_: int) -> str:
        commands.append((program, *words))
        solver = words[words.index("-ksps") + 1]
        seconds = 20.0 if "-convert" in words else 16.0
        return f"petsc,{solver},jacobi,2,160,{ITERATIONS},{seconds},1e-3\n"

    monkeypatch.setattr(machine, "peer", run_peer)
    samples = samples_of(machine)
    assert samples["pcg / petsc-native cg"] == [pytest.approx(8 / 16)]
    for name in ("pcg / petsc-native sell cg", "pbicgstab / petsc-native sell bcgs"):
        assert samples[name] == [pytest.approx(8 / 20)]
        assert target_of(name, bench.TARGETS) is None
    converted = [words for words in commands if "-convert" in words]
    assert len(converted) == 2
    assert all(words[words.index("-convert") + 1] == "sell" for words in converted)


@pytest.mark.skipif(
    not all(shutil.which(tool) for tool in ("make", "c++")), reason="the bare loop needs make and a compiler"
)
def test_the_bare_loop_multiplies(tmp_path: Path) -> None:
    program = tmp_path / bench_machine.PROGRAMS["bare"]
    command = ["make", "--silent", "-C", str(PEERS_FOLDER), f"BUILD={tmp_path}", str(program)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    for points in (7, 27, 81):
        for size in (5, 8):  # lines of the grid that chunks do not fit in, and such that they do
            words = ["-n", str(size), "-points", str(points), "-its", "3"]
            text = subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout
            rows = [line.split(",") for line in text.splitlines()]
            assert [row[:6] for row in rows] == [
                ["bare", what, "none", "1", str(size), "3"] for what in ("product", "fused")
            ]
            assert all(float(row[7]) < 1e-15 for row in rows)
            assert all(seconds > 0 for seconds in bench_machine.seconds_of(text, "bare").values())
