"""What may stand behind a student: a box, a running notebook, answers that came in a batch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from grader.box import Launched, Missing, Raised, Returned, Traced

Reply = Returned | Raised | Missing


class Backend(Protocol):
    """Where the student's code runs. Any method may raise `BoxDied`."""

    def call(
        self,
        name: str,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        out: tuple[str, ...],
        frozen: tuple[str, ...],
    ) -> Reply:
        """Call a function of the submission.

        Parameters
        ----------
        out, frozen
            Names of array arguments (keywords; "0", "1", … by position) whose final memory comes
            back in `buffers`. The frozen ones arrive read-only.
        """

    def new(self, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Reply:
        """Make an object of a class of the submission; the value is its handle, an int."""

    def call_method(
        self, handle: int, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Reply:
        """Call a method of an object made by `new`."""

    def trace(
        self, name: str, kwargs: Mapping[str, Any], *, native: bool, refuse_products: bool
    ) -> Traced | Raised | Missing:
        """Call a function with every array argument recorded."""

    def peak_bytes(self, name: str, kwargs: Mapping[str, Any]) -> Returned | Raised | Missing:
        """Call a function; the value is its peak of extra memory, in bytes."""

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
        """Launch a kernel on the simulated device; without a grid call a host function that does.

        A kernel takes `kwargs` by position.
        """

    def set(self, name: str, value: Any) -> None:
        """Ask, from now on, a copy of the submission in which a module constant was set."""

    def unset(self) -> None:
        """Ask the submission as it is."""

    def recover(self) -> None:
        """Make the next call start from a fresh copy of the submission."""
