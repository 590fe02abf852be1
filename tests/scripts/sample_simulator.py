"""A simulator that simulates nothing, and a setting of studies."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from minikrylov_simulate import machines, running, studies

TEXT = """name = "here"
memory-bandwidth = 1e10
cache-bandwidth = 4e10
loggp-latency = 2e-6
loggp-overhead = 1e-6
loggp-gap-per-byte = 1e-9
loggp-overhead-per-byte = 0
"""
SETTING = studies.Setting(TEXT, machines.read_machine(TEXT, "here.ini"), machines.FLAT)


class FakeSimulator(running.Simulator):
    """Answers solves and predictions with one number, and remembers what it was asked."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.jobs = seconds, []

    def run(self, run: running.Run) -> running.Ran:
        h5py = pytest.importorskip("h5py")
        words = list(run.job)
        self.jobs.append((run.cluster.nodes, words))
        with h5py.File(words[words.index("--output") + 1], "w") as file:
            if words[0] == "solve":
                file.create_group("run").attrs["simulated"] = "SimGrid"
                solve = file.create_group("solves/0")
                solve.attrs["method"] = words[words.index("--method") + 1]
                # Two ranks that wait in turn, after a late start.
                late, early = [9.0] * 4, [self.seconds * 2, 0.0] * 2
                solve["iteration_seconds_of_ranks"] = [late + early, late + early[::-1]]
                assert "--detailed" in words
            else:
                most = int(words[words.index("--nodes") + 1])
                steps = words[words.index("--s-step") + 1].split(",")
                for method in words[words.index("--method") + 1].split(","):
                    for s, model in product(steps if method in studies.S_STEP else ["0"], ("data_transfer", "loggops")):
                        curve = file.create_group(f"model/curves/{method}-{s}-{model}")
                        curve.attrs["method"], curve.attrs["model"] = method, model
                        if method in studies.S_STEP:
                            curve.attrs["s_step"] = int(s)
                        curve["nodes"], curve["seconds"] = [1, 10, most], [9.0, 9.0, self.seconds]
        return running.Ran("", 0, 1.0)
