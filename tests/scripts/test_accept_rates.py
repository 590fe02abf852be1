"""The experiments on the acceptance run: what their lines mean, and how they are counted and spread."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import IO

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/acceptance"))

import known
import rates


def test_a_process_that_ends_early_ends_with_the_fault_that_it_had_begun() -> None:
    lines = [
        "none\t1\tsound\t\t\n",
        "# matrix 1\n",
        "matrix\t1\tfound\tvalues\tall systems: not this\n",
        "# matrix 2\n",
        "something else\n",
    ]
    runs = list(rates.runs_of(lines))
    assert [(run.kind, run.seed, run.verdict) for run in runs] == [
        ("none", 1, "sound"),
        ("matrix", 1, "found"),
        ("matrix", 2, "ended"),
    ]
    assert next(reversed(list(rates.runs_of([*lines, "# hung\n"])))).verdict == "hung"


def test_an_experiment_goes_on_from_its_log(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    first = rates.Run("matrix", 1, "found", "values", "all systems: not this")
    assert rates.logged(iter([first]), log) == [first]
    second = rates.Run("matrix", 2, "ended")
    assert rates.logged(iter([second]), log) == [first, second]
    assert rates.read_log(log) == [first, second]


def test_the_table_counts_what_had_an_effect() -> None:
    verdicts = ["found"] * 7 + ["ended", "hung", "missed", "harmless", "idle"]
    runs = [rates.Run("vectors", k, verdict) for k, verdict in enumerate(verdicts)]
    table = rates.fault_table([*runs, rates.Run("none", 0, "sound"), rates.Run("none", 0, "alarm")])
    assert "| a bit of a vector | 11 | 7 | 2 | 1 | 1 |" in table
    assert "| all | 11 | 7 | 2 | 1 | 1 |" in table
    assert "Of 10 faults with an effect 90.0 % were found" in table
    assert "1 of 2 runs without a fault" in table


def test_all_faults_are_shared_out() -> None:
    for total in (40, 1000, 1003):
        assert sum(rates.shares(total).values()) == total
    assert rates.shares(1000)["matrix"] == 250


def test_short_runs_take_all_combinations_before_any_twice() -> None:
    programs = [Path("a/minikrylov"), Path("b/minikrylov")]
    runs = rates.short_runs(programs, 170, 1)
    assert len(runs) == 170
    assert len(set(runs)) == 170
    assert {ranks for _, ranks, _, _, _ in runs} == {1, 2, 3, 4}
    assert rates.short_runs(programs, 170, 1) == runs
    assert rates.short_runs(programs, 170, 2) != runs


def test_short_runs_fail_for_other_reasons_than_being_short() -> None:
    head = "miniKrylov result is INVALID: "
    short = "other size (8 points in each direction); timed for 0.5 s (minimum 60 s)"
    assert rates.reasons_of(head + short) == []
    assert rates.reasons_of(head + short + "; ranks, as fast") == ["ranks, as fast"]
    assert len(rates.reasons_of("Segmentation fault")) == 1


def test_the_table_of_what_is_known_keeps_the_worst() -> None:
    measured = known.Known()
    for line in (
        "iterations poisson3d-7 8 20",
        "iterations poisson3d-7 8 22",
        "rounding poisson3d-7 pipecg 1.000e-12 3e-15",
        "rounding poisson3d-7 pipecg 2.000e-13 4e-15",
    ):
        measured.add(line)
    text = known.as_source(measured)
    assert "KnownIterations{poisson3d_7, 8, 20, 22}," in text
    assert 'KnownRounding{poisson3d_7, "pipecg", 1e-12, 4e-15},' in text
    with pytest.raises(ValueError, match="makes no sense"):
        measured.add("nothing")


@pytest.mark.skipif(not os.environ.get("MINIKRYLOV_ACCEPT_FAULTS"), reason="there is no program that makes faults")
@pytest.mark.skipif(not os.environ.get("MINIKRYLOV_LONG"), reason="takes minutes: set MINIKRYLOV_LONG=1")
def test_a_few_faults_of_each_kind_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    program = os.environ["MINIKRYLOV_ACCEPT_FAULTS"]
    assert rates.main(["faults", "--program", program, "--faults", "120", "--ranks", "2", "--points", "8"]) == 0
    assert re.search(r"^0 of \d+ runs without a fault", capsys.readouterr().out, re.MULTILINE)


def test_a_process_that_made_no_fault_is_started_again_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = ["", "# sums 1\n", "", "sums\t2\tfound\t\t\n", "", "", ""]

    def run(_: list[str], stdout: IO[str], **__: object) -> None:
        stdout.write(outputs.pop(0))

    monkeypatch.setattr(rates.subprocess, "run", run)
    made = rates.inject(Path("program"), "sums", 1, 2, 1, 8)
    assert [(run.seed, run.verdict) for run in made] == [(1, "ended"), (2, "found")]
    with pytest.raises(RuntimeError, match="did nothing, 3 times"):
        list(rates.inject(Path("program"), "sums", 3, 1, 1, 8))
