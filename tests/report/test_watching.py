"""How it looks: on terminals of any width, and in a pipe."""

from __future__ import annotations

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from grader.messages import Lang
from grader.outcome import Status
from grader.report.running import Step, Tally
from grader.report.watching import MOST_ALARMS, Panel, watching

ALL = 200


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def steps(broken: int = 1) -> list[Step]:
    """Return the steps of a run with `broken` units we cannot judge, a hard one and a slow one."""
    told = [Step(0, ALL)]
    for i in range(ALL):
        name = "c09_gpu" if broken == 1 else f"b{i // 3 % broken}_gpu"
        unit, status, seconds = (
            ("q13_batches", Status.WRONG if i % 5 else Status.PASSED, 0.2),
            (name, Status.NOT_JUDGED, 0.2),
            ("c03_gemm", Status.PASSED, 2.6),
        )[i % 3]
        told.append(Step(i + 1, ALL, unit, status, seconds, {"test_it": status}))
    return told


def panel(width: int, lang: Lang, broken: int = 1) -> list[str]:
    tally, clock = Tally(), Clock()
    for step in steps(broken)[:121]:
        clock.now += 2.0
        tally.add(step, clock.now)
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(Panel(tally, lang, clock))
    return [line.rstrip() for line in capture.get().splitlines()]


def logged(lang: Lang, seconds: float) -> list[str]:
    """Return the lines that a pipe gets from a run with `seconds` between two verdicts."""
    out, clock = io.StringIO(), Clock()
    with watching(lang, stream=out, clock=clock) as watch:
        for step in steps():
            watch(step)
            clock.now += seconds
    return out.getvalue().splitlines()


def test_a_wide_terminal() -> None:
    bar, *rest = panel(100, "en")
    assert bar.endswith("120/200 judged · 30 a minute · about 3 min left")
    assert bar.startswith("━")
    assert rest == [
        "look     c09: 40 of 40 not judged; our fault, not a zero (it)",
        "failing  q13: 32 of 40 wrong",
        "slow     c03: 2.6 s each",
    ]


def test_a_wide_terminal_in_chinese() -> None:
    assert panel(100, "zh")[1:] == [
        "注意  c09：40 份中有 40 份无法评判，是我们的问题，不算零分（it）",
        "多错  q13：40 份中 32 份不对",
        "较慢  c03：每份 2.6 秒",
    ]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_nothing_is_cut_off_and_nothing_too_wide(width: int, lang: Lang) -> None:
    lines = panel(width, lang)
    assert max(cell_len(line) for line in lines) <= width
    assert "…" not in "".join(lines)
    joined = "".join("".join(lines).split())
    for words in ("120/200", "c09", "(it)" if lang == "en" else "（it）", "2.6"):
        assert words in joined


def test_many_broken_units_do_not_fill_the_screen() -> None:
    lines = panel(100, "en", broken=8)
    alarms = [line for line in lines if "not judged" in line]
    assert len(alarms) == MOST_ALARMS
    assert any(line.strip() == "and 3 more" for line in lines)


def test_a_short_run_in_a_pipe_says_only_what_may_be_our_fault() -> None:
    assert logged("en", 0.01) == [
        "look  c09: 1 of 1 not judged; our fault, not a zero (it)",
        "look  c09: 67 of 67 not judged; our fault, not a zero (it)",
    ]


def test_a_long_run_in_a_pipe_is_a_few_plain_lines() -> None:
    lines = logged("zh", 3.0)
    assert len(lines) == 12
    assert lines[1] == "已评 20/200 · 每分钟 20 份 · 还需约 9 分钟"
    assert not any(ord(c) < 32 for line in lines for c in line)


def test_with_nothing_to_do_nothing_is_written_anywhere() -> None:
    for out in (io.StringIO(), Terminal()):
        with watching("en", stream=out) as watch:
            watch(Step(ALL, ALL))
        assert out.getvalue() == ""


def test_on_a_terminal_what_may_be_our_fault_stays_after_the_panel() -> None:
    out, clock = Terminal(), Clock()
    with watching("en", stream=out, clock=clock) as watch:
        for step in steps():
            watch(step)
            clock.now += 1.0
    last = out.getvalue().splitlines()[-1]
    assert "c09: 67 of 67 not judged" in last


def interrupted(out: io.StringIO) -> None:
    with watching("en", stream=out) as watch:
        for step in steps()[:30]:
            watch(step)
        raise KeyboardInterrupt


def test_an_interrupted_run_still_says_it() -> None:
    out = io.StringIO()
    with pytest.raises(KeyboardInterrupt):
        interrupted(out)
    assert out.getvalue().splitlines()[-1].startswith("look  c09: 10 of 10")
