"""The part of the benchmark that runs matrices from files: which, how often, and what it compares."""

from __future__ import annotations

import gzip
import sys
from collections import defaultdict
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import bench
from minikrylov_bench import matrix_files
from minikrylov_bench.targets import Samples, Target, target_of
from sample_machine import TRIAD, FakeMachine, Kernels, Run

BANNER = "%%MatrixMarket matrix coordinate {}\n% a comment\n\n{}\n"


def write(file: Path, kind: str, size: str) -> Path:
    """A file that ends behind its header."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = BANNER.format(kind, size)
    file.write_bytes(gzip.compress(text.encode()) if file.suffix == ".gz" else text.encode())
    return file


@pytest.mark.parametrize(
    ("kind", "size", "entries"),
    [
        ("real general", "10 10 30", 30),
        ("integer symmetric", "10 10 30", 50),
        ("pattern symmetric", "100 100 30", 30),
        ("real general", "10 11 30", 0),
        ("complex general", "10 10 30", 0),
    ],
)
def test_entries_are_those_of_the_whole_matrix(tmp_path: Path, kind: str, size: str, entries: int) -> None:
    for name in ("a.mtx", "a.mtx.gz"):
        assert matrix_files.entries_of(write(tmp_path / name, kind, size)) == entries


def test_vectors_and_small_matrices_are_left_out(tmp_path: Path) -> None:
    write(tmp_path / "deep/large.mtx.gz", "real general", "9000 9000 100001")
    write(tmp_path / "small.mtx", "real general", "9000 9000 100000")
    (tmp_path / "b.mtx").write_text("%%MatrixMarket matrix array real general\n200000 1\n")
    (tmp_path / "other.mtx").write_text("")
    found = matrix_files.matrices_in(tmp_path)
    assert found == {"deep/large.mtx.gz": (tmp_path / "deep/large.mtx.gz", 100001)}


def test_medians_of_alternating_runs_are_compared(tmp_path: Path) -> None:
    write(tmp_path / "a.mtx", "real general", "100000 100000 1000000")
    # One run of each is delayed.
    times = {"none": [1.0, 9.0, 2.0], "auto": [3.0, 1.0, 8.0], "lossless": [1.0, 1.0, 7.0]}
    left = {code: iter(seconds) for code, seconds in times.items()}
    taken: list[float] = []

    def kernels(run: Run) -> Kernels:
        # The sample machine asks twice: for the solve, and for the matrix.
        if len(taken) % 2 == 0:
            taken.append(next(left[run.option("--compress", "")]))
        else:
            taken.append(taken[-1])
        return {"q = A p": (taken[-1], TRIAD), "(p,q)": (1.0, TRIAD)}

    machine = FakeMachine(kernels)
    machine.matrices = tmp_path
    samples: Samples = defaultdict(list)
    bench.PARTS["compress-files"](machine, samples)
    assert samples == {
        "compress-files: product, auto / none, a.mtx": [1.5],
        "compress-files: product, lossless / none, a.mtx": [0.5],
    }
    codes = [run.option("--compress", "") for run in machine.runs]
    assert codes == ["none", "auto", "lossless", "lossless", "auto", "none", "none", "auto", "lossless"]
    (run, *_) = machine.runs
    assert (run.option("--fuse", ""), run.option("--symmetry", ""), run.ranks) == ("off", "ignored", 1)
    assert (run.option("--size", ""), run.option("--fixed-iterations", "")) == ("auto", "200")


def test_auto_may_not_be_slower() -> None:
    name = "compress-files: product, auto / none, a.mtx"
    assert target_of(name, bench.TARGETS) == Target(1.03, at_most=True)
    assert target_of(name.replace("auto", "lossless"), bench.TARGETS) is None


def test_without_matrices_the_part_is_skipped_with_a_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    machine = FakeMachine(lambda _: {})
    samples: Samples = defaultdict(list)
    bench.PARTS["compress-files"](machine, samples)
    assert "add --matrices FOLDER" in capsys.readouterr().err
    machine.matrices = tmp_path
    bench.PARTS["compress-files"](machine, samples)
    assert "no square matrix with more than 100000 entries" in capsys.readouterr().err
    assert (samples, machine.runs) == ({}, [])


def test_a_folder_that_does_not_exist_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--program", "p", "--peers-folder", "f", "--matrices"]
    assert bench.parse([*words, str(tmp_path)]).matrices == tmp_path
    with pytest.raises(SystemExit) as refused:
        bench.parse([*words, str(tmp_path / "none")])
    assert refused.value.code == 2
    assert "is not a folder" in capsys.readouterr().err
