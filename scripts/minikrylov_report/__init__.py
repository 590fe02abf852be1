"""Pictures and a page from results files of miniKrylov."""

from .environment import need as need


class UnreadableFileError(Exception):
    """A file that is not ours, damaged, or of another version."""
