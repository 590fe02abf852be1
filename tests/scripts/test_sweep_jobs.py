"""Job scripts of a study for batch systems."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sample_study import SCRIPTS, Place

sys.path.insert(0, str(SCRIPTS))

from minikrylov_sweep.jobs import nodes_of
from minikrylov_sweep.study import StudyError, read_study


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


def test_ranks_of_several_threads_are_spread_over_all_nodes(tmp_path: Path) -> None:
    grid = [(96, 1), (8, 12), (2, 48)]
    cases = "".join(f"[[case]]\nranks = {p}\nthreads = {m}\n" for p, m in grid)
    place = Place(tmp_path, f'name = "hybrid"\n{cases}[job]\ncores-per-node = 48\n')
    (script,) = place.sweep("--job", "slurm").stdout.splitlines()
    assert all(f"--ntasks={p} --cpus-per-task={m} " in Path(script).read_text() for p, m in grid)
    scripts = [Path(line) for line in place.sweep("--job", "pjm").stdout.splitlines()]
    assert [path.name for path in scripts] == [f"hybrid-2-nodes-{m}-threads.pjm.sh" for m in (1, 12, 48)]
    for path, (p, m) in zip(scripts, grid, strict=True):
        text = path.read_text()
        assert '"node=2"' in text and f'"proc={p},max-proc-per-node={p // 2}"' in text
        assert f"OMP_NUM_THREADS={m} " in text and text.count("mpiexec") == 1
