"""The report page: one self-contained HTML file."""

from __future__ import annotations

import base64
import html
import io
from dataclasses import dataclass
from pathlib import Path

from matplotlib.figure import Figure

from . import style
from .results import Solve

CSS = """
:root { color-scheme: light; }
body { font: 16px/1.5 "DejaVu Sans", "Segoe UI", system-ui, sans-serif; color: #1a1a1a; background: #fff; margin: 0 auto;
  max-width: 68rem; padding: 1.5rem; }
h1 { font-size: 1.7rem; margin: 0 0 .3rem; } h2 { font-size: 1.25rem; margin: 2.2rem 0 .4rem; }
p { max-width: 52rem; } .small, figcaption { color: #444; font-size: .87rem; }
nav a { margin-right: 1rem; } a { color: #0a5a8c; }
figure { margin: .6rem 0; } figure img { width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap; }
th { white-space: normal; border-bottom: 2px solid #333; vertical-align: bottom; } th:first-child, td:first-child { text-align: left; }
td.words, th.words { text-align: left; white-space: normal; overflow-wrap: anywhere; } tbody tr:nth-child(even) { background: #f6f6f6; }
.no { color: #a33b00; font-weight: bold; }
@media print {
  @page { size: A4; margin: 14mm; }
  body { font-size: 10pt; padding: 0; max-width: none; } nav { display: none; } h2, section p { break-after: avoid; }
  figure, tr, p { break-inside: avoid; } figure img { max-height: 215mm; width: auto; max-width: 100%; }
  table { font-size: 7.5pt; } th, td { padding: 1pt 4pt; } a { color: inherit; text-decoration: none; }
  .wide { overflow: visible; }
}
"""

METADATA = (
    "version",
    "git_hash",
    "date",
    "command_line",
    "processor",
    "hosts",
    "ranks",
    "threads",
    "device",
    "mpi_library",
    "emulation",
    "products",
    "compiler",
    "build_type",
)


@dataclass(frozen=True)
class Section:
    """A heading, an explanation, and plots or the reason why there are none."""

    name: str
    title: str
    explanation: str
    figures: list[Figure]
    missing: str


def file_names(section: Section) -> list[str]:
    """File names of a section's plots, without their suffix."""
    return [section.name if k == 0 else f"{section.name}-{k + 1}" for k in range(len(section.figures))]


def pictures(section: Section) -> str:
    """The plots, embedded as separate images so that their internal names cannot clash."""
    if not section.figures:
        return f'<p class="small">No plot: {html.escape(section.missing)}</p>'
    parts = []
    for figure, name in zip(section.figures, file_names(section), strict=True):
        text = io.BytesIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
        code = base64.b64encode(text.getvalue()).decode()
        parts.append(
            f'<figure><img alt="{html.escape(section.title)}: {html.escape(section.explanation)}" '
            f'src="data:image/svg+xml;base64,{code}"><figcaption>Also in {name}.png and {name}.pdf</figcaption></figure>'
        )
    return "".join(parts)


def save_pictures(sections: list[Section], folder: Path) -> None:
    """Writes each plot as PNG and PDF."""
    for section in sections:
        for figure, name in zip(section.figures, file_names(section), strict=True):
            for kind in ("png", "pdf"):
                figure.savefig(folder / f"{name}.{kind}")


def runs_table(solves: list[Solve]) -> str:
    """What was run, where, and how it was built: one column per file."""
    runs = {solve.file: solve.run | {"emulation": solve.emulation} for solve in solves}
    if len(runs) > 3:
        return f'<p class="small">{len(runs)} runs, of {html.escape(" to ".join(span_of_dates(runs)))}.</p>'
    head = "".join(f'<th class="words">{html.escape(name)}</th>' for name in runs)
    body = ""
    for name in (name for name in METADATA if any(run.get(name) for run in runs.values())):
        cells = "".join(f'<td class="words">{html.escape(first_line(run.get(name, "")))}</td>' for run in runs.values())
        body += f"<tr><td>{name.replace('_', ' ')}</td>{cells}</tr>"
    return f'<div class="wide"><table><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def span_of_dates(runs: dict[str, dict[str, object]]) -> list[str]:
    """The first and the last date."""
    dates = sorted(str(run.get("date", "")) for run in runs.values())
    return list(dict.fromkeys((dates[0], dates[-1])))


def first_line(value: object) -> str:
    """The first line of a text, or the entries of a list."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return style.shorten(str(value).splitlines()[0], 600) if str(value) else ""


def solves_table(solves: list[Solve]) -> str:
    """One line per solve: its costs, and whether it is correct."""
    heads = (
        "solve",
        "preconditioner",
        "iterations",
        "time per iteration",
        "99 % interval",
        "over its bytes",
        "true residual",
        "accepted",
    )
    body = ""
    for solve in solves:
        metadata = solve.metadata
        median, predicted = metadata["seconds_per_iteration_median"], metadata.get("predicted_seconds_per_iteration")
        accepted = metadata.get("accepted", "")
        cells = (
            html.escape(str(metadata["preconditioner"])),
            f"{metadata['iterations']:,}",
            style.time_text(median),
            f"{style.time_text(metadata['seconds_per_iteration_low'])} to {style.time_text(metadata['seconds_per_iteration_high'])}",
            f"{median / predicted:.2f} ×" if predicted else "",
            f"{metadata['true_relative_residual']:.1e}",
        )
        verdict = f'<td class="{"yes" if accepted == "yes" else "no"}">{html.escape(str(accepted))}</td>'
        body += (
            f"<tr><td>{html.escape(solve.label)}</td>"
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + verdict
            + "</tr>"
        )
        for objection in metadata.get("objections") or []:
            body += f'<tr><td class="words no" colspan="8">↳ {html.escape(objection)}</td></tr>'
    head = "".join(f"<th>{name}</th>" for name in heads)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def page(solves: list[Solve], sections: list[Section]) -> str:
    """The whole page."""
    first = solves[0]
    rows = sorted({int(solve.metadata["rows"]) for solve in solves})
    size = f"{rows[0]:,}" if len(rows) == 1 else f"{rows[0]:,} to {rows[-1]:,}"
    problems = ", ".join(sorted({str(solve.problem.get("problem")) for solve in solves}))
    failed = sum(solve.metadata.get("accepted") != "yes" for solve in solves)
    verdict = (
        f"All {len(solves)} solves passed their checks."
        if failed == 0
        else (f'<span class="no">{failed} of {len(solves)} solves did not pass their checks.</span>')
    )
    if any(solve.emulation for solve in solves):
        what = "Some runs EMULATED a network or SIMULATED ranks: their times are not those of a real machine."
        verdict += f' <span class="no">{what}</span>'
    links = "".join(f'<a href="#{section.name}">{html.escape(section.title)}</a> ' for section in sections)
    parts = "".join(
        f'<section><h2 id="{section.name}">{html.escape(section.title)}</h2><p>{html.escape(section.explanation)}</p>'
        f"{pictures(section)}</section>"
        for section in sections
    )
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>miniKrylov: {html.escape(problems)}</title><style>{CSS}</style></head><body>
<h1>miniKrylov: {html.escape(problems)}, {size} unknowns</h1>
<p>{verdict} miniKrylov {html.escape(str(first.run.get("version", "")))}, {html.escape(str(first.run.get("date", "")))}.</p>
<nav>{links}</nav>
<h2>Solves</h2>{solves_table(solves)}
<h2>Runs</h2>{runs_table(solves)}
{parts}</body></html>
"""
