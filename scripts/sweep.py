#!/usr/bin/env python3
"""Runs a study: all combinations of its settings, each once, however often this script is restarted.

Results are in FOLDER/runs, one file per run, and all together in FOLDER/<study>.h5, which report.py reads."""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from minikrylov_sweep.jobs import SYSTEMS, write_jobs  # isort: skip
from minikrylov_sweep.running import BusyError, alone_in, command_of, missing_runs, sweep  # isort: skip
from minikrylov_sweep.study import Study, StudyError, read_study  # isort: skip
from minikrylov_report import UnreadableFileError, need  # isort: skip

ROOT = Path(__file__).resolve().parents[1]


def default_program() -> Path:
    """$MINIKRYLOV, or the program built with the preset $MINIKRYLOV_PRESET (openmp)."""
    if given := os.environ.get("MINIKRYLOV"):
        return Path(given)
    return ROOT / "build" / os.environ.get("MINIKRYLOV_PRESET", "openmp") / "minikrylov"


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", type=Path, help="a study, like those in scripts/studies")
    parser.add_argument("--folder", type=Path, help="output folder (default: the study's name)")
    parser.add_argument("--program", type=Path, help="minikrylov (default: $MINIKRYLOV, or $MINIKRYLOV_PRESET's)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--list", action="store_true", help="print the commands of missing runs without running them"
    )
    what.add_argument("--gather", action="store_true", help="only gather finished runs")
    what.add_argument("--job", choices=sorted(SYSTEMS), help="write job scripts for a batch system instead of running")
    return parser.parse_args()


def perform(chosen: argparse.Namespace, study: Study, program: Path, folder: Path) -> int:
    """Runs, lists, gathers or writes jobs; returns the exit code."""
    if chosen.list:
        for run in missing_runs(study, folder):
            print(shlex.join([f"OMP_NUM_THREADS={run.threads}", *command_of(study, run, program, folder)]))
        return 0
    if not chosen.gather and not program.exists():
        raise StudyError(f"{program} does not exist (it is not built) build it, or give --program")
    if not chosen.job:
        need("h5py", "numpy")  # before anything has run
    with alone_in(folder):
        if chosen.job:
            for path in write_jobs(study, chosen.job, program, folder):
                print(path)
            return 0
        from minikrylov_sweep.gather import gather  # only here, so that job scripts can be written without h5py

        failed = 0 if chosen.gather else sweep(study, program, folder)
        target, count = gather(study, folder)
    print(f"{target}: {count} of {len(study.runs)} runs")
    return 1 if failed else 0


def interrupted(*_: object) -> None:
    """Treats SIGTERM like Ctrl-C."""
    raise KeyboardInterrupt


def main() -> None:
    """Exit code 0: everything requested exists; 1: some runs gave no results; 130: interrupted."""
    chosen = arguments()
    signal.signal(signal.SIGTERM, interrupted)
    try:
        study = read_study(chosen.study)
        sys.exit(perform(chosen, study, chosen.program or default_program(), chosen.folder or Path(study.name)))
    except (StudyError, BusyError, UnreadableFileError) as error:
        sys.exit(f"sweep.py: {error}")
    except OSError as error:
        sys.exit(f"sweep.py: {error} (a file could not be read or written) finished runs are kept")
    except KeyboardInterrupt:
        print("\nsweep.py: stopped; start it again to continue with missing runs", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
