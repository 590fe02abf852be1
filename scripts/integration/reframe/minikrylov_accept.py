"""ReFrame: the acceptance run, its validity and its figure of merit.

reframe -c scripts/integration/reframe/minikrylov_accept.py -r -S minikrylov=/path/to/minikrylov
"""

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import run_after, run_before, sanity_function, variable

# The last line of an acceptance run; it does not change within a major version.
VALID = r"^miniKrylov result is VALID, FOM (?P<number>\S+) (?P<unit>\S+)$"
INVALID = r"^miniKrylov result is INVALID: (?P<reasons>.*)$"


@rfm.simple_test
class MinikrylovAccept(rfm.RunOnlyRegressionTest):
    """miniKrylov's acceptance run on all cores of its nodes."""

    descr = "miniKrylov: CG and BiCGStab, accepted or not"
    valid_systems = ["*"]  # noqa: RUF012
    valid_prog_environs = ["*"]  # noqa: RUF012
    minikrylov = variable(str, value="minikrylov")
    requirements = variable(str, value="")
    signed_by = variable(str, value="ReFrame")
    nodes = variable(int, value=1)
    threads = variable(int, value=1)
    tags = {"performance", "acceptance"}  # noqa: RUF012

    @run_after("setup")
    def set_layout(self):
        """One rank per `threads` cores, with all cores in use."""
        cores = self.current_partition.processor.num_cores or self.threads
        self.num_tasks_per_node = max(1, cores // self.threads)
        self.num_tasks = self.nodes * self.num_tasks_per_node
        self.num_cpus_per_task = self.threads
        self.executable = self.minikrylov
        self.executable_opts = [
            "accept",
            "--output",
            "accept.h5",
            "--text",
            "accept.txt",
            "--signed-by",
            self.signed_by,
        ]
        if self.requirements:
            self.executable_opts += ["--require", self.requirements]
        self.env_vars = {"OMP_NUM_THREADS": self.threads, "OMP_PROC_BIND": "close", "OMP_PLACES": "cores"}
        self.keep_files = ["accept.h5", "accept.txt"]

    @sanity_function
    def is_valid(self):
        """The last line says whether the result is valid; if not, it says why."""
        return sn.all(
            [sn.assert_not_found(INVALID, self.stdout), sn.assert_found(VALID, self.stdout, "no verdict found")]
        )

    @run_before("performance")
    def set_figure_of_merit(self):
        """The number in the last line, in the unit that follows it."""
        unit = sn.evaluate(sn.extractsingle(VALID, self.stdout, "unit"))
        number = sn.extractsingle(VALID, self.stdout, "number", float)
        self.perf_variables = {"figure_of_merit": sn.make_performance_function(number, unit)}
