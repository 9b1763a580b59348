"""Frames over a socket, patient up to a deadline and no longer, however slowly bytes drip."""

from __future__ import annotations

import math
import socket
import time
from collections import deque
from collections.abc import Callable
from itertools import islice

from .frames import Expected, Frame, Kind, pack, read_frame
from .limits import DEFAULT_LIMITS, WireLimits, WireTimeout

Poll = Callable[[], None]
DEFAULT_POLL_S = 0.05
_SHORTEST_WAIT_S = 1e-3  # 0 would tell a socket not to wait at all
_CLOSED = "the peer has closed the channel"
_PIECES_AT_ONCE = 64  # the kernel takes at most 1024


class _Patience:
    """Bounds each wait on a socket by the deadline and by the next poll that is due."""

    def __init__(self, deadline: float | None, poll: Poll | None, poll_s: float) -> None:
        self.deadline = math.inf if deadline is None else deadline
        self.poll = poll
        self.poll_s = poll_s
        self.next_poll = math.inf if poll is None else time.monotonic() + poll_s

    def arm(self, sock: socket.socket) -> None:
        """Poll if it is time, then let the next operation on `sock` last until it is again."""
        now = time.monotonic()
        if now >= self.deadline:
            raise WireTimeout("the deadline passed")
        if self.poll is not None and now >= self.next_poll:
            self.poll()
            self.next_poll = time.monotonic() + self.poll_s
        wait = min(self.deadline, self.next_poll) - now
        sock.settimeout(None if wait == math.inf else max(wait, _SHORTEST_WAIT_S))


def send(
    sock: socket.socket,
    kind: Kind,
    nonce: int,
    value: object,
    *,
    keep_layout: bool,
    limits: WireLimits = DEFAULT_LIMITS,
    deadline: float | None = None,
    poll: Poll | None = None,
    poll_s: float = DEFAULT_POLL_S,
) -> None:
    """Send one frame. Nothing is sent of a value that is refused.

    Parameters
    ----------
    keep_layout
        Whether arrays keep their strides: True in the keeper, False in the box.

    Raises
    ------
    Unsendable
        A value has a type that the wire does not carry; TooLarge where only size is at fault.
    EOFError
        The peer has closed the channel.
    WireTimeout
        `deadline` (of `time.monotonic`) passed; the channel is of no more use.
    """
    pieces = pack(kind, nonce, value, keep_layout=keep_layout, limits=limits)
    pending = deque(piece for piece in pieces if piece)
    patience = _Patience(deadline, poll, poll_s)
    while pending:
        patience.arm(sock)
        try:
            sent = sock.sendmsg(list(islice(pending, _PIECES_AT_ONCE)))
        except TimeoutError:
            continue
        except ConnectionError as error:
            raise EOFError(_CLOSED) from error
        while pending and sent >= len(pending[0]):
            sent -= len(pending.popleft())
        if sent:
            pending[0] = pending[0][sent:]


def receive(
    sock: socket.socket,
    *,
    limits: WireLimits = DEFAULT_LIMITS,
    deadline: float | None = None,
    expect: Expected | None = None,
    allow_layout: bool = False,
    poll: Poll | None = None,
    poll_s: float = DEFAULT_POLL_S,
) -> Frame:
    """Receive one frame.

    Parameters
    ----------
    expect
        Kinds and call id that are awaited; anything else is refused unread.
    allow_layout
        Whether arrays may describe their strides: True in the box, False in the keeper.
    poll
        Called about every `poll_s` seconds until the frame is through. What it raises passes.

    Raises
    ------
    ProtocolError
        What came is not an allowed frame; the channel is of no more use.
    EOFError
        The peer has closed the channel.
    WireTimeout
        `deadline` (of `time.monotonic`) passed.
    """
    patience = _Patience(deadline, poll, poll_s)

    def fill(buffer: memoryview) -> None:
        while buffer:
            patience.arm(sock)
            try:
                size = sock.recv_into(buffer)
            except TimeoutError:
                continue
            except ConnectionError as error:
                raise EOFError(_CLOSED) from error
            if size == 0:
                raise EOFError(_CLOSED)
            buffer = buffer[size:]

    return read_frame(fill, limits, expect, allow_layout)
