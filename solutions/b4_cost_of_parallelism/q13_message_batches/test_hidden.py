"""Hidden checks of q13: other numbers, the model, the properties that follow from it, refusals."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import strategies as st

from assignments.b4_cost_of_parallelism.q13_message_batches.inputs import (
    bandwidths,
    links,
    message_counts,
    positive_bytes,
    positive_latencies,
    single_messages,
    size_ratios,
    targets,
    transfers,
)
from grader import Student, check, close, expects, given, holds, real
from reference.models import messages

LINK = {"latency_s": 10e-6, "bytes_per_s": 20e9}
NAN, INF = math.nan, math.inf
EACH_PAYS = (
    "每条消息各付一次启动延迟，字节总共只搬一遍。",
    "Every message pays the latency once; the bytes are moved once in all.",
)
WHOLE_TIME = (
    "有效带宽的分母是一条消息的全部时间，单位是秒和字节，不是比特。",
    "Effective bandwidth divides by the whole time of one message: seconds and bytes, not bits.",
)
HALF_TIME = (
    "在半带宽点，全部时间里有多少是启动延迟？",
    "At the half-bandwidth point, what share of the time is latency?",
)
SOLVE = (
    "先写出有效带宽等于 f·β 的方程，再解出消息大小；f = 1/2 时应当得到半带宽点。",
    "Solve effective bandwidth = f·β for the size; f = 1/2 gives the half-bandwidth point.",
)


@check("ex", of="transfer_s")
def test_one_message(student: Student) -> None:
    """一条 1 MB 的消息，以及只有空消息的情形。

    A single message of 1 MB, and a batch of empty messages.
    """
    one = student.call("transfer_s", total_bytes=1e6, messages=1, **LINK)
    close(one, 60e-6, hint=EACH_PAYS)
    empty = student.call("transfer_s", total_bytes=0.0, messages=3, **LINK)
    close(empty, 30e-6, hint=EACH_PAYS)


@check("prop", of="transfer_s", weight=2)
@given(transfers())
def test_serial_messages(student: Student, case: dict[str, Any]) -> None:
    """n 条消息依次发送，总时间与模型一致。

    n messages sent one after another take the time of the model.
    """
    close(student.call("transfer_s", **case), messages.transfer_s(**case), hint=EACH_PAYS)


@check("prop", of="transfer_s")
@given(positive_bytes(), message_counts(), positive_latencies(), bandwidths())
def test_cost_of_splitting(
    student: Student, total_bytes: float, more: int, latency_s: float, bytes_per_s: float
) -> None:
    """字节总数不变，多分出 k 条消息恰好多花 k·L，所以拆分从不更快。

    With the same bytes, k more messages cost exactly k·L more: splitting is never faster.
    """
    rest = {"total_bytes": total_bytes, "latency_s": latency_s, "bytes_per_s": bytes_per_s}
    one = real(student.call("transfer_s", messages=1, **rest))
    many = real(student.call("transfer_s", messages=1 + more, **rest))
    holds(
        bool(many > one),
        zh="延迟大于 0 时，同样的字节分成更多条消息，时间应当更长",
        en="with a latency above 0, the same bytes in more messages should take longer",
        got=many,
    )
    close(many, one + more * latency_s, hint=EACH_PAYS)


@check("prop", of="transfer_s")
@given(positive_bytes(), st.integers(2, 1000), positive_latencies(), bandwidths())
def test_batch_of_equal_messages(
    student: Student, message_bytes: float, count: int, latency_s: float, bytes_per_s: float
) -> None:
    """n 条一样大的消息所用的时间，是单独发一条的 n 倍。

    n equal messages take n times as long as one of them sent alone.
    """
    link = {"latency_s": latency_s, "bytes_per_s": bytes_per_s}
    one = real(student.call("transfer_s", total_bytes=message_bytes, messages=1, **link))
    total = count * message_bytes
    close(
        student.call("transfer_s", total_bytes=total, messages=count, **link),
        count * one,
        hint=("total_bytes 是所有消息合计的字节数。", "total_bytes counts all messages together."),
    )


@check("prop", of="transfer_s")
@given(positive_bytes(), message_counts(), bandwidths())
def test_no_latency(student: Student, total_bytes: float, count: int, bytes_per_s: float) -> None:
    """启动延迟为 0 时，只剩搬运时间，分成几条都一样。

    Without latency only the moving time is left, however many messages there are.
    """
    link = {"latency_s": 0.0, "bytes_per_s": bytes_per_s}
    got = student.call("transfer_s", total_bytes=total_bytes, messages=count, **link)
    close(got, total_bytes / bytes_per_s, hint=EACH_PAYS)


@check("err", of="transfer_s", weight=2, valid={"total_bytes": 1e6, "messages": 4, **LINK})
def test_transfer_refuses(student: Student) -> None:
    """transfer_s 拒绝超出范围的参数、NaN 和无穷大。

    transfer_s refuses arguments out of range, NaN and infinities.
    """
    good = {"total_bytes": 1e6, "messages": 4, **LINK}
    for bad in (
        {"total_bytes": -1e-3},
        {"messages": -2},
        {"latency_s": -1e-6},
        {"bytes_per_s": -20e9},
        {"total_bytes": NAN},
        {"total_bytes": INF},
        {"latency_s": NAN},
        {"bytes_per_s": INF},
    ):
        with expects(ValueError):
            student.call("transfer_s", **{**good, **bad})


@check("ex", of="effective_bytes_per_s")
def test_effective_examples(student: Student) -> None:
    """1 KB 和 1 MB 的消息在 20 GB/s 的链路上各跑到多快。

    How fast messages of 1 KB and of 1 MB run on a link of 20 GB/s.
    """
    small = student.call("effective_bytes_per_s", message_bytes=1e3, **LINK)
    close(small, 1e3 / 10.05e-6, hint=WHOLE_TIME)
    large = student.call("effective_bytes_per_s", message_bytes=1e6, **LINK)
    close(large, 1e6 / 60e-6, hint=WHOLE_TIME)


@check("prop", of="effective_bytes_per_s", weight=2)
@given(single_messages())
def test_effective_model(student: Student, case: dict[str, Any]) -> None:
    """有效带宽与模型一致。

    The effective bandwidth is that of the model.
    """
    want = messages.effective_bytes_per_s(**case)
    close(student.call("effective_bytes_per_s", **case), want, hint=WHOLE_TIME)


@check("prop", of="effective_bytes_per_s")
@given(positive_bytes(), positive_latencies(), bandwidths())
def test_never_above_sustained(
    student: Student, message_bytes: float, latency_s: float, bytes_per_s: float
) -> None:
    """有效带宽从不超过 β；没有启动延迟时恰好等于 β。

    The effective bandwidth never exceeds β, and is exactly β without latency.
    """
    rest = {"message_bytes": message_bytes, "bytes_per_s": bytes_per_s}
    got = real(student.call("effective_bytes_per_s", latency_s=latency_s, **rest))
    holds(
        bool(got <= bytes_per_s * (1 + 1e-9)),
        zh="有效带宽不应超过持续带宽 β",
        en="the effective bandwidth should not exceed the sustained bandwidth β",
        got=got,
    )
    free = student.call("effective_bytes_per_s", latency_s=0.0, **rest)
    close(free, bytes_per_s, hint=WHOLE_TIME)


@check("err", of="effective_bytes_per_s", valid={"message_bytes": 1e3, **LINK})
def test_effective_refuses(student: Student) -> None:
    """effective_bytes_per_s 拒绝超出范围的参数、NaN 和无穷大。

    effective_bytes_per_s refuses arguments out of range, NaN and infinities.
    """
    good = {"message_bytes": 1e3, **LINK}
    for bad in (
        {"message_bytes": 0.0},
        {"message_bytes": -1e3},
        {"latency_s": -1e-6},
        {"bytes_per_s": 0.0},
        {"message_bytes": NAN},
        {"message_bytes": INF},
        {"latency_s": INF},
        {"bytes_per_s": NAN},
    ):
        with expects(ValueError):
            student.call("effective_bytes_per_s", **{**good, **bad})


@check("ex", of="half_bandwidth_bytes")
def test_half_examples(student: Student) -> None:
    """L = 10 μs、β = 20 GB/s 的半带宽点；没有启动延迟时是 0；每秒不到 1 字节的链路也有。

    The half-bandwidth point for L = 10 μs, β = 20 GB/s; it is 0 without latency; a link of less
    than a byte per second has one, too.
    """
    close(student.call("half_bandwidth_bytes", **LINK), 200e3, hint=HALF_TIME)
    free = student.call("half_bandwidth_bytes", latency_s=0.0, bytes_per_s=20e9)
    close(free, 0.0, hint=HALF_TIME)
    slow = student.call("half_bandwidth_bytes", latency_s=30.0, bytes_per_s=0.5)
    close(slow, 15.0, hint=HALF_TIME)


@check("prop", of="half_bandwidth_bytes")
@given(links())
def test_half_model(student: Student, case: dict[str, Any]) -> None:
    """半带宽点与模型一致。

    The half-bandwidth point is that of the model.
    """
    want = messages.half_bandwidth_bytes(**case)
    close(student.call("half_bandwidth_bytes", **case), want, hint=HALF_TIME)


@check("err", of="half_bandwidth_bytes", valid=LINK)
def test_half_refuses(student: Student) -> None:
    """half_bandwidth_bytes 拒绝负延迟、非正带宽、NaN 和无穷大。

    half_bandwidth_bytes refuses a negative latency, a bandwidth not above 0, NaN and infinities.
    """
    for bad in (
        {"latency_s": -1e-6},
        {"bytes_per_s": 0.0},
        {"bytes_per_s": -20e9},
        {"latency_s": NAN},
        {"latency_s": INF},
        {"bytes_per_s": NAN},
        {"bytes_per_s": INF},
    ):
        with expects(ValueError):
            student.call("half_bandwidth_bytes", **{**LINK, **bad})


@check("ex", of="min_message_bytes")
def test_ninety_percent(student: Student) -> None:
    """L = 10 μs、β = 20 GB/s：达到 90 % 和一半所需的消息。

    L = 10 μs, β = 20 GB/s: the messages that reach 90 % and one half.
    """
    ninety = student.call("min_message_bytes", fraction=0.9, **LINK)
    close(ninety, 1.8e6, hint=SOLVE)
    half = student.call("min_message_bytes", fraction=0.5, **LINK)
    close(half, 200e3, hint=SOLVE)


@check("prop", of="min_message_bytes", weight=2)
@given(targets())
def test_min_message_model(student: Student, case: dict[str, Any]) -> None:
    """达到 f·β 的最小消息与模型一致。

    The smallest message that reaches f·β is that of the model.
    """
    want = messages.min_message_bytes(**case)
    close(student.call("min_message_bytes", **case), want, hint=SOLVE)


@check("prop", of="min_message_bytes")
@given(size_ratios(), positive_latencies(), bandwidths())
def test_recovers_the_message(
    student: Student, ratio: float, latency_s: float, bytes_per_s: float
) -> None:
    """一条消息的有效带宽是 f·β，那么达到 f·β 的最小消息正是这条消息。

    If a message has the effective bandwidth f·β, the smallest message that reaches f·β is it.
    """
    link = {"latency_s": latency_s, "bytes_per_s": bytes_per_s}
    size = ratio * messages.half_bandwidth_bytes(**link)
    fraction = messages.effective_bytes_per_s(size, **link) / bytes_per_s
    close(student.call("min_message_bytes", fraction=fraction, **link), size, hint=SOLVE)


@check("err", of="min_message_bytes", valid={"fraction": 0.9, **LINK})
def test_min_message_refuses(student: Student) -> None:
    """min_message_bytes 拒绝 0 与 1 之间以外的比例和不合理的链路。

    min_message_bytes refuses fractions that aren't strictly between 0 and 1, and bad links.
    """
    good = {"fraction": 0.9, **LINK}
    for bad in (
        {"fraction": 0.0},
        {"fraction": 1.0},
        {"fraction": 1.5},
        {"fraction": -0.1},
        {"fraction": NAN},
        {"latency_s": -1e-6},
        {"latency_s": INF},
        {"bytes_per_s": 0.0},
    ):
        with expects(ValueError):
            student.call("min_message_bytes", **{**good, **bad})
