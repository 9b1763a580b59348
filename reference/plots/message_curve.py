"""Why small messages are slow: time and rate over the size of a message, for one or more links."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from reference.models import messages
from reference.plots import style

STYLES = ("-", "--", "-.", ":")
POINTS = 121
FIRST_BYTES, LAST_BYTES = 1e2, 1e9

TEXTS: style.Texts = {
    "size": {"zh": "消息大小 q（字节）", "en": "message size q (bytes)"},
    "time": {"zh": "一条消息的时间", "en": "time of one message"},
    "rate": {"zh": "有效带宽（字节/s）", "en": "effective bandwidth (bytes/s)"},
    "time_title": {"zh": "T = L + q/β", "en": "T = L + q/β"},
    "rate_title": {"zh": "q / T，○ 为半带宽点 q = Lβ", "en": "q / T; ○ half of β, at q = Lβ"},
}


def curves(links: Mapping[str, tuple[float, float]], lang: str) -> Figure:
    """Draw time and effective bandwidth from 100 bytes to 1 GB.

    Parameters
    ----------
    links : mapping
        Name of each link -> (latency_s > 0, bytes_per_s > 0).
    lang : str
        "zh" or "en".

    Raises
    ------
    ValueError
        As `messages.transfer_s`, or `lang` is unknown.
    """
    say = style.words(TEXTS, lang)
    sizes = np.geomspace(FIRST_BYTES, LAST_BYTES, POINTS)
    fig = style.figure(4.0, 9.5)
    time, rate = fig.subplots(1, 2)
    rates = []
    for i, (name, (latency, bandwidth)) in enumerate(links.items()):
        look = {"color": style.CYCLE[i % len(style.CYCLE)], "linestyle": STYLES[i % len(STYLES)]}
        seconds = [messages.transfer_s(q, 1, latency, bandwidth) for q in sizes]
        reached = [messages.effective_bytes_per_s(q, latency, bandwidth) for q in sizes]
        time.loglog(sizes, seconds, label=name, **look)
        rate.loglog(sizes, reached, label=name, **look)
        half = messages.half_bandwidth_bytes(latency, bandwidth)
        at_half = messages.effective_bytes_per_s(half, latency, bandwidth)
        rate.plot([half], [at_half], "o", color=look["color"], mfc="white", ms=7)
        rate.axhline(bandwidth, color=look["color"], linewidth=0.8, linestyle=":")
        rates += reached
    style.label(time, title=say["time_title"], x=say["size"], y=say["time"])
    style.label(rate, title=say["rate_title"], x=say["size"], y=say["rate"])
    decades = [10.0**i for i in range(2, 10)]
    style.ticks(time.yaxis, [10.0**i for i in range(-7, 1)], style.seconds)
    style.ticks(rate.yaxis, [10.0**i for i in range(6, 13)], style.compact)
    rate.set_ylim(min(rates) * 0.7, max(bandwidth for _, bandwidth in links.values()) * 2)
    for axes in (time, rate):
        style.ticks(axes.xaxis, decades, style.compact)
        axes.grid(color=style.LIGHT)
        style.legend(axes, "upper left" if axes is time else "lower right")
    low, high = time.get_ylim()
    time.set_ylim(max(low, 1e-7), min(high, 2))
    return fig
