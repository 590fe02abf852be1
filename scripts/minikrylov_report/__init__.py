"""Pictures and a page from results files of miniKrylov."""

import sys
from importlib.util import find_spec


class UnreadableFileError(Exception):
    """A file that is not ours, damaged, or of another version."""


def need(*modules: str) -> None:
    """Ends the script with an advice unless Python finds these modules."""
    if missing := [name for name in modules if find_spec(name) is None]:
        sys.exit(
            f"{', '.join(missing)} not found by {sys.executable} (this script needs it) run scripts/setup.sh --reports, "
            "and start the script with /usr/bin/python3 if another Python comes first"
        )
