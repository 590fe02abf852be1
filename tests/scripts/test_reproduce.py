"""The papers' experiments: their runs, published numbers, verdicts, pictures, and what is refused."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("h5py")
pytest.importorskip("matplotlib")

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import h5py
import numpy as np
import reproduce
from minikrylov_report import style
from minikrylov_reproduce import ReproduceError, options, published, rounds, verdict
from minikrylov_reproduce.experiment import EMULATED, Figure, Job, Paper, Plan, cluster_study_of, interleaved, study_of
from minikrylov_reproduce.page import HEAD, beginning_of_row, listing, page
from minikrylov_reproduce.papers import PAPERS, figures_of, paper_of
from minikrylov_reproduce.verdict import Finding
from minikrylov_sweep.study import StudyError
from sample_predictions import write_prediction
from sample_results import solve, write_results

FIGURES = [
    pytest.param(paper, figure, id=f"{paper.name}-{figure.name}") for paper in PAPERS for figure in paper.figures
]
# The shape of what `minikrylov list options` prints.
TABLE = """{
 "solve": [
  {"name": "--problem", "kind": "text", "words": ["poisson2d-5", "poisson3d-7"]},
  {"name": "--size", "kind": "text"}, {"name": "--method", "kind": "list", "words": ["pcg", "pipecg"]},
  {"name": "--detailed", "kind": "flag"}
 ],
 "list": [ {"name": "", "kind": "choice", "words": ["options"]} ],
 "tune": []
}"""


def jobs_of(figure: Figure) -> list[Job]:
    return [job for plan in (*figure.plans, *figure.cluster) for job in plan.jobs()]


def program_in(folder: Path, sample: Path, table: str = TABLE) -> Path:
    """Stands in for minikrylov: prints a table of options, and leaves a copy of a results file."""
    program = folder / "program"
    (folder / "table.json").write_text(table)
    program.write_text(
        "#!/bin/bash\nset -euo pipefail\n"
        f'if [[ $1 == list ]]; then cat "{folder}/table.json"; exit; fi\n'
        f'echo "$*" >>"{folder}/started"\ncp "{sample}" "${{@: -1}}"\n'
    )
    program.chmod(0o755)
    return program


def run(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPTS / "reproduce.py"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("paper", "figure"), FIGURES)
def test_every_figure_has_distinct_runs(paper: Paper, figure: Figure) -> None:
    runs = study_of(paper, figure, 2).runs
    assert runs
    assert len({r.name for r in runs}) == len(runs)
    assert len(runs) == len(figure.plans and [j for p in figure.plans for j in p.jobs()]) * (
        1 + (not figure.deterministic)
    )
    there = [job for plan in figure.cluster for job in plan.jobs()]
    assert len(cluster_study_of(paper, figure, 1, 48).runs) == len(there)


@pytest.mark.parametrize(("paper", "figure"), FIGURES)
def test_what_is_published_can_be_read(paper: Paper, figure: Figure) -> None:
    section = published.read_published(paper.name).get(figure.name, {})
    assert not section or section["source"]
    table = published.table_of(section)
    assert all(math.isfinite(value) for value in table.values())
    for statement in published.statements_of(section):
        assert statement.fact and statement.says


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_every_section_belongs_to_a_figure(paper: Paper) -> None:
    names = [name for figure in paper.figures for name in figure.names]
    assert len(set(names)) == len(names)
    assert set(published.read_published(paper.name)) <= set(names)


@pytest.mark.parametrize(("paper", "figure"), FIGURES)
def test_the_program_knows_every_option(paper: Paper, figure: Figure) -> None:
    program = os.environ.get("MINIKRYLOV")
    if not program:
        pytest.skip("needs MINIKRYLOV")
    assert options.objections(jobs_of(figure), options.table_of(Path(program))) == []


def test_options_are_held_against_the_table() -> None:
    table = options.table_from(TABLE)
    assert options.objections(Plan({"problem": "poisson2d-5", "method": ["pcg"], "detailed": True}).jobs(), table) == []
    found = options.objections(Plan({"problem": "fe2d-9", "colour": 3, "method": ["pcg", "gmres"]}).jobs(), table)
    assert found == ["solve --problem has no fe2d-9", "solve has no --colour", "solve --method has no gmres"]
    assert options.objections(Plan({}, job="model predict").jobs(), table) == ["it has no job model predict"]
    with pytest.raises(ReproduceError, match="makes no sense"):
        options.table_from("[]")


def test_rounds_are_interleaved() -> None:
    order = [job.name.rpartition("_")[0][:6] for job in interleaved(Plan({}, {"size": [8, 9, 7]}).jobs(), 2)]
    assert order == ["size-8", "size-9", "size-7", "size-9", "size-7", "size-8"]
    with pytest.raises(StudyError):
        Plan({}, {"size": []}).jobs()


def test_words_begin_with_the_job() -> None:
    (job,) = Plan({"size": 8, "ranks": 2}, job="embed-study", extra={"ranks": "2,4"}).jobs()
    assert (job.ranks, job.words()) == (2, ["embed-study", "--size", "8", "--ranks", "2,4"])


def test_statements_have_bounds() -> None:
    entry = {"fact": "f", "says": "s"}
    (about,) = published.statements_of({"statements": [entry | {"about": 10}]})
    assert about.holds(5) and about.holds(20) and not about.holds(4.9) and not about.holds(math.inf)
    (both,) = published.statements_of({"statements": [entry | {"least": 1, "most": 2}]})
    assert both.holds(1) and not both.holds(2.1)
    for wrong in (entry, entry | {"colour": 1}):
        with pytest.raises(ReproduceError, match="is no statement"):
            published.statements_of({"statements": [wrong]})


def test_gaps_of_a_table_are_left_out() -> None:
    assert published.table_of({"columns": ["a", "b"], "rows": {"x": [1, math.nan]}}) == {("x", "a"): 1.0}


def test_verdicts_follow_from_numbers() -> None:
    same = {"a": (2.0, 20.0), "b": (3.0, 30.0), "c": (4.0, 40.0)}
    assert verdict.sentence(Finding(pairs=same), []).startswith("The shape agrees: 3 of 3 pairs")
    turned = {key: (1 / ours, theirs) for key, (ours, theirs) in same.items()}
    assert verdict.sentence(Finding(pairs=turned), []).startswith("The shape does not agree: 0 of 3 pairs")
    counts = verdict.sentence(Finding(pairs={"a": (4.0, 4.0), "b": (6.0, 9.0)}, compared=verdict.EXACT), [])
    assert counts == "The shape does not agree: 1 of 2 numbers are the same, b is off by -33%."
    predicted = verdict.sentence(Finding(pairs={"a": (1.01, 1.0)}, compared=verdict.ABSOLUTE), [])
    assert predicted.startswith("The shape agrees: the numbers differ by 1%")


def test_noise_forbids_a_verdict() -> None:
    finding = Finding(pairs={"a": (1.0, 1.0), "b": (2.0, 2.0)})
    assert verdict.sentence(finding, [], 0.02).endswith("rounds differ by 2%.")
    assert verdict.sentence(finding, [], 0.5).startswith(
        "Too little is known to judge the shape (rounds differ by 50%)"
    )
    assert "a single round" in verdict.sentence(finding, [], math.inf)


def test_further_rounds_may_be_disturbed() -> None:
    """Of three rounds all count; of seven the fastest and the slowest do not, as five hold the median with 7/8."""
    assert rounds.spread_of([1.0, 3.0, 2.0]) == pytest.approx(2.0)
    assert rounds.spread_of([9.0, 1.0, 1.1, 1.0, 1.2, 1.0, 0.1]) == pytest.approx(0.2)
    assert rounds.spread_of([9.0, 1.0, 9.0, 1.0, 1.0, 1.0, 1.0]) == pytest.approx(8.0)
    assert rounds.coverage(3, 0) == 0.75 and rounds.coverage(7, 1) == 7 / 8
    # Against throws of the median's coin: how often it is between the second and the sixth of seven.
    sorted_rounds = np.sort(np.random.default_rng(1).uniform(size=(20000, 7)), axis=1)
    held = np.mean((sorted_rounds[:, 1] < 0.5) & (sorted_rounds[:, 5] > 0.5))
    assert held == pytest.approx(7 / 8, abs=0.01)
    assert rounds.noise_of([]) is None and rounds.noise_of([[1.0], [2.0]]) == math.inf
    assert rounds.noise_of([[1.0, 1.1], [1.0, 2.0], [1.0, 1.3]]) == pytest.approx(0.3)


def test_failing_statements_are_named() -> None:
    statements = published.statements_of(
        {"statements": [{"fact": "f", "says": "large", "least": 2}, {"fact": "g", "says": "small", "most": 2}]}
    )
    words = verdict.sentence(Finding({"f": 1.0, "g": 1.0}), statements)
    assert words == 'The shape does not agree: 1 of 2 statements of the paper hold here, not "large" (here f: 1).'
    assert verdict.sentence(Finding(ours="x is fastest"), statements).startswith("Nothing in the paper's text")


def test_papers_are_found_by_their_beginning() -> None:
    assert paper_of("eller").name == "eller-gropp-2016"
    for name in ("knuth", "krasnopolsky"):
        with pytest.raises(ReproduceError, match="choose from"):
            paper_of(name)
    assert [figure.name for figure in figures_of(paper_of("krasnopolsky-2019"), ["figure-5", "figure-4"])] == [
        "figure-4"
    ]
    assert figures_of(paper_of("krasnopolsky-2019"), ["figure-2"])[0].name == "table-1"
    with pytest.raises(ReproduceError, match="from a profiler"):
        figures_of(paper_of("nakajima"), ["figure-13"])


def test_the_list_names_what_cannot_be_run() -> None:
    text = listing(PAPERS)
    for paper in PAPERS:
        assert paper.name in text
        assert all(reason in text for reason in paper.missing.values())
    assert run("list").stdout.strip() == text


def test_the_page_has_all_figures(tmp_path: Path) -> None:
    paper = PAPERS[0]
    figure = paper.figures[0]
    (tmp_path / paper.name / figure.name).mkdir(parents=True)
    (tmp_path / paper.name / figure.name / f"{figure.name}.txt").write_text("A | sentence.\nmore\n")
    text = page(PAPERS, tmp_path)
    assert "A \\| sentence. |" in text
    assert "more" not in text.splitlines()
    assert all(beginning_of_row(figure) in text for paper in PAPERS for figure in paper.figures)


def test_the_kept_page_begins_like_a_new_one() -> None:
    assert (SCRIPTS / "reproduce.md").read_text(encoding="utf-8").startswith(HEAD), "scripts/reproduce.py page"


@pytest.mark.parametrize(("paper", "figure"), FIGURES)
def test_the_kept_page_is_of_these_figures(paper: Paper, figure: Figure) -> None:
    kept = (SCRIPTS / "reproduce.md").read_text(encoding="utf-8")
    rows = [line for line in kept.splitlines() if line.startswith(beginning_of_row(figure))]
    assert len(rows) == 1, "run the figure, and then scripts/reproduce.py page"
    said = rows[0].removeprefix(beginning_of_row(figure))
    assert not said.startswith("Not run yet")
    section = published.read_published(paper.name).get(figure.name, {})
    if published.statements_of(section) or section.get("rows"):
        assert not said.startswith("Nothing in the paper's text"), "its words are newer than this sentence"


def test_a_table_is_run_and_drawn(tmp_path: Path) -> None:
    def method(name: str, formulation: str) -> dict[str, object]:
        return solve(name, formulation=formulation, vectors_read=14.0, vectors_written=4.0)

    figure = figures_of(PAPERS[0], ["table-2"])[0]
    study = study_of(PAPERS[0], figure, 1)
    for job in study.runs:
        path = tmp_path / PAPERS[0].name / figure.name / "runs" / f"{job.name}.h5"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_results(path, [method(name, job.options["formulation"]) for name in job.options["method"]])
    done = run("krasnopolsky-2019", "table-2", "--folder", tmp_path, "--redraw")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / PAPERS[0].name / figure.name
    assert (folder / "table-2.png").stat().st_size > 10000
    text = (folder / "table-2.txt").read_text(encoding="utf-8")
    assert text.startswith("The shape ") and "numbers are the same" in text and "Table 2" in text
    assert "bicgstab merged, read: 14 here, 14 there" in text


def sample_of(method: str, job: Job) -> dict[str, object]:
    """A solve with everything that drawings look at; each job has another time."""
    seconds = 1e-3 * (1 + sum(map(ord, job.series + method)) % 7)
    names = ("formulation", "preconditioner", "format", "ordering", "overlap", "reduction", "progress", "rhs")
    known = {name: job.options[name] for name in names if name in job.options}
    times = {f"solve_seconds_{what}": 21.5 * seconds for what in ("minimum", "median", "maximum", "low", "high")}
    times |= {"solve_seconds_coverage": 0.9, "seconds_per_iteration_coverage": 0.99}
    if "matrix-precision" in job.options:
        times |= {"iteration_penalty": 1.1, "seconds_in_double": 20 * seconds}
    if "detailed" in job.options:
        times["iteration_seconds_of_ranks"] = np.linspace(0.5, 1, 20).reshape(2, 10) * seconds
    counts = {"vectors_read": 14.0, "vectors_written": 4.0, "reductions_started": 2.0, "hidden_rows": 900}
    counts |= {"nonzeros": 7000, "bytes_per_iteration": 1e6, "working_set_bandwidth": 80e9}
    chunk = {"chunk_rows": job.options["chunk-rows"]} if "chunk-rows" in job.options else {}
    return solve(method, seconds, **known, **times, **counts, **chunk, ranks=min(job.ranks, 2), threads=job.threads)


SOLVED = [
    pytest.param(paper, figure, there, id=f"{paper.name}-{figure.name}-{'there' if there else 'here'}")
    for paper in PAPERS
    for figure in paper.figures
    for there in (False, True)
    if (plans := figure.cluster if there else figure.plans) and all(plan.job == "solve" for plan in plans)
]


@pytest.mark.parametrize(("paper", "figure", "there"), SOLVED)
def test_all_measured_figures_are_drawn(paper: Paper, figure: Figure, there: bool, tmp_path: Path) -> None:
    study = cluster_study_of(paper, figure, 1, 48) if there else study_of(paper, figure, 1)
    folder = tmp_path / paper.name / figure.name
    shown = folder / "cluster" if there else folder
    (shown / "runs").mkdir(parents=True)
    for place, job in enumerate(study.runs):
        assert isinstance(job, Job)
        path = shown / "runs" / f"{job.name}.h5"
        write_results(path, [sample_of(method, job) for method in job.options["method"]])
        with h5py.File(path, "r+") as file:
            file["problem"].attrs["nonzeros_per_row"] = 5.0 + 4 * place
    style.set_up()
    words = reproduce.draw(paper, figure, study, shown, there)
    assert re.search(r"; on Test 9000, [^;]*(core|rank)s?\.$", words) if figure.measured else "Test 9000" not in words
    assert words.endswith(".") and (shown / f"{figure.name}.png").exists()
    text = (shown / f"{figure.name}.txt").read_text(encoding="utf-8")
    assert ("EMULATED" in text) == (figure.kind == EMULATED and not there)


def test_missing_runs_are_run_once(tmp_path: Path) -> None:
    sample = write_results(tmp_path / "sample.h5", [solve("bicgstab", rows=1000)])
    names = "problem size method preconditioner formulation fixed-iterations repetitions reduction"
    predicting = "machine problem size method nodes formulation gamma data"
    known = json.dumps(
        {
            "solve": [{"name": f"--{name}"} for name in names.split()],
            "model predict": [{"name": f"--{name}"} for name in predicting.split()],
        }
    )
    program = program_in(tmp_path, sample, known)
    words = ["krasnopolsky-2019", "figure-4", "--folder", tmp_path / "out", "--program", program, "--launch", "env"]
    done = run(*words, "--rounds", 2)  # the sample has one method only, so that nothing can be drawn
    assert done.returncode == 2 and "cannot be drawn (its results lack something" in done.stderr
    started = (tmp_path / "started").read_text().splitlines()
    plan = [job for part in figures_of(PAPERS[0], ["figure-4"])[0].plans for job in part.jobs()]
    assert len(started) == 2 * len(plan)
    run(*words, "--rounds", 2)
    assert (tmp_path / "started").read_text().splitlines() == started
    jobs = list((tmp_path / "out/krasnopolsky-2019/figure-4/cluster").glob("*.slurm.sh"))
    assert jobs and "srun" in jobs[0].read_text()


def test_job_scripts_alone(tmp_path: Path) -> None:
    sample = write_results(tmp_path / "sample.h5", [solve("pcg")])
    program = program_in(tmp_path, sample)
    done = run("nakajima", "figure-11", "--folder", tmp_path, "--program", program, "--no-run", "--job", "pjm")
    assert done.returncode == 2  # the table of this program lacks most options
    assert "solve --problem has no elasticity3d" in done.stderr


def test_commands_are_shown(tmp_path: Path) -> None:
    done = run("selvitopi", "figure-5", "--folder", tmp_path, "--show", "--program", "/minikrylov")
    assert "/minikrylov embed-study --problem poisson3d-7" in done.stdout
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["knuth"], "no such paper"),
        (["eller", "figure-99"], "no such figure"),
        (["eller", "--redraw"], "has no finished run"),
        (["eller", "--rounds", "0"], "nothing would run"),
        (["eller", "--program", "/nowhere"], "cannot be started"),
    ],
)
def test_what_is_not_possible_is_refused(tmp_path: Path, words: list[str], why: str) -> None:
    done = run(*words, "--folder", tmp_path)
    assert why in done.stderr
    assert done.returncode == (2 if words[-1] != "--redraw" else 1)


@pytest.mark.parametrize("there", [False, True])
def test_basic_formulations_have_lines_of_the_model(there: bool, tmp_path: Path) -> None:
    paper = PAPERS[0]
    figure = figures_of(paper, ["figure-5"])[0]
    study = cluster_study_of(paper, figure, 1, 48) if there else study_of(paper, figure, 1)
    folder = tmp_path / paper.name / figure.name
    shown = folder / "cluster" if there else folder
    (shown / "runs").mkdir(parents=True)
    predicted = [job for job in study.runs if isinstance(job, Job) and job.job == ("model", "predict")]
    assert [job.options["formulation"] for job in predicted] == ["basic"]
    for job in study.runs:
        assert isinstance(job, Job)
        path = shown / "runs" / f"{job.name}.h5"
        if job in predicted:
            curves = [
                {"method": method, "data": data, "seconds": [1.5 - 0.5 * place, 0.1, 0.01 * (1 + place)]}
                for place, method in enumerate(job.options["method"])
                for data in str(job.options["data"]).split(",")
            ]
            write_prediction(path, curves)
        else:
            write_results(path, [sample_of(method, job) for method in job.options["method"]])
    style.set_up()
    words = reproduce.draw(paper, figure, study, shown, there)
    # The second method is pipebicgstab: 1.0 over 1.5 s on one node, 0.02 over 0.01 s on most.
    assert "0.67 times as long as bicgstab on one node of Lomonosov, 2.00 times on 128" in words
    assert (shown / "figure-4.png").stat().st_size > 10000
