"""The part of the benchmark that compares codes of the matrix: its ratios, from known times."""

from __future__ import annotations

import math
import struct
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import h5py
import pytest
from sample_results import TEXT

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import bench
from minikrylov_bench import compress
from minikrylov_bench.targets import Samples, Target, report, target_of
from sample_machine import TRIAD, FakeMachine, Kernels, Run

PRODUCT, UPDATE = "q = A p; (p,q)", "x = x + α p, p = z + β p"
SECONDS = {"none": 8.0, "lossless": 2.0, "tables": 4.0, "narrow": 5.0}


def kernels(run: Run) -> Kernels:
    """A product that depends on the code and on the format, an update that takes 2; M⁻¹ takes what its numbers do."""
    code = run.option("--compress", "none")
    product = SECONDS[code] * (1.5 if run.option("--format", "sell") == "crs" else 1.0)
    found = {PRODUCT: (product, TRIAD), UPDATE: (2.0, TRIAD)}
    if run.option("--preconditioner", "") == "ic0":
        is_double = run.option("--preconditioner-precision", "double") == "double" and code == "none"
        found["z = M⁻¹ r"] = 3.0 if is_double else 2.0, TRIAD
    return found


class CodedMachine(FakeMachine):
    """Records codes, too: three quarters of the chunks of lossless codes repeat."""

    def minikrylov(self, methods: str, *extra: str, **where: Any) -> h5py.File:
        file = super().minikrylov(methods, *extra, **where)
        run = self.runs[-1]
        code, problem = run.option("--compress", "none"), run.option("--problem", "")
        if code != "none":
            matrix = file["matrix"]
            matrix.attrs["compression_seconds"] = 40.0
            narrow = "single" if problem == "convection-diffusion" else "bfloat16"
            names = ["repeated chunks", "constant"] if code == "lossless" else ["double", narrow]
            codes = [*(f"values: {name}" for name in names), "columns: consecutive"]
            matrix.create_dataset("codes", data=codes, dtype=TEXT)
            matrix["chunks_by_code"] = [75.0, 25.0, 100.0] if code == "lossless" else [25.0, 75.0, 100.0]
        return file


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> tuple[Samples, list[Run]]:
    """What one round finds, and what was run."""
    machine = CodedMachine(kernels, peers=["petsc-native"])
    monkeypatch.setattr(machine, "petsc", lambda solvers, *_: {f"petsc {solver}": 12.0 for solver in solvers})
    samples: Samples = defaultdict(list)
    bench.PARTS["compress"](machine, samples)
    return samples, machine.runs


def test_compression_is_judged_by_times_of_the_same_round(measured: tuple[Samples, list[Run]]) -> None:
    samples, _ = measured
    assert samples["compress, 7 points: product from memory, none / lossless, 160^3"] == [pytest.approx(4.0)]
    assert samples["compress, 27 points: pcg, none / tables, 128^3"] == [pytest.approx(10 / 6)]
    assert samples["compress, elasticity: bytes of the matrix, none / lossless, 64^3"] == [4.0]
    for points, size in ((7, 160), (27, 128)):
        name = f"compress, {points} points: petsc-native bcgs / pbicgstab, lossless, {size}^3"
        assert samples[name] == [pytest.approx(3.0)]
        assert target_of(name, bench.TARGETS) == Target(3.3, at_most=False)
    assert all(any(name.startswith(target) for name in samples) for target in compress.TARGETS)
    assert "MISSED" in report(samples, bench.TARGETS)


def test_narrow_formats_are_called_by_the_one_that_most_chunks_are_in(measured: tuple[Samples, list[Run]]) -> None:
    samples, _ = measured
    name = "compress, 7 points: product from memory, none / narrow (bfloat16), 160^3"
    assert samples[name] == [pytest.approx(1.6)]
    assert target_of(name, bench.TARGETS) is None
    assert target_of(name.replace("from memory", "within a solve"), bench.TARGETS) == Target(1.5, at_most=False)
    floats = f"compress, {compress.IN_SINGLE}: product from memory, none / narrow (single), 128^3"
    assert samples[floats] == [pytest.approx(1.6)]
    assert target_of(floats, bench.TARGETS) is None
    assert target_of(floats.replace("from memory", "within a solve"), bench.TARGETS) == Target(1.5, at_most=False)


def test_coding_alone_repeats_and_conversion_have_rows(measured: tuple[Samples, list[Run]]) -> None:
    samples, runs = measured
    assert samples["compress, 7 points in CRS: product from memory, none / lossless, 160^3"] == [pytest.approx(4.0)]
    assert samples["compress, elasticity, 3x3 blocks: share of chunks that repeat, 64^3"] == [0.75]
    conversion = "compress, 7 points: conversion, in uncompressed products, narrow (bfloat16), 160^3"
    assert samples[conversion] == [pytest.approx(5.0)]
    assert target_of(conversion, bench.TARGETS) == Target(10, at_most=True)
    # What is slower in both formats is not what the codes cost.
    assert samples["compress, 27 points in CRS: conversion, in uncompressed products, lossless, 128^3"] == [
        pytest.approx(40 / 12)
    ]
    blocks = [run for run in runs if run.option("--format", "") == "sell-block"]
    assert {run.option("--compress", "") for run in blocks} == set(compress.CODES)


def test_exact_factors_are_measured_in_double_precision(measured: tuple[Samples, list[Run]]) -> None:
    samples, runs = measured
    assert samples["compress, ic0: application in double / single precision, 128^3"] == [pytest.approx(1.5)]
    name = "compress, ic0: application, none / lossless, triangles exact in single precision, 128^3"
    assert samples[name] == [pytest.approx(1.5)]
    assert target_of(name, bench.TARGETS) == Target(1.5, at_most=False)
    factorised = [run for run in runs if run.option("--preconditioner", "") == "ic0"]
    assert [run.option("--preconditioner-precision", "") for run in factorised[-2:]] == ["", ""]


@pytest.mark.parametrize("size", [4, 64, 96, 128, 205])
def test_convection_has_coefficients_for_single_precision_only(size: int) -> None:
    upwind = compress.peclet_in_single(size) * (1 / (size + 1.0)) / math.sqrt(3)
    for coefficient in (-1 - upwind, 3 * (2 + upwind)):
        assert struct.unpack("f", struct.pack("f", coefficient))[0] == coefficient
        assert struct.unpack("e", struct.pack("e", coefficient))[0] != coefficient
        assert struct.pack("<f", coefficient)[:2] != b"\0\0"  # what bfloat16 leaves out


def test_a_matrix_that_is_not_coded_has_no_codes() -> None:
    with FakeMachine(kernels).minikrylov("pcg") as results:
        assert compress.values_by_code(results) == {}
    assert compress.label("narrow", {}) == "narrow"
    assert compress.label("tables", {"table of 8": 1.0}) == "tables"
