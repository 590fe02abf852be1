"""Ramble and Benchpark: miniKrylov's acceptance run, and solves of one problem by several methods.

ramble repo add scripts/integration/ramble
"""

# Ramble's own applications import their directives like this
from ramble.appkit import *


class Minikrylov(ExecutableApplication):
    """miniKrylov measures CG and BiCGStab methods that avoid or hide communication, on CPUs and GPUs."""

    name = "minikrylov"

    tags("mini-app", "solver", "krylov", "cg", "bicgstab", "kokkos", "mpi", "openmp", "memory-bandwidth")

    executable("accept", "minikrylov accept --output accept.h5 {requirements}", use_mpi=True)
    executable(
        "solve",
        "minikrylov solve --problem {problem} --size {size} --method {methods} --reduction {reduction} --rhs {rhs}"
        " --output results.h5",
        use_mpi=True,
    )

    workload("accept", executables=["accept"])
    workload("solve", executables=["solve"])

    workload_variable("requirements", default="", description="--require FILE: requirements", workloads=["accept"])
    workload_variable("problem", default="poisson3d-27", description="minikrylov list problems", workloads=["solve"])
    workload_variable("size", default="128", description="grid points, N or NxNyxNz", workloads=["solve"])
    workload_variable("methods", default="pcg,pipecg", description="minikrylov list methods", workloads=["solve"])
    workload_variable("reduction", default="blocking", description="minikrylov list reductions", workloads=["solve"])
    workload_variable("rhs", default="1", description="right-hand sides solved together", workloads=["solve"])

    log = "{experiment_run_dir}/{experiment_name}.out"
    # The last line of an acceptance run; it does not change within a major version.
    verdict = r"^miniKrylov result is VALID, FOM (?P<number>\S+) (?P<unit>\S+)$"

    figure_of_merit("FOM", log_file=log, fom_regex=verdict, group_name="number", units="GB/s")
    success_criteria("valid", mode="string", match=verdict, file=log)
