"""Cells as students write them in Jupyter: magics, shell lines, await, input, plots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from IPython.core.inputtransformer2 import TransformerManager

from grader.box import CellDone, Raised, Returned
from grader.box.inside import notebook


def value_after(open_box: Any, source: str) -> object:
    """Run `source` as a cell and return its global `x`."""
    box = open_box()
    assert box.run_cell(source, 0) == CellDone()
    box.run_cell("def get():\n    return x", 1)
    return box.call("get", (), {}).value


@pytest.mark.parametrize(
    "source",
    [
        "%matplotlib inline\nx = 1",
        "x = 1\n!rm -rf /",
        "x = 1\nx?",
        "??print\nx = 1",
        "%load_ext autoreload\n%autoreload 2\nx = 1",
        "%timeit undefined_name\nx = 1",
        "files = !ls\nx = 1 + len(files)",
        "%time x = 1",
        "%%time\nx = 1",
        "%%timeit -n 10\nx = 1",
        "%%capture out\nx = 1",
        "\n\n%%time\n%time x = 1",
        "import asyncio\nawait asyncio.sleep(0)\nx = 1",
        "async def one():\n    return 1\nx = await one()",
        "get_ipython().run_line_magic('matplotlib', 'inline')\nx = 1",
        "from IPython import get_ipython\nget_ipython().system('ls')\nx = 1",
        "display(1)\nfrom IPython.display import display as show\nx = 1",
        "from grader import self_check\nx = 1 if self_check('q13', 'ex') is None else 2",
        "import grader.checks.compare as c\nc.close(1, 2)\nx = 1",
        "from google.colab import drive, files\ndrive.mount('/content/drive')\nx = 1",
        "\ufeffx = 1\r\n",
    ],
)
def test_notebook_syntax_is_harmless(open_box: Any, source: str) -> None:
    assert value_after(open_box, source) == 1


@pytest.mark.parametrize("source", ["%%bash\nx = 2", "%%writefile a.py\nx = 2", "%%html\n<b>", ""])
def test_a_foreign_cell_does_nothing(open_box: Any, source: str) -> None:
    box = open_box("x = 1")
    assert box.run_cell(source, 1) == CellDone()
    box.run_cell("def get():\n    return x", 2)
    assert box.call("get", (), {}) == Returned(1)


@pytest.mark.parametrize(
    "source",
    [
        "fig, ax = plt.subplots()\nax.plot([1], [2])\nplt.show()",
        "fig, ((a, b), (c, d)) = plt.subplots(2, 2)\na.loglog(1)",
        "fig, axes = plt.subplots(1, 3)\nfor ax in axes.flat:\n    ax.set_title('x')",
        "with plt.style.context('ggplot'):\n    line, = plt.plot([1])",
        "counts, edges, patches = plt.hist([1])",
        "plt.rcParams.update({'font.size': 12})\nplt.rcParams['x'] = 1\nplt.savefig('a.png')",
        "import matplotlib\nmatplotlib.use('agg')\nfrom mpl_toolkits.mplot3d import Axes3D",
    ],
)
def test_a_plot_goes_nowhere(open_box: Any, source: str) -> None:
    assert open_box().run_cell(f"import matplotlib.pyplot as plt\n{source}", 0) == CellDone()


@pytest.mark.parametrize("source", ["input('n? ')", "import getpass\ngetpass.getpass()"])
def test_asking_the_keyboard_is_an_error_that_explains_itself(open_box: Any, source: str) -> None:
    raised = open_box().run_cell(source, 0)
    assert isinstance(raised, Raised)
    assert "keyboard" not in raised.type_name.lower()
    assert "没有键盘" in raised.message


def test_an_error_under_a_cell_magic_has_the_right_line(open_box: Any) -> None:
    raised = open_box().run_cell("%%time\na = 1\nb = a / 0", 4)
    assert raised.lines == ("cell 4, line 3: b = a / 0",)


def test_the_source_of_a_function_can_be_inspected(open_box: Any) -> None:
    box = open_box("import inspect\ndef f():\n    return inspect.getsource(f)")
    assert box.call("f", (), {}) == Returned("def f():\n    return inspect.getsource(f)\n")


def test_classes_and_dataclasses_know_their_module(open_box: Any) -> None:
    source = """
from dataclasses import dataclass
@dataclass
class P:
    x: "int"
def f():
    import sys
    return sys.modules["__main__"].P is P, P(1).x, __name__
"""
    assert open_box(source).call("f", (), {}) == Returned((True, 1, "__main__"))


def test_if_name_is_main_runs(open_box: Any) -> None:
    assert value_after(open_box, "if __name__ == '__main__':\n    x = 1") == 1


COURSE = Path(__file__).parents[2]
PROMPT_IN_A_STRING = 's = """\n>>> x\n"""'
"""IPython strips the prompt."""
PYTHON = (
    "x = 1\n\n\n",
    "def f(a,\n      b):\n    return (a\n            % b)",
    's = """\n%time 1\n!ls\nx?\n"""',
    "y = x  # what?",
    "t = 'a\\\n!b'",
    "async def f():\n    pass\nawait f()",
)


def test_python_is_left_alone_as_ipython_leaves_it() -> None:
    """IPython is not asked about a cell that is Python: it would only add a newline."""
    manager = TransformerManager()
    sources = [p.read_text("utf-8") for p in (COURSE / "solutions").rglob("*.py")]
    assert len(sources) > 300
    plain = [source for source in (*PYTHON, *sources) if notebook._is_python(source)]
    assert len(plain) > len(sources) - 50
    assert not notebook._is_python(PROMPT_IN_A_STRING)
    for source in plain:
        assert manager.transform_cell(source).rstrip("\n") == source.rstrip("\n")
