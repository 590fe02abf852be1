"""What is simulated: strong scaling of rearranged methods, and halos inside sums; and the models' words on the same."""

from __future__ import annotations

import csv
import io
import math
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from . import SimulationError
from .machines import Calls, Cluster, Machine, as_simulated
from .running import INJECTED, POLLS, Computation, Run, Simulator

SIMULATED, MODELLED = "simulated", "modelled"
CG = ("pcg", "cg-chronopoulos-gear", "nbpcg", "pipecg", "plcg")
BICGSTAB = ("pbicgstab", "ibicgstab", "rbicgstab", "pipebicgstab", "ppipebicgstab", "bicgstab")
CLASSICAL = ("pcg", "pbicgstab", "bicgstab")
# As the models count: fused kernels as the papers group them, M as two vectors moved, slices of a square.
AS_MODELLED = ("--format", "sell", "--fuse", "off", "--overlap", "static", "--grouping", "paper")
EMULATED_M = ("--preconditioner", "emulated", "--preconditioner-cost", "2")
PLAIN = ("bicgstab", "ibicgstab", "pipebicgstab")  # these take no preconditioner
SCHEMES = {
    "CONV": ("--reduction", "blocking"),
    "EMB": ("--reduction", "embedded", "--mapping", "none"),
    "EMB-KLF": ("--reduction", "embedded", "--mapping", "klf"),
    "EMB-KLR": ("--reduction", "embedded", "--mapping", "klr"),
}


@dataclass(frozen=True)
class Point:
    """The time of an iteration: by whom, of which system, of which method, how, and on how many ranks."""

    source: str
    system: str
    method: str
    variant: str
    ranks: int
    seconds: float


def to_csv(points: Iterable[Point]) -> str:
    """A line for each point, below their names."""
    text = io.StringIO()
    writer = csv.DictWriter(text, [column.name for column in fields(Point)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(point) for point in points)
    return text.getvalue()


def from_csv(text: str) -> list[Point]:
    """The points that to_csv() has written."""
    return [
        Point(row["source"], row["system"], row["method"], row["variant"], int(row["ranks"]), float(row["seconds"]))
        for row in csv.DictReader(io.StringIO(text))
    ]


def seconds_of(file: Path) -> dict[str, float]:
    """The median time of an iteration of each method in a results file."""
    import h5py

    with h5py.File(file, "r") as results:
        if "simulated" not in results["run"].attrs:
            raise SimulationError(f"{file} holds times of real ranks (nothing says SIMULATED) give a simulated run")
        solves = [solve.attrs for solve in results["solves"].values()]
        return {text_of(s["method"]): float(s["seconds_per_iteration_median"]) for s in solves}


def text_of(value: Any) -> str:
    """HDF5's bytes and strings as Python's own."""
    return value.decode() if isinstance(value, bytes) else str(value)


@dataclass(frozen=True)
class Setting:
    """What all runs of a study have in common."""

    machine: Machine
    topology: str
    iterations: int = 20
    calls: Calls = field(default_factory=Calls)
    polls: int = POLLS
    leaf: int = 16
    up: int = 8
    privatization: str = "dlopen"

    def run(self, ranks: int, words: Iterable[str], simulator: Simulator) -> dict[str, float]:
        """Seconds per iteration of each method of a solve."""
        with tempfile.TemporaryDirectory(prefix="minikrylov-simulate-") as folder:
            file = Path(folder) / "results.h5"
            fixed = ("--fixed-iterations", str(self.iterations), "--warm-up", "0", "--repetitions", "1")
            cluster = Cluster(self.machine, ranks, self.topology, self.leaf, self.up)
            job = ("solve", *words, *fixed, "--output", str(file))
            computation = Computation(INJECTED, self.machine.memory_bandwidth)
            simulator.run(Run(cluster, computation, job, self.calls, self.privatization))
            return seconds_of(file)


def scaling(setting: Setting, size: int, ranks: Iterable[int], simulator: Simulator) -> Iterator[Point]:
    """Strong scaling of a square in slices, sums by messages of our own; the classical methods by blocking sums, too."""
    for p in ranks:
        system = f"poisson2d-5 {size}x{size}"
        words = ("--problem", "poisson2d-5", "--size", str(size), "--ranks-grid", f"1x{p}", *AS_MODELLED)
        ours = ("--reduction", "point-to-point", "--progress", "manual", "--progress-calls", str(setting.polls))
        for methods, sums, variant in (
            (CG + BICGSTAB, ours, "point-to-point"),
            (CLASSICAL, ("--reduction", "blocking"), "blocking"),
        ):
            for M in (EMULATED_M, ()):
                chosen = ",".join(m for m in methods if (m in PLAIN) != bool(M))
                found = setting.run(p, (*words, *sums, *M, "--method", chosen), simulator)
                yield from (Point(SIMULATED, system, method, variant, p, t) for method, t in found.items())


def embedding(
    setting: Setting, systems: dict[str, tuple[str, ...]], ranks: Iterable[int], simulator: Simulator
) -> Iterator[Point]:
    """CONV against EMB: figure 5 of O. Selvitopi, C. Aykanat (2014)."""
    for p in ranks:
        for system, words in systems.items():
            for scheme, sums in SCHEMES.items():
                found = setting.run(p, (*words, *sums, "--method", "cg-saad", "--preconditioner", "none"), simulator)
                yield Point(SIMULATED, system, "cg-saad", scheme, p, found["cg-saad"])


def interpolated(nodes: list[float], seconds: list[float], at: float) -> float:
    """Between two points of a curve, on logarithmic axes."""
    for (a, s), (b, t) in zip(zip(nodes, seconds), zip(nodes[1:], seconds[1:])):
        if a <= at <= b:
            share = math.log(at / a) / math.log(b / a)
            return math.exp((1 - share) * math.log(s) + share * math.log(t))
    raise SimulationError(f"there is no prediction for {at:g} nodes (curves go from {nodes[0]:g} to {nodes[-1]:g})")


def modelled(machine_text: str, machine: Machine, size: int, ranks: list[int], simulator: Simulator) -> Iterator[Point]:
    """The same points by `minikrylov model predict`: LogGOPS without noise, data in memory."""
    import h5py

    with tempfile.TemporaryDirectory(prefix="minikrylov-simulate-") as folder:
        described, file = Path(folder) / "machine.ini", Path(folder) / "prediction.h5"
        described.write_text(as_simulated(machine_text), encoding="utf-8")
        words = ["model", "predict", "--machine", str(described), "--problem", "poisson2d-5", "--size", str(size)]
        words += ["--format", "sell", "--alpha", "2", "--data", "memory", "--nodes", str(max(ranks))]
        simulator.ask(machine, [*words, "--method", ",".join(CG + BICGSTAB), "--output", str(file)])
        with h5py.File(file, "r") as prediction:
            for curve in prediction["model/curves"].values():
                if text_of(curve.attrs["model"]) != "loggops":
                    continue
                nodes, seconds = list(curve["nodes"][()]), list(curve["seconds"][()])
                for p in ranks:
                    method = text_of(curve.attrs["method"])
                    t = interpolated(nodes, seconds, p)
                    yield Point(MODELLED, f"poisson2d-5 {size}x{size}", method, "loggops", p, t)


def embedding_modelled(
    machine: Machine, systems: dict[str, tuple[str, ...]], ranks: list[int], simulator: Simulator
) -> Iterator[Point]:
    """The same points by `minikrylov embed-study`, for which a message costs a time and its bytes."""
    message = machine.latency + 2 * machine.overhead
    byte = machine.gap_per_byte + machine.overhead_per_byte
    for system, words in systems.items():
        with tempfile.TemporaryDirectory(prefix="minikrylov-simulate-") as folder:
            file = Path(folder) / "study.csv"
            own = ["--message-seconds", f"{message:.6g}", "--byte-seconds", f"{byte:.6g}"]
            own += ["--core-bandwidth", f"{machine.memory_bandwidth:.6g}"]
            asked = ["embed-study", *words, "--ranks", ",".join(map(str, ranks)), *own, "--output", str(file)]
            simulator.ask(machine, asked)
            for row in csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))):
                t, p, scheme = float(row["seconds"]), int(row["ranks"]), row["scheme"]
                if p == ranks[0] and scheme == "CONV":
                    yield Point(MODELLED, system, "cg-saad", scheme, 1, t * float(row["speedup"]))
                yield Point(MODELLED, system, "cg-saad", scheme, p, t)


def overtaking(points: Iterable[Point], method: str, classical: str) -> int | None:
    """The smallest number of ranks from which on a method is faster than its classical one; None if it never is."""
    seconds: dict[tuple[str, int], float] = {}
    for point in points:
        key = (point.method, point.ranks)
        seconds[key] = min(point.seconds, seconds.get(key, math.inf))
    first = None
    for ranks in sorted((r for m, r in seconds if m == method and (classical, r) in seconds), reverse=True):
        if seconds[(method, ranks)] >= seconds[(classical, ranks)]:
            break
        first = ranks
    return first


def families(points: Iterable[Point]) -> dict[str, str]:
    """The classical method of each that rearranges one."""
    of = dict.fromkeys(CG[1:], "pcg") | dict.fromkeys(("rbicgstab", "ppipebicgstab"), "pbicgstab")
    of |= dict.fromkeys(("ibicgstab", "pipebicgstab"), "bicgstab")
    met = {p.method for p in points}
    return {method: classical for method, classical in of.items() if method in met}


def summary(points: list[Point]) -> str:
    """Where each method overtakes its classical one, and how far the model is off, in words."""
    lines = []
    for source in (SIMULATED, MODELLED):
        mine = [p for p in points if p.source == source]
        for method, classical in families(mine).items():
            first = overtaking(mine, method, classical)
            where = f"from {first} ranks on" if first else "nowhere"
            lines.append(f"{source}: {method} is faster than {classical} {where}")
    modelled_seconds = {(p.system, p.method, p.ranks, scheme_of(p)): p.seconds for p in points if p.source == MODELLED}
    for p in points:
        model = modelled_seconds.get((p.system, p.method, p.ranks, scheme_of(p)))
        if p.source == SIMULATED and model is not None:
            difference = 100 * (model / p.seconds - 1)
            name = f"{p.system}, {p.method}, {p.variant}, {p.ranks} ranks"
            lines.append(f"{name}: simulated {p.seconds:.3g} s, modelled {model:.3g} s ({difference:+.0f} %)")
    return "\n".join(lines)


def scheme_of(point: Point) -> str:
    """What a simulated point and its modelled one have in common beside system, method and ranks."""
    return point.variant if point.variant in SCHEMES else ""


def key_of(point: Point) -> tuple[str, str, str, str, int]:
    """All of a point but its time."""
    return (point.source, point.system, point.method, point.variant, point.ranks)
