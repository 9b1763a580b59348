"""Stand-ins for what a box has not: `grader`, plots, IPython, Colab and the keyboard.

A plot costs seconds of import and nobody sees it while grading, so the libraries are replaced even
where they are installed: the result must not depend on it. `import grader` must work, because a
released notebook calls its self checks, and must lead nowhere.
"""

from __future__ import annotations

import builtins
import getpass
import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Iterator
from typing import Any, NoReturn

_FRONT_DOOR = "grader"
_INERT = frozenset({"matplotlib", "mpl_toolkits", "seaborn", "plotly", "ipywidgets", "google"})
"""Plots and widgets, which nobody sees; `google.colab`, which stands in cells that come from it."""
_NO_KEYBOARD = (
    "评分时没有键盘输入，请改用固定的值。"
    "Nobody types while a notebook is graded: use a fixed value instead."
)


class Inert(types.ModuleType):
    """A module or object that accepts everything and does nothing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return _UNPACKED.get(name) or Inert(name)

    def __call__(self, *_: Any, **__: Any) -> Any:
        """Return itself: so does every method."""
        return self

    def __getitem__(self, _: Any) -> Any:
        return self

    def __setitem__(self, _: Any, __: Any) -> None:
        return None

    def __iter__(self) -> Iterator[Any]:
        return iter((self,))

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None:
        return None


class Mute(types.ModuleType):
    """A module each attribute of which is a function that returns None."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return ignore


class Shell:
    """What `get_ipython()` returns: every method does nothing, but `%time stmt` runs `stmt`."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        self.user_ns = namespace

    def run_line_magic(self, name: str, line: str, *_: Any, **__: Any) -> None:
        """Run the statement of `%time`, as Jupyter would; no other magic does anything."""
        if name == "time" and line.strip():
            exec(compile(line.strip(), "<%time>", "exec"), self.user_ns)

    def getoutput(self, *_: Any, **__: Any) -> list[str]:
        """Return what a shell command printed: nothing."""
        return []

    def __getattr__(self, name: str) -> Any:
        return ignore


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Answers the imports that have a stand-in."""

    def find_spec(self, name: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        top = name.partition(".")[0]
        if top != _FRONT_DOOR and top not in _INERT:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        front_door = spec.name.partition(".")[0] == _FRONT_DOOR
        return Mute(spec.name) if front_door else Inert(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """Leave the module as it is."""


def install(namespace: dict[str, Any]) -> None:
    """Put every stand-in in its place; `namespace` is the notebook's."""
    shell = Shell(namespace)
    namespace.update(get_ipython=lambda: shell, display=ignore)
    for name in ("IPython", "IPython.core.getipython"):
        module = sys.modules.get(name)
        if module is not None:
            vars(module)["get_ipython"] = lambda: shell
    builtins.input = _no_keyboard
    getpass.getpass = _no_keyboard
    sys.meta_path.insert(0, _Finder())


def ignore(*_: Any, **__: Any) -> None:
    """Do nothing."""


def _no_keyboard(*_: Any, **__: Any) -> NoReturn:
    raise RuntimeError(_NO_KEYBOARD)


def _subplots(nrows: int = 1, ncols: int = 1, **_: Any) -> tuple[Any, Any]:
    import numpy as np

    axes = np.full((nrows, ncols), Inert("axes"), dtype=object)
    return Inert("figure"), axes.squeeze() if axes.size > 1 else axes[0, 0]


def _hist(*_: Any, **__: Any) -> tuple[Any, Any, Any]:
    return Inert("counts"), Inert("edges"), Inert("patches")


# Calls whose result people unpack into more than one name.
_UNPACKED = {"subplots": _subplots, "hist": _hist}
