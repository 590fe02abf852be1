#!/usr/bin/env python3
"""Runs the program on simulated ranks, under SimGrid's SMPI: on this machine, hundreds of them in one process.

The cluster is a machine of `minikrylov model` (one of the papers' by name, or a file), a rank on each node. Kernels take
the time of what they move over its memory bandwidth (--computation injected), or that of this host (measured). Blocking
sums are SMPI's recursive doubling, others our own messages. All that comes of it is marked SIMULATED.
scripts/simulate.sh builds what is needed first. scripts/simulation.md shows what comes out, and how far to trust it.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from minikrylov_report import need  # isort: skip

need("h5py", "matplotlib", "numpy")

from minikrylov_report import style
from minikrylov_simulate import SimulationError, drawing, studies
from minikrylov_simulate.machines import FLAT, TOPOLOGIES, Calls, Cluster, Machine, read_machine
from minikrylov_simulate.running import COMPUTATIONS, INJECTED, POLLS, Computation, Run, Simulator

ROOT = Path(__file__).resolve().parents[1]
# Needed before any machine is known: `minikrylov model machine` runs under the simulator, too.
ANY_MACHINE = Machine("any", 1e9, 1e9, 1e-6, 1e-6, 1e-9, 0)
# As `minikrylov embed-study` has the machines of the paper: on the XE6 a message costs 2.5 µs, as much as 4 KB; on
# BlueGene/Q 2 µs, as much as 2 KB.
PAPERS = {
    "XE6": """name = "XE6 of embed-study"
memory-bandwidth = 2.5e9
cache-bandwidth = 2.5e9
loggp-latency = 0.3e-6
loggp-overhead = 1.1e-6
loggp-gap-per-byte = 0.61e-9
loggp-overhead-per-byte = 0
""",
    "BlueGene/Q": """name = "BlueGene-Q of embed-study"
memory-bandwidth = 1.75e9
cache-bandwidth = 1.75e9
loggp-latency = 0.4e-6
loggp-overhead = 0.8e-6
loggp-gap-per-byte = 0.977e-9
loggp-overhead-per-byte = 0
""",
}


def numbers(text: str) -> list[int]:
    """Numbers of ranks, like 16,64,256."""
    try:
        found = sorted({int(word) for word in text.split(",")})
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text} makes no sense (numbers of ranks) give some, like 16,64") from error
    if found[0] < 1:
        raise argparse.ArgumentTypeError(f"{text} makes no sense (a rank at least) give some, like 16,64")
    return found


def parse(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=ROOT / "build/simgrid/minikrylov", help="built for SMPI")
    parser.add_argument("--timeout", type=float, default=3600, metavar="S", help="seconds that a run may take here")
    parser.add_argument("--privatization", choices=("dlopen", "mmap"), default="dlopen", help="of global variables")
    jobs = parser.add_subparsers(dest="job", required=True)
    run = jobs.add_parser("run", help="one job of the program: simulate.py run --ranks 64 -- solve --method pcg")
    scaling = jobs.add_parser("scaling", help="strong scaling of CG and BiCGStab and what rearranges them")
    embedding = jobs.add_parser("embedding", help="CONV against EMB, KLF and KLR (Selvitopi & Aykanat 2014, figure 5)")
    draw = jobs.add_parser("draw", help="draw a study again from its points")
    for job, ranks in ((run, "16"), (scaling, "16,64,256,1024"), (embedding, "1,16,64,256")):
        machine = "XE6" if job is embedding else "lomonosov"
        job.add_argument("--machine", default=machine, help=f"of `minikrylov model`: a name or a file ({machine})")
        job.add_argument("--ranks", type=numbers, default=numbers(ranks), metavar="P[,P…]", help=f"({ranks})")
        job.add_argument("--topology", choices=TOPOLOGIES, default=FLAT, help="of the network (flat)")
        job.add_argument("--leaf", type=int, default=16, help="fat tree: nodes to a switch (16)")
        job.add_argument("--up", type=int, default=8, help="fat tree: links from each switch upwards (8)")
        job.add_argument("--test-seconds", type=float, default=1e-9, help="what a call of MPI_Test costs (1e-9)")
        job.add_argument("--eager-bytes", type=int, default=4096, help="longer messages wait for receivers (4096)")
    run.add_argument("--computation", choices=COMPUTATIONS, default=INJECTED, help="whose time kernels of solve take")
    run.add_argument("--speed", type=float, default=1, help="measured: how much faster than this host the nodes are")
    run.add_argument("words", nargs="+", help="the job, behind --")
    for job, size in ((scaling, 1024), (embedding, 48)):
        job.add_argument("--size", type=int, default=size, help=f"points in each direction ({size})")
        job.add_argument("--iterations", type=int, default=20, help="of each method (20)")
        job.add_argument("--polls", type=int, default=POLLS, help=f"calls for progress in each kernel ({POLLS})")
        job.add_argument("--output", type=Path, default=Path("simulation"), help="folder for points and pictures")
    embedding.add_argument("--matrix", type=Path, default=ROOT / "tests/data/bcsstk27.mtx.gz", help="the second system")
    draw.add_argument("file", type=Path, help="points that scaling or embedding has written")
    return parser.parse_args(words)


def machine_text(name: str, simulator: Simulator) -> str:
    """The machine that a name or a file means, as text."""
    if name in PAPERS:
        return PAPERS[name]
    if Path(name).is_file():
        return Path(name).read_text(encoding="utf-8")
    return simulator.ask(ANY_MACHINE, ["model", "machine", name])


def run_job(options: argparse.Namespace, machine: Machine, calls: Calls, simulator: Simulator) -> int:
    """One job on each number of ranks; the exit code of the worst."""
    computation = Computation(options.computation, machine.memory_bandwidth, options.speed)
    worst = 0
    for ranks in options.ranks:
        cluster = Cluster(machine, ranks, options.topology, options.leaf, options.up)
        ran = simulator.run(Run(cluster, computation, tuple(options.words), calls, options.privatization))
        print(ran.report, end="")
        print(f"{ranks} ranks were SIMULATED in {ran.seconds:.1f} s on this host", file=sys.stderr)
        worst = max(worst, ran.code)
    return worst


def study(options: argparse.Namespace, text: str, machine: Machine, calls: Calls, simulator: Simulator) -> None:
    """All points of a study, simulated and modelled, and its picture."""
    setting = studies.Setting(
        machine,
        options.topology,
        options.iterations,
        calls,
        options.polls,
        options.leaf,
        options.up,
        options.privatization,
    )
    if options.job == "scaling":
        found = [
            *studies.scaling(setting, options.size, options.ranks, simulator),
            *studies.modelled(text, machine, options.size, options.ranks, simulator),
        ]
    else:
        systems: dict[str, tuple[str, ...]] = {
            f"poisson3d-7 {options.size}³": ("--problem", "poisson3d-7", "--size", str(options.size)),
            options.matrix.name: ("--problem", "matrix-market", "--matrix", str(options.matrix.resolve())),
        }
        found = [
            *studies.embedding(setting, systems, options.ranks, simulator),
            *studies.embedding_modelled(machine, systems, [p for p in options.ranks if p > 1], simulator),
        ]
    options.output.mkdir(parents=True, exist_ok=True)
    file = options.output / f"{options.job}.csv"
    words = Cluster(machine, max(options.ranks), options.topology, options.leaf, options.up).words
    write(file, words, found)
    draw(file)


def write(file: Path, words: str, found: list[studies.Point]) -> None:
    """Writes points; those of the same cluster that the file has already, on other ranks, stay."""
    first = f"# {file.stem}: {words}"
    head, _, rest = file.read_text(encoding="utf-8").partition("\n") if file.is_file() else ("", "", "")
    new = {studies.key_of(p) for p in found}
    kept = [p for p in studies.from_csv(rest) if studies.key_of(p) not in new] if head == first else []
    points = sorted([*kept, *found], key=studies.key_of)
    file.write_text(f"{first}\n{studies.to_csv(points)}", encoding="utf-8")


def draw(file: Path) -> None:
    """The picture of a study beside its points, and in words which method overtakes its classical one."""
    first, _, rest = file.read_text(encoding="utf-8").partition("\n")
    job, _, words = first.removeprefix("# ").partition(": ")
    points = studies.from_csv(rest)
    style.set_up()
    figure = drawing.scaling_figure(points, words) if job == "scaling" else drawing.embedding_figure(points, words)
    picture = file.with_suffix(".png")
    drawing.save(figure, picture)
    print(studies.summary(points))
    print(f"Points and picture, SIMULATED, are in {file} and {picture}")


def main() -> int:
    """Runs the job that the command line asks for; the exit code."""
    options = parse()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # as an exception it also ends the simulator
    try:
        if options.job == "draw":
            draw(options.file)
            return 0
        simulator = Simulator(options.program, options.timeout)
        text = machine_text(options.machine, simulator)
        machine = read_machine(text, options.machine)
        calls = Calls(options.test_seconds, options.eager_bytes)
        if options.job == "run":
            return run_job(options, machine, calls, simulator)
        study(options, text, machine, calls, simulator)
        return 0
    except SimulationError as error:
        print(f"simulate.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
