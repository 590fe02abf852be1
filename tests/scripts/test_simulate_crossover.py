"""Where s-step methods overtake others on simulated clusters, and where the model says that they do."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from minikrylov_simulate import page, studies
from minikrylov_simulate.crossover import crossing, crossovers
from minikrylov_simulate.points import MODELLED, SIMULATED, Point
from sample_simulator import SETTING, FakeSimulator

NAME = studies.in_steps("ca-pcg", 4)
RANKS = (16, 64, 256)


def points_of(source: str, method: str, exponent: float, at: float = 64) -> list[Point]:
    """Seconds proportional to a power of the ranks, 10 µs on `at` of them."""
    variant = studies.OURS if source == SIMULATED else "loggops"
    return [Point(source, "square", method, variant, p, 1e-5 * (p / at) ** exponent) for p in RANKS]


def points_meeting(simulated: float, modelled: float) -> list[Point]:
    """pcg takes longer on more ranks, the s-step method does not: both take as long on these."""
    found = []
    for source, at in ((SIMULATED, simulated), (MODELLED, modelled)):
        found += points_of(source, "pcg", 0.5, at) + points_of(source, NAME, 0.0)
    return found


@pytest.mark.parametrize(
    ("usual", "ours", "expected"),
    [
        ((1, 4, 16), (2, 2, 2), 32.0),  # between 16 and 64, halfway in logarithms
        ((4, 1, 16), (2, 2, 2), 64 * 4**0.25),  # for good, not for the first time
        ((3, 3, 3), (2, 2, 2), 16),
        ((3, 3, 2), (2, 2, 2), math.inf),
    ],
)
def test_methods_overtake_for_good(usual: tuple[float, ...], ours: tuple[float, ...], expected: float) -> None:
    assert crossing(RANKS, usual, ours) == pytest.approx(expected)


def test_the_model_is_judged_by_where_methods_overtake() -> None:
    (found,) = crossovers(points_meeting(40, 50))
    assert (found.method, found.overtaken, found.is_seen) == (NAME, "pcg", True)
    assert found.simulated == pytest.approx(40) and found.modelled == pytest.approx(50)
    assert found.off == pytest.approx(0.25)
    row = f"| `{NAME}` | `pcg` | 40 | "
    text = page.page("scaling", points_meeting(40, 50), "a cluster", "s.png")
    assert row + "50 **(+25 %)** |" in text and "Where s-step methods overtake others" in text
    assert row + "44 (+10 %) |" in page.crossover_table(points_meeting(40, 44))


def test_what_is_beyond_the_ranks_has_no_difference() -> None:
    assert "| nowhere | nowhere (alike) |" in page.crossover_table(points_meeting(1000, 2000))
    assert "| 16 or fewer | 16 or fewer (alike) |" in page.crossover_table(points_meeting(2, 4))
    assert "| 40 | nowhere **(beyond these ranks)** |" in page.crossover_table(points_meeting(40, 1000))


def test_the_fastest_variant_is_to_be_overtaken() -> None:
    blocking = [Point(SIMULATED, "square", "pcg", studies.BLOCKING, p, 1e-6) for p in RANKS]
    (found,) = crossovers([*points_meeting(40, 50), *blocking])
    assert found.simulated == math.inf


def test_pages_without_s_step_methods_have_no_such_table() -> None:
    points = [p for p in points_meeting(40, 50) if p.method == "pcg"]
    assert page.crossover_table(points) == ""
    assert "s-step" not in page.page("scaling", points, "a cluster", "s.png")


def test_a_single_rank_sends_no_messages() -> None:
    both = (SIMULATED, MODELLED)
    alone = [Point(source, "square", method, "v", 1, 1.0) for source in both for method in (NAME, "pcg")]
    assert crossovers(alone) == []


@pytest.mark.parametrize(("method", "M"), [("ca-pcg", "jacobi"), ("ca-cg", None)])
def test_steps_at_a_time_are_whole(method: str, M: str | None) -> None:
    simulator, name = FakeSimulator(3e-5), studies.in_steps(method, 8)
    (asked,) = (p for p in studies.scaling(SETTING, 64, [16], [name]) if p.keys[0][0] == SIMULATED)
    assert asked.ask(simulator) == [Point(SIMULATED, "poisson2d-5 64x64", name, studies.OURS, 16, 3e-5)]
    ((_, words),) = simulator.jobs
    options = dict(zip(words, words[1:], strict=False))
    assert (options["--method"], options["--s-step"], options["--powers-halo"]) == (method, "8", "rounds")
    assert options["--fixed-iterations"] == "24"  # 20 in whole blocks
    assert options.get("--preconditioner") == M
