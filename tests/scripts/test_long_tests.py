"""Test cases that hide from usual runs are run by some test of CTest with the label `long`."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
WRITES_FILES = {"[.write-histories]"}  # run by hand, as the file that it writes says


def hidden_cases() -> set[tuple[str, str]]:
    """The folder of tests and the tag of each hidden test case."""
    return {
        (source.relative_to(TESTS).parts[0], tag)
        for source in TESTS.rglob("*.cpp")
        for tags in re.findall(r'TEST_CASE\((?:[^;{]*?),\s*"([^"]*\[\.[^"]*)"\)', source.read_text(encoding="utf-8"))
        for tag in re.findall(r"\[\.[^\]]*\]", tags)
        if tag not in WRITES_FILES
    }


def test_every_long_case_is_run_by_a_test_with_that_label() -> None:
    lists = (TESTS / "CMakeLists.txt").read_text(encoding="utf-8")
    registered = re.findall(r"^minikrylov_long_tests\((\w+) [1-9 ]+\)$", lists, re.MULTILINE)
    cases = hidden_cases()
    assert {("kernels", "[.long]"), ("miniapp", "[.long]")} <= cases
    assert cases == {(room, "[.long]") for room in registered}
