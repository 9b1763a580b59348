"""Every plot shows the numbers of its model, in both languages, with a glyph for each character."""

import math
from itertools import pairwise

import pytest
from click.testing import CliRunner

from reference.models import (
    amdahl,
    attention,
    batching,
    budget,
    dag,
    energy,
    floats,
    loader,
    lru,
    memory,
    messages,
    paged_kv,
    pipeline,
    scaling,
    streaming,
    team,
    tile_budget,
    tiles,
)

pytest.importorskip("matplotlib", reason="plots need the extra 'course'")

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.text import Text

from reference.plots import __main__ as command
from reference.plots import amdahl as amdahl_plots
from reference.plots import (
    attention_memory,
    batch_rows,
    block_table,
    bounds,
    data_path,
    gallery,
    growth,
    ledger,
    lru_steps,
    measured,
    message_curve,
    rounding,
    style,
    timelines,
)
from reference.plots import dag as dag_plots
from reference.plots import energy as energy_plots
from reference.plots import scaling as scaling_plots
from reference.plots import tiles as tile_plots

GIB = 2**30
MODULES = (
    *(attention_memory, batch_rows, bounds, data_path, growth, measured),
    *(amdahl_plots, block_table, dag_plots, energy_plots, ledger, lru_steps),
    *(message_curve, rounding, scaling_plots, tile_plots, timelines),
)


def bars(axes):
    """Left edge and length of each horizontal bar, by row, in the order in which they stand."""
    rows = {}
    for container in axes.containers:
        for patch in container:
            row = round(patch.get_y() + patch.get_height() / 2)
            rows.setdefault(row, []).append((patch.get_x(), patch.get_width()))
    return {row: sorted(found) for row, found in sorted(rows.items())}


def lengths(spans):
    return [pytest.approx((float(start), float(end - start))) for start, end in sorted(spans)]


def stacks(axes):
    """Heights of the bars of each container, from the bottom of the stack."""
    return [[patch.get_height() for patch in container] for container in axes.containers]


def texts(part):
    return [text.get_text() for text in part.findobj(Text) if text.get_text()]


def line(axes, name):
    return next(drawn for drawn in axes.get_lines() if drawn.get_label() == name)


def cut_off_px(fig):
    """By how much something reaches over an edge of the figure; negative if nothing does."""
    box = fig.get_tightbbox().transformed(fig.dpi_scale_trans)
    return max(-box.x0, -box.y0, box.x1 - fig.bbox.width, box.y1 - fig.bbox.height)


# --- all of them ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", gallery.GALLERY)
@pytest.mark.parametrize("lang", style.LANGUAGES)
def test_a_plot_has_all_glyphs_and_room_for_all_labels(name, lang):
    # A missing glyph and a layout without room are warnings, and those are errors here.
    fig = gallery.GALLERY[name](lang)
    assert isinstance(fig, Figure)
    fig.draw_without_rendering()
    assert cut_off_px(fig) < 1
    is_chinese = any("\u4e00" <= letter <= "\u9fff" for letter in "".join(texts(fig)))
    assert is_chinese == (lang == "zh" and style.cjk_font() is not None)


def test_a_label_that_is_cut_off_would_be_noticed():
    fig = style.figure(1)
    style.label(fig.subplots(), title="far too long " * 20)
    fig.draw_without_rendering()
    assert cut_off_px(fig) > 100


def test_a_missing_glyph_would_be_noticed():
    fig = style.figure(1)
    fig.text(0.5, 0.5, "屋顶线", family=style.LATIN_FONT)
    with pytest.warns(UserWarning, match="missing from font"):
        fig.draw_without_rendering()


@pytest.mark.parametrize("name", gallery.GALLERY)
def test_another_language_is_refused(name):
    with pytest.raises(ValueError, match="lang must be one of zh, en"):
        gallery.GALLERY[name]("de")


def test_without_a_chinese_font_the_labels_are_english(monkeypatch):
    want = texts(gallery.GALLERY["message_curve"]("en"))
    monkeypatch.setattr(style, "cjk_font", lambda: None)
    assert style.families() == [style.LATIN_FONT]
    fig = gallery.GALLERY["message_curve"]("zh")
    assert texts(fig) == want
    fig.draw_without_rendering()


def test_all_english_labels_are_in_the_font_that_is_always_there(monkeypatch):
    monkeypatch.setattr(style, "cjk_font", lambda: None)
    fig = style.figure(20)
    for module in MODULES:
        for text in style.words(module.TEXTS, "zh").values():
            fig.text(0, 0, text, fontproperties=style.font())
    fig.draw_without_rendering()


@pytest.mark.parametrize(
    "module",
    MODULES,
)
def test_a_text_has_both_languages(module):
    for key, versions in module.TEXTS.items():
        assert set(versions) == set(style.LANGUAGES), key


def test_the_same_arguments_draw_the_same_picture(tmp_path):
    runs = []
    for run in ("first", "second"):
        gallery.GALLERY["energy"]("zh").savefig(tmp_path / run, format="png")
        runs.append((tmp_path / run).read_bytes())
    assert runs[0] == runs[1]


def test_the_command_writes_a_file_for_each_plot(tmp_path, monkeypatch):
    monkeypatch.setattr(gallery, "GALLERY", {"energy": gallery.GALLERY["energy"]})
    out = tmp_path / "new"
    result = CliRunner().invoke(command.main, [str(out)])
    assert result.exit_code == 0, result.output
    assert sorted(file.name for file in out.iterdir()) == ["energy.en.png", "energy.zh.png"]
    assert CliRunner().invoke(command.main, [str(out), "--lang", "de"]).exit_code == 2


def test_places_of_an_axis_are_round_and_reach_far():
    assert style.round_places(0.26) == pytest.approx([0, 0.1, 0.2])
    assert style.round_places(8.0) == pytest.approx([0, 2, 4, 6, 8])


# --- the words of numbers ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"), [(1e-6, "1e-06"), (0.25, "0.25"), (64, "64"), (2e7, "20M"), (4.8e12, "4.8T")]
)
def test_a_compact_number(value, text):
    assert style.compact(value) == text


@pytest.mark.parametrize(("value", "text"), [(48, "48 B"), (65536, "64 KiB"), (3 << 20, "3 MiB")])
def test_bytes_in_binary_units(value, text):
    assert style.binary(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0 s"), (2, "2 s"), (0.05, "50 ms"), (10.0**-5, "10 µs"), (3e-9, "3 ns")],
)
def test_a_time_in_its_unit(value, text):
    assert style.seconds(value) == text


# --- timelines --------------------------------------------------------------------------------


def test_streaming():
    gen, read = [0.5, 1, 0.25], [0.75, 0.5, 2]
    fig = timelines.streaming(gen, read, "en")
    for axes, mode in zip(fig.axes, (True, False), strict=True):
        drawn = bars(axes)
        assert drawn[0] == lengths([(0, 0.5), (0.5, 1.5), (1.5, 1.75)])
        assert drawn[1] == lengths(streaming.reading_spans_s(gen, read, mode))
        finish = streaming.reading_timeline(gen, read, mode)["finish_s"]
        assert axes.get_lines()[-1].get_xdata()[0] == finish
        assert f"read at {finish:.4g} s" in texts(axes)


def test_the_loader():
    times = loader.loader_timeline([40, 30, 40, 10, 5], [12] * 5, 2, 1)
    drawn = bars(timelines.loader([40, 30, 40, 10, 5], [12] * 5, 2, 1, "en").axes[0])
    loads = list(zip(times["load_start_ms"], times["ready_ms"], strict=True))
    assert drawn[0] == lengths(loads[0::2])
    assert drawn[1] == lengths(loads[1::2])
    computing = list(zip(times["take_ms"], times["done_ms"], strict=True))
    stalls = [
        (taken - stall, taken)
        for taken, stall in zip(times["take_ms"], times["stall_ms"], strict=True)
        if stall
    ]
    assert drawn[2] == lengths(computing + stalls)


def test_the_loader_without_workers_has_one_row():
    fig = timelines.loader([40, 30], [12, 12], 0, 0, "en")
    assert bars(fig.axes[0]) == {0: lengths([(0, 40), (40, 52), (52, 82), (82, 94)])}


def test_the_team():
    arguments = [25, 12, 25], [5, 4, 3], 1, 2, 1
    drawn = bars(timelines.team(*arguments, "en").axes[0])
    for worker in range(3):
        spans = [s for s in team.round_spans(*arguments) if s.worker == worker]
        assert drawn[worker] == lengths((s.start, s.end) for s in spans)


@pytest.mark.parametrize("dependent", [False, True])
def test_copy_and_compute(dependent):
    fig = timelines.copy_compute(4, 2, 5, [1, 2], "en", dependent)
    for axes, buffers in zip(fig.axes, (1, 2), strict=True):
        times = pipeline.copy_compute_timeline(4, 2, 5, buffers, dependent)
        drawn = bars(axes)
        assert drawn[0] == lengths(batch.copy for batch in times)
        assert drawn[1] == lengths(batch.compute for batch in times)
    assert f"total {22 if not dependent else 28} ms" in texts(fig.axes[1])


def test_the_pipeline():
    times, slots = [[2, 3, 1], [1, 4, 2], [3, 1, 1]], [1, 2]
    drawn = bars(timelines.pipeline(times, slots, "en").axes[0])
    schedule = pipeline.simulate_pipeline(times, slots)
    for stage in range(3):
        assert drawn[stage] == lengths(row[stage] for row in schedule)


def test_batching():
    jobs, slots = [(0, 8), (0, 2), (1, 3), (5, 2)], 2
    fig = timelines.batching(jobs, slots, "en")
    for axes, schedule in zip(
        fig.axes, (batching.static_schedule, batching.continuous_schedule), strict=True
    ):
        stays = schedule(jobs, slots)
        for slot in range(slots):
            here = [stay for stay in stays if stay.slot == slot]
            spans = [(stay.start, stay.done) for stay in here]
            spans += [(stay.done, stay.finish) for stay in here if stay.finish > stay.done]
            assert bars(axes)[slot] == lengths(spans)


def test_the_schedule_of_a_graph():
    durations, edges = [3, 1, 2, 2, 1], [(0, 2), (1, 2), (1, 3), (2, 4)]
    starts = dag.greedy_schedule(durations, edges, 2)
    graph, gantt = dag_plots.schedule(durations, edges, 2, "en").axes
    owners = dag.processors(durations, starts)
    for processor in range(2):
        spans = [
            (starts[task], starts[task] + durations[task])
            for task in range(5)
            if owners[task] == processor
        ]
        assert bars(gantt)[processor] == lengths(spans)
    assert list(graph.get_lines()[0].get_xdata()) == dag.greedy_schedule(durations, edges, 5)
    assert f"work W = {9}, span D = {6}" in graph.get_title(loc="left")
    assert sum(bool(text.arrow_patch) for text in graph.texts if hasattr(text, "arrow_patch")) == 4


def test_tasks_of_a_graph_do_not_cover_each_other():
    graph = dag_plots.schedule(*dag.reduction_tree(13), 2, "en").axes[0]
    x, y = graph.get_lines()[0].get_data()
    places = sorted(zip(x, y, strict=True))
    gaps = [b[1] - a[1] for a, b in pairwise(places) if a[0] == b[0]]
    assert min(gaps) >= 1


# --- curves -----------------------------------------------------------------------------------


def test_the_curve_of_amdahl():
    axes = amdahl_plots.curve([0, 0.1], 100, "en").axes[0]
    for s, name in ((0, "s = 0 (ideal)"), (0.1, "s = 0.1")):
        p, speedup = line(axes, name).get_data()
        assert list(p) == [1, 2, 4, 8, 16, 32, 64]
        assert list(speedup) == [amdahl.amdahl_speedup(s, factor) for factor in p]
    assert "limit 10" in texts(axes)


def test_the_budget_of_amdahl():
    axes = amdahl_plots.plans(gallery.STAGES_MS, gallery.OPTIONS, 2, "en").axes[0]
    drawn = bars(axes)
    best = budget.best_plan(gallery.STAGES_MS, gallery.OPTIONS, 2)
    plans = [[], *([option] for option in gallery.OPTIONS)]
    plans.append([option for option in gallery.OPTIONS if option["name"] in best])
    assert len(drawn) == len(plans)
    for row, plan in enumerate(plans):
        total = budget.plan_total_ms(gallery.STAGES_MS, plan)
        assert math.fsum(length for _, length in drawn[row]) == pytest.approx(total)
        assert f" {total:.4g}" in texts(axes)


def test_the_message_curve():
    time, rate = message_curve.curves({"slow": (1e-5, 2e10)}, "en").axes
    sizes, seconds = line(time, "slow").get_data()
    assert list(seconds) == [messages.transfer_s(q, 1, 1e-5, 2e10) for q in sizes]
    sizes, rates = line(rate, "slow").get_data()
    assert list(rates) == [messages.effective_bytes_per_s(q, 1e-5, 2e10) for q in sizes]
    (half,), (at_half,) = rate.get_lines()[1].get_data()
    assert (half, at_half) == (pytest.approx(200_000), pytest.approx(1e10))


def test_the_number_line():
    assert rounding.representable(2046, 2054, "fp16") == [2046, 2047, 2048, 2050, 2052, 2054]
    assert rounding.representable(2046.5, 2047.5, "fp16") == [2047]
    values = [2047.25, 2049, 2051]
    axes = rounding.number_line(values, 2046, 2054, "fp16", "en").axes[0]
    assert list(line(axes, "representable").get_xdata()) == [2046, 2047, 2048, 2050, 2052, 2054]
    arrows = [text.xy[0] for text in axes.texts if text.arrow_patch]
    assert arrows == [2047, 2048, 2052]


@pytest.mark.parametrize(("low", "high"), [(0, 1), (2, 1), (1, 2)])
def test_a_range_must_be_positive_ordered_and_narrow(low, high):
    with pytest.raises(ValueError, match="the range must"):
        rounding.representable(low, high, "fp16")


def test_partial_sums():
    axes = rounding.partial_sums(300, 1, ["fp32", "bf16"], "en").axes[0]
    for fmt in ("fp32", "bf16"):
        k, sums = line(axes, fmt.upper()).get_data()
        assert list(k) == list(range(1, 301))
        assert list(sums) == list(floats.running_sums([1.0] * 300, fmt))
    assert "BF16 stalls at 256" in texts(axes)
    assert not any("FP32 stalls" in text for text in texts(axes))


def test_the_scaling_laws():
    fig = scaling_plots.laws("en")
    for axes, law in zip(fig.axes, scaling.KAPLAN_2020.values(), strict=True):
        xs, losses = axes.get_lines()[0].get_data()
        assert list(losses) == [scaling.power_law_loss(x, law.x_c, law.alpha) for x in xs]
    assert "×10 → loss ×0.8035" in "\n".join(texts(fig.axes[1]))


# --- bytes and energy -------------------------------------------------------------------------


def test_the_steps_of_a_cache():
    requests = gallery.REQUESTS
    axes = lru_steps.steps(requests, 3, 4, "en").axes[0]
    for x, touch in enumerate(lru.steps(requests, 3, 4)):
        column = [text for text in axes.texts if int(text.get_position()[0]) == x]
        shown = [
            text.get_text()
            for text in sorted(column, key=lambda text: text.get_position()[1])
            if text.get_text()
        ]
        want = [f"{touch.line} {'H' if touch.hit else 'M'}"]
        want += [f"{n}{'*' if n in touch.dirty else ''}" for n in reversed(touch.resident)]
        if touch.evicted is not None:
            want.append(f"{touch.evicted}{'*' if touch.written_back else ''}")
        assert shown == want


def test_the_traffic_of_tiles():
    sides = [8, 16, 96]
    axes = tile_plots.traffic(96, sides, 4, "en").axes[0]
    for column, T in zip(zip(*stacks(axes), strict=True), sides, strict=True):
        parts = tiles.tiled_traffic_elems(96, 96, 96, T, T)
        assert column == tuple(4 * parts[key] for key in "abc")
    assert f"{tiles.tiled_intensity(96, 16, 4):.4g}" in texts(axes)


def test_the_budget_of_tiles():
    sides, limits = [8, 16, 32, 64, 128], (65536, 67e12, 4.8e12)
    space, intensity = tile_plots.budget(4096, sides, 4, *limits, "en").axes
    assert list(space.get_lines()[0].get_ydata()) == [tile_budget.tile_bytes(T, 4) for T in sides]
    reached = [tiles.tiled_intensity(4096, T, 4) for T in sides]
    assert list(intensity.get_lines()[0].get_ydata()) == reached
    for verdict in tile_budget.VERDICTS:
        want = [T for T in sides if tile_budget.tile_verdict(4096, T, 4, *limits) == verdict]
        assert list(line(space, verdict.replace("_", " ")).get_xdata()) == want
    assert space.get_title(loc="left") == "largest that fits: T = 73"
    assert intensity.get_title(loc="left") == "smallest that is enough: T = 57"


@pytest.mark.parametrize(("capacity", "fails"), [(16, False), (6, True)])
def test_the_memory_ledger(capacity, fails):
    events = memory.training_events([GIB, 2 * GIB], [GIB, GIB // 2], 1)
    axes = ledger.timeline(capacity * GIB, events, "en").axes[0]
    states = list(memory.ledger(capacity * GIB, events))
    for container in axes.containers:
        category = next(
            key for key, text in ledger.TEXTS.items() if text["en"] == container.get_label()
        )
        heights = [patch.get_height() for patch in container]
        assert heights == [state.get(category, 0) / GIB for state in states]
    result = memory.replay(capacity * GIB, events)
    (x,), (y,) = line(axes, "peak").get_data()
    assert (x, y) == (result["peak_event"], result["peak_bytes"] / GIB)
    assert any("does not fit" in drawn.get_label() for drawn in axes.get_lines()) == fails


def test_the_block_table():
    cache = paged_kv.PagedKV(8, 4)
    cache.append("A", 10)
    cache.fork("A", "B")
    cache.append("B", 3)
    cache.append("C", 5)
    left, right = block_table.tables(8, 4, gallery.PAGES, "en").axes
    for row, seq in enumerate("ABC"):
        shown = [text for text in left.texts if text.get_position()[1] == row]
        assert [int(text.get_text()) for text in shown] == cache.block_table(seq)
        for pos in range(cache.length(seq)):
            block, offset = cache.slot(seq, pos)
            (cell,) = [text for text in right.texts if text.get_position() == (offset, block)]
            assert cell.get_text() == str(pos)
    empty = sum(not text.get_text() for text in right.texts)
    assert empty == cache.wasted_slots() + 4 * len(cache.free_blocks())


def test_a_block_table_after_a_free_and_with_an_unknown_step():
    left, _ = block_table.tables(8, 4, [*gallery.PAGES, ("free", "A")], "en").axes
    assert [label.get_text() for label in left.get_yticklabels()] == [
        "B (13 tokens)",
        "C (5 tokens)",
    ]
    with pytest.raises(ValueError, match="a step must be an append, a fork or a free"):
        block_table.tables(8, 4, [("swap", "A")], "en")


def test_energy():
    axes = energy_plots.facility(300, 8760, [1.0, 1.3], "en").axes[0]
    for row, pue in enumerate((1.0, 1.3)):
        total = math.fsum(length for _, length in bars(axes)[row])
        assert total * 1e9 == pytest.approx(energy.facility_energy_kwh(300, 8760, pue))
    assert " 3.416" in texts(axes)


def test_no_plot_changes_the_settings_of_matplotlib():
    before = dict(mpl.rcParams)
    gallery.GALLERY["team"]("zh").draw_without_rendering()
    assert dict(mpl.rcParams) == before


# --- from a byte to a system ------------------------------------------------------------------


def test_the_data_path_shows_the_time_of_every_link():
    fig = data_path.times(
        7_000_000_000, "fp16", [("RAM → VRAM", 25e9), ("VRAM → SM", 4.8e12)], "en"
    )
    assert [length for row in bars(fig.axes[0]).values() for _, length in row] == [
        pytest.approx(0.56),
        pytest.approx(14e9 / 4.8e12),
    ]
    shown = texts(fig)
    assert " 560 ms" in shown
    assert " 2.917 ms" in shown
    fig.draw_without_rendering()


@pytest.mark.parametrize(("count", "links"), [(0, [("a", 1.0)]), (1, []), (1, [("a", 0.0)])])
def test_a_data_path_without_a_value_a_link_or_a_rate_is_refused(count, links):
    with pytest.raises(ValueError, match=r"at least|must be"):
        data_path.times(count, "fp16", links, "en")


def test_the_rows_that_reach_a_ridge_are_named_and_marked():
    roofs = gallery.MATRIX_ROOFS
    fig = batch_rows.intensity(4096, 4096, 2, roofs, 4096, "en")
    axes = fig.axes[0]
    marks = [line for line in axes.lines if line.get_marker() == "o"]
    for roof, mark in zip(roofs, marks, strict=True):
        M = int(mark.get_xdata()[0])
        at = mark.get_ydata()[0]
        assert at == pytest.approx(2 * M * 4096**2 / (2 * (2 * M * 4096 + 4096**2)))
        assert at >= roof.ridge
        assert any(f"M = {M}" in text for text in texts(fig))


def test_a_ridge_no_batch_reaches_is_said_to_be_out_of_reach():
    fig = batch_rows.intensity(8, 8, 4, gallery.MATRIX_ROOFS[:1], 64, "en")
    assert any(text.endswith("never") for text in texts(fig))
    assert not [line for line in fig.axes[0].lines if line.get_marker() == "o"]
    with pytest.raises(ValueError, match="M_max"):
        batch_rows.intensity(8, 8, 4, [], 1, "en")


def test_the_table_of_scores_stands_beside_its_tiles():
    fig = attention_memory.tables(32, [1024, 8192], (128, 128), 2, "en")
    whole, tiled = fig.axes[0].lines
    assert list(whole.get_ydata()) == [attention.score_bytes(1, 32, T, 2) for T in (1024, 8192)]
    assert whole.get_ydata()[1] == 4 * GIB
    assert list(tiled.get_ydata()) == [32 * 2 * (128 * 128 + 2 * T) for T in (1024, 8192)]
    with pytest.raises(ValueError, match="ascending"):
        attention_memory.tables(32, [8192, 1024], (128, 128), 2, "en")


def test_only_the_resource_that_limits_moves_the_bound():
    fig = bounds.frames(1e6, 8e6, 1e9, 1e9, gallery.FRAMES, "en")
    lengths = [patch.get_width() for group in fig.axes[0].containers for patch in group]
    assert lengths == pytest.approx([1e-3, 8e-3, 0.5e-3, 8e-3, 1e-3, 4e-3])
    ends = [line.get_xdata()[0] for line in fig.axes[0].lines]
    assert ends == pytest.approx([8e-3, 8e-3, 4e-3])
    with pytest.raises(ValueError, match="speed"):
        bounds.frames(1, 1, 1, 1, {"a": {"speed": 2}}, "en")


def test_twice_the_positions_is_less_than_four_times_the_system():
    fig = growth.curves([100, 200], [(0.3, 0.6, 0.1)], "en")
    pairs, causal, system = (line.get_ydata()[1] for line in fig.axes[0].lines)
    assert (pairs, causal, system) == pytest.approx((4, 20100 / 5050, 2.5))
    with pytest.raises(ValueError, match="ascending"):
        growth.curves([100], [], "en")


def test_measured_times_show_the_median_every_run_and_the_ratio():
    fig = measured.versions({"i-k-j": [4, 5, 9, 5, 4], "T = 32": [6, 5, 6, 7, 5]}, "i-k-j", "en")
    axes = fig.axes[0]
    assert [length for row in bars(axes).values() for _, length in row] == [5, 6]
    assert [list(line.get_xdata()) for line in axes.lines] == [[4, 5, 9, 5, 4], [6, 5, 6, 7, 5]]
    assert "6 s  ×1.2" in texts(fig)


def test_overhead_that_grows_makes_more_processors_slower():
    fig = amdahl_plots.with_overhead(100, 0.05, [0, 5], 64, "en")
    free, best_free, costly, best = fig.axes[0].lines
    assert list(free.get_ydata()) == [amdahl.amdahl_ms(100, 0.05, 2**n) for n in range(7)]
    assert list(best_free.get_xdata()) == [64]
    assert costly.get_ydata()[-1] == pytest.approx(5 + 95 / 64 + 30)
    at = best.get_xdata()[0]
    assert best.get_ydata()[0] == min(costly.get_ydata())
    assert 1 < at < 64
