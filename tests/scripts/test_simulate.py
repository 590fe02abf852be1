"""Simulated clusters: machines, platforms, command lines, points, pictures, and the program on simulated ranks."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import simulate
from minikrylov_simulate import SimulationError, machines, running, studies

TEXT = """name = "here"
memory-bandwidth = 1e10
cache-bandwidth = 4e10
ranks-per-node = 8
loggp-latency = 2e-6
loggp-overhead = 1e-6
loggp-gap-per-byte = 1e-9
loggp-overhead-per-byte = 0
noise = 3e-6
"""
MACHINE = machines.read_machine(TEXT, "here.ini")


def test_a_machine_is_what_its_text_says() -> None:
    assert (MACHINE.name, MACHINE.memory_bandwidth, MACHINE.latency) == ("here", 1e10, 2e-6)
    assert MACHINE.bandwidth == pytest.approx(1e9)


@pytest.mark.parametrize("line", ["loggp-latency = 0", "loggp-latency = many", "latency = 1"])
def test_what_is_no_machine_is_refused(line: str) -> None:
    with pytest.raises(SimulationError, match=r"here\.ini"):
        machines.read_machine(TEXT.replace("loggp-latency = 2e-6", line), "here.ini")


def test_the_model_gets_one_rank_per_node_and_no_noise() -> None:
    text = machines.as_simulated(TEXT)
    assert "ranks-per-node = 1\n" in text and "noise = 0" in text and "loggp-latency = 2e-6" in text


@pytest.mark.parametrize(("name", "message", "as_many_bytes"), [("XE6", 2.5e-6, 4096), ("BlueGene/Q", 2e-6, 2048)])
def test_messages_of_the_papers_machines_cost_as_much_as_their_bytes(
    name: str, message: float, as_many_bytes: int
) -> None:
    machine = machines.read_machine(simulate.PAPERS[name], name)
    assert machine.latency + 2 * machine.overhead == pytest.approx(message)
    assert machine.gap_per_byte * as_many_bytes == pytest.approx(message, rel=1e-2)


@pytest.mark.parametrize(("topology", "links"), [(machines.FLAT, 2), (machines.FAT_TREE, 4)])
def test_the_longest_way_through_a_platform_takes_the_latency_of_the_machine(topology: str, links: int) -> None:
    cluster = machines.Cluster(MACHINE, 64, topology)
    node = ElementTree.fromstring(cluster.platform().partition("?>")[2]).find("cluster")
    assert node is not None
    assert float(node.attrib["lat"].removesuffix("s")) * links == pytest.approx(2e-6)
    assert node.attrib["radical"] == "0-63" and float(node.attrib["bw"].removesuffix("Bps")) == pytest.approx(1e9)
    if topology == machines.FAT_TREE:
        levels, down, up, _ = node.attrib["topo_parameters"].split(";")
        assert (levels, down, up) == ("2", "16,4", "1,8")
    assert cluster.hosts().split() == [f"node-{k}" for k in range(64)]


def test_a_fat_tree_has_full_switches() -> None:
    with pytest.raises(SimulationError, match="40 ranks do not fill switches of 16 nodes"):
        machines.Cluster(MACHINE, 40, machines.FAT_TREE).platform()


def test_messages_cost_what_the_machine_says_and_calls_what_they_are_told() -> None:
    settings = machines.Calls(test=1e-7, eager_bytes=100).settings(MACHINE)
    for wanted in ("smpi/ois:0:1e-06:0", "smpi/or:0:1e-06:0", "smpi/test:1e-07", "smpi/allreduce:rdb"):
        assert f"--cfg={wanted}" in settings


def test_injected_and_measured_computation_are_told_apart() -> None:
    injected, measured = running.Computation("injected", 8e9), running.Computation("measured", 8e9, speed=2)
    assert injected.words() == ["--injected-bandwidth", "8GB/s"] and measured.words() == []
    assert {"--cfg=smpi/simulate-computation:no", "--cfg=smpi/cpu-threshold:0"} <= set(injected.settings())
    assert measured.settings() == ["--cfg=smpi/simulate-computation:yes", "--cfg=smpi/host-speed:0.5Gf"]


def test_results_of_real_ranks_are_no_points(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "real.h5", "w") as file:
        file.create_group("run")
    with pytest.raises(SimulationError, match="real ranks"):
        studies.seconds_of(tmp_path / "real.h5")


def test_ranks_are_numbers() -> None:
    assert simulate.numbers("64,16,64") == [16, 64]
    for words in ("0", "16,", "many"):
        with pytest.raises(simulate.argparse.ArgumentTypeError):
            simulate.numbers(words)


def test_a_program_that_is_not_there_is_named() -> None:
    script = ROOT / "scripts/simulate.py"
    command = [sys.executable, str(script), "--program", "/no/such/program", "run", "--", "list", "methods"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "run scripts/simulate.sh" in done.stderr


PROGRAM = ROOT / "build/simgrid/minikrylov"
without_simgrid = pytest.mark.skipif(
    shutil.which("smpirun") is None or not PROGRAM.is_file(),
    reason="SimGrid's smpirun or build/simgrid is not there: scripts/simulate.sh",
)


def simulated(ranks: int, *words: str, topology: str = machines.FLAT) -> running.Ran:
    cluster = machines.Cluster(MACHINE, ranks, topology)
    return running.Simulator(PROGRAM, 300).run(running.Run(cluster, running.Computation("injected", 1e15), words))


@without_simgrid
def test_an_iteration_of_64_ranks_takes_its_messages(tmp_path: Path) -> None:
    """Kernels take no time here: what is left are two sums of log₂ 64 steps of L + 2 o, and a halo exchange."""
    file = tmp_path / "simulated.h5"
    words = ("solve", "--problem", "poisson2d-5", "--size", "64", "--method", "cg,cg-saad", "--fixed-iterations", "5")
    ran = simulated(64, *words, "--reduction", "blocking", "--repetitions", "1", "--detailed", "--output", str(file))
    assert "SIMULATED" in ran.report
    seconds = studies.seconds_of(file)
    step = MACHINE.latency + 2 * MACHINE.overhead
    assert 12 * step <= seconds["cg"] <= 12 * step + 5 * step
    assert 6 * step <= seconds["cg-saad"] <= 6 * step + 5 * step


@without_simgrid
def test_messages_within_a_switch_of_a_fat_tree_take_half_the_latency(tmp_path: Path) -> None:
    """Of the six steps of a sum over 64 ranks, four stay among the 16 nodes of a switch; kernels take no time."""
    words = ("solve", "--problem", "poisson2d-5", "--size", "64", "--method", "cg", "--fixed-iterations", "5")
    seconds = {}
    for topology in machines.TOPOLOGIES:
        file = tmp_path / f"{topology}.h5"
        ways = ("--reduction", "blocking", "--repetitions", "1", "--detailed", "--output", str(file))
        simulated(64, *words, *ways, topology=topology)
        seconds[topology] = studies.seconds_of(file)["cg"]
    near, far = (latency + 2 * MACHINE.overhead for latency in (MACHINE.latency / 2, MACHINE.latency))
    assert 2 * (4 * near + 2 * far) <= seconds[machines.FAT_TREE] <= seconds[machines.FLAT] - far


@without_simgrid
def test_sums_that_say_nothing_of_real_ones_are_refused() -> None:
    with pytest.raises(SimulationError, match="linear exchange"):
        simulated(2, "solve", "--size", "8", "--reduction", "nonblocking")
