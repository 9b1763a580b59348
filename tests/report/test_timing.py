"""A report of times as a terminal and a browser show it."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest
from rich.cells import cell_len

from grader.checks.timing import Comparison, Roof, Spread, Timed, TimingReport, Work
from grader.messages import LANGS, Lang, say
from grader.outcome import Text
from grader.report.timing import print_timing, three_digits, with_prefix
from grader.report.timing_page import timing_page

NAME = Text(zh="分块参考 T = 32", en="reference tiled, T = 32")
Show = Callable[..., str]
SVG = b"<svg xmlns='http://www.w3.org/2000/svg'/>"


def compared(direction: str = "faster", *reasons: str) -> Comparison:
    whys = tuple(say(f"timing.{r}", times="3.19") for r in reasons)
    return msgspec.convert(
        {
            "rung": NAME,
            "ratio": 0.0822,
            "low": 0.08,
            "high": 0.0901,
            "cpu_ratio": 0.081,
            "direction": direction,
            "reasons": whys,
        },
        Comparison,
    )


def a_report(*comparisons: Comparison, file: str = "mine.ipynb") -> TimingReport:
    return TimingReport(
        unit="c01_gemm_ikj",
        title=Text(zh="交换 k 与 j", en="Exchanging k and j"),
        file=file,
        entry_point="gemm_ikj",
        rung="A",
        work=Work("M = N = K = 512", 2 * 512**3, 3 * 512**2 * 4, Text(zh="各一次", en="once")),
        roof=Roof("Some machine", 153e9, 13.9e9, 153e9, "compute"),
        timed=(
            Timed(
                Text(zh="提交的代码", en="the submission"),
                Spread(12.13, 11.9, 1204.2),
                22.1e9,
                0.144,
                reference=False,
            ),
            Timed(NAME, Spread(147.6, 140, 151), 1.8e9, 0.00012),
        ),
        comparisons=comparisons or (compared(),),
        rounds=31,
        exchange_us=84.2,
    )


REFUSED = TimingReport(
    unit="c01_gemm_ikj",
    title=Text(zh="交换 k 与 j", en="Exchanging k and j"),
    file="mine.ipynb",
    entry_point="gemm_ikj",
    rung="A",
    refused=say("timing.missing", name="gemm_ikj"),
)


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Show:
    def show(report: TimingReport, lang: Lang, columns: int = 80) -> str:
        monkeypatch.setenv("COLUMNS", str(columns))
        print_timing(report, lang)
        return capsys.readouterr().out

    return show


def row(text: str, start: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip().startswith(start)]


def test_the_tables_say_times_rates_and_ratios(shown: Show) -> None:
    text = shown(a_report(), "en")
    assert row(text, "the submission") == ["the submission 12.1 ms 11.9–1204 22.1 GFLOP/s 14.4 %"]
    assert row(text, "reference tiled") == [
        "reference tiled, T = 32 148 ms 140–151 1.8 GFLOP/s 0.012 %",
        "reference tiled, T = 32 0.0822 0.08–0.0901 0.081 faster",
    ]
    assert "counted work: 268 MFLOP, 3.15 MB (once), intensity 85.3 FLOP/B" in text
    assert "INCONCLUSIVE" not in text
    assert "no mark depends on them" in text


def test_the_same_in_chinese(shown: Show) -> None:
    text = shown(a_report(), "zh")
    assert row(text, "提交的代码") == ["提交的代码 12.1 ms 11.9–1204 22.1 GFLOP/s 14.4 %"]
    assert "更快" in text
    assert "不影响分数" in text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("columns", [80, 200])
def test_no_cell_of_a_table_is_broken(shown: Show, lang: Lang, columns: int) -> None:
    text = shown(a_report(compared("inconclusive")), lang, columns)
    tables = [line for line in text.splitlines() if line.startswith(" ") and line.strip()]
    assert len(tables) == 2 * 2 + 3
    assert all(cell_len(line) <= 80 for line in tables)


@pytest.mark.parametrize("lang", LANGS)
def test_a_reason_for_all_is_given_once_and_others_name_the_reference(
    shown: Show, lang: Lang
) -> None:
    both = (compared("inconclusive", "waiting"), compared("inconclusive", "waiting"))
    text = shown(a_report(*both), lang, 200)
    assert text.count("3.19") == 1
    text = shown(a_report(both[0], compared()), lang, 200)
    assert NAME.text(lang) in next(line for line in text.splitlines() if "3.19" in line)


@pytest.mark.parametrize("lang", LANGS)
def test_without_times_the_reason_stands_alone(shown: Show, lang: Lang) -> None:
    text = shown(REFUSED, lang)
    assert "gemm_ikj" in text
    assert "ms" not in text
    page = timing_page(REFUSED, b"", lang)
    assert "<table" not in page
    assert "<img" not in page
    assert REFUSED.refused is not None
    assert REFUSED.refused.text(lang) in page


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_needs_nothing_else_and_runs_nothing(lang: Lang) -> None:
    page = timing_page(a_report(file="<script>x</script>\u202e.py"), SVG, lang)
    assert page.startswith("<!doctype html>")
    assert f'<html lang="{lang}">' in page
    assert "<script" not in page
    assert "\u202e" not in page
    assert re.findall(r'(?:src|href)="([^"]{0,30})', page) == ["data:image/svg+xml;base64,PHN2"]
    assert "default-src 'none'" in page
    assert "img-src data:" in page
    assert 'alt="' in page
    assert page.count("<tr>") == 2 * 2 + 1


def test_a_report_reads_back_from_its_json() -> None:
    report = a_report(compared("inconclusive", "waiting"))
    assert msgspec.json.decode(msgspec.json.encode(report), type=TimingReport) == report
    assert not report.conclusive
    assert a_report().conclusive


@pytest.mark.parametrize(
    ("value", "text"),
    [(2.68e8, "268 MB"), (999.6, "1 kB"), (0, "0 B"), (1, "1 B")],
)
def test_prefixes(value: float, text: str) -> None:
    assert with_prefix(value, "B") == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.07171, "0.0717"), (3771.2, "3771"), (99.96, "100"), (12.34, "12.3"), (123.4, "123")],
)
def test_three_digits(value: float, text: str) -> None:
    assert three_digits(value) == text
