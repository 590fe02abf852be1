"""A small study, and a program that stands in for minikrylov in its runs."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from sample_results import solve, write_results

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"

STUDY = """
name = "small"
[common]
problem = "poisson3d-7"
method = ["pcg", "pipecg"]
detailed = true
[vary]
rhs = [1, 4]
ranks = [1, 2]
[launch]
command = "env STARTED_ON={ranks}"
[job]
cores-per-node = 1
"""

# Stands in for minikrylov: records that it was started, and leaves a results file like the program, unless told to fail
# or to be slow.
PROGRAM = """#!/bin/bash
folder=$(dirname "$0")
echo "$STARTED_ON $OMP_NUM_THREADS $*" >>"$folder/started"
output=${@: -1}
if [[ -e $folder/fail && $* == *"--rhs 4"* ]]; then exit 3; fi
if [[ -e $folder/slow && $* == *"--rhs 4"* ]]; then
  echo $$ >"$folder/waits"
  touch "$output.part-1-0" "$folder/waiting"
  sleep 60 &
  wait
fi
cp "$folder/sample.h5" "$output.tmp" && mv "$output.tmp" "$output"
"""


class Place:
    """A folder with a study and a program."""

    def __init__(self, folder: Path, study: str = STUDY) -> None:
        self.folder, self.study, self.program = folder, folder / "study.toml", folder / "program"
        self.study.write_text(study)
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)
        write_results(folder / "sample.h5", [solve("pcg")])

    @property
    def started(self) -> list[str]:
        """The arguments of each start of the program."""
        path = self.folder / "started"
        return path.read_text().splitlines() if path.exists() else []

    @property
    def words(self) -> list[str]:
        """The command that starts sweep.py here."""
        out = str(self.folder / "out")
        return [
            sys.executable,
            str(SCRIPTS / "sweep.py"),
            str(self.study),
            "--program",
            str(self.program),
            "--folder",
            out,
        ]

    def sweep(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs it to completion."""
        return subprocess.run([*self.words, *words], capture_output=True, text=True, check=False)

    def begin_slow(self) -> subprocess.Popen[str]:
        """A sweep that has reached a slow run."""
        (self.folder / "slow").touch()
        # A shell's background jobs ignore interrupts, and so would all that they start.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sweep = subprocess.Popen(self.words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not (self.folder / "waiting").exists():
            assert sweep.poll() is None, sweep.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.02)
        (self.folder / "slow").unlink()
        return sweep

    def files(self, pattern: str = "*") -> list[str]:
        """The files in the folder of the runs."""
        return sorted(path.name for path in (self.folder / "out/runs").glob(pattern))
