"""The lessons of miniapp/methods/README.md, and their jobs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Job:
    """One run of the program with a number of ranks; `file` is its results file."""

    ranks: int
    command: str
    file: str

    @property
    def words(self) -> list[str]:
        """The program's arguments, without --output."""
        return self.command.split()

    def text(self) -> str:
        """The command that a student types to run it without a plot."""
        return f"{f'MINIKRYLOV_RANKS={self.ranks} ' if self.ranks > 1 else ''}scripts/run.sh {self.command}"


@dataclass(frozen=True)
class Lesson:
    """A question, the jobs that answer it, and the function in drawing.py that plots the answer."""

    number: int
    title: str
    picture: str
    jobs: tuple[Job, ...]


def solves(ranks: int, command: str, values: str, name: str) -> tuple[Job, ...]:
    """One job per word of `values`, which replaces {} in the command."""
    return tuple(Job(ranks, command.format(value), f"{name}-{value}.h5") for value in values.split())


REDUCTION = "solve --problem poisson2d-5 --size {} --method pcg --fixed-iterations 50 --emulate-latency 300us"
MERGING = (
    "solve --problem poisson2d-5 --size 1600 --method pcg,cg-chronopoulos-gear,pipecg --fixed-iterations 6 --repetitions 3 "
    "--formulation {}"
)
ONE_SUM = (
    "solve --problem poisson2d-5 --size 64 --method pcg,cg-chronopoulos-gear --fixed-iterations 50 --emulate-latency {}"
)
HIDING = (
    "solve --problem poisson3d-27 --size 40 --method pcg,cg-chronopoulos-gear,pipecg --fixed-iterations 30 "
    "--reduction nonblocking --emulate-latency 500us"
)
ACCURACY = (
    "solve --problem poisson2d-5 --size 192 --method pcg,cg-chronopoulos-gear,pipecg,pipecg-rr --fixed-iterations 800 "
    "--repetitions 1 --detailed"
)
COLOURS = "solve --problem poisson3d-fvm --size 40 --method pcg {}"
HALO = (
    "solve --problem poisson3d-27 --size 48 --method pcg --fixed-iterations 30 --ordering interior-first "
    "--emulate-latency 500us --overlap {}"
)
MODEL = (
    "model predict --machine blue-waters --problem poisson2d-5 --size 1000 --nodes 100000 "
    "--data by-size --gamma 0.3 --method pcg,cg-chronopoulos-gear,pipecg"
)

AVOIDING = (
    "solve --problem poisson2d-5 --size 64 --method pcg,pipecg,ca-pcg --s-step 4 --fixed-iterations 48 "
    "--reduction nonblocking --emulate-latency {}"
)
BASES = "solve --problem poisson2d-5 --size 64 --method ca-cg --rtol 1e-8 --repetitions 1 --s-step {} --basis {}"
POWERS = "solve --problem poisson3d-7 --size 96 --method ca-cg --fixed-iterations 24 --s-step {}"

LESSONS = {
    lesson.number: lesson
    for lesson in (
        Lesson(1, "What a reduction costs", "cost_of_a_sum", solves(2, REDUCTION, "512 128 32", "lesson-1")),
        Lesson(2, "Merging", "merging", solves(1, MERGING, "basic merged", "lesson-2")),
        Lesson(
            3, "One reduction instead of two", "latencies", solves(2, ONE_SUM, "100us 300us 600us", "lesson-3")
        ),
        Lesson(4, "Hiding it", "two_iterations", (Job(2, HIDING, "lesson-4.h5"),)),
        Lesson(5, "What it costs in accuracy", "accuracy", (Job(1, ACCURACY, "lesson-5.h5"),)),
        Lesson(
            6,
            "Preconditioners and colouring",
            "colouring",
            tuple(
                Job(1, COLOURS.format(options), f"lesson-6-{name}.h5")
                for name, options in (
                    ("jacobi", "--preconditioner jacobi"),
                    ("natural", "--preconditioner ic0 --ordering natural"),
                    ("red-black", "--preconditioner ic0 --ordering red-black"),
                    ("multicolour", "--preconditioner ic0 --ordering multicolour"),
                )
            ),
        ),
        Lesson(7, "Hiding the halo", "two_iterations", solves(2, HALO, "none static", "lesson-7")),
        Lesson(8, "Reading a model and deciding", "decision", (Job(1, MODEL, "lesson-8.h5"),)),
        Lesson(
            9,
            "Avoiding instead of hiding",
            "avoiding",
            solves(2, AVOIDING, "100us 300us 600us", "lesson-9")
            + tuple(
                Job(1, BASES.format(s, basis), f"lesson-9-{basis}-{s}.h5")
                for basis in ("monomial", "chebyshev")
                for s in (2, 4, 8, 16)
            ),
        ),
        Lesson(10, "The matrix in cache", "powers", solves(1, POWERS, "1 2 4 8", "lesson-10")),
    )
}
