"""The visible examples of c05."""

from grader import check, exact

WORKED = {
    "n": 100_000_000,
    "itemsize": 4,
    "reads": 2,
    "writes": 1,
    "flop_per_item": 1,
    "traffic": (1.2, "GB"),
    "time": (0.125, "ms"),
    "peak_bw": (4800, "GB/s"),
    "peak_flop_per_s": 67e12,
    "synchronised": True,
    "warm": False,
    "cache_bytes": 50_000_000,
    "advice": "more_flop_peak",
}
SLOW = WORKED | {"time": (500, "us"), "advice": "none"}


@check("ex", of="diagnose")
def test_worked_codes(student):
    """题目里的报告有两个毛病：超带宽，建议对不上。

    Two things are wrong with the report of the prompt: over bandwidth, and its advice.
    """
    exact(
        student.call("diagnose", report=WORKED),
        {"over_bandwidth", "advice_mismatch"},
        hint=("所有毛病都要报，不只第一个。", "Name everything that is wrong, not only the first."),
    )


@check("ex", of="diagnose")
def test_one_thing_wrong(student):
    """耗时 0.5 ms 的同一份报告：没有毛病；没同步；搬运量少报、多报。

    The same report with 0.5 ms: nothing wrong; not synchronised; too little and too much traffic.
    """
    exact(student.call("diagnose", report=SLOW), set())
    exact(student.call("diagnose", report=SLOW | {"synchronised": False}), {"unsynchronised"})
    exact(student.call("diagnose", report=SLOW | {"traffic": (800, "MB")}), {"traffic_too_small"})
    exact(student.call("diagnose", report=SLOW | {"traffic": (1.5, "GB")}), {"extra_traffic"})


@check("ex", of="next_step")
def test_worked_step(student):
    """题目里的报告要重测；没同步的，先同步。

    The report of the prompt has to be measured again; without synchronisation, that comes first.
    """
    exact(student.call("next_step", report=WORKED), "remeasure")
    exact(student.call("next_step", report=WORKED | {"synchronised": False}), "sync_and_retime")


@check("ex", of="next_step")
def test_optimise(student):
    """没有毛病的报告：0.5 ms 离下界远，260 µs 离下界近。

    Reports with nothing wrong: 0.5 ms is far from the bound, 260 µs is near it.
    """
    exact(student.call("next_step", report=SLOW), "raise_utilisation")
    exact(student.call("next_step", report=SLOW | {"time": (260, "us")}), "cut_traffic")
