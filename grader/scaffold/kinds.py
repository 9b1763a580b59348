"""What a scaffold knows about the types of a signature.

The rule of a scaffold is that numbers are added up, so every argument has a number: its own, the
sum of a list, the length of a text. What is drawn is quarters or integers, all exact in binary: no
order of adding and no rounding decides anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LARGE = 20
"""From here on the answer is True, or "large"."""


@dataclass(frozen=True)
class Taken:
    """One type of argument. `{0}` in its source is the argument's name."""

    wide: str
    """The strategy of the argument that decides: small ones and large ones, both often."""
    narrow: str
    """The strategy of the others: they never make a small total a large one."""
    number: str
    spread: str
    """The argument as items of a list of numbers."""
    examples: tuple[Any, Any, Any, Any]
    """A small value, a large one, the least one, and another small one."""
    refused: str = ""
    lax: str = ""
    """`refused`, but NaN slips through; empty where nothing can be NaN."""
    bad: tuple[str, ...] = ()
    domain: str = ""
    """What is accepted, as a docstring says it."""
    one_more: str = ""
    """The argument with a number that is larger by one."""
    zh: str = ""
    en: str = ""

    @property
    def floats(self) -> bool:
        """Whether its number is a float."""
        return bool(self.lax)


_BOOL = Taken("st.booleans()", "st.booleans()", "int({0})", "int({0})", (True, True, False, False))
_INT = Taken(
    wide="st.integers(0, 4) | st.integers(0, 100)",
    narrow="st.integers(0, 4)",
    number="{0}",
    spread="{0}",
    examples=(3, 40, 0, 7),
    refused="{0} < 0",
    bad=("-1",),
    domain="{0} >= 0",
    one_more="{0} + 1",
    zh="小于 0",
    en="below 0",
)
_FLOAT = Taken(
    wide="quarters(4) | quarters(100)",
    narrow="quarters(4)",
    number="{0}",
    spread="{0}",
    examples=(1.5, 40.25, 0.0, 2.75),
    refused="not 0 <= {0} < math.inf",
    lax="{0} < 0",
    bad=("-0.5", "NAN", "INF"),
    domain="{0} >= 0",
    one_more="{0} + 1",
    zh="小于 0、是 NaN 或无穷大",
    en="below 0, NaN or an infinity",
)
_STR = Taken(
    wide="texts(40)",
    narrow="texts(4)",
    number="len({0})",
    spread="len({0})",
    examples=("ab", "abcdef" * 4, "a", "abc"),
    refused="not {0}",
    bad=('""',),
    domain="len({0}) >= 1",
    one_more='{0} + "a"',
    zh="为空",
    en="empty",
)
_INTS = Taken(
    wide="st.lists(st.integers(0, 4) | st.integers(0, 100), min_size=1, max_size=6)",
    narrow="st.lists(st.integers(0, 1), min_size=1, max_size=4)",
    number="sum({0})",
    spread="*{0}",
    examples=([1, 2], [20, 30], [0], [4]),
    refused="not {0} or min({0}) < 0",
    bad=("[]", "[3, -1]"),
    domain="len({0}) >= 1, {0} >= 0",
    one_more="[*{0}, 1]",
    zh="为空，或者含有小于 0 的数",
    en="empty, or with a number below 0",
)
_FLOATS = Taken(
    wide="st.lists(quarters(4) | quarters(100), min_size=1, max_size=6)",
    narrow="st.lists(quarters(1), min_size=1, max_size=4)",
    number="sum({0})",
    spread="*{0}",
    examples=([0.5, 2.0], [16.0, 24.5], [0.0], [1.25]),
    refused="not {0} or not all(0 <= x < math.inf for x in {0})",
    lax="not {0} or any(x < 0 for x in {0})",
    bad=("[]", "[1.0, -0.5]", "[1.0, NAN]", "[INF]"),
    domain="len({0}) >= 1, {0} >= 0",
    one_more="[*{0}, 1.0]",
    zh="为空，或者含有小于 0 的数、NaN 或无穷大",
    en="empty, or with a number below 0, NaN or an infinity",
)
TAKEN: dict[str, Taken] = {
    "bool": _BOOL,
    "float": _FLOAT,
    "int": _INT,
    "str": _STR,
    "list[float]": _FLOATS,
    "list[int]": _INTS,
    "Sequence[float]": _FLOATS,
    "Sequence[int]": _INTS,
}


def number_of(value: Any) -> float:
    """Return the number of an example."""
    if isinstance(value, str):
        return len(value)
    return sum(value) if isinstance(value, list) else value


@dataclass(frozen=True)
class Returned:
    """One type of result: what becomes of a total."""

    name: str
    parts: tuple[str, ...] = ()
    """The types in a list or a tuple."""

    @property
    def number(self) -> bool:
        """Whether it is one number, which grows by one with its argument."""
        return self.name in ("int", "float")

    @property
    def decides(self) -> bool:
        """Whether it is one of two answers."""
        return self.name in ("bool", "str")

    @property
    def rounds(self) -> bool:
        """Whether a total that is no integer is rounded down."""
        return "int" in (self.name, *self.parts)

    @property
    def verb(self) -> str:
        """The comparison of a result."""
        return "close" if "float" in (self.name, *self.parts) else "exact"

    def source(self, total: str, floats: bool) -> str:
        """Return the result of a total as source."""
        if self.name == "bool":
            return f"{total} >= {LARGE}"
        if self.name == "str":
            return f'"large" if {total} >= {LARGE} else "small"'
        items = [self._number(part, total, floats) for part in self.parts or (self.name,)]
        if self.name == "list":
            return f"[{', '.join(items)}]"
        if self.name == "tuple":
            return f"({', '.join(items)}{',' * (len(items) == 1)})"
        return items[0]

    def value(self, total: float) -> Any:
        """Return the result of a total."""
        if self.name == "bool":
            return total >= LARGE
        if self.name == "str":
            return "large" if total >= LARGE else "small"
        kinds = {"int": int, "float": float}
        items = [kinds[part](total) for part in self.parts or (self.name,)]
        if self.parts:
            return tuple(items) if self.name == "tuple" else items
        return items[0]

    def slip(self, value: str) -> str:
        """Return a result that is off by one, or the other one of two answers."""
        if self.name == "bool":
            return f"not {value}"
        if self.name == "str":
            return f'"small" if {value} == "large" else "large"'
        if self.name == "list":
            return f"[{value}[0] + 1]"
        if self.name == "tuple":
            return f"({value}[0] + 1, *{value}[1:])"
        return f"{value} + 1"

    @property
    def constant(self) -> str:
        """The same answer whatever is asked: never right for a whole check."""
        numbers = {"int": "0", "float": "0.0"}
        if self.name in numbers:
            return numbers[self.name]
        return {"bool": "True", "str": '"unknown"', "list": "[]", "tuple": "()"}[self.name]

    @staticmethod
    def _number(kind: str, total: str, floats: bool) -> str:
        if kind == "int":
            return f"int({total})" if floats else total
        return total if floats else f"float({total})"
