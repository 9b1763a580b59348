"""The loop of a box: read a request, run the student's code, send back what happened.

It holds the notebook's namespace and the objects behind handles. Every exception of the student,
`SystemExit` and `KeyboardInterrupt` included, is an answer; only an end of the channel ends it.
"""

from __future__ import annotations

import contextlib
import socket
import sys
from itertools import pairwise
from typing import Any

import numpy as np

from .. import wire
from . import faults, notebook

Answer = tuple[wire.Kind, Any]
_FREED_BLOCKS, _FREED_BYTES = 8, 1 << 16
"""How many freed blocks of a size are written over, and up to which size; NumPy keeps 7 of each."""
_KEPT_BYTES = 1024
"""Below this size NumPy keeps freed blocks for itself."""
_CALLS = (wire.Kind.CALL, wire.Kind.NEW, wire.Kind.METHOD)
_WITH_ARRAYS = (*_CALLS, wire.Kind.BATCH)
_OF_A_HELD_CALL = (wire.Kind.REFILL, wire.Kind.RUN_HELD, wire.Kind.FETCH)


class Server:
    """One notebook and the objects it was asked to make."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.notebook = notebook.Notebook(folder)
        self.objects: list[Any] = []
        self.made: dict[int, int] = {}
        """Handles of the objects that a batch made, by the number of the call."""
        self.held: Any = None

    def answer(self, kind: wire.Kind, request: Any) -> Answer:
        """Carry out one request. Whatever the student's code does becomes an answer."""
        try:
            return self._carry_out(kind, request)
        except BaseException as error:  # noqa: BLE001 - any exception is an answer
            return wire.Kind.RAISED, faults.describe(error, self.folder)

    def _carry_out(self, kind: wire.Kind, request: Any) -> Answer:
        if kind not in _CALLS:
            done = self._carried_out_apart(kind, request)
            if done is not None:
                return done
        holder = self.notebook.module
        if kind is wire.Kind.METHOD:
            holder = self.objects[request["handle"]]
        try:
            function = getattr(holder, request["name"])
        except AttributeError:
            return wire.Kind.MISSING, None
        if kind is wire.Kind.HOLD:
            self.held = _timing().Held(function, request["kwargs"], request["outputs"])
            return wire.Kind.DONE, None
        return wire.Kind.RETURNED, self._called(kind, function, request)

    def _carried_out_apart(self, kind: wire.Kind, request: Any) -> Answer | None:
        """Carry out what is not about one function; None where it is."""
        if kind is wire.Kind.BATCH:
            return wire.Kind.RETURNED, self._batch(**request)
        if kind in _OF_A_HELD_CALL:
            return self._of_the_held_call(kind, request)
        if kind is wire.Kind.CELL:
            self.notebook.run(request["source"], request["index"])
        elif kind is wire.Kind.SET:
            setattr(self.notebook.module, request["name"], request["value"])
        elif kind is wire.Kind.RECORD:
            _tracing().prepare()
        elif kind is wire.Kind.SIMULATE:
            _simt().prepare(self.folder)
        else:
            return None
        return wire.Kind.DONE, None

    def _batch(self, calls: Any, ends: Any, first: int, most_bytes: int | None) -> dict[str, Any]:
        """Make calls one after the other, each as if it had come by itself.

        Each answer is packed before the next call: the student may return what later calls change.
        A method names the call that made its object.
        """
        if not first:
            self.made.clear()
        packed: list[bytes] = []
        data = calls.tobytes()
        for number, (begin, end) in enumerate(pairwise((0, *ends.tolist())), first):
            kind, request, plain = wire.read_call(data[begin:end])
            if kind is wire.Kind.METHOD:
                # What was not made has a number that no object has: an error, as it should be.
                request["handle"] = self.made.get(request["handle"], len(self.objects))
            answer = self.answer(kind, request)
            if kind is wire.Kind.NEW and answer[0] is wire.Kind.RETURNED:
                self.made[number] = answer[1]["value"]
                answer[1]["value"] = number
            pieces = _packed(*answer)
            if most_bytes is not None:
                packed.append(b"".join(pieces))
                most_bytes -= len(packed[-1])
            sizes = set() if plain else _sizes(request["args"], request["kwargs"])
            sizes.update(map(len, pieces[1:]))
            del request, answer, pieces
            _spoil(sizes)
            if most_bytes is not None and most_bytes < 0:
                break
        return wire.joined(packed)

    def _of_the_held_call(self, kind: wire.Kind, request: Any) -> Answer:
        if kind is wire.Kind.REFILL:
            self.held.refill(request["seed"])
        elif kind is wire.Kind.RUN_HELD:
            self.held.run(request["times"])
        else:
            return wire.Kind.RETURNED, {"value": None, "buffers": self.held.outputs()}
        return wire.Kind.DONE, None

    def _called(self, kind: wire.Kind, function: Any, request: Any) -> dict[str, Any]:
        args, kwargs = request["args"], request["kwargs"]
        if kind is wire.Kind.TRACE:
            options = {name: request[name] for name in ("native", "refuse_products")}
            return dict(_tracing().trace(function, args, kwargs, **options))
        if kind is wire.Kind.PEAK_BYTES:
            return {"value": _tracing().peak_bytes(function, args, kwargs), "buffers": {}}
        if kind is wire.Kind.LAUNCH:
            return dict(_launched(function, request))
        if kind is wire.Kind.COMPILE:
            return dict(_ptx().compiled(function, args, kwargs["cc"]))
        by_name = {str(i): value for i, value in enumerate(args)} | kwargs
        # Before the call: the student may rebind whatever he is given.
        watched = {name: wire.arrived(by_name[name]) for name in request["buffers"]}
        value = function(*args, **kwargs)
        if kind is wire.Kind.NEW:
            self.objects.append(value)
            value = len(self.objects) - 1
        return {"value": value, "buffers": watched}


def serve(channel: socket.socket, nonce: int, folder: str) -> None:
    """Say that the walls are up, then answer until the keeper hangs up."""
    output = _open_output()
    server = Server(folder)
    send = wire.send
    send(channel, wire.Kind.READY, nonce, None, keep_layout=False)
    while True:
        try:
            frame = wire.receive(channel, allow_layout=True)
        except (EOFError, OSError):
            return
        kind, payload = server.answer(frame.kind, frame.value)
        _flush(output)
        try:
            send(channel, kind, frame.nonce, payload, keep_layout=False)
        except wire.Unsendable as error:
            refused = faults.unsendable(error)
            send(channel, wire.Kind.RAISED, frame.nonce, refused, keep_layout=False)
        sizes = _sizes(frame.value, payload) if frame.kind in _WITH_ARRAYS else set()
        frame, payload = frame._replace(value=None), None
        _spoil(sizes)


def _packed(kind: wire.Kind, payload: Any) -> list[Any]:
    """Return the pieces of an answer."""
    try:
        return wire.packed_answer(kind, payload)
    except wire.Unsendable as error:
        return wire.packed_answer(wire.Kind.RAISED, faults.unsendable(error))


def _sizes(*payloads: Any) -> set[int]:
    """Return the bytes of each array in a request and its answer, not too deep within."""
    parts = list(payloads)
    for _ in range(3):
        parts = [part for whole in parts for part in _parts(whole)]
    return {part.nbytes for part in parts if type(part) is np.ndarray}


def _parts(whole: Any) -> list[Any]:
    if type(whole) is dict:
        return list(whole.values())
    return list(whole) if type(whole) in (list, tuple) else [whole]


def _spoil(sizes: set[int]) -> None:
    """Write over freed memory of these sizes.

    Who returns an array that nobody filled would else find the right answer of the call before in
    it, more often so in a batch.
    """
    for size in sizes:
        if size <= _FREED_BYTES:
            # No memory is left, or the student's hands are in NumPy: then it stays as it is.
            with contextlib.suppress(Exception):
                blocks = [np.empty(size, np.uint8) for _ in range(_FREED_BLOCKS)]
                for block in blocks:
                    block.fill(0xFF)  # np.full makes an array of the 0xFF, too
                del blocks, block


def warm_up(kind: str) -> None:
    """Touch what the first request would import; in a "probe" no numerical library."""
    notebook.warm_up()
    if kind == "gpu":
        _ptx().prepare()
    if kind != "probe":
        _tracing().warm_up()
        _timing()
        _simt()


def forget() -> None:
    """Write over the memory of all small arrays that were there; every box of the zygote inherits.

    So an array that nobody filled holds the same in each fresh box.
    """
    _spoil(set(range(1, _KEPT_BYTES)))


def _tracing() -> Any:
    """Return the module that records accesses. It needs numba, which not every box has."""
    from . import tracing

    return tracing


def _launched(function: Any, request: Any) -> dict[str, Any]:
    """Launch a kernel, or call a host function that launches some, on the simulated device."""
    order, refuse = request["order"], request["refuse_products"]
    if request["grid"]:
        sizes = {"grid": request["grid"], "block": request["block"]}
        return _simt().launch(  # type: ignore[no-any-return]
            function, request["args"], **sizes, order=order, refuse_products=refuse
        )
    return _simt().simulate(  # type: ignore[no-any-return]
        function, request["kwargs"], order=order, refuse_products=refuse
    )


def _simt() -> Any:
    """Return the simulator of a CUDA device. It needs numpy, numba and greenlet."""
    from . import simt

    return simt


def _ptx() -> Any:
    """Return the module that compiles for a GPU. It needs numba-cuda, for boxes of kind "gpu"."""
    from . import ptx

    return ptx


def _timing() -> Any:
    """Return the module that holds the arguments of a timed call. It needs numpy."""
    from . import timing

    return timing


def _open_output() -> Any:
    """Let prints go out line by line, so that a crash loses none, and never fail on a character."""
    settings: Any = {"encoding": "utf-8", "errors": "backslashreplace", "closefd": False}
    output: Any = open(1, "w", 1, **settings)  # noqa: SIM115 - lives as long as the process
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = output  # type: ignore[misc]
    return output


def _flush(output: Any) -> None:
    for stream in (sys.stdout, output):
        # The student may have replaced or closed it.
        with contextlib.suppress(Exception):
            stream.flush()
