"""Tasks that wait for tasks: the graph, and who does which of them when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reference.models import dag
from reference.plots import style
from reference.plots.gantt import Bar, Look, draw, mark_end

NODE_IN = 0.36
"""Height of a task in the graph."""

TEXTS: style.Texts = {
    "graph": {
        "zh": "依赖图：工作量 W = {work}，跨度 D = {span}",
        "en": "what waits for what: work W = {work}, span D = {span}",
    },
    "schedule": {
        "zh": "{p} 个处理器的贪心调度（最坏不超过 {bound:.4g}）",
        "en": "greedy schedule of {p} processors (never above {bound:.4g})",
    },
    "earliest": {"zh": "最早开始时间", "en": "earliest start"},
    "time": {"zh": "时间（单位）", "en": "time (units)"},
    "processor": {"zh": "处理器 {}", "en": "processor {}"},
    "task": {"zh": "任务", "en": "task"},
    "total": {"zh": "共 {}", "en": "total {}"},
}


def schedule(durations: Sequence[int], edges: Sequence[dag.Edge], p: int, lang: str) -> Figure:
    """Draw a task graph and its greedy schedule; arguments and errors as `dag.greedy_schedule`."""
    say = style.words(TEXTS, lang)
    starts = dag.greedy_schedule(durations, edges, p)
    owners = dag.processors(durations, starts)
    work, span = dag.work_span_dag(durations, edges)
    total = dag.makespan(durations, starts)
    # With a processor for each task every one starts as early as its needs allow.
    earliest = dag.greedy_schedule(durations, edges, max(len(durations), 1))
    widest = max(Counter(earliest).values(), default=1)
    parts = (0.5 + NODE_IN * widest, 0.5 + style.ROW_IN * p)
    fig = style.figure(1.2 + sum(parts), 8.5)
    graph, gantt = fig.subplots(2, height_ratios=parts)
    _draw_graph(graph, earliest, edges)
    style.label(graph, title=say["graph"].format(work=work, span=span), x=say["earliest"])
    graph.spines["left"].set_visible(False)
    looks = {"task": Look(say["task"], style.SKY)}
    bars = [
        Bar(owners[task], start, start + durations[task], "task", str(task))
        for task, start in enumerate(starts)
    ]
    draw(gantt, [say["processor"].format(n) for n in range(p)], bars, looks, end=total)
    bound = float(dag.greedy_bound(work, span, p))
    style.label(gantt, title=say["schedule"].format(p=p, bound=bound), x=say["time"])
    mark_end(gantt, total, say["total"].format(total))
    return fig


def _draw_graph(axes: Axes, earliest: Sequence[int], edges: Sequence[dag.Edge]) -> None:
    heights = _heights(earliest, edges)
    for before, after in edges:
        axes.annotate(
            "",
            (earliest[after], heights[after]),
            (earliest[before], heights[before]),
            arrowprops={"arrowstyle": "->", "color": style.GREY, "shrinkA": 9, "shrinkB": 9},
        )
    axes.plot(earliest, heights, "o", color=style.SKY, ms=16, mec=style.BLUE)
    for task, (x, y) in enumerate(zip(earliest, heights, strict=True)):
        axes.text(
            x, y, str(task), ha="center", va="center", fontproperties=style.font(style.SMALL_PT)
        )
    axes.set_yticks([])
    axes.set_xticks(sorted(set(earliest)))
    axes.set_ylim(min(heights, default=0) - 0.6, max(heights, default=0) + 0.6)
    axes.margins(x=0.06)
    axes.invert_yaxis()


def _heights(earliest: Sequence[int], edges: Sequence[dag.Edge]) -> list[float]:
    """Return a height for each task: between those it waits for, at least 1 from its column."""
    heights = [0.0] * len(earliest)
    for column in sorted(set(earliest)):
        tasks = [task for task, start in enumerate(earliest) if start == column]
        wanted = {}
        for position, task in enumerate(tasks):
            above = [heights[before] for before, after in edges if after == task]
            wanted[task] = fmean(above) if above else float(position)
        lowest = -float("inf")
        for task in sorted(tasks, key=lambda task: (wanted[task], task)):
            heights[task] = lowest = max(wanted[task], lowest + 1)
    return heights
