"""Plots and a report page from results files of miniKrylov."""

from .environment import need as need


def printable(text: object) -> str:
    """The text with control characters, which terminals obey, as escapes; names in foreign files may have any."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in str(text))


class PrintableError(Exception):
    """An error whose message may quote a foreign file."""

    def __str__(self) -> str:
        """The message, safe for a terminal."""
        return printable(super().__str__())


class UnreadableFileError(PrintableError):
    """A file that is not from miniKrylov, damaged, or of another version."""
