"""The page scripts/reproduce.md: every figure, its command, and what its last run said of the shape."""

from __future__ import annotations

from pathlib import Path

from .experiment import Figure, Paper

HEAD = """# The papers' experiments

`scripts/reproduce.py PAPER [FIGURE…]` runs each experiment of the papers that the program can run, at a laptop's size, and draws it beside what the
paper reports ([typed from its tables and sentences](published/README.md)); pictures that have only pictures in the paper are drawn alone. Nothing is
assumed of the paper's picture that its text does not say.

```sh
scripts/reproduce.py list                              # all figures, and what cannot be run yet, with the reason
scripts/reproduce.py krasnopolsky-2019 figure-12       # three interleaved rounds; PNG, sentence and job scripts in reproduced/
scripts/reproduce.py nakajima-2022 --job pjm --no-run  # only the cluster's job scripts, at the paper's sizes
scripts/reproduce.py nakajima-2022 figure-21 --there   # draws the results of those jobs, in the folder of their scripts
scripts/reproduce.py nakajima-2022 figure-24 --there --beside OTHER  # and over those of another machine, copied to OTHER
scripts/reproduce.py page                              # writes this page from the sentences in reproduced/
```

Runs are those of a [study](README.md#parameter-studies): a restarted command runs only what is missing. Times are medians over rounds of medians.
"Measured": times of the processor that ends the sentence, on as many cores as it says. "Emulated": its work with a network whose messages take a
given time. "Predicted": by `minikrylov model` or `embed-study`. "Counted": the same on every machine. The sentences are computed from results and
published numbers: the shape agrees if 90 % of the comparisons hold (in part: 60 %), and is not judged if rounds differ by more than 25 % (median) or
there was one only: run them on a quiet machine, or more of them (`--rounds`), of which those that are disturbed do not count from six rounds on. On a
laptop some differ for a reason that the figure's title names.
"""


def sentence_file(folder: Path, paper: Paper, figure: Figure) -> Path:
    """Where a run leaves its sentence."""
    return folder / paper.name / figure.name / f"{figure.name}.txt"


def last_sentence(folder: Path, paper: Paper, figure: Figure) -> str:
    """What the last run said; the first line of its text."""
    path = sentence_file(folder, paper, figure)
    if not path.exists():
        return "Not run yet."
    return path.read_text(encoding="utf-8").partition("\n")[0].replace("|", "\\|")


def beginning_of_row(figure: Figure) -> str:
    """What the page says of a figure before the sentence."""
    names = ", ".join(f"`{name}`" for name in figure.names)
    note = f"; {figure.note}" if figure.note else ""
    return f"| {names} | {figure.title}{note} | {figure.kind} | "


def page(papers: tuple[Paper, ...], folder: Path) -> str:
    """The whole page."""
    parts = [HEAD]
    for paper in papers:
        parts.append(
            f"\n## {paper.title}\n\n| figure | what it is | ours | does the shape agree? |\n| --- | --- | --- | --- |\n"
        )
        for figure in paper.figures:
            parts.append(f"{beginning_of_row(figure)}{last_sentence(folder, paper, figure)} |\n")
        first = paper.figures[0].name
        parts.append(f"\n`scripts/reproduce.py {paper.name} {first}` runs one of them. Not possible:\n\n")
        parts += [f"- {what}: {why}\n" for what, why in paper.missing.items()]
    return "".join(parts)


def listing(papers: tuple[Paper, ...]) -> str:
    """All papers with their figures, for the terminal."""
    lines = []
    for paper in papers:
        lines.append(f"{paper.name}: {paper.title}")
        lines += [f"  {', '.join(f.names):<33} {f.title} ({f.kind})" for f in paper.figures]
        lines += [f"  {what:<33} not possible: {why}" for what, why in paper.missing.items()]
    return "\n".join(lines)
