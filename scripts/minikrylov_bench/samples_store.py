"""The samples of parts in a file, so that their rounds can be measured in pieces."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .targets import Samples


def load(file: Path | None) -> Samples:
    """What is in the file; nothing if there is none."""
    samples: Samples = defaultdict(list)
    if file is not None and file.exists():
        samples.update(json.loads(file.read_text()))
    return samples


def replace_text(file: Path, text: str) -> None:
    """Writes a file; what was there before stays until all is written."""
    part = file.with_name(file.name + ".part")
    part.write_text(text)
    part.replace(file)


def save(samples: Samples, file: Path | None) -> None:
    """Writes all of them, if there is a file."""
    if file is not None:
        replace_text(file, json.dumps(samples))
