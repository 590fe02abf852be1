"""A Python for the scripts: this one, the system's, or a private environment in the cache, with locked versions.

python3 scripts/minikrylov_report/environment.py prepares it and prints its path."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
REQUIREMENTS = SCRIPTS / "requirements.txt"
MODULES = ("h5py", "matplotlib", "numpy")
# Set in a script that has been restarted, so that it is not restarted again.
STARTED_AGAIN = "MINIKRYLOV_SCRIPT_STARTED_AGAIN"


class NoEnvironmentError(Exception):
    """No Python has the modules that the scripts need, and none could be created."""


def cache_folder() -> Path:
    """The same cache as in scripts/common.sh."""
    if own := os.environ.get("MINIKRYLOV_CACHE"):
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "minikrylov"


def has_modules(python: Path | str) -> bool:
    """Whether a Python can import everything that the scripts need."""
    try:
        found = subprocess.run([str(python), "-c", f"import {', '.join(MODULES)}"], capture_output=True, check=False)
    except OSError:
        return False
    return found.returncode == 0


def own_python() -> Path:
    """The Python of the environment in the cache, created on first use. Raises NoEnvironmentError."""
    key = hashlib.sha256(REQUIREMENTS.read_bytes() + f"{sys.version} {sys.executable}".encode()).hexdigest()[:16]
    folder = cache_folder() / f"python-{key}"
    python, complete = folder / "bin" / "python3", folder / ".complete"
    if complete.exists():
        return python
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / f"python-{key}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not complete.exists():
            print(f"Installing {', '.join(MODULES)} into {folder} (once)", file=sys.stderr)
            make_environment(folder, python)
            complete.touch()
    return python


def make_environment(folder: Path, python: Path) -> None:
    """Creates the environment and installs the locked versions. Raises NoEnvironmentError."""
    shutil.rmtree(folder, ignore_errors=True)
    try:
        venv.create(folder, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoEnvironmentError(f"{sys.executable} cannot create an environment: {error}") from error
    pip = [str(python), "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--requirement", str(REQUIREMENTS)]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NoEnvironmentError(f"pip failed: {done.stderr.strip()}")


def suitable_python() -> Path:
    """A Python with all modules: this one, the system's (used by apt), or our own. Raises NoEnvironmentError."""
    for python in (sys.executable, "/usr/bin/python3"):
        if has_modules(python):
            return Path(python)
    return own_python()


def need(*modules: str) -> None:
    """Restarts the script with a Python that has these modules, unless this one has them."""
    missing = [name for name in modules if find_spec(name) is None]
    if not missing:
        return
    advice = f"{', '.join(missing)} not found by {sys.executable} (this script needs it) run scripts/setup.sh --reports"
    script = Path(sys.argv[0])
    if STARTED_AGAIN in os.environ or not script.is_file() or SCRIPTS not in script.resolve().parents:
        sys.exit(advice)
    try:
        python = str(suitable_python())
    except NoEnvironmentError as error:
        sys.exit(f"{advice}, or install it yourself: {error}")
    sys.stdout.flush()
    os.environ[STARTED_AGAIN] = "1"
    os.execv(python, [python, *sys.argv])


if __name__ == "__main__":
    try:
        print(suitable_python())
    except NoEnvironmentError as failure:
        sys.exit(f"environment.py: {failure}")
