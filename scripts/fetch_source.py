"""Downloads a source package as pip would, by pip's own configuration, without running anything from the package."""

import hashlib
import subprocess
import sys
from pathlib import Path


def fetch_by_finder(name, version):
    """The package's bytes, found and loaded by pip's own machinery (which may change: then None)."""
    try:
        from pip._internal.commands import create_command
        from pip._vendor.packaging.specifiers import SpecifierSet

        command = create_command("download")
        options, _ = command.parse_args(["--no-deps", "--no-binary", name, f"{name}=={version}"])
        with command.main_context():
            session = command.get_default_session(options)
            finder = command._build_package_finder(options, session)
            best = finder.find_best_candidate(name, SpecifierSet(f"=={version}")).best_candidate
            if best is None:
                return None
            address = best.link.url_without_fragment
            answer = session.get(address, headers={"Accept-Encoding": "identity"})
            answer.raise_for_status()
            return answer.content
    except (ImportError, AttributeError, TypeError, OSError) as problem:
        print(f"fetch_source.py: pip's finder did not work ({problem!r}), trying pip download", file=sys.stderr)
        return None


def fetch_by_download(name, version, folder):
    """The package's bytes by `pip download`, which also asks the package for its metadata."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", name, "--dest", folder]
    subprocess.run([*command, f"{name}=={version}"], check=True)
    return next(Path(folder).glob(f"{name}-{version}.tar.gz")).read_bytes()


def main(name, version, sha256, destination):
    """Writes the package to `destination` if its checksum is right; returns the exit code."""
    destination = Path(destination)
    content = fetch_by_finder(name, version) or fetch_by_download(name, version, destination.parent)
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        print(f"fetch_source.py: {name} {version} has sha256 {found}, not {sha256}: not used", file=sys.stderr)
        return 1
    destination.write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
