"""The visible examples of x13."""

from grader import check, exact

TWICE = [("R", address, 1) for address in (0, 4, 8, 0, 4, 8)]
MIXED = [("W", 2, 1), ("R", 3, 6), ("R", 0, 1)]


@check("ex", of="simulate")
def test_read_twice(student):
    """0、4、8 读两遍，缓存有 2 行、每行 4 B：6 次缺失，读入 24 B，换出 4 次。

    0, 4, 8 read twice with 2 lines of 4 B: 6 misses, 24 B fetched, 4 evictions.
    """
    exact(
        student.call("simulate", requests=TWICE, lines=2, line_bytes=4),
        {
            "hits": 0,
            "misses": 6,
            "fetched_bytes": 24,
            "written_back_bytes": 0,
            "evictions": [0, 1, 2, 0],
        },
        hint=(
            "缺失读入整行；换出的写行号，不写地址。",
            "A miss fetches a whole line; evictions are numbers of lines, not addresses.",
        ),
    )


@check("ex", of="simulate")
def test_worked_writes(student):
    """题目里有写入的那个例子：命中 1 次，缺失 4 次，写回 4 B。

    The worked example with a write: 1 hit, 4 misses, 4 B written back.
    """
    exact(
        student.call("simulate", requests=MIXED, lines=2, line_bytes=4),
        {
            "hits": 1,
            "misses": 4,
            "fetched_bytes": 16,
            "written_back_bytes": 4,
            "evictions": [0, 1],
        },
        hint=(
            "一个请求碰到的行逐一处理；脏行换出时写回。",
            "A request touches line after line; a dirty line is written back as it leaves.",
        ),
    )


@check("ex", of="distinct_lines")
def test_different_lines(student):
    """两个例子在每行 4 B 时都是 3 行，每行 8 B 时都是 2 行。

    Both examples touch 3 lines of 4 B, or 2 lines of 8 B.
    """
    hint = (
        "一个请求可以跨几行；同一行只算一次。",
        "A request may span several lines; a line counts once.",
    )
    for requests in (TWICE, MIXED):
        for line_bytes, want in ((4, 3), (8, 2)):
            got = student.call("distinct_lines", requests=requests, line_bytes=line_bytes)
            exact(got, want, hint=hint)
