"""What points say, in words and tables: who overtakes whom, and how far the models are off."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from .crossover import Crossover, crossovers
from .points import MODELLED, SIMULATED, Point
from .studies import BLOCKING, EMBEDDED, GROUPS, OURS, SCHEMES

WIDELY_AGREED = 0.2  # of a simulated time
HEADINGS = {
    "scaling": "Strong scaling on a simulated cluster: CG, BiCGStab and what rearranges them",
    "embedding": "Halos in messages of their own, and inside those of sums, on a simulated cluster",
}


def overtaking(points: Iterable[Point], name: str, classical: str) -> int | None:
    """The smallest number of ranks from which on a method, or scheme, is faster than its classical one, if any."""
    seconds: dict[tuple[str, int], float] = {}
    for point in points:
        key = (name_of(point), point.ranks)
        seconds[key] = min(point.seconds, seconds.get(key, math.inf))
    first = None
    for ranks in sorted((r for n, r in seconds if n == name and (classical, r) in seconds), reverse=True):
        if seconds[(name, ranks)] >= seconds[(classical, ranks)]:
            break
        first = ranks
    return first


def name_of(point: Point) -> str:
    """What a point is compared by: its scheme or, where there are none, its method."""
    return point.variant if point.method == EMBEDDED else point.method


def rivals(points: Iterable[Point]) -> list[tuple[str, str]]:
    """Each method, or scheme, that was simulated, and the classical one that it is to overtake."""
    conventional, *embedded = SCHEMES
    groups = [*GROUPS.values(), (conventional, *embedded)]
    met = {name_of(p) for p in points if p.source == SIMULATED}
    return [(name, group[0]) for group in groups for name in group[1:] if {name, group[0]} <= met]


def overtakings(points: Sequence[Point]) -> list[str]:
    """A sentence for each method, or for each scheme and system."""
    systems = list(dict.fromkeys(p.system for p in points))
    sentences = []
    for system in systems:
        of_system = [p for p in points if p.system == system and p.ranks > 1]
        for name, classical in rivals(of_system):
            where = {}
            for source in (SIMULATED, MODELLED):
                first = overtaking([p for p in of_system if p.source == source], name, classical)
                where[source] = f"from {first} ranks on" if first else "nowhere"
            prefix = f"{system}: " if len(systems) > 1 else ""
            sentences.append(
                f"{prefix}`{name}` is faster than `{classical}` {where[SIMULATED]} (modelled: {where[MODELLED]})."
            )
    return sentences


def modelled_beside(points: Iterable[Point]) -> dict[Point, float]:
    """For each simulated point that has a modelled one: by how much of it the model is off."""
    points = list(points)
    seconds = {(p.system, name_of(p), p.ranks): p.seconds for p in points if p.source == MODELLED}
    return {
        p: seconds[(p.system, name_of(p), p.ranks)] / p.seconds - 1
        for p in points
        if p.source == SIMULATED and (p.system, name_of(p), p.ranks) in seconds
    }


def agreement(points: Iterable[Point]) -> str:
    """On how many points simulation and model agree."""
    off = modelled_beside(points)
    agreeing = sum(1 for share in off.values() if agrees(share))
    return (
        f"Model and simulation agree within {100 * WIDELY_AGREED:.0f} % on {agreeing} of {len(off)} points; the others "
        "are bold."
    )


def agrees(share: float) -> bool:
    """Whether a model that is off by this share of a simulated time is close to it."""
    return abs(share) <= WIDELY_AGREED


def beside(share: float) -> str:
    """By how much a model is off, for a cell."""
    text = f"({100 * share:+.0f} %)"
    return text if agrees(share) else f"**{text}**"


def table(points: Sequence[Point], rows: Sequence[tuple[str, str, str]], ranks: Sequence[int]) -> str:
    """Microseconds per iteration of each row, which is its title, method and variant, by numbers of ranks; without rows
    that were not simulated."""
    off = modelled_beside(points)
    found = {(p.method, p.variant, p.ranks): p for p in points if p.source == SIMULATED}

    def cell(p: Point | None) -> str:
        if p is None:
            return ""
        return f"{1e6 * p.seconds:.4g}" + (f" {beside(off[p])}" if p in off else "")

    head = f"| | {' | '.join(map(str, ranks))} |\n| --- |{' ---: |' * len(ranks)}\n"
    return head + "".join(
        f"| {title} | {' | '.join(cell(found.get((method, variant, p))) for p in ranks)} |\n"
        for title, method, variant in rows
        if any((method, variant, p) in found for p in ranks)
    )


def tables(points: Sequence[Point]) -> dict[str, str]:
    """By their titles."""
    ranks = sorted({p.ranks for p in points})
    if any(p.method == EMBEDDED for p in points):
        rows = [(f"`{scheme}`", EMBEDDED, scheme) for scheme in SCHEMES]
        systems = dict.fromkeys(p.system for p in points)
        return {system: table([p for p in points if p.system == system], rows, ranks) for system in systems}
    return {
        title: table(
            points, [(f"`{m}`", m, OURS) for m in group] + [(f"`{group[0]}`, {BLOCKING}", group[0], BLOCKING)], ranks
        )
        for title, group in GROUPS.items()
        if any(p.source == SIMULATED and p.method in group for p in points)
    }


def crossover_table(points: Sequence[Point]) -> str:
    """From how many ranks on s-step methods are faster than others, interpolated; empty without such methods."""

    def ranks(found: Crossover, number: float) -> str:
        if not math.isfinite(number):
            return "nowhere"
        return f"{number:.4g}" if number > found.fewest else f"{found.fewest} or fewer"

    def difference(found: Crossover) -> str:
        if found.is_seen:
            return beside(found.off)
        return "(alike)" if found.simulated == found.modelled else "**(beyond these ranks)**"

    rows = [
        f"| `{c.method}` | `{c.overtaken}` | {ranks(c, c.simulated)} | {ranks(c, c.modelled)} {difference(c)} |\n"
        for c in crossovers(points)
    ]
    head = "| method | is faster than | from so many ranks on, simulated | modelled |\n| --- | --- | ---: | ---: |\n"
    return "**Where s-step methods overtake others**\n\n" + head + "".join(rows).rstrip() if rows else ""


def page(study: str, points: Sequence[Point], words: str, picture: str) -> str:
    """All of it, in Markdown."""
    parts = [
        f"# {HEADINGS[study]}",
        f"![SIMULATED times]({picture})",
        f"SIMULATED: {words}. Microseconds per iteration by numbers of ranks; in brackets, how far the model is off.",
        *(f"**{title}**\n\n{text}".rstrip() for title, text in tables(points).items()),
        crossover_table(points),
        "\n".join(f"- {sentence}" for sentence in overtakings(points)),
        agreement(points),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"
