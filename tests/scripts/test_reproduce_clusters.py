"""Job scripts of the papers' experiments, for Slurm and PJM."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("h5py")
pytest.importorskip("matplotlib")

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from minikrylov_reproduce.nakajima_sizes import GRIDS
from minikrylov_reproduce.papers import PAPERS, figures_of

PAPER = PAPERS[-1]
# With the numbers of nodes of each.
FIGURES = {
    "figure-11": set(GRIDS),
    "figure-21": {1024},
    "figure-22": {nodes for nodes in GRIDS if nodes <= 1024},
    "figure-23": {nodes for nodes in GRIDS if nodes <= 1024},
    "figure-25": {1024},
    "hybrid": {64},
}


def knowing_program(folder: Path, name: str) -> Path:
    """Stands in for minikrylov: knows the options of a figure, and can do nothing else."""
    figure = figures_of(PAPER, [name])[0]
    jobs = [job for plan in (*figure.plans, *figure.cluster) for job in plan.jobs()]
    known = {f"--{option}" for job in jobs for option in job.options}
    program = folder / "program"
    table = json.dumps({"solve": [{"name": option} for option in sorted(known)]})
    program.write_text(f"#!/bin/bash\n[[ $* == 'list options' ]] || exit 1\nprintf '%s' '{table}'\n")
    program.chmod(0o755)
    return program


@pytest.mark.parametrize("system", ["slurm", "pjm"])
@pytest.mark.parametrize("name", FIGURES)
def test_jobs_are_ready_for_both_systems(name: str, system: str, tmp_path: Path) -> None:
    program = knowing_program(tmp_path, name)
    words = [PAPER.name, name, "--folder", tmp_path, "--program", program, "--no-run", "--rounds", 1, "--job", system]
    command = [sys.executable, str(SCRIPTS / "reproduce.py"), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    jobs = sorted((tmp_path / PAPER.name).glob(f"*/cluster/*.{system}.sh"))
    for job in jobs:
        subprocess.run(["bash", "-n", str(job)], check=True)
    mark, launch = {"slurm": ("#SBATCH --nodes=", "srun --ntasks="), "pjm": ('#PJM -L "node=', "mpiexec -n ")}[system]
    texts = [job.read_text(encoding="utf-8") for job in jobs]
    assert {int(re.findall(rf"^{re.escape(mark)}(\d+)", text, re.MULTILINE)[0]) for text in texts} == FIGURES[name]
    started = [line for text in texts for line in text.splitlines() if launch in line]
    figure = figures_of(PAPER, [name])[0]
    assert len(started) == len([job for plan in figure.cluster for job in plan.jobs()])
    assert all(f"{program} solve " in line for line in started)
