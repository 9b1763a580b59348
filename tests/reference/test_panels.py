"""`grader roofline`: the table, the drawing, and what it says to bad input in both languages."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from reference import roofline_panel
from reference.machine import FOLDER as MACHINES
from reference.machine import Bandwidth, Machine, Memory, Peak
from reference.panels import COMMANDS
from reference.roofline_panel import Refusal, engineering, language, read_points, say
from reference.roofs import Point, Roof, compare

H200 = Roof("H200", "fp32", "vector", 67e12, 4.8e12)
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def roofline():
    def run(*args, env=None):
        return CliRunner().invoke(COMMANDS["roofline"], list(args), env=env or {"LANG": "C"})

    return run


def row(result, name):
    [line] = [line for line in result.stdout.splitlines() if line.startswith(name)]
    return " ".join(line.split())


def test_the_lecture_s_points_on_the_h200(roofline):
    result = roofline(
        "h200", "--point", "add=1/12,0.16T", "--point", "no reuse=0.24988", "--point", "gemm=170.67"
    )
    assert result.exit_code == 0
    assert (
        row(result, "peak P") == "peak P 67 TFLOP/s NVIDIA H200 Tensor Core GPU data sheet (2024)"
    )
    assert row(result, "memory").startswith("memory bandwidth B 4.8 TB/s")
    assert row(result, "ridge") == "ridge P/B 13.96 FLOP/B"
    assert row(result, "add") == "add 0.08333 400 GFLOP/s 160 GFLOP/s 40.0% bandwidth"
    assert row(result, "no reuse") == "no reuse 0.2499 1.199 TFLOP/s – – bandwidth"
    assert row(result, "gemm") == "gemm 170.7 67 TFLOP/s – – compute"
    assert "Warning" not in result.stdout


def test_a_point_above_the_roof_is_warned_of(roofline):
    result = roofline("h200", "--point", "report=1/12,8e11", "--point", "ok=1/12,4e11")
    assert row(result, "report").endswith("800 GFLOP/s 200.0% ! bandwidth")
    assert row(result, "ok").endswith("400 GFLOP/s 100.0% bandwidth")
    assert "above the roof: report." in result.stdout


def test_the_same_in_chinese(roofline):
    result = roofline("h200", "--point", "向量加=1/12,8e11", "--lang", "zh")
    assert row(result, "脊点") == "脊点 P/B 13.96 FLOP/B"
    assert row(result, "向量加").endswith("200.0% ! 带宽")
    assert "注意：向量加 高于屋顶" in result.stdout


def test_columns_stay_aligned_beside_chinese_names(roofline):
    lines = roofline("h200", "--point", "向量加=1,1T", "--point", "abcdef=1,1T").stdout.splitlines()
    wide, narrow = lines[-2:]
    assert wide.replace("向量加", "abcdef") == narrow


def test_a_name_is_no_markup_and_may_have_an_equals_sign(roofline):
    assert row(roofline("h200", "--point", "[b] T=64=2"), "[b] T=64").startswith("[b] T=64 2 ")


@pytest.mark.parametrize(
    ("options", "peak"),
    [
        (["--precision", "fp64"], "67 TFLOP/s"),
        (["--precision", "fp64", "--engine", "vector"], "34 TFLOP/s"),
        (["--precision", "fp16"], "989.5 TFLOP/s"),
        (["--precision", "fp16", "--sparse"], "1.979 PFLOP/s"),
        (["--precision", "int8"], "1.979 POP/s"),
    ],
)
def test_the_peak_is_that_of_the_format_engine_and_sparsity(roofline, options, peak):
    assert row(roofline("h200", *options), "peak P").startswith(f"peak P {peak} ")


def test_this_machine_is_measured(roofline, monkeypatch):
    quoted = {"source": "measured here", "date": "2026-01-01"}
    mine = Machine(
        name="mine",
        kind="cpu_core",
        dense=(Peak(format="fp32", engine="vector", value=8e10, unit="FLOP/s", **quoted),),
        memory=Memory(
            technology="main memory", bandwidth=Bandwidth(value=1e10, unit="B/s", **quoted)
        ),
    )
    monkeypatch.setattr("reference.measure.this_machine", lambda: mine)
    result = roofline("this")
    assert row(result, "peak") == "peak P 80 GFLOP/s measured here (2026-01-01)"

    def too_coarse():
        raise RuntimeError("the clock is too coarse")

    monkeypatch.setattr("reference.measure.this_machine", too_coarse)
    result = roofline("this")
    assert result.exit_code == 2
    assert result.stderr == "Error: this machine cannot be measured: the clock is too coarse\n"


@pytest.mark.parametrize(
    ("arguments", "zh", "en"),
    [
        (["h900"], "没有名为 h900 的机器", "no machine named h900 and no such file"),
        (["h200", "--precision", "fp4"], "没有给出 fp4 的峰值", "gives no peak for fp4"),
        (["v100", "--precision", "fp16", "--sparse"], "fp16 sparse", "fp16 sparse"),
        (["h200", "--point", "add"], "点 add 写法不对", "point add: write name="),
        (["h200", "--point", "=1"], "点 =1 写法不对", "point =1: write name="),
        (["h200", "--point", "a=1,"], "点 a=1, 写法不对", "point a=1,: write name="),
        (["h200", "--point", "a=0,1"], "点 a 的强度 0 必须", "the intensity 0 must"),
        (["h200", "--point", "a=-1"], "点 a 的强度 -1 必须", "the intensity -1 must"),
        (["h200", "--point", "a=nan"], "点 a：nan 不是数", "nan is not a number"),
        (["h200", "--point", "a=1/0"], "点 a：1/0 不是数", "1/0 is not a number"),
        (["h200", "--point", "a=1e99999999"], "1e99999999 必须", "1e99999999 must"),
        (["h200", "--point", "a=1e-31"], "1e-31 必须", "1e-31 must"),
        (["h200", "--point", "a=1,1e16P"], "1e16P 必须", "1e16P must"),
        (["h200", "--point", "a=1,fast"], "速率 fast 看不懂", "the rate fast cannot be read"),
        (["h200", "--point", "a=1,-2T"], "点 a 的速率 -2T 必须", "the rate -2T must"),
        (["h200", "--point", "a=1,inf"], "速率 inf 看不懂", "the rate inf cannot be read"),
        (["h200", "--point", "a=1e9_99_99_99_99"], "不是数", "is not a number"),
        (["h200", "--point", "a=1,1e9_99_99_99_99"], "看不懂", "cannot be read"),
        (["h200", "--point", "a=1_000"], "1_000 不是数", "1_000 is not a number"),
        (["h200", "--point", "a=1/12 FLOP/B"], "不是数", "is not a number"),
        (["h200", "--point", "a=1e-9999"], "必须", "must be from"),
        (["h200", "--point", "a=1,390GB/s"], "速率 390GB/s 看不懂", "390GB/s cannot be read"),
        (["h200", "--point", "a=1,2,3"], "速率 2,3 看不懂", "the rate 2,3 cannot be read"),
        (["ascend_910b"], "请用 --precision", "Choose with --precision"),
        (["this", "--point", "a=x"], "x 不是数", "x is not a number"),
        (["h200", "--point", "a=1", "--point", "a=2"], "有两个点都叫 a", "two points are named a"),
        (["h200", "--out", "roof.jpg"], "而不是 roof.jpg", "not roof.jpg"),
    ],
)
def test_bad_input_gets_one_sentence_and_nothing_else(roofline, arguments, zh, en):
    for lang, sentence in (("zh", zh), ("en", en)):
        result = roofline(*arguments, "--lang", lang)
        assert result.exit_code == 2
        assert sentence in result.stderr
        assert result.stderr.count("\n") == 1
        assert result.stdout == ""


def test_a_machine_file_that_is_wrong_or_unreadable(roofline, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"')
    result = roofline(str(file))
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: the machine file is wrong: mine.toml: ")
    result = roofline(str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: the machine file {tmp_path} cannot be read: ")


@pytest.mark.parametrize(("lang", "said"), [("zh", "已画图"), ("en", "drawn")])
@pytest.mark.parametrize(("suffix", "start"), [(".png", PNG), (".svg", b"<?xml")])
def test_it_draws(roofline, tmp_path, lang, said, suffix, start):
    pytest.importorskip("matplotlib")
    file = tmp_path / f"roof{suffix}"
    point = "向量加=1/12,0.16T"
    result = roofline("h200", "--point", point, "--out", str(file), "--lang", lang)
    assert result.exit_code == 0
    assert said in result.stderr
    assert file.read_bytes().startswith(start)


def test_the_widest_range_can_be_printed_and_drawn(roofline, tmp_path):
    pytest.importorskip("matplotlib")
    file = tmp_path / "wide.png"
    points = ["--point", "low=1e-30,1e30", "--point", "high=1e30,1e-30"]
    result = roofline("h200", *points, "--out", str(file))
    assert result.exit_code == 0
    assert row(result, "low").endswith("1e+15 PFLOP/s 2.08e+47× ! bandwidth")
    assert row(result, "high").endswith("0.0% compute")
    assert file.read_bytes().startswith(PNG)


def test_a_drawing_that_cannot_be_written(roofline, tmp_path):
    pytest.importorskip("matplotlib")
    file = tmp_path / "nowhere" / "roof.png"
    result = roofline("h200", "--out", str(file))
    assert result.exit_code == 2
    assert f"cannot be written to {file}: it is a folder, or its folder does not" in result.stderr
    assert result.stdout == ""


def test_a_drawing_that_fails_while_it_is_written(roofline, tmp_path):
    pytest.importorskip("matplotlib")
    file = tmp_path / ("a" * 300 + ".png")  # a name that no file system takes
    result = roofline("h200", "--out", str(file))
    assert result.exit_code == 2
    assert f"cannot be written to {file}: " in result.stderr


def test_letter_case_of_a_format_does_not_matter(roofline):
    assert roofline("h200", "--precision", "FP32").stdout == roofline("h200").stdout


@pytest.mark.parametrize(
    ("number", "place"),
    [
        ('value = 1e307\nunit = "TB/s"', "memory.bandwidth"),
        ('value = 1e-300\nunit = "B/s"', "memory"),
    ],
)
def test_a_machine_with_an_impossible_number_is_refused(roofline, tmp_path, number, place):
    """Products of such numbers were nan, inf or a division by zero far from the file."""
    text = (MACHINES / "h200.toml").read_text("utf-8")
    assert 'value = 4.8\nunit = "TB/s"' in text
    file = tmp_path / "odd.toml"
    file.write_text(text.replace('value = 4.8\nunit = "TB/s"', number), "utf-8")
    result = roofline(str(file), "--point", "a=1e-30,1")
    assert result.exit_code == 2
    assert place in result.stderr
    assert "must be from 1 to 1e+30" in result.stderr


def test_a_machine_file_with_a_byte_order_mark(roofline, tmp_path):
    file = tmp_path / "notepad.toml"
    file.write_bytes(b"\xef\xbb\xbf" + (MACHINES / "h200.toml").read_bytes())
    assert roofline(str(file)).stdout == roofline("h200").stdout


def test_without_matplotlib_there_is_a_table_but_no_drawing(roofline, monkeypatch):
    monkeypatch.setattr(roofline_panel, "find_spec", lambda name: None)
    assert roofline("h200").exit_code == 0
    result = roofline("h200", "--out", "roof.png")
    assert result.exit_code == 2
    assert "drawing needs matplotlib" in result.stderr


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("a=1,2", 2.0),
        ("a=1,1.6e11", 1.6e11),
        ("a=1,160G", 160e9),
        ("a=1,0.16 T", 0.16e12),
        ("a=1,160 GFLOP/s", 160e9),
        ("a=1,3kFLOP/s", 3e3),
        ("a=1/3,1/2P", 0.5e15),
        ("a=1,7FLOP/s", 7.0),
    ],
)
def test_a_rate_may_have_a_prefix_and_a_unit(text, rate):
    [point] = read_points((text,), "FLOP")
    assert point.flop_per_s == rate


def test_a_refusal_has_a_sentence_in_both_languages():
    with pytest.raises(Refusal) as caught:
        read_points(("a=1,x",), "OP")
    assert "OP/s" in caught.value.text("zh")
    assert "OP/s" in caught.value.text("en")


def test_every_sentence_has_the_same_arguments_in_both_languages():
    import re

    for sentence, texts in roofline_panel._sentences().items():
        assert set(texts) == {"zh", "en"}, sentence
        fields = [sorted(re.findall(r"{(\w+)}", text)) for text in texts.values()]
        assert fields[0] == fields[1], sentence


def test_a_point_against_a_roof():
    assert compare(H200, Point("at the ridge", H200.ridge)).limiter == "balanced"
    assert compare(H200, Point("left", 1.0)).attainable_flop_per_s == 4.8e12
    assert compare(H200, Point("add", 1 / 12, 0.16e12)).share == pytest.approx(0.4)
    assert not compare(H200, Point("exact", 1 / 12, 0.4e12)).above
    assert compare(H200, Point("impossible", 1 / 12, 0.41e12)).above
    with pytest.raises(ValueError, match="above 0"):
        compare(H200, Point("none", 0.0))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.5, "0.5 B/s"),
        (999.0, "999 B/s"),
        (1e3, "1 kB/s"),
        (4.8e12, "4.8 TB/s"),
        (2e18, "2000 PB/s"),
    ],
)
def test_numbers_are_written_with_a_prefix(value, text):
    assert engineering(value, "B/s") == text


def test_the_language_is_asked_for_or_the_environment_s(monkeypatch):
    for name in ("GRADER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert language(None) == "en"
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert language(None) == "zh"
    monkeypatch.setenv("GRADER_LANG", "en")
    assert language(None) == "en"
    assert language("zh") == "zh"
    assert say("machine.peak", "zh") == "算力峰值 P"


def test_the_module_that_every_command_imports_is_cheap():
    found = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, reference.panels; print(*sorted(sys.modules))",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(found.stdout.split())
    assert "click" in loaded
    assert not loaded & {"msgspec", "numba", "numpy", "matplotlib", "rich", "tomllib"}
