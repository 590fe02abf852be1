"""Simulated clusters: machines as platforms of SimGrid, runs of the program on them, studies and their pictures."""


class SimulationError(Exception):
    """A simulation that is not possible, or that failed: "problem (why) what to do"."""
