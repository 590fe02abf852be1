"""Sweeps: the runs of a study, none of which is lost or repeated whatever happens."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import h5py
import pytest
from sample_results import solve, write_results
from sample_study import SCRIPTS, Place

sys.path.insert(0, str(SCRIPTS))

from minikrylov_report.results import read_all


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


def test_the_list_shows_what_is_missing(tmp_path: Path) -> None:
    place = Place(tmp_path)
    lines = place.sweep("--list").stdout.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("OMP_NUM_THREADS=1 env STARTED_ON=1")
    assert place.started == []


def wait_for_the_end_of(process: int) -> None:
    """Returns once the process has gone, or waits to be reaped by its parent."""
    deadline = time.monotonic() + 30
    status = Path(f"/proc/{process}/stat")
    while status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] != "Z":
        assert time.monotonic() < deadline, "the run outlives its sweep"
        time.sleep(0.02)
