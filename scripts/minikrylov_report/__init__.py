"""Pictures and a page from results files of miniKrylov."""

import sys
from importlib.util import find_spec

if missing := [name for name in ("h5py", "numpy", "matplotlib") if find_spec(name) is None]:
    sys.exit(
        f"{', '.join(missing)} not found by {sys.executable} (reports need it) run scripts/setup.sh --reports, and start "
        "this script with /usr/bin/python3 if another Python comes first"
    )
