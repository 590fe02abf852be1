"""The overlap study: interleaving, paired improvements, files, the plot, and the measured program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import overlap_results as results
import overlap_study as study

MODES = study.modes_of(["1024", "auto"])


def sample(mode: str, k: int, seconds: float, domain: str = "small", solver: str = "pcg") -> results.Sample:
    return results.Sample(solver, domain, "32", mode, k, seconds, 0.9, 1024 if mode.startswith("dynamic") else 0)


def samples() -> list[results.Sample]:
    """The machine gets slower from round to round; static always saves a fifth, dynamic costs time."""
    rounds = [(0, 1.0), (1, 2.0), (2, 4.0)]
    return [
        sample(mode, k, factor * slow, domain, solver)
        for solver in ("pcg", "iccg")
        for domain in ("small", "medium", "large")
        for k, slow in rounds
        for mode, factor in (("none", 1.0), ("static", 0.8), ("dynamic 1024", 1.25), ("dynamic auto", 1.0))
    ]


def test_modes_are_options_of_the_program() -> None:
    assert [mode.name for mode in MODES] == [
        "none",
        "static",
        "dynamic 1024",
        "dynamic auto",
        "guided 1024",
        "guided auto",
    ]
    assert MODES[1].words() == ["--overlap", "static"]
    assert MODES[2].words() == ["--overlap", "dynamic", "--chunk-rows", "1024"]


def test_rounds_are_interleaved_and_begin_with_another_mode() -> None:
    calls = []

    def run(case: study.Case, mode: study.Mode) -> tuple[float, float, int]:
        calls.append((case.domain, mode.overlap))
        return 1.0, 0.5, 0

    cases = study.cases_of(["pcg"], {"small": "8", "large": "16"})
    taken = list(study.measure(run, cases, study.modes_of([]), 2))
    assert [domain for domain, _ in calls] == ["small", "small", "large", "large"] * 2
    assert [mode for _, mode in calls] == ["none", "static"] * 2 + ["static", "none"] * 2
    assert [s.round for s in taken] == [0] * 4 + [1] * 4


def test_improvements_compare_runs_of_one_round() -> None:
    rows = results.improvements(samples())
    assert [row.mode for row in rows[:3]] == ["static", "dynamic 1024", "dynamic auto"]
    assert len(rows) == 2 * 3 * 3
    static = rows[0]
    assert static.median == pytest.approx(0.25) == static.lower == static.upper == static.fastest
    assert static.milliseconds == pytest.approx(2000)
    assert rows[1].median == pytest.approx(-0.2)
    assert rows[1].chunk_rows == 1024


def test_the_median_is_taken_over_rounds() -> None:
    taken = [sample("none", k, 1.0) for k in range(3)] + [sample("static", k, s) for k, s in enumerate((1.0, 0.5, 0.8))]
    row = results.improvements(taken)[0]
    assert (row.median, row.lower, row.upper, row.fastest) == pytest.approx((0.25, 0.125, 0.625, 1.0))


def test_the_report_has_a_line_for_each_case() -> None:
    lines = results.report(results.improvements(samples())).splitlines()
    assert len(lines) == 1 + 18
    assert "+25.0%" in lines[1] and "small" in lines[1] and "static" in lines[1]


def test_a_csv_file_comes_back(tmp_path: Path) -> None:
    results.write_csv(tmp_path / "a.csv", samples())
    assert results.read_csv(tmp_path / "a.csv") == samples()


def test_hdf5_holds_samples_and_improvements(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    results.write_hdf5(tmp_path / "a.h5", samples(), {"ranks": 2})
    with h5py.File(tmp_path / "a.h5") as file:
        assert file.attrs["ranks"] == 2
        assert len(file["samples"]) == len(samples())
        assert file["improvements"]["median"][0] == pytest.approx(0.25)
        assert file["improvements"]["mode"][0] == b"static"


def test_the_picture_has_a_panel_for_each_solver(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from matplotlib import image

    sizes = []
    for rows in (results.improvements(samples()), results.improvements(s for s in samples() if s.study == "pcg")):
        results.plot(tmp_path / "a.png", rows, "a title")
        sizes.append(image.imread(tmp_path / "a.png").shape[1])
    assert sizes[0] > 1.5 * sizes[1]


def test_solvers_that_do_not_exist_are_refused() -> None:
    with pytest.raises(SystemExit):
        study.parse(["--program", "p", "--studies", "gmres"])


def test_the_program_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("h5py")
    pytest.importorskip("matplotlib")
    program, mpiexec = os.environ.get("MINIKRYLOV"), os.environ.get("MPIEXEC")
    if not program or not mpiexec or shutil.which(mpiexec) is None:
        pytest.skip("needs MINIKRYLOV and MPIEXEC")
    probe = subprocess.run([program, "--size", "0", "--output", "x.h5"], capture_output=True, text=True, check=False)
    if "has no HDF5" in probe.stderr:
        pytest.skip("built without HDF5")
    words = ["--program", program, "--launch", f"{mpiexec} -n {{ranks}}", "--small", "8", "--medium", "8x8x40"]
    words += ["--large", "12x12x48", "--chunks", "1024", "--iterations", "3", "--rounds", "1", "--studies", "pcg"]
    study.main([*words, "--output", str(tmp_path / "study")])
    assert len(results.read_csv(tmp_path / "study.csv")) == 3 * 4
    report = capsys.readouterr().out
    assert len(report.splitlines()) == 1 + 3 * 3
    assert {file.suffix for file in tmp_path.iterdir()} == {".csv", ".h5", ".png"}
    study.main([*words, "--output", str(tmp_path / "study"), "--redraw"])
    assert capsys.readouterr().out == report
