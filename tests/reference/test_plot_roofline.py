"""The roofline plot: what it says, where it puts it, and that every character has a glyph."""

import pytest

pytest.importorskip("matplotlib")

from matplotlib.text import Text

from reference.plots import style
from reference.plots.roofline import draw_roofline, save
from reference.roofs import Point, Roof

H200 = Roof("NVIDIA H200 SXM", "fp32", "vector", 67e12, 4.8e12)
A100 = Roof("NVIDIA A100", "fp32", "vector", 19.5e12, 2.039e12)
POINTS = [
    Point("add", 1 / 12, 0.16e12),
    Point("ideal GEMM", 170.67),
    Point("report", 1 / 12, 0.8e12),
]


@pytest.fixture
def without_chinese_font(monkeypatch):
    monkeypatch.setattr(style, "CJK_FONTS", ())
    style.cjk_font.cache_clear()
    yield
    style.cjk_font.cache_clear()


def texts(figure):
    return {text.get_text() for text in figure.findobj(Text) if text.get_visible()} - {""}


def test_points_say_their_share_of_the_roof():
    shown = texts(draw_roofline([H200], POINTS, "en"))
    assert {
        "roofline: NVIDIA H200 SXM",
        "ridge 13.96 FLOP/B",
        "add: 40% of the roof",
        "ideal GEMM (bound, not measured)",
        "report: 200% of the roof, impossible",
    } <= shown


def test_points_lie_at_their_intensity_and_rate():
    figure = draw_roofline([H200], POINTS, "en")
    markers = [
        line.get_xydata().tolist()[0]
        for line in figure.axes[0].lines
        if line.get_marker() not in ("None", "")
    ]
    assert markers == [[1 / 12, 0.16e12], [170.67, 67e12], [1 / 12, 0.8e12]]


def test_the_roof_bends_at_the_ridge():
    roof = draw_roofline([H200], [], "en").axes[0].lines[0]
    (left, low), bend, (_, high) = roof.get_xydata().tolist()
    assert bend == [pytest.approx(67 / 4.8), pytest.approx(67e12)]
    assert low == pytest.approx(4.8e12 * left)
    assert high == 67e12


@pytest.mark.parametrize("lang", style.LANGUAGES)
def test_no_character_lacks_its_glyph(lang, tmp_path):
    # A missing glyph is a UserWarning, and warnings are errors here.
    points = [Point("向量加法", 1 / 12, 0.16e12), Point("μ ≥ \U00013000", 1.0, 1e12)]
    figure = draw_roofline([H200], points, lang)
    save(figure, tmp_path / "roof.png")
    assert any(text.startswith("#2") for text in texts(figure))


def test_without_a_chinese_font_labels_are_english(without_chinese_font, tmp_path):
    figure = draw_roofline([H200], [Point("向量加法", 1 / 12, 0.16e12)], "zh")
    save(figure, tmp_path / "roof.png")
    assert "#1: 40% of the roof" in texts(figure)
    assert "ridge 13.96 FLOP/B" in texts(figure)


def test_a_dollar_sign_is_no_formula(tmp_path):
    figure = draw_roofline([H200], [Point("$x_$", 1.0, 1e12)], "en")
    save(figure, tmp_path / "roof.png")
    assert "$x_$: 21% of the roof" in texts(figure)


def test_several_roofs_are_named_in_the_legend():
    figure = draw_roofline([H200, A100], [], "en")
    assert {
        "NVIDIA H200 SXM, FP32: P = 67 TFLOP/s, B = 4.8 TB/s",
        "NVIDIA A100, FP32: P = 19.5 TFLOP/s, B = 2.039 TB/s",
    } <= texts(figure)
    assert len({line.get_linestyle() for line in figure.axes[0].lines[:2]}) == 2


def test_the_legend_covers_no_point_and_no_name():
    """A slow kernel right of the ridge, the common case, was hidden by it."""
    figure = draw_roofline([H200], [Point("gemm", 170.7, 2e12)], "en")
    figure.draw_without_rendering()
    legend = figure.legends[0].get_window_extent()
    assert legend.y1 <= figure.axes[0].get_window_extent().y0
    assert figure.bbox.y0 <= legend.y0
    assert legend.x1 <= figure.bbox.x1


def test_names_of_points_do_not_cover_each_other():
    points = [Point(f"kernel {i}", 0.25, 1e12 * 0.93**i) for i in range(3)]
    figure = draw_roofline([H200], points, "en")
    figure.draw_without_rendering()
    boxes = [
        text.get_window_extent()
        for text in figure.axes[0].texts
        if text.get_text().startswith("kernel")
    ]
    assert len(boxes) == 3
    pairs = [(a, b) for i, a in enumerate(boxes) for b in boxes[:i]]
    assert not any(a.overlaps(b) for a, b in pairs)


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_the_same_figure_gives_the_same_bytes(suffix, tmp_path):
    files = [tmp_path / f"{name}{suffix}" for name in "ab"]
    for file in files:
        save(draw_roofline([H200], POINTS, "zh"), file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_what_cannot_be_drawn_is_refused():
    tops = Roof("H200", "int8", "matrix", 1979e12, 4.8e12)
    with pytest.raises(ValueError, match="the same kind"):
        draw_roofline([H200, tops], [], "en")
    with pytest.raises(ValueError, match="at least one"):
        draw_roofline([], [], "en")
    with pytest.raises(ValueError, match="lang must be one of zh, en"):
        draw_roofline([H200], [], "de")
    with pytest.raises(ValueError, match="above 0"):
        draw_roofline([H200], [Point("none", 0.0, 1.0)], "en")
