"""Machines as `minikrylov model` writes them, and the clusters that are described by them for SimGrid."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass

from . import SimulationError

FLAT, FAT_TREE = "flat", "fat-tree"
TOPOLOGIES = (FLAT, FAT_TREE)


@dataclass(frozen=True)
class Machine:
    """What a simulation takes of a machine of `minikrylov model`: seconds, bytes, bytes per second and node."""

    name: str
    memory_bandwidth: float
    cache_bandwidth: float
    latency: float  # L of LogGP
    overhead: float  # o: seconds of a processor per message
    gap_per_byte: float  # G
    overhead_per_byte: float  # O of LogGOPS

    @property
    def bandwidth(self) -> float:
        """Bytes per second of a link."""
        return 1 / self.gap_per_byte


def read_machine(text: str, origin: str) -> Machine:
    """The machine that a text of `minikrylov model machine` or `model calibrate` describes; noise is left out."""
    try:
        found = tomllib.loads(text)
        machine = Machine(
            name=str(found["name"]),
            memory_bandwidth=float(found["memory-bandwidth"]),
            cache_bandwidth=float(found["cache-bandwidth"]),
            latency=float(found["loggp-latency"]),
            overhead=float(found["loggp-overhead"]),
            gap_per_byte=float(found["loggp-gap-per-byte"]),
            overhead_per_byte=float(found["loggp-overhead-per-byte"]),
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise SimulationError(
            f"{origin} is not a machine ({error!r}) see minikrylov model machine lomonosov"
        ) from error
    if min(machine.memory_bandwidth, machine.gap_per_byte, machine.latency) <= 0:
        raise SimulationError(f"{origin} cannot be simulated (bandwidth, latency and gap are positive) correct it")
    return machine


def as_simulated(text: str) -> str:
    """The text of the same machine as the simulation has it: one rank per node, and no noise."""
    text = re.sub(r"(?m)^ranks-per-node *=.*$", "ranks-per-node = 1", text)
    return re.sub(r"(?m)^noise *=.*$", "noise = 0", text)


@dataclass(frozen=True)
class Cluster:
    """Nodes of a machine in a network: `flat`, a link from each node to one switch that never is the bottleneck, or
    `fat-tree`, `leaf` nodes to a switch and `up` links from it to the upper switches."""

    machine: Machine
    nodes: int
    topology: str = FLAT
    leaf: int = 16
    up: int = 8

    @property
    def words(self) -> str:
        """For reports and pictures. Without blanks, at which smpirun would split it."""
        shape = "one-switch" if self.topology == FLAT else f"fat-tree-of-{self.leaf}-and-{self.up}"
        m = self.machine
        return (
            f"{m.name.replace(' ', '-')},{shape},L={m.latency * 1e6:.3g}us,o={m.overhead * 1e6:.3g}us,"
            f"{m.bandwidth / 1e9:.3g}GB/s"
        )

    def leaf_nodes(self) -> int:
        """Nodes of a leaf switch; they fill all switches alike."""
        return min(self.leaf, self.nodes)

    def platform(self) -> str:
        """As SimGrid reads it. The latency of the machine is that of the longest way: two links of the flat cluster,
        four of the tree, in which two nodes of one switch are half as far apart."""
        m = self.machine
        links, shape = 2, ""
        if self.topology == FAT_TREE:
            leaf = self.leaf_nodes()
            if self.nodes % leaf:
                raise SimulationError(
                    f"{self.nodes} ranks do not fill switches of {leaf} nodes (a fat tree has them full) give a multiple"
                )
            links = 4
            shape = f' topology="FAT_TREE" topo_parameters="2;{leaf},{self.nodes // leaf};1,{min(self.up, leaf)};1,1"'
        return f"""<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="cluster" prefix="node-" suffix="" radical="0-{self.nodes - 1}" speed="1Gf"
           bw="{m.bandwidth:.6g}Bps" lat="{m.latency / links:.6g}s"{shape}/>
</platform>
"""

    def hosts(self) -> str:
        """A line for each rank."""
        return "".join(f"node-{k}\n" for k in range(self.nodes))


@dataclass(frozen=True)
class Calls:
    """What calls of the message library cost beside the messages: seconds, and bytes up to which none waits for its
    receiver."""

    test: float = 1e-9
    eager_bytes: int = 4096

    def settings(self, machine: Machine) -> list[str]:
        """Options of smpirun. The factors that SMPI has for Ethernet are left out: the machine's figures hold as they
        are."""
        message = f"0:{machine.overhead:.6g}:{machine.overhead_per_byte:.6g}"
        return [
            f"--cfg=smpi/os:{message}",
            f"--cfg=smpi/ois:{message}",
            f"--cfg=smpi/or:{message}",
            "--cfg=smpi/bw-factor:0:1",
            "--cfg=smpi/lat-factor:0:1",
            "--cfg=network/crosstraffic:no",
            "--cfg=network/weight-S:0",
            f"--cfg=smpi/test:{self.test:.6g}",
            f"--cfg=smpi/iprobe:{max(self.test, 1e-9):.6g}",
            "--cfg=smpi/grow-injected-times:no",
            "--cfg=smpi/wtime:1e-9",
            f"--cfg=smpi/async-small-thresh:{self.eager_bytes}",
            f"--cfg=smpi/send-is-detached-thresh:{self.eager_bytes}",
            "--cfg=smpi/allreduce:rdb",
            # Set-up is not timed: what takes few messages is soon simulated.
            "--cfg=smpi/allgather:bruck",
            "--cfg=smpi/allgatherv:GB",
            "--cfg=smpi/alltoall:bruck",
            "--cfg=smpi/barrier:ompi_bruck",
        ]
