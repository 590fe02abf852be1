"""Studies: which runs they describe, and what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sample_study import SCRIPTS, STUDY, Place

sys.path.insert(0, str(SCRIPTS))

from minikrylov_sweep.study import StudyError, read_study


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
