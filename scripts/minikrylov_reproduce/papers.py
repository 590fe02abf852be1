"""All papers, with what of each the program can run, and what it cannot."""

from __future__ import annotations

from . import (
    ReproduceError,
    eller_gropp,
    eller_gropp_methods,
    eller_gropp_strong,
    krasnopolsky_costly,
    krasnopolsky_model,
    krasnopolsky_scaling,
    krasnopolsky_tables,
    nakajima,
    nakajima_cube,
    nakajima_hybrid,
    nakajima_poisson,
    nakajima_precision,
    overlap_figures,
    selvitopi,
    talk,
)
from .experiment import Figure, Paper

PAPERS = (
    Paper(
        "krasnopolsky-2019",
        "B. Krasnopolsky: Revisiting performance of BiCGStab methods (2019)",
        (
            *krasnopolsky_tables.FIGURES,
            *krasnopolsky_model.FIGURES,
            *krasnopolsky_scaling.FIGURES,
            *krasnopolsky_costly.FIGURES,
            *overlap_figures.FIGURES,
        ),
        {
            "table-3, hypre's rows": "of another library: see scripts/bench.sh --peers hypre",
        },
    ),
    Paper(
        "krasnopolsky-medvedev-2020",
        "B. Krasnopolsky, A. Medvedev: On the role of non-blocking global communications (talk, 2020)",
        talk.FIGURES,
        {"slides-validation on HPC5": "the slides have no communication times of that machine"},
    ),
    Paper(
        "eller-gropp-2016",
        "P. Eller, W. Gropp: Scalable non-blocking preconditioned conjugate gradient methods (2016)",
        (*eller_gropp.FIGURES, *eller_gropp_strong.FIGURES, *eller_gropp_methods.FIGURES),
        {
            "time in MPI_Test and MPI_Wait": "the slide has no numbers; krasnopolsky-2019 figure-14 measures the same",
            "hierarchical and nested methods": "the slides name them without algorithm or numbers; an inner solve is a "
            "preconditioner that changes with each step, for which the outer method must be flexible, as none here is",
        },
    ),
    Paper(
        "selvitopi-aykanat-2014",
        "R. O. Selvitopi, C. Aykanat: Embedding point-to-point communications into reductions (2014)",
        selvitopi.FIGURES,
        {
            "table-1": "the eight matrices are not part of this project: get them from the SuiteSparse collection",
            "figure-5 with PaToH": "it is not free software; graphs are partitioned by METIS",
        },
    ),
    Paper(
        "nakajima-2022",
        "K. Nakajima et al.: Communication-computation overlapping with dynamic loop scheduling (2022)",
        (
            *nakajima.FIGURES,
            *nakajima_cube.FIGURES,
            *nakajima_poisson.FIGURES,
            *nakajima_hybrid.FIGURES,
            *nakajima_precision.FIGURES,
        ),
        {
            "figure-13": "memory throughput is from a profiler of that machine; figure-25 counts bytes instead",
            "IHK/McKernel": "an operating system, which a program cannot choose",
        },
    ),
)


def paper_of(name: str) -> Paper:
    """A paper by its name or the beginning of it. Raises ReproduceError."""
    found = [paper for paper in PAPERS if paper.name == name] or [p for p in PAPERS if p.name.startswith(name)]
    if len(found) != 1:
        known = ", ".join(paper.name for paper in PAPERS)
        why = "several papers begin like this" if found else "no such paper"
        raise ReproduceError(f"{name} is unknown ({why}) choose from {known}")
    return found[0]


def figures_of(paper: Paper, names: list[str]) -> list[Figure]:
    """The figures of a paper with these names; all if there are none. Raises ReproduceError."""
    if not names:
        return list(paper.figures)
    chosen = []
    for name in names:
        figure = next((figure for figure in paper.figures if name in figure.names), None)
        if figure is None:
            why = next((reason for what, reason in paper.missing.items() if name in what.split(", ")), "no such figure")
            known = ", ".join(known for figure in paper.figures for known in figure.names)
            raise ReproduceError(f"{paper.name} {name} cannot be run ({why}) choose from {known}")
        chosen.append(figure)
    return [f for k, f in enumerate(chosen) if f not in chosen[:k]]
