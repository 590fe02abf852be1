#!/usr/bin/env python3
"""Runs a lesson of the course in miniapp/methods/README.md and plots it. scripts/lesson.sh sets everything up."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent
sys.path.insert(0, str(SCRIPTS))

from minikrylov_course import LESSONS, Job, Lesson  # isort: skip
from minikrylov_report import need  # isort: skip


def command_of(job: Job, folder: Path) -> list[str]:
    """The command of a job: by scripts/run.sh, which builds the program first, or by the program in $MINIKRYLOV."""
    words = [*job.words, "--output", str(folder / job.file), "--force"]
    if program := os.environ.get("MINIKRYLOV"):
        launcher = os.environ.get("MPIEXEC")
        return [*([launcher, "-n", str(job.ranks)] if launcher and job.ranks > 1 else []), program, *words]
    return [str(SCRIPTS / "run.sh"), *words]


def perform(lesson: Lesson, folder: Path) -> Path:
    """Runs all jobs of a lesson; returns its plot."""
    folder.mkdir(parents=True, exist_ok=True)
    print(f"Lesson {lesson.number}: {lesson.title}")
    for job in lesson.jobs:
        print(f"  {job.text()} --output {folder / job.file} --force", flush=True)
        environment = os.environ | {"MINIKRYLOV_RANKS": str(job.ranks)}
        done = subprocess.run(command_of(job, folder), env=environment, capture_output=True, text=True, check=False)
        # 1: a solve that was stopped early has not reached the solution, as expected.
        if done.returncode not in (0, 1) or not (folder / job.file).exists():
            sys.exit(f"lesson.py: this command failed (exit code {done.returncode})\n{done.stdout}{done.stderr}")
    from minikrylov_course.drawing import draw  # only here, so that --show needs plain Python only

    picture = folder / f"lesson-{lesson.number}.png"
    draw(lesson, [folder / job.file for job in lesson.jobs], picture)
    return picture


def main() -> None:
    """Runs or shows the requested lessons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", nargs="+", type=int, choices=sorted(LESSONS), metavar="N", help="lessons, 1 to 10")
    parser.add_argument("--folder", type=Path, default=Path("lessons"), help="output folder (default: lessons)")
    parser.add_argument("--show", action="store_true", help="print the lessons' commands without running them")
    arguments = parser.parse_args()
    if not arguments.show:
        need("h5py", "matplotlib", "numpy")  # before anything has run
    for number in arguments.numbers:
        lesson = LESSONS[number]
        if arguments.show:
            print("\n".join(job.text() for job in lesson.jobs))
        else:
            print(f"  The plot is in {perform(lesson, arguments.folder)}")


if __name__ == "__main__":
    main()
