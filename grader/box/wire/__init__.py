"""The only language spoken across the trust line: frames of plain data between keeper and box.

The box is hostile, so what it sends is bytes until this package has read it. There is no pickle
here and no name that a peer could have resolved: a frame can spell only the values listed in
`write._WRITERS`. Every length is checked before memory is taken for it, and every value is charged
what decoding it costs, so the worst frame within the limits takes tens of milliseconds. Both sides
keep the same books (`limits.Books`): what `pack` accepts, `receive` accepts under the same limits.

::

    frame   = header | meta | buffers
    header  = magic, kind, call id (64-bit nonce), meta bytes, buffer count, buffer bytes
    meta    = one value: a tag and its payload, containers recursively     write.py, read.py
    buffers = the raw memory of the arrays, in the order meta describes them    memory.py

Both sides load this package, the box under a private name and without `grader`. So it imports
nothing but numpy, the standard library and, relatively, itself, and has exceptions of its own.
"""

from .batches import (
    Batch,
    batch,
    batches,
    joined,
    kept_batches,
    packed_answer,
    parted,
    read_call,
)
from .channel import receive, send
from .frames import Expected, Frame, Kind, loads, pack
from .limits import ProtocolError, TooLarge, Unsendable, WireLimits, WireTimeout
from .memory import arrived, enclosing, span

__all__ = [
    "Batch",
    "Expected",
    "Frame",
    "Kind",
    "ProtocolError",
    "TooLarge",
    "Unsendable",
    "WireLimits",
    "WireTimeout",
    "arrived",
    "batch",
    "batches",
    "enclosing",
    "joined",
    "kept_batches",
    "loads",
    "pack",
    "packed_answer",
    "parted",
    "read_call",
    "receive",
    "send",
    "span",
]
