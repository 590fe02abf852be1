"""Parts of the benchmark that compare s-step methods and predictions: their ratios, from known times."""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import bench
from minikrylov_bench import peer_solves, powers
from minikrylov_bench.targets import Samples, Target, report, target_of
from sample_machine import ITERATIONS, TRIAD, FakeMachine, Kernels, Run

PRODUCT, UPDATE = "q = A p; (p,q)", "x = x + α p, p = z + β p"
CODES = {"none": 8.0, "lossless": 2.0, "tables": 4.0, "narrow": 5.0, "auto": 2.0}


def kernels(run: Run) -> Kernels:
    """A product that depends on the code, an update that takes 2; a power takes half of that; M⁻¹ takes its precision."""
    product = CODES[run.option("--compress", "none")]
    if run.method.startswith("ca-"):
        s = int(run.option("--s-step", "0"))
        formula = f"P = [1 … p{s}(A)] p, R = [1 … p{s - 1}(A)] r"
        return {formula: (product * (2 * s - 1) / 2, TRIAD), PRODUCT: (1e-9, TRIAD)}
    if run.option("--preconditioner", "") == "chebyshev":
        took = product * int(run.option("--chebyshev-degree", "")) / 4
        return {PRODUCT: (product, TRIAD), UPDATE: (2.0, TRIAD), "z = M⁻¹ r": (took, TRIAD)}
    factors = 3.0 if run.option("--preconditioner-precision", "double") == "double" else 2.0
    found = {PRODUCT: (product, TRIAD), UPDATE: (2.0, TRIAD)}
    return found | ({"z = M⁻¹ r": (factors, TRIAD)} if run.option("--preconditioner", "") == "ic0" else {})


def samples_of(part: str, machine: FakeMachine) -> Samples:
    samples: Samples = defaultdict(list)
    bench.PARTS[part](machine, samples)
    return samples


def test_methods_that_the_program_does_not_know_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    machine = FakeMachine(kernels, ["pcg", "pipecg"])
    samples = samples_of("powers", machine)
    assert "ca-cg, ca-pcg, ca-bicgstab left out" in capsys.readouterr().err
    assert {run.method for run in machine.runs} == {"pcg"}
    # As many iterations with any polynomial, the shortest of which takes half a product.
    assert samples["powers, 7 points, none: time to solution, chebyshev / jacobi"] == [pytest.approx(14 / 10)]
    assert samples["powers, 7 points: time to solution, chebyshev, compressed / jacobi, none"] == [pytest.approx(5 / 10)]
    assert samples["powers, 27 points, lossless: degree 6, 6 products / M within pcg"] == [pytest.approx(4)]


def test_s_steps_are_compared_with_their_classical_methods_in_the_same_code(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = FakeMachine(kernels, ["ca-cg", "ca-pcg", "ca-bicgstab"], ["petsc", "petsc-native", "hypre"])
    monkeypatch.setattr(machine, "petsc_solve", lambda *_, points, build: (1, {"petsc": 36.0}.get(build, 24.0)))
    monkeypatch.setattr(machine, "hypre_solve", lambda *_, points: (1, 48.0), raising=True)
    monkeypatch.setattr(machine, "calibrate", lambda *_: None)
    monkeypatch.setattr(machine, "predictions", predictions)
    samples = samples_of("powers", machine)
    # The sample calls its powers once per iteration: s = 4 takes 7 halves of a product.
    assert samples["powers, 7 points, lossless: iteration, cg / ca-cg, s = 4"] == [pytest.approx(4.0 / 7.0)]
    assert samples["powers, 27 points, none: s = 6, product / power within ca-cg"] == [pytest.approx(2.0)]
    for vectors in ("all of two vectors", "the last of one vector"):
        gain = f"powers, 27 points, none: s = 6, s products / powers, {vectors}"
        assert samples[gain] == [1.75]
        assert target_of(gain, bench.TARGETS) == Target(1.5, at_most=False)
    assert samples["powers, latency: iteration, pcg / ca-pcg, s = 4"] == [pytest.approx(10 / 28)]
    assert samples["powers, 7 points: time to solution, chebyshev, compressed / petsc, its best"] == [
        pytest.approx(5 / 3)
    ]
    assert samples["powers, 7 points: time to solution, chebyshev, compressed / petsc-native, its best"] == [
        pytest.approx(5 / 2)
    ]
    overtakes = "powers, crossover, 4 ranks: latency from which ca-pcg, s = 4, beats"
    assert samples[f"{overtakes} pcg, in products"] == [pytest.approx(0.5)]
    assert samples[f"{overtakes} pcg, predicted / measured"] == [pytest.approx(1.25)]
    assert samples[f"{overtakes} pipecg, predicted / measured"] == [1]  # never, as predicted
    assert any("monomial" in name for name in samples)
    named = [target for target in powers.TARGETS if not any(name.startswith(target) for name in samples)]
    assert named == []
    assert target_of("powers, 27 points, none: iteration, cg / ca-cg, s = 4", bench.TARGETS) is None
    latencies = {run.option("--emulate-latency", "") for run in machine.runs} - {""}
    assert latencies == {"8000000us"}  # one product
    lengths = {(run.option("--s-step", ""), run.option("--fixed-iterations", "")) for run in machine.runs}
    assert {("2", "12"), ("4", "12"), ("6", "12"), ("8", "16")} <= lengths  # 12 in whole blocks
    assert not {("8", "12")} & lengths


def peers(asked: list[list[str]], failing: str = "") -> Callable[..., str]:
    """The peers' programs: each preconditioner has its time, and its place in `asked`; those of `failing` diverge."""
    seconds = {"jacobi": 8.0, "bjacobi": 5.0, "bjacobi-ilu": 3.0, "sor": 4.0, "ksp": 6.0, "chebyshev": 2.0}

    def run(program: str, *words: str, **_: int) -> str:
        asked.append([program, *words])
        library, pc = program.partition("_")[0], words[words.index("-pc") + 1]
        return f"{library},cg,{pc},2,160,10,{seconds[pc] / 10},{'nan' if pc in failing.split() else '9e-9'}\n"

    return run


@pytest.mark.parametrize("points", powers.SYSTEMS)
def test_peers_are_judged_by_the_best_of_their_preconditioners(monkeypatch: pytest.MonkeyPatch, points: int) -> None:
    machine, asked = FakeMachine(kernels, [], ["petsc", "petsc-native", "hypre"]), list[list[str]]()
    monkeypatch.setattr(machine, "peer", peers(asked, failing="chebyshev"))
    samples: Samples = defaultdict(list)
    powers.add_polynomials(machine, points, samples)
    name = f"powers, {points} points"
    ours = ITERATIONS * 5.0  # the shortest polynomial, compressed: see above
    for peer, best in (("petsc", 4.0), ("petsc-native", 4.0), ("hypre", 3.0)):  # hypre's Chebyshev would be faster, had it converged
        ratio = f"{name}: time to solution, chebyshev, compressed / {peer}, its best"
        assert samples[ratio] == [pytest.approx(ours / best)]
        assert target_of(ratio, bench.TARGETS) == Target(1.0, at_most=True)
        for pc in peer_solves.PRECONDITIONERS[peer]:
            assert f"{name}: seconds to solution, {peer}, {pc} (10 iterations)" in samples
    assert samples[f"{name}: seconds to solution, hypre, chebyshev (10 iterations)"] == [math.inf]
    assert f"{name}: seconds to solution, petsc, sor (10 iterations)  " in report(samples, bench.TARGETS)
    assert {words[0] for words in asked} == {"petsc_ksp", "petsc_ksp_native", "hypre_krylov"}
    assert {words[words.index("-points") + 1] for words in asked} == {str(points)}
    assert {words[words.index("-n") + 1] for words in asked} == {str(powers.size_of(machine, points))}


def test_a_peer_without_a_solution_is_no_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = FakeMachine(kernels, [], ["hypre"])
    monkeypatch.setattr(machine, "peer", peers([], failing="jacobi bjacobi-ilu sor chebyshev"))
    with pytest.raises(SystemExit, match="hypre's CG did not converge"):
        peer_solves.best_seconds(machine, "hypre", 7, 160, defaultdict(list))


def test_the_driver_knows_the_preconditioners_that_hypre_is_asked_for() -> None:
    text = (Path(bench.__file__).parent / "peers/hypre_krylov.c").read_text(encoding="utf-8")
    (known,) = [line for line in text.splitlines() if "known[] =" in line]
    asked = [words[1] for words in peer_solves.PRECONDITIONERS["hypre"].values()]
    assert known.partition("{")[2] == ", ".join(f'"{name}"' for name in asked) + "};"


TUNED = """miniKrylov 0.1.0

  choice: kernel                             value     time  of best
  entries_ahead: q = A p, 27 points            256  1.20 ms    1.000  chosen
  entries_ahead: q = A p, 27 points            512  1.35 ms    1.125  default
  cache_block_bytes: q = A p, 7 points, m = 16  512 KiB  1.35 ms    1.250
  cache_block_bytes: q = A p, 7 points, m = 16    never  1.35 ms    1.250

  kernel                                  defaults   chosen  defaults of chosen
  q = A p, 27 points                       1.35 ms  1.20 ms               1.125
  r = r - q, p = r + p, (r,p), m = 16      12.3 ms  12.3 ms               1.000

The defaults take at most 1.13 times as long as what was chosen for `--tune auto` on this processor with 1
ranks and 2 threads:
  entries_ahead=256
"""


def test_defaults_of_the_tuning_are_judged_kernel_by_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = FakeMachine(kernels)
    monkeypatch.setattr(machine, "tune", lambda *_: TUNED)
    samples = samples_of("tuning", machine)
    assert len(samples) == 4  # two kernels, by threads and by ranks
    name = "tuning: defaults / best, 1 ranks x 2 threads: q = A p, 27 points"
    assert samples[name] == [1.125]
    assert target_of(name, bench.TARGETS) == Target(1.10, at_most=True)
    assert "MISSED" in report(samples, bench.TARGETS)


def predictions(_: Path, ranks: int, solve: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Seconds as predicted and as measured: pcg waits for two messages, ca-pcg for half of one."""
    assert ranks == 4 and solve[solve.index("--method") + 1] == "pcg,pipecg,ca-pcg"
    latency = float(solve[solve.index("--emulate-latency") + 1][:-2]) / 8e6 if "--emulate-latency" in solve else 0
    ours, theirs = 1 + 0.5 * latency, 2 * latency
    return [("pcg", 0.4 + theirs, 0.25 + theirs), ("pipecg", 0.9 * ours, 0.9 * ours), ("ca-pcg", ours, ours)]


@pytest.mark.parametrize(
    ("usual", "ours", "expected"),
    [
        ((1, 2, 3), (2, 2.5, 3), 2.0),
        ((1, 2, 3), (1.5, 1.5, 1.5), 0.5),
        ((3, 3, 3), (2, 2, 2), 0),
        ((1, 1, 1), (2, 2, 2), math.inf),
    ],
)
def test_methods_overtake_where_lines_cross(
    usual: tuple[float, ...], ours: tuple[float, ...], expected: float
) -> None:
    assert powers.crossing((0, 1, 2), usual, ours) == expected


@pytest.mark.parametrize(
    ("guess", "found", "expected"),
    [(1, 2, 2), (2, 1, 2), (0, 0, 1), (0, 1, math.inf), (math.inf, math.inf, 1), (math.inf, 1, math.inf)],
)
def test_crossings_are_apart_by_a_factor(guess: float, found: float, expected: float) -> None:
    assert powers.apart(guess, found) == expected
