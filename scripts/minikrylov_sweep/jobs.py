"""Job scripts for batch systems: one per number of nodes (and threads), with the missing runs."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .running import environment_of, file_of, missing_runs
from .study import Run, Study, StudyError

KNOWN = {"cores-per-node", "minutes", "options", "before"}


def nodes_of(run: Run, cores_per_node: int) -> int:
    """The number of nodes on which the ranks fit, with each rank on a single node."""
    ranks_per_node = cores_per_node // run.threads
    if ranks_per_node == 0:
        raise StudyError(
            f"{run.threads} threads do not fit on a node of {cores_per_node} cores (a rank stays on its node)"
        )
    return -(-run.ranks // ranks_per_node)


def slurm_head(name: str, nodes: int, minutes: int) -> list[str]:
    """Header lines for Slurm's sbatch."""
    hours = f"{minutes // 60:02}:{minutes % 60:02}:00"
    return [
        f"#SBATCH --job-name={name}",
        f"#SBATCH --nodes={nodes}",
        f"#SBATCH --time={hours}",
        "#SBATCH --exclusive",
        f"#SBATCH --output={name}.%j.out",
    ]


def slurm_launch(run: Run) -> list[str]:
    """Starts a run within a job of Slurm."""
    return ["srun", f"--ntasks={run.ranks}", f"--cpus-per-task={run.threads}", "--cpu-bind=cores"]


def pjm_head(name: str, nodes: int, minutes: int) -> list[str]:
    """Header lines for Fujitsu's pjsub."""
    return [
        f"#PJM -N {name}",
        f'#PJM -L "node={nodes}"',
        f'#PJM -L "elapse={minutes // 60}:{minutes % 60:02}:00"',
        "#PJM -j",
    ]


def pjm_launch(run: Run) -> list[str]:
    """Starts a run within a job of PJM."""
    return ["mpiexec", "-n", str(run.ranks)]


Head = Callable[[str, int, int], list[str]]
Launch = Callable[[Run], list[str]]
SYSTEMS: dict[str, tuple[Head, Launch, str]] = {
    "slurm": (slurm_head, slurm_launch, "#SBATCH"),
    "pjm": (pjm_head, pjm_launch, "#PJM"),
}


def lines_of(value: Any, key: str) -> list[str]:
    """A list of lines in [job]. Raises StudyError."""
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise StudyError(f"[job] {key} = {value!r} is invalid (it must be a list of texts) use brackets and quotes")
    return value


def write_jobs(study: Study, system: str, program: Path, folder: Path) -> list[Path]:
    """Writes the scripts; returns them. A run that has finished before its turn is not repeated."""
    if unknown := sorted(set(study.job) - KNOWN):
        raise StudyError(f"[job] has no {', '.join(unknown)} (unknown name) use {', '.join(sorted(KNOWN))}")
    cores, minutes = study.job.get("cores-per-node", 48), study.job.get("minutes", 60)
    for key, value in (("cores-per-node", cores), ("minutes", minutes)):
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise StudyError(f"[job] {key} = {value!r} is invalid (it must be a number) give 1 or more")
    for key in ("options", "before"):
        for line in lines_of(study.job.get(key, []), key):
            if not line.isprintable():
                raise StudyError(f"[job] {key} has {line!r} (each entry must be one line) split it")
    written = []
    for (nodes, layout), runs in sorted(by_layout(missing_runs(study, folder), cores, system).items()):
        path = folder / f"{study.name}-{nodes}-nodes{layout}.{system}.sh"
        path.write_text(job_text(study, system, program, folder, nodes, runs, minutes), encoding="utf-8")
        path.chmod(0o755)
        written.append(path)
    return written


def by_layout(runs: list[Run], cores: int, system: str) -> dict[tuple[int, str], list[Run]]:
    """Runs that share a job: as many nodes and, for PJM, as many threads, since a job fills each node with the same number
    of processes. The second word is empty where only one number of threads needs so many nodes."""
    found: dict[tuple[int, str], list[Run]] = {}
    kinds: dict[int, set[int]] = {}
    for run in runs:
        kinds.setdefault(nodes_of(run, cores), set()).add(run.threads)
    for run in runs:
        nodes = nodes_of(run, cores)
        layout = f"-{run.threads}-threads" if system == "pjm" and len(kinds[nodes]) > 1 else ""
        found.setdefault((nodes, layout), []).append(run)
    return found


def job_text(study: Study, system: str, program: Path, folder: Path, nodes: int, runs: list[Run], minutes: int) -> str:
    """One script."""
    head, launch, mark = SYSTEMS[system]
    lines = ["#!/bin/bash", *head(f"{study.name}-{nodes}", nodes, minutes)]
    if system == "pjm":
        # A job has a fixed number of processes; runs with fewer use some of them.
        most = max(run.ranks for run in runs)
        lines.append(f'#PJM --mpi "proc={most},max-proc-per-node={-(-most // nodes)}"')
    lines += [f"{mark} {option}" for option in study.job.get("options", [])]
    about = " ".join("".join(c if c.isprintable() else " " for c in study.about or study.name).split())
    lines += ["", f"# {about}: {len(runs)} runs. Afterwards: sweep.py … --gather", ""]
    lines += [*map(str, study.job.get("before", [])), ""]
    for run in runs:
        output = file_of(folder.resolve(), run)
        environment = [f"{key}={value}" for key, value in environment_of(study, run).items()]
        command = ["env", *environment, *launch(run), str(program.resolve()), *run.words(), "--output", str(output)]
        log = shlex.quote(str(output.with_suffix(".log")))
        lines.append(f"[[ -e {shlex.quote(str(output))} ]] ||\n  {shlex.join(command)} >{log} 2>&1 </dev/null")
    return "\n".join(lines) + "\n"
