"""What a memory holds after each allocation, by category, and where it peaks or overflows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reference.models import memory
from reference.plots import style

HATCHES = ("", "//", "..", "\\\\", "xx", "--")

TEXTS: style.Texts = {
    "title": {"zh": "显存账本：峰值 {:.4g} GiB", "en": "memory ledger: peak {:.4g} GiB"},
    "event": {"zh": "分配/释放事件", "en": "event (allocation or release)"},
    "gib": {"zh": "占用（GiB）", "en": "in use (GiB)"},
    "capacity": {"zh": "容量 {:.4g} GiB", "en": "capacity {:.4g} GiB"},
    "peak": {"zh": "峰值", "en": "peak"},
    "oom": {"zh": "放不下：{}", "en": "does not fit: {}"},
    "weights": {"zh": "权重", "en": "weights"},
    "optimizer": {"zh": "优化器状态", "en": "optimizer state"},
    "activations": {"zh": "激活", "en": "activations"},
    "gradients": {"zh": "梯度", "en": "gradients"},
    "kv_cache": {"zh": "KV 缓存", "en": "KV cache"},
    "workspace": {"zh": "工作区", "en": "workspace"},
    "runtime": {"zh": "运行时", "en": "runtime"},
}


def timeline(capacity_bytes: int, events: Sequence[tuple[Any, ...]], lang: str) -> Figure:
    """Draw the bytes of each category after every event, up to the first that does not fit.

    A category that is not among `TEXTS` is shown by its own name. Arguments and errors as
    `memory.replay`, and `lang` as everywhere.
    """
    say = style.words(TEXTS, lang)
    states = list(memory.ledger(capacity_bytes, events))
    result = memory.replay(capacity_bytes, events)
    fig = style.figure(4.2)
    axes = fig.subplots()
    places = list(range(len(states)))
    below = [0.0] * len(states)
    for i, category in enumerate(dict.fromkeys(name for state in states for name in state)):
        heights = [memory.to_gib(state.get(category, 0)) for state in states]
        axes.bar(
            places,
            heights,
            bottom=below,
            width=1.0,
            color=style.CYCLE[i % len(style.CYCLE)],
            hatch=HATCHES[i % len(HATCHES)],
            edgecolor="white",
            linewidth=0.5,
            label=say.get(category, category),
        )
        below = [low + height for low, height in zip(below, heights, strict=True)]
    capacity, peak = memory.to_gib(capacity_bytes), memory.to_gib(result["peak_bytes"])
    axes.axhline(
        capacity,
        color=style.BLACK,
        linestyle="--",
        linewidth=1.4,
        label=say["capacity"].format(capacity),
    )
    if result["peak_event"] >= 0:
        axes.plot([result["peak_event"]], [peak], "v", color=style.BLACK, ms=9, label=say["peak"])
    failed = result["oom_event"]
    if failed is not None:
        axes.axvline(
            failed, color=style.VERMILION, linewidth=2, label=say["oom"].format(events[failed][1])
        )
    axes.set_ylim(0, max(capacity, peak) * 1.12 or 1)
    axes.set_xlim(-0.6, len(events) - 0.4)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    style.headline(fig, say["title"].format(peak))
    style.label(axes, x=say["event"], y=say["gib"])
    style.legend(axes)
    return fig
