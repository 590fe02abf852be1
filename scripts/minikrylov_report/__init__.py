"""Plots and a report page from results files of miniKrylov."""

from .environment import need as need


class UnreadableFileError(Exception):
    """A file that is not from miniKrylov, damaged, or of another version."""
