"""Recording arrays as numba sees them: a value type whose indexing writes the record natively.

A product of 128 x 128 matrices makes millions of accesses; at the speed of Python they would take
seconds. Here an access costs about ten nanoseconds and leaves the same record as `recording` would.
The type is passed by value and holds plain addresses: whoever calls compiled code with it keeps the
memory alive (`compiled`). What is not typed here is no mistake: such a function runs as Python.
Indexing is lowered by hand: `numba.extending.overload` would compile a function for each use.
"""

# Numba is annotated in part only.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin, lower_getattr
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_getattr,
    infer_global,
    signature,
)
from numba.cpython import slicing
from numba.extending import NativeValue, box, models, register_model, unbox

from .recorder import NEGATIVE, PLACE_SHIFT, WRITE

COUNT, CAPACITY, CODES, VALUES, GROW, STATE_WORDS = range(6)
"""Words of a log's state: entries used and there, addresses of codes, values and of a function that
makes room, or answers with something else than 0."""
VALUES_AT, START, TAG, STATE, PARENT, AXES = range(6)
"""Words of a header, by which an array enters compiled code; shape and steps of places follow."""
OUT_OF_RANGE = "下标越界：超出数组的形状 / index out of range: outside the shape of an array"
NO_ROOM = "访问记录写不下了 / no room for the record of more accesses"
_I64, _F64 = ir.IntType(64), ir.DoubleType()


class RecordedType(types.Type):
    """An array of integers or floats; a `whole` one is an argument, not a view made on the way."""

    def __init__(self, dtype: types.Type, ndim: int, *, writeable: bool, whole: bool) -> None:
        self.dtype, self.ndim, self.writeable, self.whole = dtype, ndim, writeable, whole
        kind = f"{'whole' if whole else 'view'}, {'writeable' if writeable else 'read-only'}"
        super().__init__(name=f"Recorded({dtype}, {ndim}d, {kind})")

    def view(self, ndim: int) -> RecordedType:
        """Return the type of a view with so many axes."""
        return RecordedType(self.dtype, ndim, writeable=self.writeable, whole=False)

    def indexed(self, index: Any) -> types.Type | None:
        """Return what indexing gives: an element, a view, or None where only Python can."""
        parts = _parts(index)
        if len(parts) > self.ndim:
            return None
        if not all(isinstance(part, types.Integer | types.SliceType) for part in parts):
            return None
        ndim = self.ndim - sum(isinstance(part, types.Integer) for part in parts)
        return self.view(ndim) if ndim else self.dtype


def _parts(index: Any) -> tuple[Any, ...]:
    tuple_type: Any = types.BaseTuple
    return tuple(index) if isinstance(index, tuple_type) else (index,)


@register_model(RecordedType)
class _Model(models.StructModel):
    def __init__(self, manager: Any, kind: RecordedType) -> None:
        axes = types.UniTuple(types.int64, kind.ndim)
        members = [
            ("values", types.CPointer(kind.dtype)),
            ("start", types.int64),
            ("tag", types.int64),
            ("state", types.CPointer(types.int64)),
            ("parent", types.voidptr),
            ("shape", axes),
            ("steps", axes),
        ]
        super().__init__(manager, kind, members)


# ---- into compiled code and out of it ------------------------------------------------------------


@unbox(RecordedType)
def _unbox(kind: RecordedType, given: Any, c: Any) -> NativeValue:
    """Read the header whose address is the attribute `address` of what was given."""
    builder = c.builder
    number = c.pyapi.object_getattr_string(given, "address")
    header = builder.inttoptr(c.pyapi.long_as_longlong(number), _I64.as_pointer())
    c.pyapi.decref(number)

    def word(at: int) -> Any:
        return builder.load(builder.gep(header, [_I64(at)]))

    array = _proxy(c.context, builder, kind)
    array.values = builder.inttoptr(word(VALUES_AT), array.values.type)
    array.start, array.tag = word(START), word(TAG)
    array.state = builder.inttoptr(word(STATE), array.state.type)
    array.parent = builder.inttoptr(word(PARENT), array.parent.type)
    array.shape = cgutils.pack_array(builder, [word(AXES + i) for i in range(kind.ndim)], _I64)
    steps = [word(AXES + kind.ndim + i) for i in range(kind.ndim)]
    array.steps = cgutils.pack_array(builder, steps, _I64)
    return NativeValue(
        array._getvalue(), is_error=cgutils.is_not_null(builder, c.pyapi.err_occurred())
    )


@box(RecordedType)
def _box(kind: RecordedType, value: Any, c: Any) -> Any:
    """Return the very object that was given; a view made on the way has none."""
    if not kind.whole:
        raise NotImplementedError("a view is returned by Python only")
    parent = _proxy(c.context, c.builder, kind, value).parent
    c.pyapi.incref(parent)
    return parent


def _proxy(context: Any, builder: Any, kind: RecordedType, value: Any = None) -> Any:
    return cgutils.create_struct_proxy(kind)(context, builder, value)


# ---- types ---------------------------------------------------------------------------------------


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, index = args
        if not isinstance(array, RecordedType):
            return None
        index = types.unliteral(index)
        found = array.indexed(index)
        return None if found is None else signature(found, array, index)


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, index, value = args
        if not isinstance(array, RecordedType) or not array.writeable:
            return None
        index, value = types.unliteral(index), types.unliteral(value)
        scalar = isinstance(value, types.Integer | types.Float | types.Boolean)
        if not scalar or array.indexed(index) is None:
            return None
        return signature(types.none, array, index, array.dtype)


@infer_global(len)
class _Len(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        (array,) = args
        return signature(types.intp, array) if isinstance(array, RecordedType) else None


@infer_getattr
class _Attributes(AttributeTemplate):
    key = RecordedType

    def resolve_shape(self, kind: RecordedType) -> Any:
        return types.UniTuple(types.intp, kind.ndim)

    def resolve_ndim(self, kind: RecordedType) -> Any:
        return types.intp

    def resolve_size(self, kind: RecordedType) -> Any:
        return types.intp

    def resolve_dtype(self, kind: RecordedType) -> Any:
        return types.DType(kind.dtype)

    def resolve_T(self, kind: RecordedType) -> Any:
        return kind.view(kind.ndim)


# ---- code ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Place:
    """An element, or a view: where it starts, its axes, and whether an index was negative."""

    start: Any
    shape: list[Any]
    steps: list[Any]
    negative: Any


@lower_builtin(operator.getitem, RecordedType, types.Any)
def _getitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, index_type = sig.args
    array = _proxy(context, builder, kind, args[0])
    place = _located(context, builder, array, index_type, args[1])
    if isinstance(sig.return_type, RecordedType):
        return _view(context, builder, array, sig.return_type, place)
    value = builder.load(builder.gep(array.values, [place.start]))
    _log(context, builder, array, kind.dtype, place.start, place.negative, value)
    return value


@lower_builtin(operator.setitem, RecordedType, types.Any, types.Any)
def _setitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, index_type, _ = sig.args
    array = _proxy(context, builder, kind, args[0])
    place = _located(context, builder, array, index_type, args[1])

    def fill(start: Any, axes: list[tuple[Any, Any]]) -> None:
        """Write all elements in the order of C, as an assignment to a slice does."""
        if axes:
            (length, step), *rest = axes
            with cgutils.for_range(builder, length) as loop:
                fill(builder.add(start, builder.mul(loop.index, step)), rest)
            return
        builder.store(args[2], builder.gep(array.values, [start]))
        _log(context, builder, array, kind.dtype, start, place.negative, args[2], write=True)

    fill(place.start, list(zip(place.shape, place.steps, strict=True)))
    return context.get_dummy_value()


@lower_builtin(len, RecordedType)
def _len(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.extract_value(_proxy(context, builder, sig.args[0], args[0]).shape, 0)


@lower_getattr(RecordedType, "shape")
def _shape(context: Any, builder: Any, kind: RecordedType, value: Any) -> Any:
    return _proxy(context, builder, kind, value).shape


@lower_getattr(RecordedType, "ndim")
def _ndim(_context: Any, _builder: Any, kind: RecordedType, _value: Any) -> Any:
    return _I64(kind.ndim)


@lower_getattr(RecordedType, "size")
def _size(context: Any, builder: Any, kind: RecordedType, value: Any) -> Any:
    size = _I64(1)
    for length in cgutils.unpack_tuple(builder, _proxy(context, builder, kind, value).shape):
        size = builder.mul(size, length)
    return size


@lower_getattr(RecordedType, "dtype")
def _dtype(context: Any, _builder: Any, _kind: RecordedType, _value: Any) -> Any:
    return context.get_dummy_value()


@lower_getattr(RecordedType, "T")
def _transposed(context: Any, builder: Any, kind: RecordedType, value: Any) -> Any:
    array = _proxy(context, builder, kind, value)
    shape, steps = (cgutils.unpack_tuple(builder, t) for t in (array.shape, array.steps))
    place = _Place(array.start, shape[::-1], steps[::-1], cgutils.false_bit)
    return _view(context, builder, array, kind.view(kind.ndim), place)


def _view(context: Any, builder: Any, array: Any, kind: RecordedType, place: _Place) -> Any:
    view = _proxy(context, builder, kind)
    for name in ("values", "state", "parent"):
        setattr(view, name, getattr(array, name))
    view.tag = builder.or_(array.tag, _flag(builder, place.negative))
    view.start = place.start
    view.shape = cgutils.pack_array(builder, place.shape, _I64)
    view.steps = cgutils.pack_array(builder, place.steps, _I64)
    return view._getvalue()


def _located(context: Any, builder: Any, array: Any, index_type: Any, index: Any) -> _Place:
    """Return the place that an index names, after code that raises where there is none."""
    shape = cgutils.unpack_tuple(builder, array.shape)
    steps = cgutils.unpack_tuple(builder, array.steps)
    several = isinstance(index_type, types.BaseTuple)
    values = cgutils.unpack_tuple(builder, index) if several else [index]
    parts = list(zip(_parts(index_type), values, strict=True))
    start, negative = array.start, cgutils.false_bit
    kept: list[tuple[Any, Any]] = []
    for (part_type, part), length, step in zip(parts, shape, steps, strict=False):
        if isinstance(part_type, types.SliceType):
            piece = context.make_helper(builder, part_type, part)
            slicing.guard_invalid_slice(context, builder, part_type, piece)
            slicing.fix_slice(builder, piece, length)
            kept.append((slicing.get_slice_length(builder, piece), builder.mul(piece.step, step)))
            first = piece.start
        else:
            first, below = _in_range(context, builder, part_type, part, length)
            negative = builder.or_(negative, below)
        start = builder.add(start, builder.mul(first, step))
    axes = [*kept, *zip(shape[len(parts) :], steps[len(parts) :], strict=True)]
    return _Place(start, [length for length, _ in axes], [step for _, step in axes], negative)


def _in_range(context: Any, builder: Any, kind: Any, index: Any, length: Any) -> tuple[Any, Any]:
    """Return the index counted from the start, and whether it was counted from the end."""
    index = context.cast(builder, index, kind, types.int64)
    below = cgutils.false_bit
    if kind.signed:
        below = builder.icmp_signed("<", index, _I64(0))
        index = builder.select(below, builder.add(index, length), index)
    # As unsigned numbers, those that are still negative are too large.
    with builder.if_then(builder.icmp_unsigned(">=", index, length), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, (OUT_OF_RANGE,))
    return index, below


def _flag(builder: Any, negative: Any) -> Any:
    """Return the bit of a code that says whether a negative index was used."""
    return builder.select(negative, _I64(NEGATIVE), _I64(0))


def _log(
    context: Any,
    builder: Any,
    array: Any,
    dtype: Any,
    place: Any,
    negative: Any,
    value: Any,
    write: bool = False,
) -> None:
    """Append an access to the record; what stands at GROW makes room when it is full."""

    def at(word: int) -> Any:
        return builder.gep(array.state, [_I64(word)])

    full = builder.icmp_signed("==", builder.load(at(COUNT)), builder.load(at(CAPACITY)))
    with builder.if_then(full, likely=False):
        grow = builder.inttoptr(builder.load(at(GROW)), ir.FunctionType(_I64, []).as_pointer())
        refused = builder.icmp_signed("!=", builder.call(grow, []), _I64(0))
        with builder.if_then(refused, likely=False):
            context.call_conv.return_user_exc(builder, RuntimeError, (NO_ROOM,))
    count = builder.load(at(COUNT))
    code = builder.shl(place, _I64(PLACE_SHIFT))
    code = builder.or_(code, builder.or_(array.tag, _flag(builder, negative)))
    code = builder.or_(code, _I64(WRITE if write else 0))
    for word, entry in (
        (CODES, code),
        (VALUES, context.cast(builder, value, dtype, types.float64)),
    ):
        entries = builder.inttoptr(builder.load(at(word)), entry.type.as_pointer())
        builder.store(entry, builder.gep(entries, [count]))
    builder.store(builder.add(count, _I64(1)), at(COUNT))
