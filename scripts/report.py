#!/usr/bin/env python3
"""Makes a report page from results files: report.html, and each plot as PNG and PDF beside it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

sys.path.insert(0, str(Path(__file__).resolve().parent))

from minikrylov_report import style  # isort: skip
from minikrylov_report import page, plots_communication, plots_kernels  # isort: skip
from minikrylov_report import plots_residuals, plots_scaling, plots_solves  # isort: skip
from minikrylov_report import UnreadableFileError  # isort: skip
from minikrylov_report.results import UNEXPECTED, Solve, emulations, read_all  # isort: skip


def drawn(draw: Callable[[list[Solve]], Figure | None], solves: list[Solve], most: int = sys.maxsize) -> list[Figure]:
    """Splits solves into plots that each fit on a printed page."""
    parts = [solves[k : k + most] for k in range(0, len(solves), most)]
    pictures = [(draw(part), emulations(part)) for part in parts]
    for figure, words in pictures:
        if figure is not None and words:
            style.mark(figure, words)
    return [figure for figure, _ in pictures if figure is not None]


def sections(solves: list[Solve]) -> list[page.Section]:
    """All sections that the data allow, in the order of the page."""
    return [*of_solves(solves), *of_kernels(solves), *of_communication(solves), *of_comparisons(solves)]


def of_solves(solves: list[Solve]) -> list[page.Section]:
    """How each solve converged, and how long it took."""
    return [
        page.Section(
            "residuals",
            "Convergence",
            "The recurrence residual of each method and, for --detailed runs, the true one. Where the two diverge, the "
            "recurrences have lost the solution. Grey: the first method of the same family on the same system.",
            drawn(plots_residuals.residual_histories, solves, 28),
            "the files hold no residual histories.",
        ),
        page.Section(
            "times",
            "Time per iteration",
            "Every iteration of every timed repetition. Medians whose intervals do not overlap differ.",
            drawn(plots_solves.iteration_times, solves, 40),
            "the files hold no times.",
        ),
        page.Section(
            "predicted",
            "Predicted and measured",
            "Predicted: the bytes that an iteration must move, at the bandwidth of the triad measured beside it. More "
            "than 1 × means latency, imbalance, waiting or arithmetic; less than 1 × means that data stayed in cache.",
            drawn(plots_solves.predicted_and_measured, solves, 40),
            "the files hold no predictions.",
        ),
    ]


def of_kernels(solves: list[Solve]) -> list[page.Section]:
    """What the kernels of each solve took."""
    return [
        page.Section(
            "kernels",
            "Time per kernel",
            "From the repetition with a fence around each kernel: its time per iteration, the rate of the bytes that "
            "it moves, and its share of the triad's bandwidth. Kernels below a hundredth of the time are left out.",
            drawn(plots_kernels.time_by_kernel, solves, 12),
            "the files hold no kernels.",
        ),
        page.Section(
            "roofline",
            "Roofline",
            "Each mark is a kernel, sized by its time. On the line it runs at memory bandwidth; above it, data came "
            "from cache; below it, something else limits it. A band means that the runs measured different triads.",
            drawn(plots_kernels.roofline, solves),
            "the files hold no kernels.",
        ),
    ]


def of_communication(solves: list[Solve]) -> list[page.Section]:
    """What each solve waited for."""
    return [
        page.Section(
            "communication",
            "Exposed and hidden communication",
            "Sums over ranks: the time that the method spent in them, and the time that they take alone, with nothing "
            "in between. Bars beyond the black mark mean that part of the time is spent waiting for slower ranks.",
            drawn(plots_communication.exposed_and_hidden, [s for s in solves if s.metadata["ranks"] > 1], 40),
            "the files hold no sums over several ranks.",
        ),
        page.Section(
            "timelines",
            "Two iterations of each method",
            "What the first ranks did (upper bars) and what was in flight meanwhile (thin bars): work above a thin bar "
            "hides it. Recorded with a fence around each kernel.",
            drawn(plots_communication.timelines, solves, 7),
            "the files hold no timelines (they were written by an older version).",
        ),
    ]


def of_comparisons(solves: list[Solve]) -> list[page.Section]:
    """Solves that differ in one thing."""
    return [
        page.Section(
            "merging",
            "Merged and basic",
            "The same statements in as few fused kernels as possible, and in one kernel per statement.",
            drawn(plots_solves.merged_and_basic, solves),
            "give a file of --formulation merged and one of --formulation basic, otherwise alike.",
        ),
        page.Section(
            "strong",
            "Strong scaling",
            "The same system on more and more cores.",
            drawn(plots_scaling.strong_scaling, solves),
            "give files of the same job on different numbers of ranks or threads.",
        ),
        page.Section(
            "weak",
            "Weak scaling",
            "More cores, with proportionally more unknowns.",
            drawn(plots_scaling.weak_scaling, solves),
            "give files of jobs with the same number of unknowns per core on different numbers of ranks or threads.",
        ),
    ]


def unlike_ours(files: list[Path], error: Exception) -> str:
    """The message about files with unexpected content."""
    names = ", ".join(map(str, files))
    return f"report.py: {names} cannot be plotted (they have unexpected content: {error!r}) give others"


def main() -> None:
    """Reads, draws, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="results.h5", help="files written by minikrylov --output or by sweep.py"
    )
    parser.add_argument("--folder", type=Path, default=Path("report"), help="output folder (default: report)")
    arguments = parser.parse_args()
    try:
        solves = read_all(arguments.files)
    except UnreadableFileError as error:
        sys.exit(f"report.py: {error}")
    except UNEXPECTED as error:
        sys.exit(unlike_ours(arguments.files, error))
    if not solves:
        sys.exit("report.py: the files hold no solve (their runs were stopped early) give others")
    style.set_up()
    try:
        found = sections(solves)
    except UNEXPECTED as error:
        sys.exit(unlike_ours(arguments.files, error))
    target = arguments.folder / "report.html"
    try:
        arguments.folder.mkdir(parents=True, exist_ok=True)
        page.save_pictures(found, arguments.folder)
        target.write_text(page.page(solves, found), encoding="utf-8")
    except OSError as error:
        sys.exit(f"report.py: {arguments.folder} cannot be written ({error.strerror}) give another --folder")
    print(f"{target}: {sum(len(section.figures) for section in found)} plots of {len(solves)} solves")


if __name__ == "__main__":
    main()
