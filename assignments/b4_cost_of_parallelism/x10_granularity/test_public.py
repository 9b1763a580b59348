"""The visible checks of x10: the example of the prompt, 16 items without overhead, refusals."""

from grader import check, exact, expects

FEW = {"costs": [3, 1, 2, 2, 4], "workers": 2, "overhead": 1}
MANY = {"costs": [2, 1, 3, 1, 4, 1, 2, 8, 1, 1, 2, 3, 1, 1, 1, 2], "workers": 4, "overhead": 0}
BY_HAND = (
    "把每个工人何时空闲写成一行，一块一块地发；每块先付一次开销。",
    "Write down when each worker is free and hand out chunk by chunk; each pays overhead first.",
)
SMALLEST = (
    "逐个试 1…len(costs)；一样早的几个里取最小的。",
    "Try 1 … len(costs); of several that are equally early take the smallest.",
)
WAITING = (
    "每个工人从自己做完到完成时刻都在等，没有领到活的也算；付开销不是等。",
    "Each worker waits from its own end to the makespan, even without work; overhead isn't idle.",
)


@check("ex", of="chunk_makespan")
def test_few_items(student):
    """任务 [3, 1, 2, 2, 4]、2 个工人、开销 1：一块 1…5 个，完成时刻 10、10、7、9、13。

    Items [3, 1, 2, 2, 4], 2 workers, overhead 1: chunks of 1 … 5 take until 10, 10, 7, 9, 13.
    """
    for chunk, want in enumerate((10, 10, 7, 9, 13), 1):
        exact(student.call("chunk_makespan", **FEW, chunk=chunk), want, hint=BY_HAND)


@check("ex", of="chunk_makespan")
def test_many_items(student):
    """16 个任务、4 个工人、没有开销：一块 1、2、3、4 个，完成时刻 10、10、11、15。

    16 items, 4 workers, no overhead: chunks of 1, 2, 3 and 4 take until 10, 10, 11 and 15.
    """
    for chunk, want in enumerate((10, 10, 11, 15), 1):
        exact(student.call("chunk_makespan", **MANY, chunk=chunk), want, hint=BY_HAND)


@check("ex", of="best_chunk")
def test_best_of_two_pools(student):
    """上面两组任务：最好的块大小是 3 和 1。

    The best chunk sizes for these two pools of items are 3 and 1.
    """
    exact(student.call("best_chunk", **FEW), 3, hint=SMALLEST)
    exact(student.call("best_chunk", **MANY), 1, hint=SMALLEST)


@check("ex", of="idle_total")
def test_idle_few_items(student):
    """任务 [3, 1, 2, 2, 4]、2 个工人、开销 1：一块 1…5 个，空等 3、5、0、4、13。

    Items [3, 1, 2, 2, 4], 2 workers, overhead 1: with chunks of 1 … 5 they idle 3, 5, 0, 4, 13.
    """
    for chunk, want in enumerate((3, 5, 0, 4, 13), 1):
        exact(student.call("idle_total", **FEW, chunk=chunk), want, hint=WAITING)


@check("err", of="chunk_makespan", valid=FEW | {"chunk": 2})
def test_refuses(student):
    """没有任务、没有工人、块大小为 0，要抛出 ValueError。

    No items, no workers and chunks of 0 items raise ValueError.
    """
    for bad in ({"costs": []}, {"workers": 0}, {"chunk": 0}):
        with expects(ValueError):
            student.call("chunk_makespan", **FEW | {"chunk": 2} | bad)
