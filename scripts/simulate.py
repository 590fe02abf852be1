#!/usr/bin/env python3
"""Runs the program on simulated ranks, under SimGrid's SMPI: on this machine, hundreds of them in one process.

The cluster is a machine of `minikrylov model` (one of the papers' by name, or a file), a rank on each node. Kernels take
the time of what they move over its memory bandwidth (--computation injected), or that of this host (measured). Blocking
sums are SMPI's recursive doubling, others our own messages. All that comes of it is marked SIMULATED.
scripts/simulate.sh builds what is needed first. scripts/simulation.md shows what comes out, and how far to trust it.
"""

from __future__ import annotations

import argparse
import re
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from minikrylov_report import need  # isort: skip

need("h5py", "matplotlib", "numpy")

from minikrylov_report import style
from minikrylov_simulate import SimulationError, drawing, studies
from minikrylov_simulate.machines import FLAT, TOPOLOGIES, Calls, Cluster, Machine, read_machine
from minikrylov_simulate.page import page
from minikrylov_simulate.points import PointFile, read_points
from minikrylov_simulate.running import COMPUTATIONS, INJECTED, POLLS, Computation, Run, Simulator, most_memory

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


def methods(text: str) -> list[str]:
    """Methods of the study of scaling, like pcg,pipecg; s-step methods with each s of the study."""
    known: dict[str, list[str]] = {}
    for name in studies.METHODS:
        known.setdefault(studies.by_the_program(name)[0], []).append(name)
    asked = text.split(",")
    if unknown := set(asked) - set(known):
        raise argparse.ArgumentTypeError(
            f"{', '.join(sorted(unknown))}: not in the study (its methods are {', '.join(known)}) give some"
        )
    return [name for method in asked for name in known[method]]


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
    draw = jobs.add_parser("draw", help="picture and page of a study again, from the points that it has")
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
        job.add_argument("--output", type=Path, default=Path("simulation"), help="folder of points, pictures, pages")
    scaling.add_argument("--methods", type=methods, default=studies.METHODS, metavar="NAME[,NAME…]", help="these (all)")
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
        took = f"{ran.seconds:.1f} s and at most {most_memory()} of this host"
        print(f"{ranks} ranks were SIMULATED in {took}", file=sys.stderr)
        worst = max(worst, ran.code)
    return worst


def study(options: argparse.Namespace, text: str, machine: Machine, calls: Calls, simulator: Simulator) -> None:
    """The points of a study that its file does not have yet, each written when it is known; then picture and page."""
    setting = studies.Setting(
        text,
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
        words = f"{setting.words}; poisson2d-5 {options.size}x{options.size}"
    else:
        words = f"{setting.words}; rows distributed by METIS; matrix in CRS"
    cluster = re.sub(r"[^A-Za-z0-9]+", "-", machine.name)
    file = PointFile(options.output / f"{options.job}-{cluster}-{options.topology}.csv", options.job, words)
    with tempfile.TemporaryDirectory(prefix="minikrylov-simulate-") as folder:
        if options.job == "scaling":
            pieces = studies.scaling(setting, options.size, options.ranks, options.methods)
        else:
            cube = studies.cube_as_file(simulator, machine, options.size, Path(folder))
            systems = {f"poisson3d-7 {options.size}³": cube, options.matrix.name: options.matrix.resolve()}
            pieces = studies.embedding(setting, {s: studies.of_matrix(f) for s, f in systems.items()}, options.ranks)
        failures = work_off(list(pieces), file, simulator)
    draw(file.path)
    if failures:
        raise SimulationError(f"{len(failures)} runs failed (see above) repeat the command, which runs only them")


def work_off(pieces: Sequence[studies.Piece], file: PointFile, simulator: Simulator) -> list[str]:
    """Runs what the file has no points of; one that fails does not keep the others from running. What failed."""
    known = file.known()
    left = [piece for piece in pieces if not known.issuperset(piece.keys)]
    failures = []
    for place, piece in enumerate(left, 1):
        began = time.monotonic()
        try:
            points = piece.ask(simulator)
            file.add(p for p in points if p.key not in known)
            known.update(p.key for p in points)
            found = f"{points[0].seconds:.3g} s per iteration" if len(points) == 1 else f"{len(points)} points"
        except SimulationError as error:
            failures.append(piece.words)
            found = f"failed: {error}"
        took = f"{time.monotonic() - began:.0f} s and at most {most_memory()} of this host"
        print(f"{place} of {len(left)}: {piece.words}: {found} ({took})", file=sys.stderr, flush=True)
    return failures


def draw(file: Path) -> None:
    """The picture and the page of a study, from the points that its file has so far."""
    job, words, points = read_points(file)
    if not points:
        raise SimulationError(f"{file} has no points yet (nothing was simulated) run scaling or embedding")
    style.set_up()
    figure = drawing.scaling_figure(points, words) if job == "scaling" else drawing.embedding_figure(points, words)
    picture, text = file.with_suffix(".png"), page(job, points, words, file.with_suffix(".png").name)
    drawing.save(figure, picture)
    file.with_suffix(".md").write_text(text, encoding="utf-8")
    print(text)
    print(f"Points, picture and page, SIMULATED, are in {file}, {picture.name} and {file.with_suffix('.md').name}")


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
