"""Checks of q13 that students can run: one example for each function, one kind of refusal."""

from __future__ import annotations

from grader import Student, check, close, expects

SLOW_LINK = {"latency_s": 10e-6, "bytes_per_s": 20e9}
FAST_LINK = {"latency_s": 2e-6, "bytes_per_s": 10e9}


@check("ex", of="transfer_s")
def test_thousand_messages(student: Student) -> None:
    """L = 10 μs、β = 20 GB/s：1 MB 分成 1000 条 1 KB 的消息，用 10.05 ms。

    L = 10 μs, β = 20 GB/s: 1 MB as 1000 messages of 1 KB takes 10.05 ms.
    """
    got = student.call("transfer_s", total_bytes=1e6, messages=1000, **SLOW_LINK)
    close(
        got,
        10.05e-3,
        hint=(
            "启动延迟付了几次？每条消息搬多少字节？结果是秒吗？",
            "How often is the latency paid? How many bytes does each message move? Is it seconds?",
        ),
    )


@check("ex", of="effective_bytes_per_s")
def test_effective_bandwidth(student: Student) -> None:
    """L = 2 μs、β = 10 GB/s：20 KB 的消息只跑到 5 GB/s。

    L = 2 μs, β = 10 GB/s: a message of 20 KB runs at only 5 GB/s.
    """
    got = student.call("effective_bytes_per_s", message_bytes=20e3, **FAST_LINK)
    close(
        got,
        5e9,
        hint=(
            "字节除以时间：时间里有启动延迟吗？",
            "Bytes over time: does the time include the latency?",
        ),
    )


@check("ex", of="half_bandwidth_bytes")
def test_half_bandwidth(student: Student) -> None:
    """L = 2 μs、β = 10 GB/s：半带宽点是 20 KB。

    L = 2 μs, β = 10 GB/s: the half-bandwidth point is 20 KB.
    """
    got = student.call("half_bandwidth_bytes", **FAST_LINK)
    close(
        got,
        20e3,
        hint=(
            "把你的结果代回有效带宽的公式，看它是不是 β/2。",
            "Put your result back into the effective bandwidth: is it β/2?",
        ),
    )


@check("ex", of="min_message_bytes")
def test_three_quarters(student: Student) -> None:
    """L = 2 μs、β = 10 GB/s：要达到 0.75 β，消息至少 60 KB。

    L = 2 μs, β = 10 GB/s: reaching 0.75 β takes a message of at least 60 KB.
    """
    got = student.call("min_message_bytes", fraction=0.75, **FAST_LINK)
    close(
        got,
        60e3,
        hint=(
            "比例 f 是有效带宽与 β 之比，不是搬运时间或字节数的比例。",
            "f compares the effective bandwidth with β; it isn't a share of the bytes.",
        ),
    )


@check("err", of="transfer_s", valid={"total_bytes": 1e6, "messages": 4, **SLOW_LINK})
def test_refuses(student: Student) -> None:
    """负的字节数、少于一条消息、非正的带宽都要用 ValueError 拒绝。

    Negative sizes, fewer than one message and a bandwidth that isn't positive: ValueError.
    """
    for bad in (
        {"total_bytes": -1.0, "messages": 4, **SLOW_LINK},
        {"total_bytes": 1e6, "messages": 0, **SLOW_LINK},
        {"total_bytes": 1e6, "messages": 4, "latency_s": 10e-6, "bytes_per_s": 0.0},
    ):
        with expects(ValueError):
            student.call("transfer_s", **bad)
