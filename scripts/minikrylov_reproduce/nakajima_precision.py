"""What Nakajima et al. 2022 leave to future work: ICCG with matrix, factors and vectors in lower precision."""

from __future__ import annotations

from minikrylov_report import style

from .drawing import bars, save
from .experiment import MEASURED, Figure, Plan
from .outcome import Outcome
from .verdict import Finding

# Where matrix entries are no small integers, so that rounding changes them.
BODY = {"problem": "elasticity3d", "ordering": "multicolour", "method": ["pcg"], "rtol": "1e-10", "repetitions": 3}
PRECISIONS = (
    tuple(
        {"preconditioner": M, "matrix-precision": matrix, "refinement": way, **factors}
        for M, factors in (("jacobi", {}), ("ic0", {}), ("ic0", {"preconditioner-precision": "single"}))
        for matrix, way in (("single", "restart"), ("single", "reliable"), ("half", "restart"), ("bfloat16", "restart"))
    )
    + tuple(
        {"preconditioner": M, "matrix-precision": "single", "vector-precision": "single", "refinement": way, **factors}
        for M, factors in (("jacobi", {}), ("ic0", {"preconditioner-precision": "single"}))
        for way in ("restart", "reliable")
    )
    + tuple(
        {
            "preconditioner": "ic0",
            "matrix-precision": "single",
            "refinement": "reliable",
            "preconditioner-precision": bits,
        }
        for bits in ("half", "bfloat16")
    )
)


def draw_lower_precision(outcome: Outcome) -> Finding:
    """Iterations and time of mixed precision relative to the same solve in double precision."""
    picture, axes = style.panels(2, 2, height=4.2)
    ratios: dict[str, dict[str, dict[str, float]]] = {"iteration_penalty": {}, "time": {}}
    for measured in outcome.solves:
        name = f"{measured.method}, {measured['preconditioner']}"
        factors = (
            f", M {measured['preconditioner-precision']}" if "preconditioner-precision" in measured.settings else ""
        )
        vectors = ", vectors" if "vector-precision" in measured.settings else ""
        setting = f"{measured['matrix-precision']}{vectors}{factors}, {measured['refinement']}"
        ratios["iteration_penalty"].setdefault(name, {})[setting] = measured.median("iteration_penalty")
        ratios["time"].setdefault(name, {})[setting] = measured.by_round(
            lambda s: s.metadata["solve_seconds_median"] / s.metadata["seconds_in_double"]
        )
    for axis, (label, values) in zip(axes, ratios.items(), strict=True):
        bars(axis, values, label=label.replace("_", " ") + " over double precision", rotate=True)
        axis.axhline(1, color=style.BLACK, linewidth=0.8)
    axes[0].legend()
    save(picture, outcome)
    worst = max(m.median("true_relative_residual") for m in outcome.solves)
    iterations, times = ([v for values in kind.values() for v in values.values()] for kind in ratios.values())
    words = (
        f"the true residuals are at most {worst:.1e}, the iterations at most {max(iterations):.2f} times those of double, "
        f"the times {min(times):.2f} to {max(times):.2f}"
    )
    return Finding({"largest true residual": worst}, ours=words)


FIGURES = (
    Figure(
        "lower-precision",
        "Their future work: matrix, M and vectors in lower precision, residuals of double",
        MEASURED,
        (Plan({**BODY, "size": 16}, {}, PRECISIONS),),
        draw_lower_precision,
        cluster=(Plan({**BODY, "threads": 12, "size": 128, "ranks": 64}, {}, PRECISIONS),),
        note="elasticity, 16³ points; sums stay in double precision",
    ),
)
