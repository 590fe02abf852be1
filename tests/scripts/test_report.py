"""The report: what it reads, what it refuses, and what its plots show."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import h5py
import matplotlib.pyplot as plt
import pytest
from sample_results import solve, write_results
from sample_solves import solves_of

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from minikrylov_report import (
    UnreadableFileError,
    page,
    plots_communication,
    plots_kernels,
    plots_residuals,
    plots_solves,
    style,
)
from minikrylov_report.results import in_order_of_numbers, read_all
from report import sections


def bars(axis: object) -> list[float]:
    return [round(bar.get_width(), 9) for bar in axis.patches]


def test_a_label_names_what_tells_solves_of_one_method_apart(tmp_path: Path) -> None:
    plain, merged = solve("cg", preconditioner="none"), solve("pcg")
    solves = solves_of(tmp_path, [plain, merged], [solve("pcg", ranks=2)])
    assert [s.label for s in solves] == ["cg · 1 rank", "pcg · 1 rank", "pcg · 2 ranks"]
    assert [s.label for s in solves_of(tmp_path, [plain, merged])] == ["cg", "pcg"]


def test_a_label_says_compressed_whatever_differs(tmp_path: Path) -> None:
    plain, coded, tables = (solve("cg", compression=word) for word in ("none", "lossless", "tables"))
    assert [s.label for s in solves_of(tmp_path, [plain])] == ["cg"]
    assert [s.label for s in solves_of(tmp_path, [coded])] == ["cg · compressed"]
    labels = [s.label for s in solves_of(tmp_path, [plain, coded], [tables])]
    assert labels == ["cg · uncompressed", "cg · compressed (lossless)", "cg · compressed (tables)"]


def test_rates_of_products_and_the_roofline_say_compressed(tmp_path: Path) -> None:
    rates = {"product_moved_bandwidth": 12e9, "product_bandwidth": 19e9}
    for code, words in (("none", ""), ("lossless", " (compressed matrix)")):
        matrix = rates | {"compression": code}
        solves = read_all([write_results(tmp_path / f"{code}.h5", [solve("cg", compression=code)], matrix=matrix)])
        assert solves[0].run["products"] == f"12.0 GB/s of the bytes that move{words}, 19.0 GB/s CRS-equivalent"
        assert f"<td>products</td><td class=\"words\">{solves[0].run['products']}</td>" in page.runs_table(solves)
        figure = plots_kernels.roofline(solves)
        assert figure is not None
        legend = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
        assert ("with a product A x (compressed)" in legend) == (code != "none")


def test_solves_that_are_alike_are_told_apart_by_their_files(tmp_path: Path) -> None:
    assert [s.label for s in solves_of(tmp_path, [solve("cg")], [solve("cg")])] == ["cg · 0.h5", "cg · 1.h5"]


@pytest.mark.parametrize("version", [0, 2])
def test_another_version_is_refused_clearly(tmp_path: Path, version: int) -> None:
    path = write_results(tmp_path / "a.h5", [solve("cg")], version)
    with pytest.raises(UnreadableFileError, match=f"a.h5 has schema version {version} .this script reads 1."):
        read_all([path])


def test_what_is_no_results_file_is_refused_clearly(tmp_path: Path) -> None:
    (tmp_path / "text.h5").write_text("text")
    h5py.File(tmp_path / "other.h5", "w").close()
    for name, words in (("text.h5", "not an HDF5"), ("other.h5", "not a .*results file"), ("none.h5", "not exist")):
        with pytest.raises(UnreadableFileError, match=words):
            read_all([tmp_path / name])


def test_links_to_nowhere_and_missing_names_are_refused_with_their_place(tmp_path: Path) -> None:
    path = write_results(tmp_path / "a.h5", [solve("cg")])
    with h5py.File(path, "a") as file:
        file["solves/1"] = h5py.SoftLink("/nowhere")
    with pytest.raises(UnreadableFileError, match="a.h5 cannot be read .*: /solves/1 is no group"):
        read_all([path])
    with pytest.raises(UnreadableFileError, match="/solves/0/method is empty"):
        read_all([write_results(tmp_path / "b.h5", [solve("")])])
    path = write_results(tmp_path / "c.h5", [solve("cg")])
    with h5py.File(path, "a") as file:
        file["solves/0/kernels"][0] = (b"", *list(file["solves/0/kernels"][0])[1:])
    with pytest.raises(UnreadableFileError, match="/solves/0/kernels has a row without a name"):
        read_all([path])


@pytest.mark.parametrize(
    ("formula", "kind"),
    [
        ("q = A p, (p,q)", "product"),
        ("u = M⁻¹ r, w = A u", "product"),
        ("f0 = Aᵀ r0", "product"),
        ("P = [1 … p4(A)] p, R = [1 … p3(A)] r", "product"),
        ("Z = [1 … p3(M⁻¹ A)] z", "product"),
        ("z = M⁻¹ r", "preconditioner"),
        ("z = M⁻¹ r, (r,z)", "fused kernel"),
        ("x = x + α p", "fused kernel"),
    ],
)
def test_kinds_of_kernels(formula: str, kind: str) -> None:
    assert plots_kernels.kind_of(formula) == kind


def test_histories_show_the_computed_and_the_true_residual(tmp_path: Path) -> None:
    figure = plots_residuals.residual_histories(solves_of(tmp_path, [solve("cg")]))
    assert figure is not None
    computed, true = (line.get_ydata() for line in figure.axes[0].lines)
    assert computed[0] == 1
    assert true[-1] == pytest.approx(1.5e-8)


def test_times_show_median_and_interval(tmp_path: Path) -> None:
    figure = plots_solves.iteration_times(solves_of(tmp_path, [solve("cg", 2e-3)]))
    assert figure is not None
    samples, interval, median = figure.axes[0].lines
    assert len(samples.get_xdata()) == 30
    assert list(interval.get_xdata()) == pytest.approx([1.8, 2.2])
    assert list(median.get_xdata()) == pytest.approx([2, 2])


def test_predicted_stands_beside_measured(tmp_path: Path) -> None:
    figure = plots_solves.predicted_and_measured(solves_of(tmp_path, [solve("cg", 2e-3)]))
    assert figure is not None
    assert bars(figure.axes[0]) == [2, 1]
    assert [text.get_text() for text in figure.axes[0].texts] == ["2.00 ×"]


def test_merging_is_shown_for_pairs_only(tmp_path: Path) -> None:
    basic = solve("cg", 2e-3, formulation="basic")
    figure = plots_solves.merged_and_basic(solves_of(tmp_path, [solve("cg", 1.5e-3), solve("pcg")], [basic]))
    assert figure is not None
    assert bars(figure.axes[0]) == [2, 1.5]
    assert [text.get_text() for text in figure.axes[0].texts] == ["25 % saved"]
    assert (
        plots_solves.merged_and_basic(solves_of(tmp_path, [solve("cg")], [solve("pcg", formulation="basic")])) is None
    )


def test_kernels_show_their_rate_and_its_share_of_the_triad(tmp_path: Path) -> None:
    figure = plots_kernels.time_by_kernel(solves_of(tmp_path, [solve("cg", 1e-3)]))
    assert figure is not None
    # 10 MB in 6 ms: 1.67 GB/s of 20 GB/s.
    assert figure.axes[0].texts[0].get_text() == "1.7 GB/s, 8 % of triad"
    assert bars(figure.axes[0])[:3] == pytest.approx([600, 200, 100])


def test_the_roof_is_the_triad(tmp_path: Path) -> None:
    figure = plots_kernels.roofline(solves_of(tmp_path, [solve("cg")]))
    assert figure is not None
    roof = next(line for line in figure.axes[0].lines if "triad" in str(line.get_label()))
    x, y = roof.get_data()
    assert y / x == pytest.approx([20, 20])
    points = figure.axes[0].collections[0].get_offsets()
    assert list(points[0]) == pytest.approx([0.1, 1e6 / 6e-3 / 1e9])


def test_different_triads_are_a_band(tmp_path: Path) -> None:
    solves = solves_of(tmp_path, [solve("cg"), solve("cg", ranks=2, triad_bandwidth=30e9)])
    figure = plots_kernels.roofline(solves)
    assert figure is not None
    assert "triads: 20.0 to 30.0 GB/s" in [text.get_text() for text in figure.axes[0].get_legend().get_texts()]


def test_samples_far_away_are_counted_not_drawn(tmp_path: Path) -> None:
    path = write_results(tmp_path / "a.h5", [solve("cg", 2e-3)])
    with h5py.File(path, "a") as file:
        file["solves/0/iteration_seconds"][0, :2] = 1.0
    figure = plots_solves.iteration_times(read_all([path]))
    assert figure is not None
    assert [text.get_text() for text in figure.axes[0].texts] == ["2 more →"]
    assert figure.axes[0].get_xlim()[1] < 10


def test_one_rank_has_nothing_to_wait_for(tmp_path: Path) -> None:
    assert plots_communication.exposed_and_hidden(solves_of(tmp_path, [solve("cg")])) is None


def test_hidden_communication_is_what_does_not_show(tmp_path: Path) -> None:
    figure = plots_communication.exposed_and_hidden(solves_of(tmp_path, [solve("cg", ranks=2)]))
    assert figure is not None
    assert bars(figure.axes[0]) == pytest.approx([30, 50])  # µs per iteration: 0.3 ms exposed out of 0.8 ms in 10
    halo = figure.axes[0].lines[1].get_xdata()
    assert list(halo) == pytest.approx([200])  # rank 1, the slowest, waits from 10 to 30 % of an iteration of 1 ms


def test_timelines_have_two_lanes_a_rank(tmp_path: Path) -> None:
    figure = plots_communication.timelines(solves_of(tmp_path, [solve("cg", ranks=3)]))
    assert figure is not None
    axis = figure.axes[0]
    assert [tick.get_text() for tick in axis.get_yticklabels()] == ["rank 0", "rank 1"]
    assert {text.get_text() for text in axis.texts} == {"iteration 11", "iteration 12"}
    assert axis.get_xlim() == (0, pytest.approx(2))


def test_grey_is_the_same_family_on_the_same_system(tmp_path: Path) -> None:
    figure = plots_residuals.residual_histories(
        solves_of(tmp_path, [solve("cg"), solve("pipecg"), solve("cg", rows=2000), solve("bicgstab")])
    )
    assert figure is not None
    assert [len(axis.lines) for axis in figure.axes] == [3, 3, 2, 2]


def test_titles_are_divided_between_their_parts() -> None:
    style.set_up()
    axis = plt.figure().subplots()
    style.title(axis, "cg-chronopoulos-gear · merged · 2 ranks · 65,536 rows", 32)
    lines = axis.get_title(loc="left").replace("\u00a0", " ").splitlines()
    assert lines == ["cg-chronopoulos-gear · merged ·", "2 ranks · 65,536 rows"]


def test_every_picture_of_an_emulated_network_says_so(tmp_path: Path) -> None:
    def marks(*latencies: float | None) -> list[str]:
        files = [
            write_results(tmp_path / f"{k}.h5", [solve("cg", ranks=2, threads=k + 1)], emulated_latency=latency)
            for k, latency in enumerate(latencies)
        ]
        figures = [figure for section in sections(read_all(files)) for figure in section.figures]
        assert len(figures) >= 7
        texts = {text.get_text() for figure in figures for text in figure.texts}
        assert all(bool(figure.texts) == bool(texts) for figure in figures)
        plt.close("all")
        return sorted(texts)

    style.set_up()
    assert marks(None) == []
    assert marks(3e-4) == ["EMULATED 300 µs per message"]
    assert marks(None, 3e-4) == ["in part EMULATED 300 µs per message"]


def test_simulated_ranks_are_called_so(tmp_path: Path) -> None:
    real = write_results(tmp_path / "real.h5", [solve("cg", 8e-3)])
    simulated = write_results(tmp_path / "simulated.h5", [solve("cg", ranks=2)], simulated="SimGrid 3.32; cluster: c")
    solves = read_all([real, simulated])
    assert [s.label for s in solves] == ["cg · 1 rank", "cg · SIMULATED by SimGrid 3.32; cluster: c · 2 ranks"]
    style.set_up()
    figures = [figure for section in sections(solves) for figure in section.figures]
    assert figures
    assert all(any("SIMULATED" in text.get_text() for text in figure.texts) for figure in figures)
    plt.close("all")


def run_report(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPTS / "report.py"), *map(str, words)], capture_output=True, text=True, check=False
    )


def test_the_page_holds_everything_and_reaches_for_nothing(tmp_path: Path) -> None:
    one = write_results(tmp_path / "1.h5", [solve("cg"), solve("pipecg")])
    two = write_results(tmp_path / "2.h5", [solve("cg", ranks=2, accepted="no")], objections=("it diverged <badly>",))
    done = run_report(one, two, "--folder", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "out/report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert not re.search(r"""(src|href)=["'](?!data:|#)""", page)
    images = re.findall(r'<img alt="([^"]*)" src="data:image/svg', page)
    assert len(images) == 8
    assert all(images)
    assert "it diverged &lt;badly&gt;" in page
    assert "1 of 3 solves did not pass" in page
    assert "--note &lt;b&gt;&amp;" in page
    for name in ("residuals", "times", "predicted", "kernels", "roofline", "communication", "timelines", "strong"):
        assert (tmp_path / f"out/{name}.png").read_bytes().startswith(b"\x89PNG")
        assert (tmp_path / f"out/{name}.pdf").read_bytes().startswith(b"%PDF")


def test_the_script_says_what_it_cannot_read(tmp_path: Path) -> None:
    done = run_report(write_results(tmp_path / "a.h5", [solve("cg")], 9), "--folder", tmp_path / "out")
    assert done.returncode == 1
    assert "schema version 9" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_gathered_runs_are_in_the_order_of_their_numbers() -> None:
    names = ["rhs-16_ranks-2_0a", "rhs-4_ranks-12_0b", "rhs-4_ranks-2_0c", "0d"]
    assert sorted(names, key=in_order_of_numbers) == ["0d", "rhs-4_ranks-2_0c", "rhs-4_ranks-12_0b", "rhs-16_ranks-2_0a"]
