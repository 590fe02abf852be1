"""Checks that includes point one way only, by the table of folders in scripts/layers.txt."""

import re
import sys
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
TABLE = "scripts/layers.txt"
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)

Layers = dict[str, set[str]]


def read_layers(text: str) -> Layers:
    """Each folder and all folders that it may include, including itself; ValueError if the table points upwards."""
    layers: Layers = {}
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        folder, _, names = line.partition(":")
        below = names.split()
        unknown = [name for name in below if name not in layers]
        if unknown:
            raise ValueError(f"{TABLE}: {folder} includes {', '.join(unknown)} (not named above it) move the line down")
        layers[folder] = {folder}.union(*(layers[name] for name in below))
    return layers


def layer_of(path: PurePosixPath, layers: Layers) -> str | None:
    """The folder of the table to which a file belongs: the nearest one above it."""
    return next((str(folder) for folder in path.parents if str(folder) in layers), None)


def findings(root: Path, layers: Layers) -> list[str]:
    """One line per include that the table does not allow, and per file that it does not cover."""
    found = []
    rooms = sorted({folder.split("/")[0] for folder in layers})
    for source in sorted(path for room in rooms for path in (root / room).rglob("*.[ch]pp")):
        path = PurePosixPath(source.relative_to(root).as_posix())
        layer = layer_of(path, layers)
        if layer is None:
            found.append(f"{path} (its folder is not in {TABLE}) add it there")
            continue
        for name in INCLUDE.findall(source.read_text(encoding="utf-8")):
            target = layer_of(PurePosixPath(name), layers)
            if target not in layers[layer]:
                found.append(f"{path} includes {name} ({layer} may not include {target})")
    return found


def main() -> int:
    """Prints the findings; 1 if there are any."""
    found = findings(ROOT, read_layers((ROOT / TABLE).read_text(encoding="utf-8")))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
