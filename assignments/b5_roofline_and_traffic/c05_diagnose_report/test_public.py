"""The visible examples of c05."""

from grader import check, exact

WORKED = {
    "n": 10_000_000,
    "itemsize": 4,
    "reads": 1,
    "writes": 1,
    "flop_per_item": 200,
    "traffic": (160, "MB"),
    "time": (4, "ms"),
    "peak_bw": (200, "GB/s"),
    "peak_flop_per_s": 1e12,
    "synchronised": True,
    "warm": True,
    "cache_bytes": 32_000_000,
    "advice": "less_traffic",
}
SOUND = WORKED | {"traffic": (80, "MB"), "advice": "none"}


@check("ex", of="diagnose")
def test_worked_codes(student):
    """题目里的报告有两个毛病：多搬了字节，建议对不上。

    Two things are wrong with the report of the prompt: extra traffic, and its advice.
    """
    exact(
        student.call("diagnose", report=WORKED),
        {"extra_traffic", "advice_mismatch"},
        hint=("所有毛病都要报，不只第一个。", "Name everything that is wrong, not only the first."),
    )


@check("ex", of="diagnose")
def test_one_thing_wrong(student):
    """声称 80 MB、不给建议的同一份报告：没有毛病；没同步；搬运量少报；时间太短。

    The same report with 80 MB and no advice: nothing wrong; not synchronised; too little traffic;
    too short a time.
    """
    exact(student.call("diagnose", report=SOUND), set())
    exact(student.call("diagnose", report=SOUND | {"synchronised": False}), {"unsynchronised"})
    exact(student.call("diagnose", report=SOUND | {"traffic": (40, "MB")}), {"traffic_too_small"})
    exact(student.call("diagnose", report=SOUND | {"time": (1000, "us")}), {"over_compute"})


@check("ex", of="next_step")
def test_worked_step(student):
    """题目里的报告先提高利用率；没同步的，先同步；超过上限的，先重测。

    The report of the prompt has to raise its utilisation; without synchronisation, that comes
    first; a rate above its limit is measured again.
    """
    exact(student.call("next_step", report=WORKED), "raise_utilisation")
    exact(student.call("next_step", report=WORKED | {"synchronised": False}), "sync_and_retime")
    exact(student.call("next_step", report=WORKED | {"time": (1, "ms")}), "remeasure")


@check("ex", of="next_step")
def test_optimise(student):
    """离下界近的报告：受算术限制的，和每项只有 1 FLOP、受带宽限制的。

    Reports near their bound: one limited by arithmetic, and one with 1 FLOP per item that is
    limited by bandwidth.
    """
    exact(student.call("next_step", report=SOUND | {"time": (2.2, "ms")}), "raise_compute")
    light = SOUND | {"flop_per_item": 1, "time": (440, "us")}
    exact(student.call("next_step", report=light), "cut_traffic")
