"""Runs of the program on simulated ranks."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from . import SimulationError
from .machines import Calls, Cluster, Machine

INJECTED, MEASURED = "injected", "measured"
COMPUTATIONS = (INJECTED, MEASURED)
# More than there are steps of a sum on 4096 ranks; each makes the simulation longer.
POLLS = 16


@dataclass(frozen=True)
class Computation:
    """Whose time kernels take: what they move at so many bytes per second and rank, or that of this host, on a
    processor `speed` times as fast."""

    kind: str = INJECTED
    bytes_per_second: float = 0
    speed: float = 1

    def settings(self) -> list[str]:
        """Options of smpirun."""
        if self.kind == INJECTED:
            # SMPI would drop what takes less than a microsecond.
            return ["--cfg=smpi/simulate-computation:no", "--cfg=smpi/host-speed:1Gf", "--cfg=smpi/cpu-threshold:0"]
        return ["--cfg=smpi/simulate-computation:yes", f"--cfg=smpi/host-speed:{1 / self.speed:.6g}Gf"]

    def words(self) -> list[str]:
        """Options of the program."""
        return ["--injected-bandwidth", f"{self.bytes_per_second / 1e9:.6g}GB/s"] if self.kind == INJECTED else []


@dataclass(frozen=True)
class Run:
    """One job of the program on all nodes of a cluster, a rank on each."""

    cluster: Cluster
    computation: Computation
    job: tuple[str, ...]
    calls: Calls = field(default_factory=Calls)
    privatization: str = "dlopen"


@dataclass(frozen=True)
class Ran:
    """What came of a run: its report, its exit code and the seconds that it took here."""

    report: str
    code: int
    seconds: float


def most_memory() -> str:
    """Of the largest simulation so far: all its ranks are one process."""
    return f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20:.2g} GiB"


class Simulator:
    """The program as it was built for SMPI."""

    def __init__(self, program: Path, timeout: float = 3600) -> None:
        if shutil.which("smpirun") is None or not program.is_file():
            missing = "smpirun" if shutil.which("smpirun") is None else str(program)
            raise SimulationError(
                f"{missing} is not there (SimGrid or the program built for it) run scripts/simulate.sh"
            )
        self.program, self.timeout = program, timeout

    def command(self, run: Run, folder: Path) -> list[str]:
        """The command line of a run whose platform is written to `folder`."""
        platform, hosts = folder / "platform.xml", folder / "hosts"
        platform.write_text(run.cluster.platform(), encoding="utf-8")
        hosts.write_text(run.cluster.hosts(), encoding="utf-8")
        words, computation = list(run.job), run.computation
        if words[0] == "solve":
            words += ["--simulated-cluster", run.cluster.words, *computation.words()]
        else:  # they wait for time to pass, and nothing else lets it
            computation = Computation(MEASURED, speed=computation.speed)
        return [
            "smpirun",
            *("-np", str(run.cluster.nodes), "-platform", str(platform), "-hostfile", str(hosts)),
            "-quiet",
            "--log=root.thresh:error",
            f"--cfg=smpi/privatization:{run.privatization}",
            *computation.settings(),
            *run.calls.settings(run.cluster.machine),
            str(self.program.resolve()),
            *words,
        ]

    def run(self, run: Run) -> Ran:
        """Runs it. Raises SimulationError where the program did not get as far as a report."""
        with tempfile.TemporaryDirectory(prefix="minikrylov-simulate-") as folder:
            command = self.command(run, Path(folder))
            environment = os.environ | {"TMPDIR": folder}  # for the copies of the program
            began = time.monotonic()
            # A session of its own, since smpirun leaves the simulator behind where it alone is ended.
            with subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env=environment,
                start_new_session=True,
            ) as process:
                try:
                    report, complaints = process.communicate(timeout=self.timeout)
                except BaseException as error:
                    os.killpg(process.pid, signal.SIGKILL)
                    if not isinstance(error, subprocess.TimeoutExpired):
                        raise
                    raise SimulationError(
                        f"a simulation of {run.cluster.nodes} ranks took more than {self.timeout:.0f} s (it was ended) "
                        "give --timeout, fewer ranks or fewer iterations"
                    ) from error
            if process.returncode not in (0, 1):
                why = (complaints + report).strip()[-4000:]
                raise SimulationError(f"{' '.join(run.job)} failed on {run.cluster.nodes} simulated ranks:\n{why}")
            return Ran(report, process.returncode, time.monotonic() - began)

    def ask(self, machine: Machine, words: list[str]) -> str:
        """What a job of one rank prints."""
        alone = Cluster(machine, 1)
        return self.run(Run(alone, Computation(MEASURED), tuple(words))).report
