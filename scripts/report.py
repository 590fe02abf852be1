#!/usr/bin/env python3
"""Makes a page of pictures from results files: report.html, and each picture as PNG and PDF beside it."""

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
from minikrylov_report import page, plots_communication, plots_kernels, plots_scaling, plots_solves  # isort: skip
from minikrylov_report import UnreadableFileError  # isort: skip
from minikrylov_report.results import UNEXPECTED, Solve, emulations, read_all  # isort: skip


def drawn(draw: Callable[[list[Solve]], Figure | None], solves: list[Solve], most: int = sys.maxsize) -> list[Figure]:
    """The pictures of so many solves each, so that each fits on a page of paper."""
    parts = [solves[k : k + most] for k in range(0, len(solves), most)]
    pictures = [(draw(part), emulations(part)) for part in parts]
    for figure, words in pictures:
        if figure is not None and words:
            style.mark(figure, words)
    return [figure for figure, _ in pictures if figure is not None]


def sections(solves: list[Solve]) -> list[page.Section]:
    """All that can be shown, in the order of the page."""
    return [
        page.Section(
            "residuals",
            "Convergence",
            "The residual that each method computes, and, where the run was --detailed, the true one. Where the two part, "
            "the recurrences have lost the solution. Grey: the first method of the same family on the same system.",
            drawn(plots_solves.residual_histories, solves, 28),
            "the files hold no residual histories.",
        ),
        page.Section(
            "times",
            "Time of an iteration",
            "Every iteration of every timed repetition. Two medians whose intervals do not overlap are different.",
            drawn(plots_solves.iteration_times, solves, 40),
            "the files hold no times.",
        ),
        page.Section(
            "predicted",
            "Predicted beside measured",
            "What an iteration must move, over the triad measured beside it. More than 1 × is latency, imbalance, waiting "
            "or arithmetic; less than 1 × means that data stayed in cache.",
            drawn(plots_solves.predicted_and_measured, solves, 40),
            "the files hold no predictions.",
        ),
        page.Section(
            "kernels",
            "Time by kernel",
            "From the repetition with a fence around each kernel: its time in an iteration, the rate at which it moved its "
            "bytes, and that rate's share of the triad's. Kernels below a hundredth of the time are left out.",
            drawn(plots_kernels.time_by_kernel, solves, 12),
            "the files hold no kernels.",
        ),
        page.Section(
            "roofline",
            "Roofline",
            "Each mark is a kernel, larger the more time it takes. On the line it is as fast as the memory allows; above it "
            "data came from cache; below it something else holds it up. A band: the runs measured different triads.",
            drawn(plots_kernels.roofline, solves),
            "the files hold no kernels.",
        ),
        page.Section(
            "communication",
            "Exposed and hidden communication",
            "Sums over ranks: the time that the method spent in them, and what they would have taken with nothing in between. "
            "Bars beyond the black mark mean that waiting for slower ranks is part of the time.",
            drawn(plots_communication.exposed_and_hidden, [s for s in solves if s.facts["ranks"] > 1], 40),
            "the files hold no sums over several ranks.",
        ),
        page.Section(
            "timelines",
            "Two iterations of each method",
            "What the first ranks did (upper bars) and what was on its way meanwhile (thin bars): work above a thin bar "
            "hides it. Recorded with a fence around each kernel.",
            drawn(plots_communication.timelines, solves, 7),
            "the files hold no timelines (they were written by an older version).",
        ),
        page.Section(
            "merging",
            "Merged against basic",
            "The same statements in as few sweeps over memory as possible, and one sweep a statement.",
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
            "More cores, and as many more unknowns.",
            drawn(plots_scaling.weak_scaling, solves),
            "give files of jobs with the same number of unknowns a core on different numbers of ranks or threads.",
        ),
    ]


def unlike_ours(files: list[Path], error: Exception) -> str:
    """The complaint about files that hold something else than runs of ours."""
    names = ", ".join(map(str, files))
    return f"report.py: {names} cannot be drawn (something in them is not what it should be: {error!r}) give others"


def main() -> None:
    """Reads, draws, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="results.h5", help="files of minikrylov --output, or of sweep.py"
    )
    parser.add_argument("--folder", type=Path, default=Path("report"), help="where everything goes (default: report)")
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
    arguments.folder.mkdir(parents=True, exist_ok=True)
    page.save_pictures(found, arguments.folder)
    target = arguments.folder / "report.html"
    target.write_text(page.page(solves, found), encoding="utf-8")
    print(f"{target}: {sum(len(section.figures) for section in found)} pictures of {len(solves)} solves")


if __name__ == "__main__":
    main()
