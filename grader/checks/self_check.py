"""`grader.self_check(unit, key)`: a student's own public checks, in the running notebook.

It runs in the student's kernel, on the functions as they are now, without a box: the student checks
their own code, and nothing that happens here counts. The checks are those of the bundle that the
notebook lies in.
"""

from __future__ import annotations

import copy
import importlib.util
import sys
import traceback
import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from grader.box import Launched, Missing, Raised, Returned, Traced
from grader.box.wire.memory import arrived, enclosing, layout_of, plain
from grader.checks.declare import spec_of
from grader.checks.lines import check_lines
from grader.checks.salts import PUBLIC_SALT
from grader.checks.session import run_check
from grader.checks.student import Student
from grader.checks.verdicts import Stop
from grader.course import Unit, find_bundle_root, load_bundle
from grader.messages import LANGS, say
from grader.outcome import CheckResult, Status

_OURS = str(Path(__file__).parents[1])


def self_check(unit: str, key: str) -> None:
    """Run the public checks of one key on the functions of this notebook and print the verdicts.

    Parameters
    ----------
    unit, key
        As the graded cell says, e.g. ``"q13_message_batches", "ex"``.
    """
    lines = _report(unit, key, vars(sys.modules["__main__"]))
    print("\n".join(lines))  # noqa: T201 - the output of the cell is where the student reads


def simulate_cuda() -> None:
    """Let `from numba import cuda` find the simulated device, in this notebook from now on.

    Kernels then run without a GPU, slowly and in a fixed order, and an index that is out of range
    or a launch beyond the limits says so. To be called before the kernels are defined.
    """
    from grader.box.inside import simt

    simt.install()


def _report(unit: str, key: str, namespace: Mapping[str, Any]) -> Iterator[str]:
    root = find_bundle_root(Path.cwd())
    if root is None:
        yield from (say("self.no_bundle").text(lang) for lang in LANGS)
        return
    course = load_bundle(root)
    for result in run_public(course.unit(unit), key, namespace):
        for lang in course.languages:
            yield from check_lines(result, lang)


def run_public(unit: Unit, key: str, namespace: Mapping[str, Any]) -> list[CheckResult]:
    """Return the results of the public checks of `key` against the functions in `namespace`."""
    module = _load(unit)
    student = Student(KernelBackend(namespace), rules=unit.rules)
    return [
        run_check(f, student, unit=unit.id, salt=PUBLIC_SALT, public=True).result
        for f in vars(module).values()
        if (spec := spec_of(f)) is not None and spec.key == key and f.__module__ == module.__name__
    ]


class KernelBackend:
    """Calls the functions of the running notebook; arguments are copied, so checks stay whole."""

    def __init__(self, namespace: Mapping[str, Any]) -> None:
        self._namespace = namespace
        self._objects: list[Any] = []

    def call(
        self,
        name: str,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        out: tuple[str, ...],
        frozen: tuple[str, ...],
    ) -> Returned | Raised | Missing:
        """Call a function of the notebook."""
        return self._play(name, self._namespace.get(name), args, kwargs, out, frozen)

    def new(
        self, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Make an object; its handle is its number."""
        reply = self._play(name, self._namespace.get(name), args, kwargs)
        if not isinstance(reply, Returned):
            return reply
        self._objects.append(reply.value)
        return Returned(len(self._objects) - 1, {})

    def call_method(
        self, handle: int, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Call a method of an object made before."""
        return self._play(name, getattr(self._objects[handle], name, None), args, kwargs)

    def trace(
        self, name: str, kwargs: Mapping[str, Any], *, native: bool, refuse_products: bool
    ) -> Traced | Raised | Missing:
        """Call a function of the notebook with every array recorded.

        Products of plain arrays are found in a box only: it takes changes to all of numpy.
        """
        from grader.box.inside import tracing

        function = self._namespace.get(name)
        if not callable(function):
            return Missing(name)
        tracing.prepare(guard_products=False)
        sent = {n: _copied(v, writeable=_is_writeable(v)) for n, v in kwargs.items()}
        try:
            return Traced(
                **tracing.trace(function, (), sent, native=native, refuse_products=refuse_products)
            )
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it raises is theirs
            return _raised(error)

    def peak_bytes(self, name: str, kwargs: Mapping[str, Any]) -> Returned | Raised | Missing:
        """Call a function of the notebook; the value is its peak of extra memory, in bytes."""
        from grader.box.inside import tracing

        function = self._namespace.get(name)
        if not callable(function):
            return Missing(name)
        tracing.prepare(guard_products=False)
        sent = {n: _copied(v) for n, v in kwargs.items()}
        try:
            return Returned(tracing.peak_bytes(function, (), sent))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it raises is theirs
            return _raised(error)

    def launch(
        self,
        name: str,
        kwargs: Mapping[str, Any],
        *,
        grid: tuple[int, ...],
        block: tuple[int, ...],
        order: int,
        refuse_products: bool,
    ) -> Launched | Raised | Missing:
        """Launch a kernel of the notebook on the simulated device, or call a host function.

        Products of libraries are found in a box only, as in `trace`.
        """
        from grader.box.inside import simt

        del refuse_products
        function = self._namespace.get(name)
        if not callable(function):
            return Missing(name)
        if not simt.installed():
            raise Stop(Status.ERROR, say("self.no_simulator"))
        sent = {n: _copied(v, writeable=_is_writeable(v)) for n, v in kwargs.items()}
        try:
            if grid:
                args = tuple(sent.values())
                reply = simt.launch(function, args, grid=grid, block=block, order=order)
            else:
                reply = simt.simulate(function, sent, order=order, refuse_products=False)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it raises is theirs
            return _raised(error)
        return Launched(**reply)

    def set(self, name: str, value: Any) -> None:
        """Set a constant of the notebook. It stays set: the notebook is the student's own."""
        self._namespace[name] = value  # type: ignore[index]

    def unset(self) -> None:
        """Do nothing, for the same reason."""

    def recover(self) -> None:
        """Do nothing: a kernel cannot be made fresh."""

    def _play(
        self,
        name: str,
        function: Any,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        out: tuple[str, ...] = (),
        frozen: tuple[str, ...] = (),
    ) -> Returned | Raised | Missing:
        if not callable(function):
            return Missing(name)
        given = {str(i): value for i, value in enumerate(args)} | dict(kwargs)
        sent = {n: _copied(v, writeable=n not in frozen) for n, v in given.items()}
        try:
            value = function(
                *(sent[str(i)] for i in range(len(args))), **{n: sent[n] for n in kwargs}
            )
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it raises is theirs
            return _raised(error)
        return Returned(value, {k: arrived(sent[k]) for k in (*out, *frozen)})


def _copied(value: Any, *, writeable: bool = True) -> Any:
    """Return a copy that lies in memory as the box would lay it."""
    if not isinstance(value, np.ndarray):
        return copy.deepcopy(value)
    memory, offset = enclosing(value)
    laid = plain(value) if layout_of(value) is None else value
    array = np.ndarray(laid.shape, laid.dtype, memory.copy(), offset, laid.strides)
    array.flags.writeable = writeable or array.size == 0  # as `arrays.read_only` has it
    return array


def _is_writeable(value: Any) -> bool:
    return not isinstance(value, np.ndarray) or bool(value.flags.writeable)


def _raised(error: BaseException) -> Raised:
    bases = tuple(c.__name__ for c in type(error).__mro__ if c.__module__ == "builtins")
    frames = traceback.extract_tb(error.__traceback__)
    lines = tuple(f"{f.name}: {f.line}" for f in frames if not f.filename.startswith(_OURS))
    return Raised(type(error).__name__, bases, str(error), lines)


def _load(unit: Unit) -> types.ModuleType:
    """Import `checks/<unit>/test_public.py` as a package of its own, anew each time."""
    package = f"_bundle_checks_{unit.id}"
    for name in [n for n in sys.modules if n == package or n.startswith(f"{package}.")]:
        del sys.modules[name]
    parent = types.ModuleType(package)
    parent.__path__ = [str(unit.public)]
    sys.modules[package] = parent
    name = f"{package}.test_public"
    spec = importlib.util.spec_from_file_location(name, unit.public / "test_public.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
