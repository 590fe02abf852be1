"""The papers' experiments: their runs, their published numbers, pictures of both, and whether the shapes agree."""


class ReproduceError(Exception):
    """An experiment that cannot be run or drawn: "problem (why) what to do"."""
