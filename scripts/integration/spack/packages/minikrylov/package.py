"""Spack: how miniKrylov is built and tested.

spack repo add scripts/integration/spack && spack install minikrylov
"""

from pathlib import Path

from spack.package import *

# Spack's own packages import their directives like this


class Minikrylov(CMakePackage, CudaPackage, ROCmPackage):
    """A mini-app for Krylov methods that avoid or hide communication: CG and BiCGStab in every rearrangement."""

    # The checkout of this file.
    git = Path(__file__).resolve().parents[5].as_uri()

    version("main", branch="main")

    variant("mpi", default=True, description="Run on many ranks")
    variant("hdf5", default=True, description="Write results to HDF5")
    variant("openmp", default=True, description="Run on the cores of a host by OpenMP")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("kokkos@4.7:")
    depends_on("kokkos-kernels@4.4:")
    depends_on("kokkos+openmp", when="+openmp")
    depends_on("cli11@2:")
    depends_on("fmt@9:")
    depends_on("hwloc@2:")
    depends_on("mpi@3.1:", when="+mpi")
    depends_on("hdf5@1.10:~mpi", when="+hdf5")
    depends_on("catch2@3:", type="test")
    for arch in CudaPackage.cuda_arch_values:
        depends_on(f"kokkos+cuda cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")
    for target in ROCmPackage.amdgpu_targets:
        depends_on(f"kokkos+rocm amdgpu_target={target}", when=f"+rocm amdgpu_target={target}")
    conflicts("+cuda", when="+rocm", msg="only one kind of GPU at a time: choose +cuda or +rocm")

    def cmake_args(self):
        """Translates variants to CMake options."""
        return [
            self.define_from_variant("MINIKRYLOV_ENABLE_MPI", "mpi"),
            self.define_from_variant("MINIKRYLOV_ENABLE_HDF5", "hdf5"),
            self.define("MINIKRYLOV_ENABLE_TESTS", self.run_tests),
        ]

    def test_accept(self):
        """A trial acceptance run must reach its last line, which says why it is invalid."""
        try_it = ("accept", "--size", "12", "--time", "1", "--text", "accept.txt", "--force")
        found = self.spec["minikrylov"].command(*try_it, output=str, fail_on_error=False)
        line = found.strip().splitlines()[-1]
        if not line.startswith("miniKrylov result is INVALID: other size"):
            raise RuntimeError(f"the last line is {line!r}")

    def test_solve(self):
        """Solves a small system and checks the solution."""
        self.spec["minikrylov"].command("solve", "--size", "16", "--repetitions", "1")
