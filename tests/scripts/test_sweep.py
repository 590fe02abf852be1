"""Sweeps: the runs of a study, none of which is lost or repeated whatever happens, and job scripts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import h5py
import pytest
from sample_results import solve, write_results

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from minikrylov_report.results import read_all
from minikrylov_sweep.jobs import nodes_of
from minikrylov_sweep.study import StudyError, read_study

STUDY = """
name = "small"
[common]
problem = "poisson3d-7"
method = ["pcg", "pipecg"]
detailed = true
[vary]
rhs = [1, 4]
ranks = [1, 2]
[launch]
command = "env STARTED_ON={ranks}"
[job]
cores-per-node = 1
"""

# Stands in for minikrylov: records that it was started, and leaves a results file like the program, unless told to fail
# or to be slow.
PROGRAM = """#!/bin/bash
folder=$(dirname "$0")
echo "$STARTED_ON $OMP_NUM_THREADS $*" >>"$folder/started"
output=${@: -1}
if [[ -e $folder/fail && $* == *"--rhs 4"* ]]; then exit 3; fi
if [[ -e $folder/slow && $* == *"--rhs 4"* ]]; then
  echo $$ >"$folder/waits"
  touch "$output.part-1-0" "$folder/waiting"
  sleep 60 &
  wait
fi
cp "$folder/sample.h5" "$output.tmp" && mv "$output.tmp" "$output"
"""


class Place:
    """A folder with a study and a program."""

    def __init__(self, folder: Path, study: str = STUDY) -> None:
        self.folder, self.study, self.program = folder, folder / "study.toml", folder / "program"
        self.study.write_text(study)
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)
        write_results(folder / "sample.h5", [solve("pcg")])

    @property
    def started(self) -> list[str]:
        """The arguments of each start of the program."""
        path = self.folder / "started"
        return path.read_text().splitlines() if path.exists() else []

    @property
    def words(self) -> list[str]:
        """The command that starts sweep.py here."""
        out = str(self.folder / "out")
        return [
            sys.executable,
            str(SCRIPTS / "sweep.py"),
            str(self.study),
            "--program",
            str(self.program),
            "--folder",
            out,
        ]

    def sweep(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs it to completion."""
        return subprocess.run([*self.words, *words], capture_output=True, text=True, check=False)

    def begin_slow(self) -> subprocess.Popen[str]:
        """A sweep that has reached a slow run."""
        (self.folder / "slow").touch()
        sweep = subprocess.Popen(self.words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not (self.folder / "waiting").exists():
            assert sweep.poll() is None, sweep.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.02)
        (self.folder / "slow").unlink()
        return sweep

    def files(self, pattern: str = "*") -> list[str]:
        """The files in the folder of the runs."""
        return sorted(path.name for path in (self.folder / "out/runs").glob(pattern))


def test_a_study_is_all_combinations(tmp_path: Path) -> None:
    study = read_study(Place(tmp_path).study)
    assert [(run.ranks, run.options["rhs"]) for run in study.runs] == [(1, 1), (2, 1), (1, 4), (2, 4)]
    assert study.runs[1].words() == [
        "solve",
        "--problem",
        "poisson3d-7",
        "--method",
        "pcg,pipecg",
        "--detailed",
        "--rhs",
        "1",
    ]
    assert len({run.name for run in study.runs}) == 4


def test_cases_go_together(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text('[vary]\nrhs = [1, 2]\n[[case]]\nranks = 1\nsize = "8"\n[[case]]\nranks = 2\nsize = "16x8x8"\n')
    found = [(run.ranks, run.options["size"], run.options["rhs"]) for run in read_study(path).runs]
    assert found == [(1, "8", 1), (1, "8", 2), (2, "16x8x8", 1), (2, "16x8x8", 2)]


def test_a_run_keeps_its_name_when_others_are_added(tmp_path: Path) -> None:
    before = {run.name for run in read_study(Place(tmp_path).study).runs}
    after = {run.name for run in read_study(Place(tmp_path, STUDY.replace("[1, 4]", "[1, 4, 16]")).study).runs}
    assert before < after


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[vary]\nrhs = 4\n", "does not vary"),
        ("[vary]\nrhs = [1]\n[[case]]\nrhs = 2\n", "which counts"),
        ("[common]\nranks = 0\n", "ranks = 0 is invalid"),
        ('[common]\noutput = "a.h5"\n', "output is not for studies"),
        ("[comon]\n", "no section comon"),
        ("[vary]\nrhs = [1, 1]\n", "twice"),
        ("[vary\n", "not TOML"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "s.toml"
    path.write_text(text)
    with pytest.raises(StudyError, match=words):
        read_study(path)


def test_each_run_is_done_once(tmp_path: Path) -> None:
    place = Place(tmp_path)
    done = place.sweep()
    assert done.returncode == 0, done.stderr
    assert len(place.started) == 4
    assert place.started[1].startswith("2 1 solve --problem")
    assert "[4/4]" in done.stderr
    assert "left" in done.stderr
    again = place.sweep()
    assert again.returncode == 0
    assert len(place.started) == 4
    assert "4 of 4 runs are already finished" in again.stderr
    assert len(read_all([tmp_path / "out/small.h5"])) == 4


def test_a_run_that_failed_is_tried_again(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (tmp_path / "fail").touch()
    done = place.sweep()
    assert done.returncode == 1
    assert "exit code 3" in done.stderr
    assert "2 of 4 runs" in done.stdout
    (tmp_path / "fail").unlink()
    assert place.sweep().returncode == 0
    assert len(place.started) == 6


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_sweep_goes_on_where_it_was(tmp_path: Path, number: signal.Signals) -> None:
    place = Place(tmp_path)
    sweep = place.begin_slow()
    sweep.send_signal(number)
    _, errors = sweep.communicate(timeout=60)
    assert sweep.returncode == 130
    assert "start it again" in errors
    assert len(place.files("*.h5")) == 2
    assert place.sweep().returncode == 0
    assert len(place.started) == 5  # the interrupted one, twice
    assert len(place.files("*.h5")) == 4
    assert place.files("*.part-*") == []


def test_a_killed_sweep_loses_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    place = Place(tmp_path)
    sweep = place.begin_slow()
    sweep.kill()
    sweep.communicate(timeout=60)
    wait_for_the_end_of(int((tmp_path / "waits").read_text()))
    assert len(place.files("*.part-*")) == 1
    assert place.sweep().returncode == 0
    assert len(place.started) == 5
    assert place.files("*.part-*") == []


def wait_for_the_end_of(process: int) -> None:
    """Returns once the process has gone, or waits to be reaped by its parent."""
    deadline = time.monotonic() + 30
    status = Path(f"/proc/{process}/stat")
    while status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] != "Z":
        assert time.monotonic() < deadline, "the run outlives its sweep"
        time.sleep(0.02)


def test_two_sweeps_do_not_share_a_folder(tmp_path: Path) -> None:
    place = Place(tmp_path)
    sweep = place.begin_slow()
    try:
        second = place.sweep()
        assert second.returncode == 1
        assert "another sweep is running in" in second.stderr
    finally:
        sweep.terminate()
        sweep.communicate(timeout=60)


def test_gathering_keeps_an_old_file_whole(tmp_path: Path) -> None:
    place = Place(tmp_path)
    assert place.sweep().returncode == 0
    gathered = tmp_path / "out/small.h5"
    before = gathered.read_bytes()
    broken = tmp_path / "out/runs" / place.files("*.h5")[0]
    write_results(broken, [solve("pcg")], version=2)
    done = place.sweep("--gather")
    assert done.returncode == 1
    assert "schema version 2" in done.stderr
    assert gathered.read_bytes() == before
    assert list((tmp_path / "out").glob("*.part-*")) == []


def test_a_full_disk_keeps_the_gathered_file_whole(tmp_path: Path) -> None:
    place = Place(tmp_path)
    assert place.sweep().returncode == 0
    gathered = tmp_path / "out/small.h5"
    before = gathered.read_bytes()
    assert len(before) > 16384  # more than may be written below
    words = ["bash", "-c", 'ulimit -f 16; exec "$@"', "bash", *place.words, "--gather"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("sweep.py: ")
    assert "Traceback" not in done.stderr
    assert gathered.read_bytes() == before
    assert list((tmp_path / "out").glob("*.part-*")) == []


def test_a_gathered_file_says_what_it_is(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.sweep()
    with h5py.File(tmp_path / "out/small.h5") as file:
        assert file.attrs["study"] == "small"
        assert len(file["runs"]) == 4


def test_nodes_are_as_many_as_the_ranks_need(tmp_path: Path) -> None:
    place = Place(tmp_path, "[[case]]\nranks = 9\nthreads = 6\n")
    run = read_study(place.study).runs[0]
    assert nodes_of(run, 48) == 2
    assert nodes_of(run, 54) == 1
    with pytest.raises(StudyError, match="do not fit"):
        nodes_of(run, 5)


@pytest.mark.parametrize(
    ("system", "directives"),
    [
        ("slurm", ["#SBATCH --nodes=2", "#SBATCH --time=01:00:00"]),
        ("pjm", ['#PJM -L "node=2"', '#PJM -L "elapse=1:00:00"', '#PJM --mpi "proc=2,max-proc-per-node=1"']),
    ],
)
def test_a_job_runs_what_is_missing(tmp_path: Path, system: str, directives: list[str]) -> None:
    place = Place(tmp_path)
    done = place.sweep("--job", system)
    assert done.returncode == 0, done.stderr
    scripts = [Path(line) for line in done.stdout.splitlines()]
    assert [path.name for path in scripts] == [f"small-{n}-nodes.{system}.sh" for n in (1, 2)]
    assert place.started == []
    text = scripts[1].read_text()
    assert all(f"{directive}\n" in text for directive in directives)
    for launcher in ("srun", "mpiexec"):
        (tmp_path / launcher).write_text(
            '#!/bin/bash\nwhile [[ $1 == -* || $1 == [0-9]* ]]; do shift; done\nexec "$@"\n'
        )
        (tmp_path / launcher).chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    for _ in range(2):
        subprocess.run(["bash", str(scripts[1])], env=environment, check=True)
    assert len(place.started) == 2
    assert len(place.files("*.h5")) == 2
    assert place.sweep().returncode == 0
    assert len(place.started) == 4


def test_the_list_shows_what_is_missing(tmp_path: Path) -> None:
    place = Place(tmp_path)
    lines = place.sweep("--list").stdout.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("OMP_NUM_THREADS=1 env STARTED_ON=1")
    assert place.started == []


@pytest.mark.parametrize("path", sorted((SCRIPTS / "studies").glob("*.toml")), ids=lambda path: path.stem)
def test_the_program_understands_each_study(path: Path) -> None:
    program = os.environ.get("MINIKRYLOV")
    study = read_study(path)
    assert study.name == path.stem
    assert study.about
    if program is None:
        pytest.skip("needs MINIKRYLOV")
    for words in {tuple(word for word in run.words()) for run in study.runs}:
        # Options that depend on ranks and memory of the machine are not tested here.
        small = [*words, "--size", "16", "--dump-config"]
        small = drop(drop(small, "--ranks-grid"), "--size") + ["--size", "16"]
        done = subprocess.run([program, *small], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def drop(words: list[str], option: str) -> list[str]:
    """The words without an option and its value."""
    while option in words:
        place = words.index(option)
        words = words[:place] + words[place + 2 :]
    return words
