"""A paged KV cache: which blocks each sequence uses, which are shared, and what is left empty."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reference.models.paged_kv import PagedKV
from reference.plots import style

Step = tuple[str, Hashable, int] | tuple[str, Hashable, Hashable] | tuple[str, Hashable]
"""("append", seq, n_tokens), ("fork", parent, child) or ("free", seq)."""

TEXTS: style.Texts = {
    "tables": {"zh": "块表：逻辑块 → 物理块", "en": "block tables: logical → physical block"},
    "logical": {"zh": "逻辑块", "en": "logical block"},
    "pool": {
        "zh": "分页 KV 缓存：用 {used} 块，空 {free} 块，已用块中有 {waste} 个空槽",
        "en": "paged KV cache: {used} blocks used, {free} free, {waste} empty slots in used blocks",
    },
    "slots": {
        "zh": "物理块的槽位（数字为 token 位置）",
        "en": "slots of physical blocks (number: token)",
    },
    "offset": {"zh": "块内偏移", "en": "offset in the block"},
    "block": {"zh": "物理块", "en": "physical block"},
    "shared": {"zh": "共享", "en": "shared"},
    "tokens": {"zh": "{seq}（{n} 个 token）", "en": "{seq} ({n} tokens)"},
}


def tables(n_blocks: int, block_size: int, steps: Sequence[Step], lang: str) -> Figure:
    """Draw block tables and pool after a series of calls of `PagedKV`.

    Parameters
    ----------
    n_blocks, block_size : int
        As `PagedKV` takes them, both >= 1.
    steps : sequence of Step
        Calls in their order.
    lang : str
        "zh" or "en".

    Raises
    ------
    ValueError
        As `PagedKV`, a step is none of the three, or `lang` is unknown.
    OutOfBlocks
        As `PagedKV.append`.
    """
    say = style.words(TEXTS, lang)
    cache = PagedKV(n_blocks, block_size)
    alive: list[Hashable] = []
    for step in steps:
        alive = _apply(cache, step, alive)
    users = _users(cache, alive)
    fig = style.figure(1.3 + 0.4 * max(n_blocks, len(alive)), 9.5)
    left, right = fig.subplots(1, 2, width_ratios=(1.15, 1))
    longest = max((len(cache.block_table(seq)) for seq in alive), default=1)
    for row, seq in enumerate(alive):
        for logical, block in enumerate(cache.block_table(seq)):
            _cell(left, logical, row, str(block), _colour(users[block], alive))
    for block in range(n_blocks):
        _draw_block(right, cache, block, block_size, users, alive)
    names = [say["tokens"].format(seq=seq, n=cache.length(seq)) for seq in alive]
    left.set_yticks(range(len(alive)), names)
    left.set_xticks(range(longest))
    owners = [_owners(users.get(block, ()), say["shared"]) for block in range(n_blocks)]
    right.set_yticks(range(n_blocks), [f"{i}{name}" for i, name in enumerate(owners)])
    right.set_xticks(range(block_size))
    for axes, columns in ((left, longest), (right, block_size)):
        # The same number of rows on both sides, so that all cells are of one height.
        axes.set_ylim(max(n_blocks, len(alive)) - 0.4, -0.6)
        axes.set_xlim(-0.6, columns - 0.4)
    pool = say["pool"].format(
        used=cache.used_blocks(), free=len(cache.free_blocks()), waste=cache.wasted_slots()
    )
    style.label(left, title=say["tables"], x=say["logical"])
    style.headline(fig, pool)
    style.label(right, title=say["slots"], x=say["offset"], y=say["block"])
    for axes in (left, right):
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
    return fig


def _apply(cache: PagedKV, step: Step, alive: list[Hashable]) -> list[Hashable]:
    """Make one call and return the sequences alive after it, oldest first."""
    match step:
        case ("append", seq, int(n_tokens)):
            cache.append(seq, n_tokens)
            return alive if seq in alive else [*alive, seq]
        case ("fork", parent, child):
            cache.fork(parent, child)
            return [*alive, child]
        case ("free", seq):
            cache.free(seq)
            return [other for other in alive if other != seq]
    raise ValueError(f"a step must be an append, a fork or a free, not {step!r}")


def _users(cache: PagedKV, alive: Sequence[Hashable]) -> dict[int, tuple[Hashable, ...]]:
    users: dict[int, tuple[Hashable, ...]] = {}
    for seq in alive:
        for block in cache.block_table(seq):
            users[block] = (*users.get(block, ()), seq)
    return users


def _draw_block(
    axes: Axes,
    cache: PagedKV,
    block: int,
    block_size: int,
    users: dict[int, tuple[Hashable, ...]],
    alive: Sequence[Hashable],
) -> None:
    """Draw the slots of a physical block; a filled one shows the position of its token."""
    held = {}
    for seq in users.get(block, ()):
        for pos in range(cache.length(seq)):
            where, offset = cache.slot(seq, pos)
            if where == block:
                held[offset] = pos
    for offset in range(block_size):
        filled = offset in held
        colour = _colour(users[block], alive) if filled else "white"
        _cell(axes, offset, block, str(held[offset]) if filled else "", colour)


def _colour(users: Sequence[Hashable], alive: Sequence[Hashable]) -> str:
    """Return grey for a shared block, else the colour of its sequence."""
    return style.GREY if len(users) > 1 else style.CYCLE[alive.index(users[0]) % len(style.CYCLE)]


def _owners(users: Sequence[Hashable], shared: str) -> str:
    if not users:
        return ""
    return f" {users[0]}" if len(users) == 1 else f" {shared}"


def _cell(axes: Axes, x: int, y: int, text: str, colour: str) -> None:
    axes.add_patch(
        Rectangle((x - 0.46, y - 0.44), 0.92, 0.88, facecolor=colour, edgecolor=style.GREY)
    )
    axes.text(
        x,
        y,
        text,
        ha="center",
        va="center",
        color=style.text_on(colour),
        fontproperties=style.font(style.SMALL_PT),
    )
