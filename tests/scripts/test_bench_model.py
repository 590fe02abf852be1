"""The part of the benchmark that holds predictions against an emulated network: every method, and what is judged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import bench
import h5py
from minikrylov_bench import model, samples_store
from minikrylov_bench.targets import Samples, Within, report, target_of
from sample_machine import FakeMachine

PRODUCT_SECONDS = 8.0


def test_predictions_are_judged_by_their_ratio_to_measurements(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = FakeMachine(lambda _: {"q = A p; (p,q)": (PRODUCT_SECONDS, 1e9)})
    asked: list[tuple[int, tuple[str, ...]]] = []

    def compare(_: Path, ranks: int, solve: tuple[str, ...]) -> list[tuple[str, str, float]]:
        asked.append((ranks, solve))
        if "all-cg" not in solve:
            return [("model", "bicgstab", 1.0)]
        return [("model", "cg", 0.8), ("model", "pipecg", 1.25), ("model by LogGOPS", "cg", 2.0)]

    monkeypatch.setattr(machine, "calibrate", lambda *_: None)
    monkeypatch.setattr(machine, "compare", compare)
    samples: Samples = defaultdict(list)
    bench.PARTS["model"](machine, samples)
    assert samples["model, 2 ranks, latency of 5 products: cg"] == [pytest.approx(0.8)]
    assert samples["model, 4 ranks, latency of 0 products: pipecg"] == [pytest.approx(1.25)]
    assert samples["model by LogGOPS, 2 ranks, latency of 1 products: cg"] == [pytest.approx(2.0)]
    assert "model, 2 ranks, latency of 1 products: bicgstab + costly M" in samples
    assert target_of("model by LogGOPS, 2 ranks, latency of 1 products: cg", bench.TARGETS) is None
    assert samples["model by LogGOPS, 2 ranks, noise of 0.5 products: cg"] == [pytest.approx(2.0)]
    assert not [name for name in samples if name.startswith("model, ") and "noise" in name]  # it knows none
    assert "MISSED" in report(samples, bench.TARGETS)
    latencies = {solve[solve.index("--emulate-latency") + 1] for _, solve in asked if "--emulate-latency" in solve}
    assert latencies == {"4000000us", "8000000us", "16000000us", "40000000us"}  # products take 8 s


def test_medians_of_predictions_may_lie_on_both_sides() -> None:
    target = target_of("model, 2 ranks, latency of 0 products: cg", bench.TARGETS)
    assert target == Within(1.2)
    verdicts = [target.verdict(ratio).split()[-1] for ratio in (0.82, 0.84, 1.0, 1.19, 1.21)]
    assert verdicts == ["MISSED", "kept", "kept", "kept", "MISSED"]


def test_rounds_are_added_to_those_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "samples.json"
    for ratio in (1.0, 1.5):
        samples = samples_store.load(file)
        samples["cg"].append(ratio)
        samples_store.save(samples, file)
    assert samples_store.load(file)["cg"] == [1.0, 1.5]
    assert not samples_store.load(None)
    samples_store.save(samples, None)
    assert [path.name for path in tmp_path.iterdir()] == ["samples.json"]


def test_every_method_is_predicted(tmp_path: Path) -> None:
    program = os.environ.get("MINIKRYLOV")
    if not program:
        pytest.skip("needs MINIKRYLOV")
    found = set()
    for number, words in enumerate(model.WORKLOADS):
        file = tmp_path / f"{number}.h5"
        often = ("--size", "6", "--fixed-iterations", "4", "--repetitions", "1", "--warm-up", "0")
        done = subprocess.run([program, "solve", *words, *often, "--output", str(file)], capture_output=True, check=False)
        if b"has no HDF5" in done.stderr:
            pytest.skip("built without HDF5")
        with h5py.File(file) as results:
            found |= {str(solve.attrs["method"]) for solve in results["solves"].values()}
    table = json.loads(subprocess.run([program, "list", "options"], capture_output=True, check=True).stdout)
    (known,) = [option["words"] for option in table["solve"] if option["name"] == "--method"]
    assert found == {name for name in known if not name.startswith("all")}
