"""Runs what is still missing. The files are the state: a results file exists completely or not at all."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from .study import Run, Study

# Linux: prctl() option by which a process is notified of its parent's death.
PR_SET_PDEATHSIG = 1
LIBRARY = ctypes.CDLL(None) if sys.platform == "linux" else None


class BusyError(Exception):
    """Another sweep is running in the folder."""


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Locks the folder against other sweeps, and removes what a killed run left behind."""
    (folder / "runs").mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BusyError(f"another sweep is running in {folder} (all would run twice) wait for it") from error
        for part in (*folder.glob("*.part-*"), *(folder / "runs").glob("*.part-*")):
            part.unlink(missing_ok=True)
        yield


def file_of(folder: Path, run: Run) -> Path:
    """The results file of a run."""
    return folder / "runs" / f"{run.name}.h5"


def missing_runs(study: Study, folder: Path) -> list[Run]:
    """The runs without a results file, in order."""
    return [run for run in study.runs if not file_of(folder, run).exists()]


def command_of(study: Study, run: Run, program: Path, folder: Path) -> list[str]:
    """The command of a run."""
    launch = shlex.split(study.launch.format(ranks=run.ranks, threads=run.threads))
    return [*launch, str(program), *run.words(), "--output", str(file_of(folder, run))]


def environment_of(study: Study, run: Run) -> dict[str, str]:
    """Environment variables added for a run."""
    return {"OMP_NUM_THREADS": str(run.threads)} | study.environment


def duration(seconds: float) -> str:
    """12 s, 3 min, 2.5 h."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def run_one(study: Study, run: Run, program: Path, folder: Path) -> str:
    """Runs; returns "finished", or why there are no results. The program's output goes to a log beside them."""
    log = folder / "runs" / f"{run.name}.log"
    command = command_of(study, run, program, folder)
    with log.open("w") as out:
        out.write(f"{shlex.join(command)}\n")
        out.flush()
        try:
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env=os.environ | environment_of(study, run),
                start_new_session=True,
                preexec_fn=end_with_the_sweep,  # noqa: PLW1509  (this script has no threads)
            )
        except OSError as error:
            return f"{command[0]} could not be started ({error.strerror})"
        try:
            code = child.wait()
        except BaseException:
            stop(child)
            raise
    if not file_of(folder, run).exists():
        return f"no results (exit code {code}), see {log}"
    if code > 1:
        return f"finished, but with exit code {code}, see {log}"
    return "finished" if code == 0 else "finished; not all solves passed their checks"


def end_with_the_sweep() -> None:
    """Ends a run when its sweep is killed, as it would disturb the measurements of the next sweep."""
    if LIBRARY is not None:
        LIBRARY.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def stop(child: subprocess.Popen[bytes]) -> None:
    """Ends a run with all its processes, by force if necessary."""
    for number, patience in ((signal.SIGTERM, 10), (signal.SIGKILL, None)):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(patience)
            return


def sweep(study: Study, program: Path, folder: Path) -> int:
    """Runs everything that is missing, with progress on stderr; returns the number of failed runs."""
    todo = missing_runs(study, folder)
    done = len(study.runs) - len(todo)
    if done:
        print(f"{done} of {len(study.runs)} runs are already finished", file=sys.stderr)
    failed, began = 0, time.monotonic()
    for place, run in enumerate(todo):
        print(f"[{done + place + 1}/{len(study.runs)}] {run.name} …", end="", file=sys.stderr, flush=True)
        start = time.monotonic()
        verdict = run_one(study, run, program, folder)
        failed += not verdict.startswith("finished")
        left = (time.monotonic() - began) / (place + 1) * (len(todo) - place - 1)
        about = f", about {duration(left)} left" if place + 1 < len(todo) else ""
        print(f" {verdict}, {duration(time.monotonic() - start)}{about}", file=sys.stderr, flush=True)
    return failed
