"""Studies of simulated clusters: their points, the files that these are kept in, pictures and pages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import simulate
from minikrylov_simulate import SimulationError, drawing, machines, page, running, studies
from minikrylov_simulate.points import MODELLED, SIMULATED, Point, PointFile, from_csv, read_points
from sample_simulator import SETTING, TEXT, FakeSimulator


def point(source: str, method: str, ranks: int, seconds: float, variant: str = studies.OURS) -> Point:
    return Point(source, "poisson2d-5 64x64", method, variant, ranks, seconds)


def piece(*points: Point, fails: bool = False) -> studies.Piece:
    """A run with these points. It counts as an error to run it again."""
    left = [list(points)]

    def ask(_: running.Simulator) -> list[Point]:
        if fails:
            raise SimulationError("it hung")
        return left.pop()

    return studies.Piece("a run", tuple(p.key for p in points), ask)


def test_a_study_continues_with_what_its_file_does_not_have(tmp_path: Path) -> None:
    first, second = point(SIMULATED, "pcg", 16, 1.25e-5), point(MODELLED, "pipecg", 64, 3e-6)
    asked = [piece(first), piece(second)]
    assert simulate.work_off(asked[:1], PointFile(tmp_path / "s.csv", "scaling", "cluster"), FakeSimulator(0)) == []
    file = PointFile(tmp_path / "s.csv", "scaling", "cluster")
    assert simulate.work_off(asked, file, FakeSimulator(0)) == []  # the first one would have no points left
    assert read_points(file.path) == ("scaling", "cluster", [first, second])
    assert file.path.read_text().splitlines()[2:] == [
        "simulated,poisson2d-5 64x64,pcg,point-to-point,16,1.25e-05",
        "modelled,poisson2d-5 64x64,pipecg,point-to-point,64,3e-06",
    ]


def test_points_are_in_the_file_before_the_next_run_begins(tmp_path: Path) -> None:
    file = PointFile(tmp_path / "s.csv", "scaling", "cluster")

    def ask(_: running.Simulator) -> list[Point]:
        assert [p.ranks for p in read_points(file.path)[2]] == [16]
        raise KeyboardInterrupt

    second = studies.Piece("interrupted", (point(SIMULATED, "pcg", 64, 1).key,), ask)
    with pytest.raises(KeyboardInterrupt):
        simulate.work_off([piece(point(SIMULATED, "pcg", 16, 2.0)), second], file, FakeSimulator(0))
    assert len(read_points(file.path)[2]) == 1


def test_a_run_that_fails_keeps_no_other_from_running(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, good = PointFile(tmp_path / "s.csv", "scaling", "cluster"), point(SIMULATED, "pcg", 64, 1.0)
    failing = piece(point(SIMULATED, "pcg", 16, 1.0), fails=True)
    assert simulate.work_off([failing, piece(good)], file, FakeSimulator(0)) == ["a run"]
    assert read_points(file.path)[2] == [good]
    assert "1 of 2: a run: failed: it hung" in capsys.readouterr().err


def test_points_of_another_study_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    PointFile(path, "scaling", "cluster").add([point(SIMULATED, "pcg", 16, 1.0)])
    before = path.read_text()
    for study, words in (("scaling", "another"), ("embedding", "cluster")):
        with pytest.raises(SimulationError, match="another study"):
            PointFile(path, study, words)
    assert path.read_text() == before


@pytest.mark.parametrize("text", ["", "no points\n", "# scaling: here\na,b\n1,2\n"])
def test_a_file_without_points_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "s.csv").write_text(text)
    with pytest.raises(SimulationError, match=r"s\.csv"):
        read_points(tmp_path / "s.csv")


def test_the_last_of_equal_points_counts() -> None:
    names = "source,system,method,variant,ranks,seconds\n"
    assert [p.seconds for p in from_csv(names + "simulated,s,pcg,v,16,2.0\nsimulated,s,pcg,v,16,1.5\n")] == [1.5]


def test_the_title_of_a_file_changes_with_all_that_times_depend_on() -> None:
    others = [
        {"topology": machines.FAT_TREE},
        {"iterations": 10},
        {"polls": 3},
        {"calls": machines.Calls(test=1e-7)},
        {"calls": machines.Calls(eager_bytes=1)},
        {"machine": machines.read_machine(TEXT.replace("1e10", "2e10"), "here.ini")},
        {"machine": machines.read_machine(TEXT.replace("loggp-latency = 2e-6", "loggp-latency = 3e-6"), "here.ini")},
        {"machine": machines.read_machine(TEXT.replace("per-byte = 0", "per-byte = 1e-10"), "here.ini")},
    ]
    titles = {studies.Setting(**(vars(SETTING) | other)).words for other in others}
    assert len(titles | {SETTING.words}) == len(others) + 1


def test_each_method_is_a_run_of_its_own_and_a_point() -> None:
    pieces = list(studies.scaling(SETTING, 64, [16, 64]))
    keys = [key for piece in pieces for key in piece.keys]
    assert len(set(keys)) == len(keys) == 2 * (2 * len(studies.METHODS) + len(studies.CLASSICAL))
    assert [piece.keys[0][4] for piece in pieces] == sorted(piece.keys[0][4] for piece in pieces)  # few ranks first
    simulator = FakeSimulator(3e-5)
    (found,) = next(p for p in pieces if p.keys[0][2:] == ("pipecg", studies.OURS, 64)).ask(simulator)
    assert found == Point(SIMULATED, "poisson2d-5 64x64", "pipecg", studies.OURS, 64, 3e-5)
    ((nodes, words),) = simulator.jobs
    assert nodes == 64 and {"1x64", "emulated", studies.OURS, "pipecg"} <= set(words)
    assert words[words.index("--fixed-iterations") + 1] == "20"


def test_a_study_of_some_methods_simulates_no_others() -> None:
    pieces = list(studies.scaling(SETTING, 64, [16], ["pcg", "pipecg"]))
    simulated = {key[2:4] for piece in pieces for key in piece.keys if key[0] == SIMULATED}
    assert simulated == {("pcg", studies.OURS), ("pcg", studies.BLOCKING), ("pipecg", studies.OURS)}
    assert simulate.methods("pipecg,pcg") == ["pipecg", "pcg"]
    assert simulate.methods("ca-cg,pcg") == ["ca-cg (s = 4)", "ca-cg (s = 8)", "pcg"]
    with pytest.raises(simulate.argparse.ArgumentTypeError, match="cg-saad: not in the study"):
        simulate.methods("pcg,cg-saad")


def test_a_page_of_some_methods_is_silent_on_others() -> None:
    modelled = [point(MODELLED, method, 16, 1e-5, "loggops") for method in studies.METHODS]
    text = page.page("scaling", [point(SIMULATED, "pcg", 16, 1e-5), *modelled], "a cluster", "s.png")
    assert "| `pcg` | 10 (+0 %) |" in text
    assert "pipecg" not in text and "bicgstab" not in text


def test_models_are_asked_for_the_number_of_ranks() -> None:
    found = studies.modelled(SETTING, 64, 256).ask(FakeSimulator(2e-5))
    assert {p.method for p in found} == set(studies.METHODS) and len(found) == len(studies.METHODS)
    assert {(p.source, p.ranks, p.seconds) for p in found} == {(MODELLED, 256, 2e-5)}


def test_a_cube_is_written_to_a_file_by_the_program_itself(tmp_path: Path) -> None:
    asked = []

    class Asked(running.Simulator):
        def __init__(self) -> None:
            """Needs no program."""

        def run(self, run: running.Run) -> running.Ran:
            asked.append((run.cluster.nodes, list(run.job)))
            return running.Ran("", 0, 1.0)

    file = studies.cube_as_file(Asked(), SETTING.machine, 12, tmp_path)
    ((nodes, words),) = asked
    assert (nodes, words[0], words[words.index("--size") + 1]) == (1, "solve", "12")
    assert words[words.index("--dump-matrix") + 1] == str(file) and file.parent == tmp_path


def test_solves_and_models_distribute_rows_alike(tmp_path: Path) -> None:
    asked = []

    class Asked(FakeSimulator):
        def run(self, run: running.Run) -> running.Ran:
            asked.append(list(run.job))
            raise SimulationError("only asked")

    for piece in studies.embedding(SETTING, {"a": studies.of_matrix(tmp_path / "a.mtx")}, [16]):
        with pytest.raises(SimulationError, match="only asked"):
            piece.ask(Asked(0))
    assert {words[0] for words in asked} == {"solve", "embed-study"}
    for words in asked:
        assert words[words.index("--matrix") + 1] == str(tmp_path / "a.mtx")
        assert words[words.index("--partition") + 1] == "graph"
        assert words[0] != "solve" or words[words.index("--format") + 1] == "crs"


def test_schemes_are_modelled_where_there_are_messages() -> None:
    pieces = list(studies.embedding(SETTING, {"a": ("--size", "4"), "b": ("--size", "5")}, [1, 16]))
    assert sum(key[0] == SIMULATED for piece in pieces for key in piece.keys) == 2 * 2 * len(studies.SCHEMES)
    assert {key[4] for piece in pieces for key in piece.keys if key[0] == MODELLED} == {16}


def test_overtaking_is_for_good_and_over_the_best_of_the_classical_method() -> None:
    classical = [point(SIMULATED, "pcg", p, t) for p, t in ((1, 8.0), (2, 4.0), (4, 3.0), (8, 3.0))]
    rearranged = [point(SIMULATED, "pipecg", p, t) for p, t in ((1, 7.0), (2, 5.0), (4, 2.5), (8, 1.0))]
    assert page.overtaking(classical + rearranged, "pipecg", "pcg") == 4
    blocking = point(SIMULATED, "pcg", 4, 2.4, studies.BLOCKING)
    assert page.overtaking([*classical, *rearranged, blocking], "pipecg", "pcg") == 8
    assert page.overtaking(classical, "pipecg", "pcg") is None


def test_a_page_says_who_overtakes_whom_and_how_far_models_are_off() -> None:
    points = [
        *(point(SIMULATED, "pcg", p, t) for p, t in ((16, 4e-5), (64, 3e-5))),
        *(point(SIMULATED, "pipecg", p, t) for p, t in ((16, 5e-5), (64, 1e-5))),
        *(point(MODELLED, "pcg", p, t, "loggops") for p, t in ((16, 6e-5), (64, 3.3e-5))),
        *(point(MODELLED, "pipecg", p, t, "loggops") for p, t in ((16, 5e-5), (64, 5e-5))),
    ]
    text = page.page("scaling", points, "a cluster", "s.png")
    assert text.startswith("# Strong scaling on a simulated cluster")
    assert "SIMULATED: a cluster." in text and "| | 16 | 64 |" in text
    assert "| `pcg` | 40 **(+50 %)** | 30 (+10 %) |" in text and "| `pipecg` | 50 (+0 %) | 10 **(+400 %)** |" in text
    assert "- `pipecg` is faster than `pcg` from 64 ranks on (modelled: nowhere)." in text
    assert "agree within 20 % on 2 of 4 points" in text


def test_schemes_overtake_the_conventional_one_of_their_system() -> None:
    times = {("a", "CONV"): 4.0, ("a", "EMB"): 2.0, ("b", "CONV"): 1.0, ("b", "EMB"): 3.0}
    points = [Point(SIMULATED, s, studies.EMBEDDED, v, 16, t) for (s, v), t in times.items()]
    assert page.overtakings(points) == [
        "a: `EMB` is faster than `CONV` from 16 ranks on (modelled: nowhere).",
        "b: `EMB` is faster than `CONV` nowhere (modelled: nowhere).",
    ]


def test_a_study_is_drawn_from_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scaling = [
        point(source, method, p, 1 / p, variant)
        for method in studies.METHODS
        for p in (1, 4)
        for source, variant in ((SIMULATED, studies.OURS), (MODELLED, "loggops"))
    ]
    schemes = [point(SIMULATED, studies.EMBEDDED, p, 1 / p, scheme) for p in (1, 4) for scheme in studies.SCHEMES]
    some = [p for p in scaling if p.method == "pcg"]
    for job, points in (
        ("scaling", scaling),
        ("scaling", some),
        ("embedding", schemes),
        ("embedding", schemes[-1:]),
    ):
        path = tmp_path / f"{job}-{len(points)}.csv"
        PointFile(path, job, SETTING.words).add(points)
        simulate.draw(path)
        assert path.with_suffix(".png").stat().st_size > 1000
        assert path.with_suffix(".md").read_text() in capsys.readouterr().out
    for figure in (drawing.scaling_figure(scaling, "words"), drawing.embedding_figure(schemes, "words")):
        assert any("SIMULATED" in text.get_text() for text in figure.texts)


def test_what_has_no_points_is_not_drawn(tmp_path: Path) -> None:
    PointFile(tmp_path / "s.csv", "scaling", "cluster")
    with pytest.raises(SimulationError, match="no points yet"):
        simulate.draw(tmp_path / "s.csv")
