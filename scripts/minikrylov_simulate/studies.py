"""What is simulated: strong scaling of rearranged methods, and halos inside sums; and the models' words on the same."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import SimulationError
from .machines import Calls, Cluster, Machine, as_simulated
from .points import MODELLED, SIMULATED, Key, Point
from .running import INJECTED, POLLS, Computation, Run, Simulator

S_STEP, STEPS = ("ca-pcg", "ca-cg"), (4, 8)


def in_steps(method: str, s: int) -> str:
    """What studies call an s-step method that takes s steps at a time."""
    return f"{method} (s = {s})"


def by_the_program(name: str) -> tuple[str, int]:
    """What the program calls a method of the studies, and how many steps it takes at a time."""
    method, _, s = name.removesuffix(")").partition(" (s = ")
    return method, int(s or 1)


# The classical method of each group comes first.
GROUPS = {
    "PCG and what rearranges it": (
        *("pcg", "cg-chronopoulos-gear", "nbpcg", "pipecg", "plcg"),
        *(in_steps("ca-pcg", s) for s in STEPS),
    ),
    "preconditioned BiCGStab": ("pbicgstab", "rbicgstab", "ppipebicgstab"),
    "BiCGStab": ("bicgstab", "ibicgstab", "pipebicgstab"),
    "CG in steps": ("cg", *(in_steps("ca-cg", s) for s in STEPS)),
}
METHODS = tuple(method for group in GROUPS.values() for method in group)
CLASSICAL = tuple(group[0] for group in GROUPS.values())
PLAIN = (*GROUPS["BiCGStab"], *GROUPS["CG in steps"])  # these take no preconditioner
# As the models count: fused kernels as the papers group them, M as two vectors moved, slices of a square.
AS_MODELLED = ("--format", "sell", "--fuse", "off", "--overlap", "static", "--grouping", "paper")
EMULATED_M = ("--preconditioner", "emulated", "--preconditioner-cost", "2")
# s-step methods take a diagonal M only. One exchange per power: the clock knows no redundant rows of deep halos.
POWERS_HALO = ("--powers-halo", "rounds")
OURS, BLOCKING = "point-to-point", "blocking"
EMBEDDED = "cg-saad"
# As `embed-study` counts: a number and a column for each entry, and no kernel that finds vectors in cache.
AS_EMBED_STUDY = ("--format", "crs", "--preconditioner", "none")
SCHEMES = {
    "CONV": ("--reduction", "blocking"),
    "EMB": ("--reduction", "embedded", "--mapping", "none"),
    "EMB-KLF": ("--reduction", "embedded", "--mapping", "klf"),
    "EMB-KLR": ("--reduction", "embedded", "--mapping", "klr"),
}


@dataclass(frozen=True)
class Piece:
    """One run of a study: the points that it is asked for, in words and by their keys, and who asks."""

    words: str
    keys: tuple[Key, ...]
    ask: Callable[[Simulator], list[Point]]


def pace(seconds_of_ranks: Any) -> float:
    """Seconds per iteration from times of all ranks: the mean of the second half, which nothing at the start delays.

    Ranks that hide sums wait at different times, so the slowest one's time of each iteration, which is what other
    results have, may be half as much again as all ranks take from one iteration to the next."""
    return float(seconds_of_ranks[:, seconds_of_ranks.shape[1] // 2 :].mean(axis=1).max())


def seconds_of(file: Path) -> dict[str, float]:
    """The time of an iteration of each method in a results file."""
    import h5py

    with h5py.File(file, "r") as results:
        if "simulated" not in results["run"].attrs:
            raise SimulationError(f"{file} holds times of real ranks (nothing says SIMULATED) give a simulated run")
        solves = results["solves"].values()
        return {text_of(s.attrs["method"]): pace(s["iteration_seconds_of_ranks"][()]) for s in solves}


def name_of(curve: Any) -> str:
    """What studies call the method with these attributes of a predicted curve."""
    method = text_of(curve["method"])
    return in_steps(method, int(curve["s_step"])) if method in S_STEP else method


def text_of(value: Any) -> str:
    """HDF5's bytes and strings as Python's own."""
    return value.decode() if isinstance(value, bytes) else str(value)


@dataclass(frozen=True)
class Setting:
    """What all runs of a study have in common."""

    text: str  # of the machine
    machine: Machine
    topology: str
    iterations: int = 20
    calls: Calls = field(default_factory=Calls)
    polls: int = POLLS
    leaf: int = 16
    up: int = 8
    privatization: str = "dlopen"

    def cluster(self, ranks: int) -> Cluster:
        """So many nodes of it."""
        return Cluster(self.machine, ranks, self.topology, self.leaf, self.up)

    @property
    def words(self) -> str:
        """All that times depend on, beside the keys of points."""
        m = self.machine
        return (
            f"{self.cluster(1).words},O={m.overhead_per_byte * 1e9:.3g}ns; kernels at "
            f"{m.memory_bandwidth / 1e9:.4g} GB/s; {self.iterations} iterations; {self.polls} polls of "
            f"{self.calls.test:g} s; eager up to {self.calls.eager_bytes} bytes"
        )

    def simulated(self, key: Key, options: Iterable[str]) -> Piece:
        """The point with this key, by a solve with these options; steps at a time are never cut short."""
        _, system, name, variant, ranks = key
        method, s = by_the_program(name)
        words = ("solve", *options, "--method", method, "--fixed-iterations", str(-(-self.iterations // s) * s))
        words += ("--warm-up", "0", "--repetitions", "1", "--detailed")

        def ask(simulator: Simulator) -> list[Point]:
            with tempfile.TemporaryDirectory(prefix="minikrylov-simulate-") as folder:
                file = Path(folder) / "results.h5"
                computation = Computation(INJECTED, self.machine.memory_bandwidth)
                job = (*words, "--output", str(file))
                simulator.run(Run(self.cluster(ranks), computation, job, self.calls, self.privatization))
                return [Point(*key, seconds_of(file)[method])]

        return Piece(f"{system}, {name}, {variant}, {ranks} ranks", (key,), ask)


def scaling(setting: Setting, size: int, ranks: Iterable[int], wanted: Iterable[str] = METHODS) -> Iterator[Piece]:
    """Strong scaling of a square in slices, sums by messages of our own; the classical methods by blocking sums, too."""
    sums = {
        OURS: ("--reduction", OURS, "--progress", "manual", "--progress-calls", str(setting.polls)),
        BLOCKING: ("--reduction", BLOCKING),
    }
    system, wanted = f"poisson2d-5 {size}x{size}", set(wanted)
    for p in ranks:
        yield modelled(setting, size, p)
        words = ("--problem", "poisson2d-5", "--size", str(size), "--ranks-grid", f"1x{p}", *AS_MODELLED)
        for variant, methods in ((BLOCKING, CLASSICAL), (OURS, METHODS)):
            for method in (m for m in methods if m in wanted):
                key = (SIMULATED, system, method, variant, p)
                yield setting.simulated(key, (*words, *sums[variant], *own_words(method)))


def own_words(name: str) -> tuple[str, ...]:
    """The options that a method needs beside those of all."""
    method, s = by_the_program(name)
    in_powers = ("--s-step", str(s), *POWERS_HALO) if method in S_STEP else ()
    if name in PLAIN:
        return in_powers
    return ("--preconditioner", "jacobi", *in_powers) if in_powers else EMULATED_M


def modelled(setting: Setting, size: int, ranks: int) -> Piece:
    """The same points by `minikrylov model predict`: LogGOPS without noise, data in memory."""
    system, variant = f"poisson2d-5 {size}x{size}", "loggops"

    def ask(simulator: Simulator) -> list[Point]:
        import h5py

        with tempfile.TemporaryDirectory(prefix="minikrylov-simulate-") as folder:
            described, file = Path(folder) / "machine.ini", Path(folder) / "prediction.h5"
            described.write_text(as_simulated(setting.text), encoding="utf-8")
            words = ["model", "predict", "--machine", str(described), "--problem", "poisson2d-5", "--size", str(size)]
            words += ["--format", "sell", "--alpha", "2", "--data", "memory", "--nodes", str(ranks)]
            words += ["--s-step", ",".join(map(str, STEPS)), *POWERS_HALO]
            methods = ",".join(dict.fromkeys(by_the_program(name)[0] for name in METHODS))
            simulator.ask(setting.machine, [*words, "--method", methods, "--output", str(file)])
            with h5py.File(file, "r") as prediction:
                curves = list(prediction["model/curves"].values())
                return [
                    Point(MODELLED, system, name_of(curve.attrs), variant, ranks, float(curve["seconds"][-1]))
                    for curve in curves  # to the number of nodes that was asked for
                    if text_of(curve.attrs["model"]) == variant and curve["nodes"][-1] == ranks
                ]

    keys = tuple((MODELLED, system, method, variant, ranks) for method in METHODS)
    return Piece(f"{system}, all methods, modelled, {ranks} ranks", keys, ask)


def of_matrix(file: Path) -> tuple[str, ...]:
    """The system of a matrix file, its rows distributed by METIS: the same by a solve and by its model."""
    return ("--problem", "matrix-market", "--matrix", str(file), "--partition", "graph")


def cube_as_file(simulator: Simulator, machine: Machine, size: int, folder: Path) -> Path:
    """The matrix of poisson3d-7 in a file, since a grid is distributed in boxes, which the model does not know."""
    file = folder / f"poisson3d-7-{size}.mtx"
    words = ["solve", "--problem", "poisson3d-7", "--size", str(size), "--method", EMBEDDED, "--preconditioner", "none"]
    words += ["--fixed-iterations", "1", "--warm-up", "0", "--repetitions", "1", "--dump-matrix", str(file)]
    simulator.ask(machine, words)
    return file


def embedding(setting: Setting, systems: dict[str, tuple[str, ...]], ranks: Iterable[int]) -> Iterator[Piece]:
    """CONV against EMB: figure 5 of O. Selvitopi, C. Aykanat (2014)."""
    for p in ranks:
        for system, words in systems.items():
            if p > 1:
                yield embedding_modelled(setting, system, words, p)
            for scheme, sums in SCHEMES.items():
                key = (SIMULATED, system, EMBEDDED, scheme, p)
                yield setting.simulated(key, (*words, *sums, *AS_EMBED_STUDY))


def embedding_modelled(setting: Setting, system: str, words: tuple[str, ...], ranks: int) -> Piece:
    """The same points by `minikrylov embed-study`, for which a message costs a time and its bytes; and one rank's."""
    machine = setting.machine
    message = machine.latency + 2 * machine.overhead
    byte = machine.gap_per_byte + machine.overhead_per_byte

    def ask(simulator: Simulator) -> list[Point]:
        with tempfile.TemporaryDirectory(prefix="minikrylov-simulate-") as folder:
            file = Path(folder) / "study.csv"
            own = ["--message-seconds", f"{message:.6g}", "--byte-seconds", f"{byte:.6g}"]
            own += ["--core-bandwidth", f"{machine.memory_bandwidth:.6g}"]
            simulator.ask(machine, ["embed-study", *words, "--ranks", str(ranks), *own, "--output", str(file)])
            points = []
            for row in csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))):
                t, scheme = float(row["seconds"]), row["scheme"]
                points.append(Point(MODELLED, system, EMBEDDED, scheme, ranks, t))
                if scheme == "CONV":
                    points.append(Point(MODELLED, system, EMBEDDED, scheme, 1, t * float(row["speedup"])))
            return points

    keys = tuple((MODELLED, system, EMBEDDED, scheme, ranks) for scheme in SCHEMES)
    return Piece(f"{system}, all schemes, modelled, {ranks} ranks", keys, ask)
