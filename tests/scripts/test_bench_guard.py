"""The guard: what it runs, what it calls too slow, and that every bound can be missed."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import bench
from minikrylov_bench import bounds, guard, guard_table, records, workloads
from sample_machine import TRIAD, FakeMachine, Kernels, Run, memory_file
from sample_results import KERNELS

PRODUCT, UPDATE, SUBSTITUTION = "q = A p; (p,q)", "x = x + α p, p = z + β p", "z = M⁻¹ r"
POWERS, PANEL = "P = [1 … p4(A)] p, R = [1 … p3(A)] r, G = moments of Yᵀ Y", "G = Yᵀ Y"


def healthy(run: Run) -> Kernels:
    """Every kernel at the triad; what has fewer bytes takes less time, what has more takes longer."""
    layout, code = run.option("--format", "sell"), run.option("--compress", "none")
    relative = {"crs": 1.3, "sell-block": 0.7}.get(layout, 1.0) * (1.0 if code == "none" else 0.3)
    merged = run.option("--formulation", "merged") == "merged"
    kernels = {PRODUCT: (1e-2 * relative, 1e-2 * relative * TRIAD), UPDATE: (1e-2, 1e-2 * TRIAD)}
    if run.option("--preconditioner", "") == "ic0":
        kernels[SUBSTITUTION] = (1e-2, 1e-2 * TRIAD)
    if run.method.startswith("ca-"):
        kernels |= {POWERS: kernels[PRODUCT], PANEL: (1e-2, 1e-2 * TRIAD)}
    return kernels if merged else kernels | {"(r,r)": (1e-2, 1e-2 * TRIAD)}


def slowed(name: str, factor: float, **options: str) -> FakeMachine:
    """A machine on which one kernel is slow wherever these options are given."""

    def kernels(run: Run) -> Kernels:
        found = healthy(run)
        flags = {flag.replace("_", "-"): value for flag, value in options.items()}
        if name in found and all(run.option(f"--{flag}", "") == value for flag, value in flags.items()):
            seconds, moved = found[name]
            found[name] = factor * seconds, moved
        return found

    return FakeMachine(kernels)


def missed(machine: FakeMachine, only: str = "", rounds: int = 1) -> list[guard.Finding]:
    measured = guard.measure(machine, rounds, only)
    return [finding for finding in guard.judge(measured) if not finding.kept]


def test_kernels_at_their_floor_are_kept() -> None:
    assert missed(FakeMachine(healthy)) == []


@pytest.mark.parametrize(("block", "scalar"), [(47.7, 26.7), (2.52, 0.76)])
def test_blocks_that_take_longer_than_rows_are_found(block: float, scalar: float) -> None:
    # What prefetching past the caches did to 3x3 blocks on one processor, in memory and in cache, ms per iteration.
    def kernels(run: Run) -> Kernels:
        found = healthy(run)
        if run.option("--format", "sell") == "sell-block":
            # Bytes for which no floor is near, so that the twin alone can find it.
            seconds = found[PRODUCT][0] / 0.7 * block / scalar
            found[PRODUCT] = seconds, 0.9 * seconds * TRIAD
        return found

    found = missed(FakeMachine(kernels), "elasticity, 3x3, .*, m = 1$")
    assert {finding.bound.name for finding in found if isinstance(finding.bound, bounds.Twin)} == {"block / scalar"}
    assert {finding.key.place.scale for finding in found} == {"cache", "memory"}
    assert all(finding.found == pytest.approx(block / scalar) for finding in found)


@pytest.mark.parametrize("row", bounds.FLOORS, ids=lambda row: f"{row.kind}-{row.scale}-{row.variant}")
def test_each_floor_can_be_missed(row: bounds.Floor) -> None:
    assert row.reason
    if row.at_least == 0:
        pytest.skip("judged as a twin")
    names = {"product": PRODUCT, "powers": POWERS, "panel": PANEL, "update": UPDATE, "substitution": SUBSTITUTION}
    name = names[row.kind]
    found = missed(slowed(name, 1.01 / row.at_least), f"{row.workload}.*{row.scale}")
    assert any(finding.bound == row for finding in found)


@pytest.mark.parametrize("row", bounds.TWINS, ids=lambda row: f"{row.name}-{row.kind}-{row.scale}-{row.width}")
def test_each_twin_can_be_missed(row: bounds.Twin) -> None:
    assert row.reason
    options = {variant.name: variant for variant in (
        workloads.SELL, workloads.CRS, workloads.BLOCK, workloads.CODED, workloads.CODED_BLOCK, workloads.CODED_CRS,
        workloads.BASIC, workloads.BEHIND, workloads.RANKS, *workloads.BY_PARTS
    )}  # fmt: skip
    slow = options[row.variant]

    def kernels(run: Run) -> Kernels:
        found = healthy(run)
        mine = run.ranks == slow.ranks and all(word in run.words for word in slow.words)
        others = {word for other in options.values() for word in other.words if not word.startswith("--")}
        mine = mine and not (others - set(slow.words)) & set(run.words)
        return {name: (20 * seconds if mine else seconds, moved) for name, (seconds, moved) in found.items()}

    assert any(finding.bound == row for finding in missed(FakeMachine(kernels)))


def test_times_in_memory_are_relative_to_the_triad_beside_them_and_medians_are_judged() -> None:
    place = bounds.Place("7 points", "memory", 1, "coded", "pcg", "product")
    mine, other = guard.Key(place, PRODUCT), guard.Key(replace(place, variant="sell"), PRODUCT)
    measured = guard.Measurements()
    for number, (seconds, triad) in enumerate([(1.0, 20e9), (2.0, 10e9), (9.0, 20e9)]):
        measured.samples[mine][number] = guard.Sample(seconds, 1e9, triad)
        measured.samples[other][number] = guard.Sample(1.0, 1e9, 40e9)
    assert measured.relative(mine, other) == 0.5
    assert measured.of_triad(mine) == 0.05


def test_variants_alternate_in_order_and_share_their_cores() -> None:
    machine = FakeMachine(healthy)
    guard.measure(machine, 2, "^125 points, cache, m = 4$")
    formats = [(run.option("--format", "sell"), run.option("--compress", "none")) for run in machine.runs[::2]]
    assert formats == [("sell", "none"), ("crs", "none"), ("sell", "lossless")] + [
        ("sell", "lossless"), ("crs", "none"), ("sell", "none")
    ]  # fmt: skip
    assert {variant.ranks * variant.threads for variant in (workloads.SELL, workloads.RANKS)} == {2}


def test_every_format_width_and_size_is_run() -> None:
    machine = FakeMachine(healthy)
    guard.measure(machine, 1, "")
    for layout in ("sell", "crs", "sell-block"):
        runs = [run for run in machine.runs if run.option("--format", "sell") == layout]
        assert {run.option("--rhs", "") for run in runs} == {"1", "4", "16"}
        coded = [run for run in runs if run.option("--compress", "none") == "lossless"]
        assert {run.option("--rhs", "") for run in coded} == {"1", "4", "16"}
    assert len({run.option("--problem", "") for run in machine.runs}) == 9


def test_the_table_names_the_processor_and_what_is_below(capsys: pytest.CaptureFixture[str]) -> None:
    machine = slowed(PRODUCT, 4, format="sell-block")
    assert bench.run_guard(machine, 1, "elasticity, 3x3, memory, m = 1$") == 1
    text = capsys.readouterr().out
    assert "Processor: Test 9000 (L2 1 MiB)" in text
    columns = {line.count("|") for line in text.splitlines() if line.startswith("|")}
    assert columns == {guard_table.HEAD.count("|")}
    assert re.search(r"^\| elasticity, 3x3 \| memory \| 1 \| block \|.*block / scalar 2.80 .*\*\*", text, re.MULTILINE)
    assert re.search(
        r"^- elasticity, 3x3, memory, m = 1, block, pcg: q = A p; \(p,q\): block / scalar = 2.80", text, re.MULTILINE
    )
    assert bench.run_guard(FakeMachine(healthy), 1, "elasticity, 3x3") == 0
    assert "0 below:\n- none" in capsys.readouterr().out


def test_kernels_that_run_once_per_s_steps_are_judged_and_those_of_the_set_up_are_not() -> None:
    solve = memory_file().create_group("solve")
    solve.attrs["iterations"] = 100
    rows = [(POWERS, 25), (PANEL, 26), ("r = b - A x", 2)]
    solve["kernels"] = numpy.array([(name, calls, calls * 1e-2, 1e6, 0, 0) for name, calls in rows], dtype=KERNELS)
    assert [kernel.name for kernel in records.kernels_of(solve)] == []
    solve.attrs["s_step"] = 4
    assert [kernel.name for kernel in records.kernels_of(solve)] == [POWERS, PANEL]
    group = guard.Group(workloads.WORKLOADS[0], "memory", 1)
    assert [guard.kind_of(kernel, group) for kernel in records.kernels_of(solve)] == ["powers", "panel"]


def test_every_method_is_run() -> None:
    text = (Path(bench.__file__).parents[1] / "miniapp/methods/catalogue.cpp").read_text(encoding="utf-8")
    rows = re.findall(r'\.name = "([a-z0-9-]+)".*?\.preconditioning = (?:Preconditioning::)?(\w+)', text, re.DOTALL)
    without_M = {name for name, preconditioning in rows if preconditioning == "no_M"}
    assert len(rows) > 20
    assert without_M <= set(",".join(workload.methods for workload in workloads.WORKLOADS).split(","))


def test_a_pattern_that_finds_nothing_is_said() -> None:
    with pytest.raises(SystemExit, match="no workload matches"):
        bench.run_guard(FakeMachine(healthy), 1, "8 points")


def test_it_can_be_run_in_pieces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, only = tmp_path / "guard.json", "elasticity, 3x3, memory"
    whole = FakeMachine(healthy)
    assert bench.run_guard(whole, 2, only) == 0
    expected = capsys.readouterr().out
    pieces, codes = FakeMachine(healthy), []
    while codes[-1:] != [0]:
        codes.append(bench.run_guard(pieces, 2, only, file, seconds=0))
    assert codes == [3, 3, 3, 3, 3, 0]  # three widths, two rounds
    assert len(pieces.runs) == len(whole.runs)
    found = capsys.readouterr().out
    assert "5 groups of 2 rounds are left" in found
    assert found.endswith(expected)


def test_what_files_hold_is_stored_as_text_and_numbers() -> None:
    assert guard.plain(b"Test 9000") == "Test 9000"
    assert guard.plain(numpy.array([b"a", b"b"])) == ["a", "b"]
    assert guard.plain(numpy.float64(1.5)) == 1.5
