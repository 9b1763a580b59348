"""Who does what when: streaming, a data loader, a team, copying and computing, serving batches.

Each function takes the arguments of its model and draws what the model returns.
"""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from reference.models import batching as serving
from reference.models import loader as loading
from reference.models import pipeline as stages
from reference.models import streaming as reading
from reference.models import team as teams
from reference.plots import style
from reference.plots.gantt import Bar, Look, draw, mark_end

TEXTS: style.Texts = {
    "time_s": {"zh": "时间（s）", "en": "time (s)"},
    "time_ms": {"zh": "时间（ms）", "en": "time (ms)"},
    "time_unit": {"zh": "时间（单位）", "en": "time (units)"},
    "time_step": {"zh": "时间（解码步）", "en": "time (decode steps)"},
    "generate": {"zh": "生成", "en": "generate"},
    "read": {"zh": "阅读", "en": "read"},
    "streamed": {"zh": "流式：每个 token 生成后立即可见", "en": "streaming: shown when generated"},
    "together": {"zh": "非流式：全部生成后才可见", "en": "no streaming: shown all at the end"},
    "finish": {"zh": "读完 {:.4g} s", "en": "read at {:.4g} s"},
    "loader": {
        "zh": "数据加载：{workers} 个工作进程 × 预取 {prefetch}",
        "en": "data loader: {workers} workers × {prefetch} prefetched",
    },
    "inline": {"zh": "数据加载：在训练循环里", "en": "data loader: inside the training loop"},
    "worker": {"zh": "工作进程 {}", "en": "worker {}"},
    "loop": {"zh": "训练循环", "en": "training loop"},
    "load": {"zh": "加载", "en": "load"},
    "compute": {"zh": "计算", "en": "compute"},
    "stall": {"zh": "等数据", "en": "stall"},
    "total_ms": {"zh": "共 {} ms", "en": "total {} ms"},
    "team": {"zh": "一轮求和的时间去向", "en": "where a round of adding spends its time"},
    "person": {"zh": "成员 {}", "en": "member {}"},
    "work": {"zh": "加法", "en": "add"},
    "idle": {"zh": "空等", "en": "idle"},
    "report": {"zh": "汇报", "en": "report"},
    "confirm": {"zh": "确认", "en": "confirm"},
    "merge": {"zh": "合并", "en": "merge"},
    "total": {"zh": "共 {:.4g}", "en": "total {:.4g}"},
    "copy": {"zh": "搬运", "en": "copy"},
    "buffers": {"zh": "{} 个缓冲区", "en": "buffers: {}"},
    "dependent": {"zh": "，输入依赖上一批的输出", "en": ", input needs the previous output"},
    "pipeline": {"zh": "流水线：各级之间的缓冲区 {}", "en": "pipeline: buffers between stages {}"},
    "stage": {"zh": "第 {} 级", "en": "stage {}"},
    "static": {"zh": "静态批处理：整批一起换", "en": "static batching: replaced as a whole"},
    "continuous": {"zh": "连续批处理：空位立即补上", "en": "continuous batching: refilled at once"},
    "slot": {"zh": "槽位 {}", "en": "slot {}"},
    "request": {"zh": "解码（数字为请求编号）", "en": "decode (number: request)"},
    "held": {"zh": "已完成，等同批", "en": "done, waits for its batch"},
    "served": {
        "zh": "共 {makespan} 步，平均延迟 {mean_latency:.4g} 步，利用率 {utilisation:.0%}",
        "en": "{makespan} steps, mean latency {mean_latency:.4g}, utilisation {utilisation:.0%}",
    },
}


def streaming(gen_s: Sequence[float], read_s: Sequence[float], lang: str) -> Figure:
    """Draw generating and reading an answer with and without streaming.

    Arguments and errors as `streaming.reading_timeline`, and `lang` as everywhere.
    """
    say = style.words(TEXTS, lang)
    # Token i exists when an answer of i tokens would be complete.
    exists = [0.0] + [
        reading.reading_timeline(gen_s[:i], read_s[:i], True)["generated_s"]
        for i in range(1, len(gen_s) + 1)
    ]
    looks = {
        "generate": Look(say["generate"], style.BLUE),
        "read": Look(say["read"], style.ORANGE),
    }
    end = reading.reading_timeline(gen_s, read_s, False)["finish_s"]
    fig = style.figure(4.2)
    panels = fig.subplots(2, sharex=True)
    for axes, mode, title in zip(panels, (True, False), ("streamed", "together"), strict=True):
        bars = [Bar(0, exists[i], exists[i + 1], "generate", str(i + 1)) for i in range(len(gen_s))]
        spans = reading.reading_spans_s(gen_s, read_s, mode)
        bars += [Bar(1, start, stop, "read", str(i + 1)) for i, (start, stop) in enumerate(spans)]
        draw(axes, [say["generate"], say["read"]], bars, looks, end=end)
        finish = reading.reading_timeline(gen_s, read_s, mode)["finish_s"]
        style.label(axes, title=say[title], x=say["time_s"] if not mode else "")
        mark_end(axes, finish, say["finish"].format(finish))
    return fig


def loader(
    load_ms: Sequence[int], compute_ms: Sequence[int], workers: int, prefetch: int, lang: str
) -> Figure:
    """Draw the workers of a data loader and the training loop; else as `loader_timeline`."""
    say = style.words(TEXTS, lang)
    times = loading.loader_timeline(load_ms, compute_ms, workers, prefetch)
    looks = {
        "load": Look(say["load"], style.SKY),
        "compute": Look(say["compute"], style.GREEN),
        "stall": Look(say["stall"], style.LIGHT, "////"),
    }
    bars = []
    for b, (taken, done, stall) in enumerate(
        zip(times["take_ms"], times["done_ms"], times["stall_ms"], strict=True)
    ):
        start, ready = times["load_start_ms"][b], times["ready_ms"][b]
        bars.append(Bar(b % workers if workers else 0, start, ready, "load", str(b)))
        if workers:
            bars.append(Bar(workers, taken - stall, taken, "stall"))
        bars.append(Bar(workers, taken, done, "compute", str(b)))
    rows = [say["worker"].format(number) for number in range(workers)] + [say["loop"]]
    fig = style.figure(1.6 + style.ROW_IN * len(rows))
    axes = fig.subplots()
    draw(axes, rows, bars, looks, end=times["total_ms"])
    title = say["loader" if workers else "inline"].format(workers=workers, prefetch=prefetch)
    style.headline(fig, title)
    style.label(axes, x=say["time_ms"])
    mark_end(axes, times["total_ms"], say["total_ms"].format(times["total_ms"]))
    style.legend(axes)
    return fig


def team(
    work: Sequence[int], rates: Sequence[int], report: int, confirm: int, merge: int, lang: str
) -> Figure:
    """Draw one round of a team that adds numbers; arguments and errors as `team.round_spans`."""
    say = style.words(TEXTS, lang)
    spans = teams.round_spans(work, rates, report, confirm, merge)
    total = teams.round_report(work, rates, report, confirm, merge)["total"]
    looks = {
        "work": Look(say["work"], style.BLUE),
        "idle": Look(say["idle"], style.LIGHT, "////"),
        "report": Look(say["report"], style.ORANGE),
        "confirm": Look(say["confirm"], style.SKY),
        "merge": Look(say["merge"], style.GREEN),
    }
    bars = [Bar(span.worker, span.start, span.end, span.kind) for span in spans]
    rows = [say["person"].format(number) for number in range(len(work))]
    fig = style.figure(1.6 + style.ROW_IN * len(rows))
    axes = fig.subplots()
    draw(axes, rows, bars, looks, end=total)
    style.headline(fig, say["team"])
    style.label(axes, x=say["time_unit"])
    mark_end(axes, total, say["total"].format(float(total)))
    style.legend(axes)
    return fig


def copy_compute(
    n: int,
    copy_ms: int,
    compute_ms: int,
    buffers: Sequence[int],
    lang: str,
    needs_previous_output: bool = False,
) -> Figure:
    """Draw copying and computing n batches, once for each number of buffers.

    Other arguments and errors as `pipeline.copy_compute_timeline`.
    """
    say = style.words(TEXTS, lang)
    looks = {
        "copy": Look(say["copy"], style.SKY),
        "compute": Look(say["compute"], style.GREEN),
    }
    fig = style.figure(0.6 + 1.7 * len(buffers))
    panels = fig.subplots(len(buffers), sharex=True, squeeze=False)[:, 0]
    for axes, count in zip(panels, buffers, strict=True):
        times = stages.copy_compute_timeline(n, copy_ms, compute_ms, count, needs_previous_output)
        bars = [Bar(0, *batch.copy, "copy", str(i)) for i, batch in enumerate(times)]
        bars += [Bar(1, *batch.compute, "compute", str(i)) for i, batch in enumerate(times)]
        end = times[-1].compute[1]
        longest = stages.serial_ms(n, copy_ms, compute_ms)
        draw(axes, [say["copy"], say["compute"]], bars, looks, end=longest)
        note = say["dependent"] if needs_previous_output else ""
        is_last = axes is panels[-1]
        style.label(
            axes,
            title=say["buffers"].format(count) + note,
            x=say["time_ms"] if is_last else "",
        )
        mark_end(axes, end, say["total_ms"].format(end))
    return fig


def pipeline(times: Sequence[Sequence[int]], slots: Sequence[int], lang: str) -> Figure:
    """Draw batches that pass through stages; arguments and errors as `simulate_pipeline`."""
    say = style.words(TEXTS, lang)
    schedule = stages.simulate_pipeline(times, slots)
    end = stages.makespan(schedule)
    used = stages.utilisation(schedule)
    looks = {
        str(s): Look(say["stage"].format(s), style.CYCLE[s % len(style.CYCLE)])
        for s in range(len(used))
    }
    bars = [
        Bar(s, *interval, str(s), str(b))
        for b, row in enumerate(schedule)
        for s, interval in enumerate(row)
    ]
    rows = [f"{say['stage'].format(s)} ({float(part):.0%})" for s, part in enumerate(used)]
    fig = style.figure(1.4 + style.ROW_IN * len(rows))
    axes = fig.subplots()
    draw(axes, rows, bars, looks, end=end)
    style.headline(fig, say["pipeline"].format(list(slots)))
    style.label(axes, x=say["time_ms"])
    mark_end(axes, end, say["total_ms"].format(end))
    return fig


def batching(jobs: Sequence[serving.Job], slots: int, lang: str) -> Figure:
    """Draw requests in their slots under both ways of batching; else as `static_schedule`."""
    say = style.words(TEXTS, lang)
    looks = {
        "request": Look(say["request"], style.SKY),
        "held": Look(say["held"], style.LIGHT, "////"),
    }
    schedules = {
        "static": serving.static_schedule(jobs, slots),
        "continuous": serving.continuous_schedule(jobs, slots),
    }
    end = max(stay.finish for stays in schedules.values() for stay in stays)
    fig = style.figure(1.6 + 2 * (0.5 + style.ROW_IN * slots))
    panels = fig.subplots(2, sharex=True)
    for axes, (name, stays) in zip(panels, schedules.items(), strict=True):
        bars = [
            Bar(stay.slot, stay.start, stay.done, "request", str(i)) for i, stay in enumerate(stays)
        ]
        bars += [Bar(stay.slot, stay.done, stay.finish, "held") for stay in stays]
        rows = [say["slot"].format(slot) for slot in range(slots)]
        draw(axes, rows, bars, looks, end=end)
        metrics = serving.batching_metrics(jobs, [stay.finish for stay in stays], slots)
        title = say[name] + "\n" + say["served"].format(**metrics)
        style.label(axes, title=title, x=say["time_step"] if name == "continuous" else "")
    style.legend(panels[0])
    return fig
