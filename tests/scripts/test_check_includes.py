"""Includes point one way: findings of the check of the folder table."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import check_includes

TABLE = """
# a comment
low:
low/inner: low
high: low/inner  # and what that may include
"""


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def test_a_folder_may_include_what_stands_below_it(tmp_path: Path) -> None:
    write(tmp_path, "low/a.hpp", '#include "low/b.hpp"\n#include <vector>\n')
    write(tmp_path, "low/inner/c.hpp", '#include "low/a.hpp"\n')
    write(tmp_path, "high/d.cpp", '#include "low/inner/c.hpp"\n#include "low/a.hpp"\n')
    assert check_includes.findings(tmp_path, check_includes.read_layers(TABLE)) == []


def test_an_include_that_points_upwards_is_named(tmp_path: Path) -> None:
    write(tmp_path, "low/a.hpp", '  #  include "low/inner/c.hpp"\n')
    write(tmp_path, "low/inner/c.hpp", "\n")
    write(tmp_path, "low/inner/deeper/e.cpp", '#include "high/d.hpp"\n')
    assert check_includes.findings(tmp_path, check_includes.read_layers(TABLE)) == [
        "low/a.hpp includes low/inner/c.hpp (low may not include low/inner)",
        "low/inner/deeper/e.cpp includes high/d.hpp (low/inner may not include high)",
    ]


def test_a_table_that_points_upwards_is_refused() -> None:
    with pytest.raises(ValueError, match="low includes high"):
        check_includes.read_layers("low: high\nhigh:\n")


def test_the_table_covers_this_checkout() -> None:
    layers = check_includes.read_layers((check_includes.ROOT / check_includes.TABLE).read_text())
    assert {folder.split("/")[0] for folder in layers} >= {"kernels", "problems", "comm"}
    assert check_includes.findings(check_includes.ROOT, layers) == []
