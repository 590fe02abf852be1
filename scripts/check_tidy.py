"""Runs clang-tidy on all .cpp files as they are compiled together, except those that passed and have not changed."""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def closure(source):
    """The file and all project files that it includes, directly or indirectly."""
    found, waiting = set(), [source]
    while waiting:
        path = waiting.pop()
        if path in found or not path.exists():
            continue
        found.add(path)
        waiting += [base / name for name in INCLUDE.findall(path.read_text()) for base in (ROOT, path.parent)]
    return sorted(found)


def ours(entry):
    """The repository's files compiled by this step, without generated files."""
    folder = Path(entry["directory"]).resolve()
    return [path for path in closure(Path(entry["file"])) if folder not in path.resolve().parents]


def fingerprint(entry, version):
    """Hash of everything that affects the verdict on a file: checks, tool, compile command and all included files."""
    digest = hashlib.sha256()
    command = entry["command"].replace(entry["directory"], "").replace(str(ROOT), "")
    digest.update((version + command).encode() + (ROOT / ".clang-tidy").read_bytes())
    for path in ours(entry):
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()


def openmp_folder():
    """The folder of GCC's omp.h, which clang-tidy does not find by itself."""
    command = ["c++", "-print-file-name=include/omp.h"]
    return Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()).parent


def changed_files():
    """The .cpp files that differ from the last commit or are new."""
    command = ["git", "-C", str(ROOT), "status", "--porcelain", "--untracked-files=all"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return {ROOT / line[3:].split(" -> ")[-1] for line in lines}


def run_tidy(entry, folder, passed):
    """Findings on one file, each with its lines; empty if there are none. Passes are remembered."""
    extra = [f"-idirafter{openmp_folder()}", "-Wno-unknown-warning-option"]
    command = ["clang-tidy", "--quiet", "-p", str(folder), *(f"--extra-arg={e}" for e in extra), entry["file"]]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode == 0:
        passed.touch()
        return []
    start = re.compile(r"^(?=[^\s:][^:\n]*:\d+:\d+: (?:error|warning): )", re.MULTILINE)
    findings = [finding for finding in start.split(result.stdout) if finding.strip()]
    return findings or [f"{entry['file']}: {result.stderr}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="build folder with compile_commands.json")
    parser.add_argument("memory", type=Path, help="folder that remembers passes")
    parser.add_argument("--changed", action="store_true", help="only files that differ from the last commit")
    arguments = parser.parse_args()
    arguments.memory.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
    entries = {e["file"]: e for e in json.loads((arguments.folder / "compile_commands.json").read_text())}.values()
    # Generated files derive from files checked here, and may not exist yet.
    entries = [e for e in entries if any(path.suffix == ".cpp" for path in ours(e))]
    if arguments.changed:
        changed = changed_files()
        entries = [e for e in entries if changed.intersection(ours(e))]
    waiting = [(e, arguments.memory / fingerprint(e, version)) for e in entries]
    waiting = [(e, passed) for e, passed in waiting if not passed.exists()]
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        findings = list(pool.map(lambda w: run_tidy(w[0], arguments.folder, w[1]), waiting))
    # A header's finding recurs for every file that includes it; report it once.
    unique = list(dict.fromkeys(finding for group in findings for finding in group))
    print("".join(unique), end="")
    return 1 if unique else 0


if __name__ == "__main__":
    sys.exit(main())
