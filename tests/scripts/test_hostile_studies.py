"""Malicious studies and results files: refused by name, without tracebacks, and without running or writing anything."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np
import pytest
from sample_results import solve, write_results

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def start(script: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a script."""
    command = [sys.executable, str(SCRIPTS / script), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def refused(done: subprocess.CompletedProcess[str], name: str) -> None:
    """The script reported the error itself, naming what is wrong."""
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    assert name in done.stderr + done.stdout
    harmless(done)


def harmless(done: subprocess.CompletedProcess[str]) -> None:
    """Nothing that a terminal would obey has been printed."""
    assert "\x1b" not in done.stderr + done.stdout
    assert "\x07" not in done.stderr + done.stdout


@pytest.mark.parametrize("system", ["slurm", "pjm"])
def test_words_about_a_study_never_become_commands(tmp_path: Path, system: str) -> None:
    study, mark = tmp_path / "study.toml", tmp_path / "mark"
    study.write_text(f'name = "a"\nabout = """first\n#SBATCH --nodes=99\ntouch {mark}\r\ntouch {mark}\u2028"""\n[common]\nrhs = 1\n')
    done = start("sweep.py", study, "--job", system, "--folder", tmp_path / "out", "--program", "/bin/true")
    assert done.returncode == 0, done.stderr
    (job,) = map(Path, done.stdout.split())
    lines = job.read_text(encoding="utf-8").split("\n")
    assert not [line for line in lines if line.startswith(("touch", "#SBATCH --nodes=99"))]
    subprocess.run(["bash", str(job)], check=False, capture_output=True)
    assert not mark.exists()


@pytest.mark.parametrize("name", ["../../x", "/tmp/x", "..", ".hidden", "a/b", "", "-rf", "a b", "a\\n#SBATCH", "x" * 101])
def test_a_name_stays_in_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "study.toml").write_text(f'name = "{name}"\n[common]\nrhs = 1\n')
    before = sorted(tmp_path.parent.iterdir())
    refused(start("sweep.py", tmp_path / "study.toml", "--job", "slurm", "--program", "/bin/true"), "name = ")
    assert sorted(tmp_path.parent.iterdir()) == before


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("launch = 3", "launch"),
        ("common = []", "common"),
        ("vary = 1", "vary"),
        ("case = 3", "case"),
        ("case = [1]", "case"),
        ("job = 'x'", "job"),
        ("about = 3", "about"),
        ("name = 3", "name"),
        ("[launch]\ncommand = 3", "command"),
        ("[launch]\ncommand = 'mpirun {nodes}'", "command"),
        ("[launch]\ncommand = 'mpirun {ranks'", "command"),
        ('[launch]\ncommand = "mpirun \\"x"', "command"),
        ("[launch]\nenvironment = 3", "environment"),
        ("[launch.environment]\n'A B' = 1", "environment"),
        ("[launch.environment]\nA = []", "environment"),
        ('[launch.environment]\n"\\u001b]0;owned" = 1', "environment"),
        ("[job]\nminutes = 'x'", "minutes"),
        ("[job]\ncores-per-node = 0", "cores-per-node"),
        ("[job]\noptions = 'x'", "options"),
        ('[job]\noptions = ["a\\ntouch x"]', "options"),
        ("[job]\nbefore = [1]", "before"),
        ("[common]\nstart = 2026-01-01", "start"),
        ("[common]\nsize = {a = 1}", "size"),
        ("[common]\nranks = 'two'", "ranks"),
        ("[vary]\nrhs = 3", "rhs"),
        ("[vary]\n" + "".join(f"a{k} = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n" for k in range(20)), "100000 runs"),
        ("[common]\ndump-matrix = 'a.mtx'", "dump-matrix"),
        ("[common]\ndump-rhs = 'b.mtx'", "dump-rhs"),
        ("[common]\n'trace=a.json' = true", "trace=a.json"),
        ("[[case]]\n'force=true' = true", "force=true"),
        ("[vary]\n'size 8 --output' = ['a.h5']", "size 8 --output"),
        ('[common]\nproblem = "\\u001b]0;owned\\u0007"', "problem"),
        ('[launch]\ncommand = "mpirun \\u001b]0;owned\\u0007"', "command"),
        ("a = " + "[" * 100_000, "study.toml"),
        pytest.param("# " + "x" * (1 << 20), "study.toml", id="too long"),
        ("name = ", "study.toml"),
        ("\udcff", "study.toml"),
    ],
)
def test_wrong_types_are_refused_by_name(tmp_path: Path, text: str, name: str) -> None:
    (tmp_path / "study.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    words = ("--job", "slurm", "--program", "/bin/true", "--folder", tmp_path / "out")
    refused(start("sweep.py", tmp_path / "study.toml", *words), name)


@pytest.mark.parametrize("place", ["missing.toml", ".", "pipe", "/dev/zero"])
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, place: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    refused(start("sweep.py", tmp_path / place, "--list", "--program", "/bin/true"), "cannot be read")


def without_problem(file: h5py.File) -> None:
    del file["problem"]


def solves_as_dataset(file: h5py.File) -> None:
    del file["solves"]
    file["solves"] = np.zeros(3)


def strange_names(file: h5py.File) -> None:
    file.create_group("solves/first")


def loud_names(file: h5py.File) -> None:
    file.create_group("solves/\x1b]0;owned\x07")


def loud_format(file: h5py.File) -> None:
    file.attrs["format"] = "miniKrylov \x1b]0;owned\x07"


def link_elsewhere(file: h5py.File) -> None:
    del file["run"]
    file["run"] = h5py.ExternalLink("nowhere.h5", "/")


def many_rows(file: h5py.File) -> None:
    del file["solves/0/kernels"]
    file.create_dataset("solves/0/kernels", shape=(1 << 40,), dtype=[("name", "f8")], chunks=(16,))


def numbers_for_words(file: h5py.File) -> None:
    file["solves/0"].attrs["ranks"] = [1, 2, 3]
    file["solves/0"].attrs["rows"] = "many"


def arrays_as_versions(file: h5py.File) -> None:
    file.attrs["schema_version"] = [1, 1]


DAMAGES = [
    without_problem,
    solves_as_dataset,
    strange_names,
    loud_names,
    loud_format,
    link_elsewhere,
    many_rows,
    numbers_for_words,
    arrays_as_versions,
]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "matrix,ranks\na,2\n",
        "matrix,machine,scheme,ranks,speedup\na,b,\x1b]0;owned\x07,2,1\n",
        "matrix,machine,scheme,ranks,speedup\na,b,CONV,two,1\n",
        "matrix,machine,scheme,ranks,speedup\na\n",
        "\udcff\udcfe",
    ],
)
def test_a_foreign_table_is_no_study_of_halos(tmp_path: Path, text: str) -> None:
    (tmp_path / "foreign.csv").write_bytes(text.encode("utf-8", "surrogateescape"))
    done = start("plot_embed_study.py", tmp_path / "foreign.csv", "--output", tmp_path / "a.png")
    refused(done, "foreign.csv" if text else "nothing to plot")
    refused(start("plot_embed_study.py", tmp_path / "missing.csv"), "missing.csv")


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = write_results(tmp_path / "a.h5", [solve("pcg")])
    refused(start("report.py", path, "--folder", path), "a.h5 cannot be written")
    refused(start("report.py", path, "--folder", path / "below"), "below cannot be written")
    (tmp_path / "a.csv").write_text("matrix,machine,scheme,ranks,speedup\na,b,CONV,2,1\n")
    for output in (tmp_path / "missing" / "a.png", tmp_path / "a.unknown"):
        refused(start("plot_embed_study.py", tmp_path / "a.csv", "--output", output), f"{output} cannot be written")


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_foreign_file_is_refused_by_name(tmp_path: Path, damage: Callable[[h5py.File], None]) -> None:
    path = write_results(tmp_path / "foreign.h5", [solve("pcg"), solve("cg")])
    with h5py.File(path, "r+") as file:
        damage(file)
    refused(start("report.py", path, "--folder", tmp_path / "report"), "foreign.h5")


@pytest.mark.parametrize("damage", DAMAGES)
def test_validation_of_a_foreign_file_ends_in_words(tmp_path: Path, damage: Callable[[h5py.File], None]) -> None:
    path = write_results(tmp_path / "foreign.h5", [solve("pcg")])
    with h5py.File(path, "r+") as file:
        damage(file)
    done = start("validate_results.py", path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr, done.stderr
    harmless(done)


def test_gathering_a_foreign_file_ends_in_words(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text('name = "a"\n[vary]\nrhs = [1, 2]\n')
    listed = start("sweep.py", tmp_path / "study.toml", "--list", "--folder", tmp_path / "out", "--program", "/bin/true")
    targets = [Path(line.split()[-1]) for line in listed.stdout.splitlines()]
    targets[0].parent.mkdir(parents=True)
    for target in targets:
        write_results(target, [solve("pcg")])
    with h5py.File(targets[1], "r+") as file:
        file.attrs["schema_version"] = [1, 1]
    done = start("sweep.py", tmp_path / "study.toml", "--gather", "--folder", tmp_path / "out", "--program", "/bin/true")
    refused(done, targets[1].name)
