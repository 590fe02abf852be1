#!/usr/bin/env python3
"""Runs experiments of the papers at a laptop's size, and draws them beside what the papers report.

reproduce.py list names papers and figures, reproduce.py page writes scripts/reproduce.md. Results, pictures, a sentence on
each, and job scripts for a cluster are in FOLDER/PAPER/FIGURE; a restarted command runs only what is missing."""

from __future__ import annotations

import argparse
import shlex
import signal
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from minikrylov_report import UnreadableFileError, need  # isort: skip

need("h5py", "matplotlib", "numpy")

from minikrylov_report import style  # isort: skip
from minikrylov_report.results import UNEXPECTED  # isort: skip
from minikrylov_reproduce import ReproduceError, options  # isort: skip
from minikrylov_reproduce.experiment import LAUNCH, Figure, Job, Paper, cluster_study_of, in_round, study_of  # isort: skip
from minikrylov_reproduce.outcome import Outcome  # isort: skip
from minikrylov_reproduce.page import listing, page  # isort: skip
from minikrylov_reproduce.papers import PAPERS, figures_of, paper_of  # isort: skip
from minikrylov_reproduce.published import read_published, statements_of  # isort: skip
from minikrylov_reproduce.verdict import sentence  # isort: skip
from minikrylov_sweep.jobs import SYSTEMS, write_jobs  # isort: skip
from minikrylov_sweep.running import BusyError, alone_in, command_of, file_of, sweep  # isort: skip
from minikrylov_sweep.study import Study, StudyError  # isort: skip
from sweep import default_program, interrupted  # isort: skip

PAGE = Path(__file__).resolve().with_suffix(".md")


def positive(text: str) -> int:
    """A number of rounds or cores."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is invalid (nothing would run) give 1 or more")
    return int(text)


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paper", help="list, page, all, or a paper's name or the beginning of it")
    parser.add_argument("figures", nargs="*", metavar="figure", help="like figure-12 or table-3 (default: all)")
    parser.add_argument("--folder", type=Path, default=Path("reproduced"), help="output folder (default: reproduced)")
    parser.add_argument("--program", type=Path, help="minikrylov (default: $MINIKRYLOV, or $MINIKRYLOV_PRESET's)")
    parser.add_argument("--rounds", type=positive, default=3, help="interleaved repetitions (default: 3)")
    parser.add_argument("--launch", default=LAUNCH, help="command that starts the ranks (default: %(default)s)")
    parser.add_argument("--job", choices=sorted(SYSTEMS), default="slurm", help="the cluster's system (default: slurm)")
    parser.add_argument("--cores-per-node", type=positive, default=48, metavar="N", help="of the cluster (default: 48)")
    parser.add_argument("--beside", type=Path, help="the --folder of another machine, for figures that compare two")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--show", action="store_true", help="print the commands without running them")
    what.add_argument("--no-run", action="store_true", help="only write the cluster's job scripts")
    what.add_argument("--redraw", action="store_true", help="draw finished runs again")
    what.add_argument("--there", action="store_true", help="draw what the cluster's jobs have left")
    chosen = parser.parse_args(words)
    if chosen.beside and (chosen.show or chosen.no_run):
        parser.error("--beside has no effect (nothing is drawn) omit it")
    return chosen


def finished_runs(paper: Paper, figure: Figure, study: Study, folder: Path) -> list[tuple[Job, Path]]:
    """The runs of a study that have left their files in a folder, however many rounds were asked for then. Raises
    ReproduceError if there are none."""
    jobs = {run.series: run for run in study.runs if isinstance(run, Job)}
    files = [(job, file_of(folder, replace(job, name=in_round(series, "*")))) for series, job in jobs.items()]
    finished = [
        (replace(job, name=path.stem), path)
        for job, pattern in files
        for path in sorted(pattern.parent.glob(pattern.name))
    ]
    if not finished:
        raise ReproduceError(
            f"{paper.name} {figure.name} has no finished run in {folder} (nothing to draw) run it first"
        )
    return finished


def draw(
    paper: Paper, figure: Figure, study: Study, folder: Path, there: bool = False, beside: Path | None = None
) -> str:
    """Draws the finished runs of this machine, or of the cluster, each in their folder, with those of another machine in
    the folder `beside`; returns the sentence on them, which is also written beside the picture."""
    shown = figure.on_cluster() if there else figure
    other = Outcome(shown, finished_runs(paper, figure, study, beside)) if beside else None
    finished = finished_runs(paper, figure, study, folder)
    published = read_published(paper.name).get(figure.name, {})
    outcome = Outcome(shown, finished, published, folder / f"{figure.name}.png", other)
    try:
        finding = figure.draw(outcome)
    except UNEXPECTED as error:
        why = f"its results lack something: {error!r}"
        raise ReproduceError(f"{paper.name} {figure.name} cannot be drawn ({why}) run what is missing") from error
    words = sentence(finding, statements_of(published), outcome.noise, outcome.measured_on)
    source = published.get("source", "the paper's text has no numbers of this figure: ours is drawn alone")
    facts = [f"{name}: {value:.4g}" for name, value in finding.facts.items()]
    facts += [f"{name}: {ours:.4g} here, {theirs:.4g} there" for name, (ours, theirs) in finding.pairs.items()]
    command = f"scripts/reproduce.py {paper.name} {figure.name}{' --there' if there else ''}"
    lines = [words, "", f"{command}: {figure.title} ({outcome.source}; the paper: {source})", *facts]
    (folder / f"{figure.name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return words


def jobs_of(paper: Paper, figure: Figure, chosen: argparse.Namespace, program: Path, folder: Path) -> None:
    """Writes the cluster's job scripts, if the figure has any."""
    if not figure.cluster:
        return
    study = cluster_study_of(paper, figure, chosen.rounds, chosen.cores_per_node)
    there = folder / "cluster"
    with alone_in(there):
        written = write_jobs(study, chosen.job, program, there)
    if written:
        print(f"  {len(written)} job scripts for a cluster are in {there}")


def perform(paper: Paper, figure: Figure, chosen: argparse.Namespace, program: Path) -> int:
    """Runs a figure and draws it; returns the number of failed runs."""
    folder = chosen.folder / paper.name / figure.name
    study = study_of(paper, figure, chosen.rounds, chosen.launch)
    if chosen.show:
        for run in study.runs:
            print(shlex.join([f"OMP_NUM_THREADS={run.threads}", *command_of(study, run, program, folder)]))
        return 0
    print(f"{paper.name} {', '.join(figure.names)}: {figure.title}", flush=True)
    failed = 0
    if not chosen.redraw and not chosen.there:
        jobs_of(paper, figure, chosen, program, folder)
        if chosen.no_run:
            return 0
        with alone_in(folder):
            failed = sweep(study, program, folder)
    beside = chosen.beside / paper.name / figure.name if chosen.beside and figure.two_machines else None
    if chosen.there:
        study, folder = cluster_study_of(paper, figure, chosen.rounds, chosen.cores_per_node), folder / "cluster"
        beside = beside and beside / "cluster"
    print(f"  {draw(paper, figure, study, folder, chosen.there, beside)}")
    print(f"  The picture is {folder / figure.name}.png")
    if beside is None and figure.two_machines:
        print(f"  {', '.join(figure.two_machines)} compares it with another machine, whose --folder --beside names")
    return failed


def check(figures: list[Figure], program: Path) -> None:
    """Raises ReproduceError if the program lacks an option that a figure needs."""
    table = options.table_of(program)
    for figure in figures:
        jobs = [job for plan in (*figure.plans, *figure.cluster) for job in plan.jobs()]
        if found := options.objections(jobs, table):
            why = "; ".join(found)
            raise ReproduceError(f"{program} cannot run {figure.name} ({why}) build the version of these scripts")


def compare(figures: Iterable[Figure]) -> None:
    """Raises ReproduceError if none of them compares two machines."""
    if not any(figure.two_machines for figure in figures):
        known = ", ".join(name for paper in PAPERS for figure in paper.figures for name in figure.two_machines)
        raise ReproduceError(f"--beside has no effect (none of these compares two machines) choose from {known}")


def reproduce(chosen: argparse.Namespace) -> int:
    """What the command line asks for; the exit code."""
    if chosen.paper == "list":
        print(listing(PAPERS))
        return 0
    if chosen.paper == "page":
        PAGE.write_text(page(PAPERS, chosen.folder), encoding="utf-8")
        print(f"The page is {PAGE}")
        return 0
    papers = PAPERS if chosen.paper == "all" else (paper_of(chosen.paper),)
    if chosen.beside:
        compare(figure for paper in papers for figure in figures_of(paper, chosen.figures))
    program = chosen.program or default_program()
    style.set_up()
    failed = 0
    for paper in papers:
        figures = figures_of(paper, chosen.figures)
        if not (chosen.show or chosen.redraw or chosen.there):
            check(figures, program)
        for figure in figures:
            try:
                failed += perform(paper, figure, chosen, program)
            except (ReproduceError, UnreadableFileError) as error:
                if len(figures) == 1:
                    raise
                print(f"reproduce.py: {error}", file=sys.stderr)  # the others are drawn nevertheless
                failed += 1
    return 1 if failed else 0


def main() -> int:
    """Exit code 0: all is drawn; 1: some runs gave no results; 2: not possible; 130: interrupted."""
    chosen = arguments()
    signal.signal(signal.SIGTERM, interrupted)
    try:
        return reproduce(chosen)
    except (ReproduceError, StudyError, BusyError, UnreadableFileError) as error:
        print(f"reproduce.py: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"reproduce.py: {error} (a file could not be read or written) finished runs are kept", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nreproduce.py: stopped; start it again to continue with missing runs", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
