"""The guard's report: a Markdown table, and what is below its bound."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import replace

from .bounds import Floor, Place, Twin
from .guard import ITERATION, Finding, Key, Measurements

HEAD = "| workload | size | m | variant | ms per iteration | products / triad | slowest update / triad | twins | |"


def machine_line(measured: Measurements) -> str:
    """The processor and the program that were measured."""
    run = measured.run
    caches = ", ".join(f"L{k} {float(run[f'l{k}_cache']) / 2**20:.3g} MiB" for k in (1, 2, 3) if f"l{k}_cache" in run)
    triads = [sample.triad for samples in measured.samples.values() for sample in samples.values()]
    return (
        f"Processor: {run['processor']} ({caches}), triad {statistics.median(triads) / 1e9:.1f} GB/s (median); "
        f"miniKrylov {run['version']}, {run['git_hash'][:12]}, {run['date']}"
    )


def rows_of(measured: Measurements) -> Iterable[tuple[Place, list[Key]]]:
    """The kernels by workload, scale, width and variant: one row of the table each."""
    found: dict[Place, list[Key]] = {}
    for key in measured.samples:
        row = replace(key.place, method="", kind="")
        found.setdefault(row, []).append(key)
    return found.items()


def cells_of(measured: Measurements, row: Place, keys: list[Key], findings: list[Finding]) -> list[str]:
    """One row of the table."""
    times = [
        statistics.median(sample.seconds for sample in measured.samples[key].values())
        for key in keys
        if key.kernel == ITERATION
    ]

    def least(kind: str) -> str:
        shares = [measured.of_triad(key) for key in keys if key.place.kind == kind]
        return f"{min(shares):.2f}" if shares else ""

    twins: dict[str, list[Finding]] = {}
    for finding in findings:
        if isinstance(finding.bound, Twin):
            twins.setdefault(finding.bound.name, []).append(finding)
    worst = [
        f"{name} {max(f.found for f in found):.2f} (≤ {found[0].bound.at_most:.2f})"  # type: ignore[union-attr]
        for name, found in twins.items()
    ]
    missed = sum(not finding.kept for finding in findings)
    return [
        row.workload,
        row.scale,
        str(row.width),
        row.variant,
        f"{1e3 * statistics.geometric_mean(times):.3g}",
        least("product"),
        least("update"),
        ", ".join(worst),
        f"**{missed} below**" if missed else "",
    ]


def report(measured: Measurements, findings: list[Finding]) -> str:
    """Processor, table, and everything that is below its bound."""
    lines = [machine_line(measured), "", HEAD, "| --- | --- | ---: | --- | ---: | ---: | ---: | --- | --- |"]
    by_row: dict[Place, list[Finding]] = {}
    for finding in findings:
        by_row.setdefault(replace(finding.key.place, method="", kind=""), []).append(finding)
    for row, keys in rows_of(measured):
        lines.append("| " + " | ".join(cells_of(measured, row, keys, by_row.get(row, []))) + " |")
    missed = [finding for finding in findings if not finding.kept]
    floors = sum(isinstance(finding.bound, Floor) for finding in findings)
    lines += [
        "",
        f"{len(findings)} ratios ({floors} to bytes, {len(findings) - floors} to twins), {len(missed)} below:",
    ]
    lines += [f"- {finding}" for finding in missed] or ["- none"]
    return "\n".join(lines)
