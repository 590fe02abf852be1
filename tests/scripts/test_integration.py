"""Integrations with other tools: their files load, and their patterns match the acceptance run's last line."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "scripts/integration"
REFRAME = FOLDER / "reframe/minikrylov_accept.py"
RAMBLE = FOLDER / "ramble/applications/minikrylov/application.py"
SPACK = FOLDER / "spack/packages/minikrylov/package.py"
VALID = "miniKrylov result is VALID, FOM 12.5 GB/s"
INVALID = "miniKrylov result is INVALID: emulated latency"


class Directives(ModuleType):
    """A module in which every name is a directive that records its calls."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def offer(self, *names: str) -> Directives:
        for name in names:
            setattr(self, name, self.note(name))
        return self

    def note(self, name: str) -> Any:
        def directive(*words: Any, **options: Any) -> Any:
            self.calls.append((name, words, options))
            # As a decorator it returns what it decorates unchanged.
            return words[0] if words and callable(words[0]) else lambda decorated=None: decorated

        return directive

    def of(self, name: str) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
        return [(words, options) for called, words, options in self.calls if called == name]


def load(path: Path, modules: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    return runpy.run_path(str(path))


def test_reframe(monkeypatch: pytest.MonkeyPatch) -> None:
    rfm = Directives("reframe").offer("simple_test")
    rfm.RunOnlyRegressionTest = object  # type: ignore[attr-defined]
    builtins = Directives("reframe.core.builtins").offer("run_after", "run_before", "sanity_function", "variable")
    sanity = ModuleType("reframe.utility.sanity")
    utility = ModuleType("reframe.utility")
    utility.sanity = sanity  # type: ignore[attr-defined]
    modules = {
        "reframe": rfm,
        "reframe.core": ModuleType("reframe.core"),
        "reframe.core.builtins": builtins,
        "reframe.utility": utility,
        "reframe.utility.sanity": sanity,
    }
    names = load(REFRAME, modules, monkeypatch)
    found = re.search(names["VALID"], f"anything\n{VALID}\n", re.MULTILINE)
    assert found is not None
    assert (float(found["number"]), found["unit"]) == (12.5, "GB/s")
    assert re.search(names["VALID"], INVALID, re.MULTILINE) is None
    why = re.search(names["INVALID"], INVALID, re.MULTILINE)
    assert why is not None
    assert why["reasons"] == "emulated latency"


def test_ramble(monkeypatch: pytest.MonkeyPatch) -> None:
    appkit = Directives("ramble.appkit").offer(
        "tags", "executable", "workload", "workload_variable", "figure_of_merit", "success_criteria"
    )
    appkit.ExecutableApplication = object  # type: ignore[attr-defined]
    load(RAMBLE, {"ramble": ModuleType("ramble"), "ramble.appkit": appkit}, monkeypatch)
    ((_, fom),) = appkit.of("figure_of_merit")
    found = re.match(fom["fom_regex"], VALID)
    assert found is not None
    assert found[fom["group_name"]] == "12.5"
    ((_, success),) = appkit.of("success_criteria")
    assert re.match(success["match"], VALID)
    assert not re.match(success["match"], INVALID)
    # Each variable of a command has a default in the workload that runs it.
    variables = {words[0]: options["workloads"] for words, options in appkit.of("workload_variable")}
    for words, _ in appkit.of("executable"):
        for name in re.findall(r"\{(\w+)\}", words[1]):
            assert variables[name] == [words[0]]


def test_spack(monkeypatch: pytest.MonkeyPatch) -> None:
    package = Directives("spack.package").offer("version", "variant", "depends_on", "conflicts")
    package.CMakePackage = type("CMakePackage", (), {})  # type: ignore[attr-defined]
    package.CudaPackage = type("CudaPackage", (), {"cuda_arch_values": ("90",)})  # type: ignore[attr-defined]
    package.ROCmPackage = type("ROCmPackage", (), {"amdgpu_targets": ("gfx90a",)})  # type: ignore[attr-defined]
    names = load(SPACK, {"spack": ModuleType("spack"), "spack.package": package}, monkeypatch)
    assert (Path(names["Minikrylov"].git.removeprefix("file://")) / "CMakeLists.txt").exists()
    options = (FOLDER.parents[1] / "CMakeLists.txt").read_text(encoding="utf-8")
    text = SPACK.read_text(encoding="utf-8")
    for option in re.findall(r'"(MINIKRYLOV_\w+)"', text):
        assert f"option({option} " in options
    # The acceptance run is a trial, and its last line is checked.
    package_type = names["Minikrylov"]
    for line, accepted in (
        (f"anything\n{INVALID}\n", False),
        ("miniKrylov result is INVALID: other size (12)\n", True),
    ):
        command = type("Command", (), {"__call__": lambda *_, line=line, **__: line})()
        package_of = type("Package", (), {"spec": {"minikrylov": type("Spec", (), {"command": command})}})()
        if accepted:
            package_type.test_accept(package_of)
        else:
            with pytest.raises(RuntimeError, match="emulated latency"):
                package_type.test_accept(package_of)
    # The package depends on everything that CMake looks for.
    needed = " ".join(words[0] for words, _ in package.of("depends_on"))
    for name in ("kokkos@4.7:", "kokkos-kernels", "cli11", "fmt", "hwloc", "mpi", "hdf5", "catch2"):
        assert name in needed
