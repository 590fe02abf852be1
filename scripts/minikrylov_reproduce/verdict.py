"""Whether the shape of a figure agrees with the paper's: a sentence computed from both."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Mapping
from dataclasses import dataclass, field

from .published import Statement

EXACT, ABSOLUTE, RELATIVE = "exact", "absolute", "relative"
# Numbers of a paper that differ by less than this may change places.
TIE = 0.05
AGREES, PARTLY = 0.9, 0.6
NOISY = 0.25  # between rounds
NEAR = 0.25  # of times relative to each other
CLOSE = 0.05  # counts, and predictions by the same model


@dataclass
class Finding:
    """What a drawing has found: named numbers, numbers of ours with the paper's beside them, and a clause on ours."""

    facts: dict[str, float] = field(default_factory=dict)
    pairs: dict[str, tuple[float, float]] = field(default_factory=dict)  # ours, theirs
    compared: str = RELATIVE
    ours: str = ""


def verdict_of(share: float) -> str:
    """In words."""
    if share >= AGREES:
        return "the shape agrees"
    return "the shape agrees in part" if share >= PARTLY else "the shape does not agree"


def order_share(pairs: Mapping[str, tuple[float, float]]) -> tuple[int, int]:
    """How many pairs of the paper's numbers, of those that differ, are in the same order here, and of how many."""
    same = total = 0
    for (a, b), (c, d) in itertools.combinations(pairs.values(), 2):
        if abs(b - d) <= TIE * max(abs(b), abs(d)):
            continue
        total += 1
        same += (a - c) * (b - d) > 0
    return same, total


def deviations(pairs: Mapping[str, tuple[float, float]], compared: str) -> dict[str, float]:
    """By how much each of ours differs: relative to all of the table, or as it is."""
    scale = 1.0
    if compared == RELATIVE:
        logs = [math.log(ours / theirs) for ours, theirs in pairs.values() if ours > 0 and theirs > 0]
        scale = math.exp(statistics.fmean(logs)) if logs else 1.0
    return {key: ours / (scale * theirs) - 1 for key, (ours, theirs) in pairs.items() if theirs}


def of_pairs(finding: Finding) -> tuple[list[bool], str]:
    """Which comparisons hold, and a clause about them."""
    apart = deviations(finding.pairs, finding.compared)
    worst = max(apart, key=lambda key: abs(apart[key]), default="")
    if not apart:
        return [], ""
    if finding.compared == EXACT:
        equal = [round(ours) == round(theirs) for ours, theirs in finding.pairs.values()]
        clause = f"{sum(equal)} of {len(equal)} numbers are the same"
        clause = clause if all(equal) else f"{clause}, {worst} is off by {apart[worst]:+.0%}"
        return [abs(value) <= CLOSE for value in apart.values()], clause
    median = statistics.median(map(abs, apart.values()))
    clause = f"the numbers differ by {median:.0%} (median), at most by {apart[worst]:+.0%} ({worst})"
    if finding.compared == ABSOLUTE:
        return [abs(value) <= CLOSE for value in apart.values()], clause
    same, total = order_share(finding.pairs)
    order = f"{same} of {total} pairs of numbers are in the same order"
    near = [abs(value) <= NEAR for value in apart.values()]
    return [True] * same + [False] * (total - same) + near, f"{order}; relative to all of them {clause}"


def of_statements(facts: Mapping[str, float], statements: list[Statement]) -> tuple[list[bool], str]:
    """Which sentences of the paper hold, and a clause that names the others."""
    known = [s for s in statements if s.fact in facts and not math.isnan(facts[s.fact])]
    holds = [s.holds(facts[s.fact]) for s in known]
    if not holds:
        return [], ""
    clause = f"{sum(holds)} of {len(holds)} statements of the paper hold here"
    failing = [f'"{s.says}" (here {s.fact}: {facts[s.fact]:.3g})' for s, h in zip(known, holds, strict=True) if not h]
    return holds, f"{clause}, not {' nor '.join(failing)}" if failing else clause


def sentence(finding: Finding, statements: list[Statement], noise: float | None = None, measured_on: str = "") -> str:
    """One sentence: the verdict and its grounds; what comes out here where the paper has no numbers. `noise`: by how much
    rounds differ, which may be too much to tell. `measured_on`: the machine, with which the sentence ends."""
    ending = [measured_on] if measured_on else []
    judged = [part for part in (of_pairs(finding), of_statements(finding.facts, statements)) if part[0]]
    clauses = [clause for _, clause in judged]
    if finding.ours:
        clauses.append(f"here {finding.ours}")
    if not judged:
        return capitalised(f"nothing in the paper's text can be compared with this; {'; '.join(clauses + ending)}")
    verdict = verdict_of(min(sum(holds) / len(holds) for holds, _ in judged))
    if noise is not None and noise > NOISY:
        differ = "a single round shows no noise" if math.isinf(noise) else f"rounds differ by {noise:.0%}"
        verdict = f"too little is known to judge the shape ({differ})"
    elif noise is not None:
        clauses.append(f"rounds differ by {noise:.0%}")
    return capitalised(f"{verdict}: {'; '.join(clauses + ending)}")


def capitalised(text: str) -> str:
    """As a sentence."""
    return f"{text[0].upper()}{text[1:].rstrip('; .')}."
