"""What a TA is told while a class is judged."""

from __future__ import annotations

import pytest

from grader.messages import Lang
from grader.outcome import Status
from grader.report.running import (
    ALARM_FROM,
    FAILING_FROM,
    RATE_WINDOW_S,
    SLOW_FROM,
    Step,
    Tally,
    duration,
)

Q13, C03 = "q13_message_batches", "c03_cuda_gemm"


class Run:
    """A run in which every verdict takes `every` seconds of its own clock."""

    def __init__(self, all_: int = 100, stored: int = 0, every: float = 2.0) -> None:
        self.tally = Tally()
        self.all = all_
        self.done = stored
        self.every = every
        self.now = 1000.0
        self.tally.add(Step(stored, all_), self.now)

    def judged(
        self,
        unit: str = Q13,
        status: Status = Status.PASSED,
        seconds: float = 0.1,
        times: int = 1,
        **checks: Status,
    ) -> Run:
        for _ in range(times):
            self.done += 1
            self.now += self.every
            self.tally.add(Step(self.done, self.all, unit, status, seconds, checks), self.now)
        return self

    def status(self, lang: Lang = "en") -> list[str]:
        return [part.text(lang) for part in self.tally.status(self.now)]

    def notices(self, lang: Lang = "en") -> list[tuple[str, str]]:
        return [(n.level, n.message.text(lang)) for n in self.tally.notices()]


def test_before_the_first_verdict_no_rate_is_made_up() -> None:
    assert Run().status() == ["0/100 judged", "starting …"]
    assert Run().judged().status() == ["1/100 judged"]


def test_rate_and_time_left_count_this_run_alone() -> None:
    run = Run(100, stored=60).judged(times=10)
    assert run.status() == ["70/100 judged", "30 a minute", "about 60 s left"]
    assert run.status("zh") == ["已评 70/100", "每分钟 30 份", "还需约 60 秒"]


def test_the_rate_is_that_of_the_last_minutes() -> None:
    run = Run(1000).judged(times=100)
    run.every = 12.0
    run.judged(times=round(RATE_WINDOW_S / run.every) + 1)
    assert run.tally.per_minute(run.now) == pytest.approx(5.0)
    assert run.status()[1] == "5.0 a minute"


def test_a_run_that_hangs_says_so_by_its_rate() -> None:
    run = Run().judged(times=10)
    before = run.tally.left_s(run.now)
    after = run.tally.left_s(run.now + 600)
    assert before is not None
    assert after is not None
    assert after > 10 * before


def test_all_done_has_no_time_left() -> None:
    assert Run(5).judged(times=5).status() == ["5/5 judged", "30 a minute"]


@pytest.mark.parametrize(
    ("seconds", "en", "zh"),
    [
        (0, "5 s", " 5 秒"),
        (47, "45 s", " 45 秒"),
        (92, "2 min", " 2 分钟"),
        (900, "15 min", " 15 分钟"),
        (3599, "1 h 00 min", " 1 小时 00 分"),
        (7300, "2 h 02 min", " 2 小时 02 分"),
    ],
)
def test_a_time_is_no_more_exact_than_it_is_known(seconds: float, en: str, zh: str) -> None:
    assert (duration(seconds).text("en"), duration(seconds).text("zh")) == (en, zh)


def test_one_result_we_cannot_judge_is_said_at_once_with_its_check() -> None:
    run = (
        Run()
        .judged(C03)
        .judged(C03, Status.NOT_JUDGED, test_tiles=Status.NOT_JUDGED, test_edges=Status.PASSED)
    )
    said = "c03: 1 of 2 not judged; our fault, not a zero (tiles)"
    assert run.notices() == [("alarm", said)]


def test_a_lost_worker_has_no_check_to_name() -> None:
    run = Run().judged(C03, Status.NOT_JUDGED)
    assert run.notices("zh") == [
        ("alarm", "c03：1 份中有 1 份无法评判，是我们的问题，不算零分（–）")
    ]


def test_a_check_that_nobody_passes_is_an_alarm() -> None:
    run = Run()
    for _ in range(ALARM_FROM - 1):
        run.judged(Q13, Status.WRONG, test_a=Status.PASSED, test_b=Status.WRONG)
    assert run.notices() == []
    run.judged(Q13, Status.ERROR, test_a=Status.PASSED, test_b=Status.ERROR)
    assert run.notices() == [("alarm", "q13: all 4 answers fail; is the check broken? (b)")]
    run.judged(Q13, test_a=Status.PASSED, test_b=Status.PASSED)
    assert run.notices() == []


def test_several_checks_of_a_unit_are_one_line() -> None:
    checks = {f"test_{n}": Status.WRONG for n in "abc"}
    run = Run().judged(Q13, Status.WRONG, times=ALARM_FROM, **checks)
    assert run.notices() == [("alarm", "q13: all 4 answers fail; is the check broken? (a +2)")]


def test_an_empty_notebook_says_nothing_about_a_check() -> None:
    run = Run().judged(Q13, Status.UNANSWERED, times=20, test_a=Status.UNANSWERED)
    assert run.notices() == []


def test_a_hard_unit_is_named_but_is_no_alarm() -> None:
    run = Run().judged(Q13, test_a=Status.PASSED, times=FAILING_FROM - 5)
    run.judged(Q13, Status.WRONG, test_a=Status.WRONG, times=5)
    assert run.notices() == [("failing", "q13: 5 of 8 wrong")]
    assert run.judged(Q13, test_a=Status.PASSED, times=3).notices() == []


def test_a_slow_unit_is_named_beside_quick_ones() -> None:
    run = Run().judged(Q13, seconds=0.2, times=5).judged(C03, seconds=2.6, times=SLOW_FROM)
    assert run.notices() == [("slow", "c03: 2.6 s each")]


def test_the_first_of_a_unit_compiles_and_does_not_make_it_slow() -> None:
    run = Run().judged(Q13, seconds=0.2, times=5).judged(C03, seconds=9.0)
    assert run.judged(C03, seconds=0.3, times=4).notices() == []


def test_where_all_are_alike_none_is_slow() -> None:
    assert Run().judged(C03, seconds=5.0, times=9).notices() == []
