"""The course: its page matches the lessons, and each lesson runs and makes its plot."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("h5py")
pytest.importorskip("matplotlib")

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS, METHODS = ROOT / "scripts", ROOT / "miniapp/methods"
sys.path.insert(0, str(SCRIPTS))

import lesson as script
from minikrylov_course import LESSONS, Job

PAGE = (METHODS / "README.md").read_text(encoding="utf-8")
NUMBERS = sorted(LESSONS)


def section(number: int) -> str:
    """The text of a lesson on the page."""
    begin = PAGE.index(f"### {number}. ")
    end = re.search(r"^##", PAGE[begin + 3 :], re.MULTILINE)
    assert end
    return PAGE[begin : begin + 3 + end.start()]


def test_there_are_ten() -> None:
    assert NUMBERS == list(range(1, 11))


@pytest.mark.parametrize("number", NUMBERS)
def test_the_page_shows_the_command_the_picture_and_what_runs(number: int) -> None:
    text = section(number)
    assert text.startswith(f"### {number}. {LESSONS[number].title}\n")
    assert text.count("```sh") == 1
    assert f"```sh\nscripts/lesson.sh {number}\n```" in text
    shown = subprocess.run(
        [sys.executable, str(SCRIPTS / "lesson.py"), "--show", str(number)], capture_output=True, text=True, check=True
    )
    assert f"<!-- runs -->\n```text\n{shown.stdout}```\n<!-- /runs -->" in text, (
        f"replace the text between the 'runs' marks of lesson {number} by the output of scripts/lesson.py --show"
    )
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert pictures == [f"lessons/lesson-{number}.png"]
    assert (METHODS / pictures[0]).stat().st_size < 60_000


def small(job: Job) -> Job:
    """The same job, small and short."""
    words = job.command.split()
    for option, most in (("--size", 12), ("--fixed-iterations", 20)):
        if option in words:
            place = words.index(option) + 1
            words[place] = str(min(int(words[place]), most))
    return dataclasses.replace(job, command=" ".join(words))


@pytest.mark.parametrize("number", NUMBERS)
def test_a_lesson_runs_and_makes_its_picture(tmp_path: Path, number: int) -> None:
    if not os.environ.get("MINIKRYLOV"):
        pytest.skip("needs MINIKRYLOV")
    if not os.environ.get("MPIEXEC") and any(job.ranks > 1 for job in LESSONS[number].jobs):
        pytest.skip("needs MPI")
    lesson = dataclasses.replace(LESSONS[number], jobs=tuple(map(small, LESSONS[number].jobs)))
    picture = script.perform(lesson, tmp_path)
    assert picture == tmp_path / f"lesson-{number}.png"
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_command_that_fails_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not os.environ.get("MINIKRYLOV"):
        pytest.skip("needs MINIKRYLOV")
    broken = dataclasses.replace(LESSONS[1], jobs=(Job(1, "solve --method pcgg", "a.h5"),))
    with pytest.raises(SystemExit, match="did you mean"):
        script.perform(broken, tmp_path)
    assert "--method pcgg" in capsys.readouterr().out
