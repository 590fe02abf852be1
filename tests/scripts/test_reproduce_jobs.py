"""Figures of jobs other than solve are drawn from their files."""

from __future__ import annotations

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
from minikrylov_reproduce import selvitopi
from minikrylov_reproduce.experiment import Job, cluster_study_of, study_of
from minikrylov_reproduce.overlap_figures import Time, over_ranks
from minikrylov_reproduce.papers import PAPERS, figures_of
from sample_results import write_run


def run(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPTS / "reproduce.py"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def draw(*words: object) -> None:
    """The same without another process, which would take as long as many drawings."""
    assert reproduce.reproduce(reproduce.arguments([*map(str, words)])) == 0


def sentence_in(folder: Path, name: str) -> str:
    """What a drawing has left for the page."""
    return (folder / f"{name}.txt").read_text(encoding="utf-8").partition("\n")[0]


def finished(folder: Path, name: str, there: bool, of: str = "") -> list[tuple[Job, Path]]:
    """A figure's jobs in two rounds, and where their files belong. `of`: the paper, if several have that name."""
    papers = (paper for paper in PAPERS if paper.name.startswith(of))
    paper = next(paper for paper in papers for figure in paper.figures if name in figure.names)
    figure = figures_of(paper, [name])[0]
    study = cluster_study_of(paper, figure, 2, 48) if there else study_of(paper, figure, 2)
    runs = folder / paper.name / figure.name / ("cluster/runs" if there else "runs")
    runs.mkdir(parents=True)
    return [(job, runs / f"{job.name}.h5") for job in study.runs if isinstance(job, Job)]


def write_merging(path: Path, seconds: dict[str, float]) -> None:
    """What `merging` leaves: the seconds of each group, in both places and with 1 and 4 right-hand sides."""
    kind = [("group", h5py.string_dtype()), ("place", h5py.string_dtype()), ("rhs", "i8"), ("seconds", "f8")]
    places = [(place, rhs) for place in ("memory", "cache") for rhs in (1, 4)]
    with h5py.File(path, "w") as file:
        write_run(file, "merging")
        rows = [(group, *place, took) for group, took in seconds.items() for place in places]
        file["merging/times"] = np.array(rows, dtype=kind)


def test_merged_updates_are_drawn(tmp_path: Path) -> None:
    for _, path in finished(tmp_path, "table-1", there=False):
        write_merging(path, {"separate": 1.25, "two-merged": 0.71, "three-merged": 0.71})
    done = run("krasnopolsky-2019", "figure-2", "--folder", tmp_path, "--redraw")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "krasnopolsky-2019/table-1/table-1.txt").read_text(encoding="utf-8")
    assert text.startswith("The shape agrees") and "1.76 times as fast in memory" in text
    assert text.partition("\n")[0].endswith("; rounds differ by 0%; on Test 9000, 1 core.")


def test_noise_of_every_benchmark_is_seen(tmp_path: Path) -> None:
    """Rounds of merged updates and of overlap that differ by two forbid a verdict as those of solves do."""
    for job, path in finished(tmp_path, "table-1", there=False):
        slow = 1.0 if job.name.endswith("round-1") else 2.0
        write_merging(path, {"separate": slow, "two-merged": 2 * slow, "three-merged": 3 * slow})
    for job, path in finished(tmp_path, "figure-14", there=False):
        slow = 1e-6 if job.name.endswith("round-1") else 2e-6
        modes = ("blocking", "nonblocking", "tests", "thread")
        write_overlap(path, job.ranks, [(mode, size, slow, 0.5) for mode in modes for size in (8, 2048)])
    done = run("krasnopolsky-2019", "table-1", "figure-14", "--folder", tmp_path, "--redraw")
    assert done.stdout.count("Too little is known to judge the shape (rounds differ by 100%)") == 2, done.stderr


def test_further_rounds_are_drawn(tmp_path: Path) -> None:
    """A figure of many rounds is drawn from all of them, whatever number the command that draws it names."""
    paper = next(paper for paper in PAPERS if paper.name.startswith("krasnopolsky-2019"))
    figure = figures_of(paper, ["figure-14"])[0]
    folder = tmp_path / paper.name / figure.name
    (folder / "runs").mkdir(parents=True)
    for job in study_of(paper, figure, 11).runs:
        (folder / "runs" / f"{job.name}.h5").touch()
    study = study_of(paper, figure, 3)
    found = reproduce.finished_runs(paper, figure, study, folder)
    assert len(found) == 11 * len(study.runs) / 3 and {path.stem for _, path in found} == {job.name for job, _ in found}


def write_overlap(path: Path, ranks: int, rows: list[tuple[str, int, float, float]]) -> None:
    """What `overlap` leaves: rows of mode, bytes, seconds and γ, all between the same ranks."""
    kind = [("mode", h5py.string_dtype()), ("tests", "i8"), ("ranks", "i8"), ("bytes", "i8")]
    kind += [(name, "f8") for name in ("communicating_seconds", "seconds", "gamma")]
    with h5py.File(path, "w") as file:
        write_run(file, "overlap", ranks=ranks, cores=1536)
        file["overlap/times"] = np.array(
            [
                (mode, 20 if mode == "tests" else 0, ranks, size, 1e-6, seconds, gamma)
                for mode, size, seconds, gamma in rows
            ],
            dtype=kind,
        )


def test_overlap_is_drawn_by_ranks(tmp_path: Path) -> None:
    modes = ("blocking", "nonblocking", "tests", "thread")
    for job, path in finished(tmp_path, "figure-14", there=True):
        gamma = 0.5 + job.ranks / 4000
        write_overlap(path, job.ranks, [(mode, size, 2e-6, gamma) for mode in modes for size in (8, 2048)])
    done = run("krasnopolsky-2019", "figure-14", "--folder", tmp_path, "--there")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "krasnopolsky-2019/figure-14/cluster/figure-14.png").exists()
    assert not (tmp_path / "krasnopolsky-2019/figure-14/figure-14.png").exists()
    assert "; on Test 9000, 16 to 1536 cores.\n" in done.stdout
    times = [Time("tests", 20, p, 8, 1, 1, p / 100) for p in (64, 16)]
    assert over_ranks(times) == {"MPI_Test at 20 points": [(16.0, 0.16), (64.0, 0.64)]}


HELD = "The shape agrees: 2 of 2 statements of the paper hold here; "
P2P, SUMS = "slides-p2p-overlap", "slides-allreduce-overlap"


@pytest.mark.parametrize(
    ("name", "there", "gammas", "slower", "words"),
    [
        # Without help 40, 30 and 10 % are hidden, and a thread makes all take three times as long.
        (P2P, False, (0.6, 0.7, 0.9), 3, HELD),
        (P2P, True, (0.6, 0.7, 0.9), 3, HELD),
        (P2P, False, (0.2, 0.4, 0.9), 3, 'not "20-50 % overlap efficiency" (here overlap of messages, median: 60)'),
        (P2P, False, (0.6, 0.7, 0.9), 1, 'not "a progress thread: great slowdown" (here exchange beside a thread'),
        (SUMS, False, (0.9, 1.1, 1.2), 3, HELD),
        (SUMS, True, (0.9, 1.1, 1.2), 3, HELD),
        (SUMS, False, (0.8, 0.9, 1.2), 3, 'not "0 % or negative overlap efficiency mostly" (here overlap of sums'),
        (SUMS, False, (0.9, 1.1, 1.2), 1, 'not "a progress thread: great slowdown" (here sum beside a thread'),
    ],
)
def test_overlap_of_the_slides_is_drawn(
    name: str, there: bool, gammas: tuple[float, ...], slower: float, words: str, tmp_path: Path
) -> None:
    sizes = (16, 4096, 65536) if name == P2P else (8, 2048, 65536)
    rows = [(mode, size, 2e-6, g) for mode in ("nonblocking", "tests") for size, g in zip(sizes, gammas, strict=True)]
    for size in sizes:
        rows += [("blocking", size, 2e-6, 1.0), ("thread", size, slower * 2e-6, 5.0)]
    rows.append(("nonblocking", 24, 2e-6, -9.0))  # of a size that is not shown
    for job, path in finished(tmp_path, name, there):
        write_overlap(path, job.ranks, rows)
    draw("krasnopolsky-medvedev", name, "--folder", tmp_path, "--there" if there else "--redraw")
    folder = tmp_path / "krasnopolsky-medvedev-2020" / name / ("cluster" if there else "")
    said = sentence_in(folder, name)
    assert words in said
    median, cores = 100 * (1 - gammas[1]), 896 if there else 2
    ending = f"rounds differ by 0%; on Test 9000, {cores} cores."
    assert said.endswith(f"here the median without help is {median:.0f} %; {ending}")
    assert (folder / f"{name}.png").stat().st_size > 10000


def test_without_a_progress_thread_the_slides_have_one_statement(tmp_path: Path) -> None:
    for job, path in finished(tmp_path, SUMS, there=False):
        write_overlap(path, job.ranks, [("blocking", 8, 2e-6, 1.0), ("nonblocking", 8, 2e-6, 1.5)])
    draw("krasnopolsky-medvedev", SUMS, "--folder", tmp_path, "--redraw")
    said = sentence_in(tmp_path / "krasnopolsky-medvedev-2020" / SUMS, SUMS)
    assert said.startswith("The shape agrees: 1 of 1 statements of the paper hold here; ")
    assert "here the median without help is -50 %" in said


@pytest.mark.parametrize(("damaged", "good"), [(P2P, SUMS), (SUMS, P2P)])
def test_other_figures_are_drawn_although_a_file_is_damaged(
    damaged: str, good: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for job, path in finished(tmp_path, good, there=False):
        write_overlap(path, job.ranks, [("blocking", 8, 2e-6, 1.0), ("nonblocking", 8, 2e-6, 0.7)])
    for _, path in finished(tmp_path, damaged, there=False):
        path.write_text("no longer HDF5", encoding="utf-8")
    words = ["krasnopolsky-medvedev", P2P, SUMS, "--folder", str(tmp_path), "--redraw"]
    assert reproduce.reproduce(reproduce.arguments(words)) == 1
    assert "cannot be read" in capsys.readouterr().err
    assert (tmp_path / "krasnopolsky-medvedev-2020" / good / f"{good}.png").exists()


def write_embed_study(path: Path, messages_of_three: int) -> None:
    """What `embed-study` leaves of 3 and 1000 ranks, whose sums take 2 and 10 steps."""
    # On 1000 ranks: messages, values, and speed-ups on XE6 and BlueGene/Q.
    schemes = {
        "CONV": (20, 50, 100, 100),
        "EMB": (10, 100, 150, 120),
        "EMB-KLF": (10, 80, 200, 150),
        "EMB-KLR": (10, 90, 180, 140),
    }
    lines = ["matrix,ranks,scheme,messages_maximum,values_average,machine,speedup"]
    for scheme, (messages, values, *speedups) in schemes.items():
        for machine, speedup in zip(("XE6", "BlueGene/Q"), speedups, strict=True):
            lines.append(f"cube,3,{scheme},{messages_of_three},{values},{machine},2.5")
            lines.append(f"cube,1000,{scheme},{messages},{values},{machine},{speedup}")
    path.write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize(
    ("messages_of_three", "words"),
    [
        (2, "The shape agrees: 6 of 6 statements of the paper hold here; "),
        (3, 'not "an exact bound on messages, for any number of processors" (here messages of EMB over log2 P rounded'),
    ],
)
def test_speedups_of_embedded_halos_are_drawn(messages_of_three: int, words: str, tmp_path: Path) -> None:
    for _, path in finished(tmp_path, "figure-5", there=False, of="selvitopi"):
        write_embed_study(path, messages_of_three)
    draw("selvitopi", "figure-5", "--folder", tmp_path, "--redraw")
    folder = tmp_path / "selvitopi-aykanat-2014/figure-5"
    said = sentence_in(folder, "figure-5")
    assert words in said
    # A prediction, whose sentence names no processor.
    assert said.endswith("on 1000 ranks EMB-KLF is predicted 2 (XE6) and 1.5 (BlueGene/Q) times as fast as CONV.")
    assert (folder / "figure-5.png").stat().st_size > 10000
    assert (folder / "figure-5.csv").exists()


def test_partitions_are_drawn(tmp_path: Path) -> None:
    for job, path in finished(tmp_path, "partitions", there=False):
        sent = 100 if job.options["partition"] == "graph" else 80
        lines = [f"XE6,{scheme},{ranks},{sent}" for scheme in ("CONV", "EMB-KLF") for ranks in (2, 4)]
        path.write_text("\n".join(["machine,scheme,ranks,values_average", *lines]), encoding="utf-8")
    done = run("selvitopi", "partitions", "--folder", tmp_path, "--redraw")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "selvitopi-aykanat-2014/partitions/partitions.txt").read_text(encoding="utf-8")
    assert "CONV sends -20% values" in text


def test_any_number_of_ranks_takes_the_steps_of_its_sum() -> None:
    ranks = [int(p) for p in selvitopi.RANKS.split(",")]
    assert {3, 6, 1000} <= set(ranks)
    assert selvitopi.steps_of({"messages_maximum": "10", "ranks": "1000"}) == 1.0
