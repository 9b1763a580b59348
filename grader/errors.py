"""The exceptions of the grader. All are safe to print: none carries a check, a salt or a reference.

::

    GraderError                 a sentence for the person at the keyboard, with a hint what to do
    ├── UsageError              the command line asks for something that is not there
    ├── CourseError             an author's file is wrong: names file, key and what is expected
    ├── SubmissionError         a student's file cannot be read at all: says why, the class goes on
    └── BoxError                our own sandbox failed; becomes NOT_JUDGED, never a zero
"""

from __future__ import annotations

from pathlib import Path

from grader.messages import Lang, Message, default_lang, say


class GraderError(Exception):
    """An error with a sentence in both languages and, where there is one, a hint what to do."""

    def __init__(self, message: Message, hint: Message | None = None) -> None:
        super().__init__(message.id)
        self.message = message
        self.hint = hint

    def text(self, lang: Lang) -> str:
        """Return the sentence and its hint, each on a line of its own."""
        lines = [self.message.text(lang)]
        if self.hint is not None:
            lines.append(self.hint.text(lang))
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text(default_lang())


class UsageError(GraderError):
    """The command names a bundle, unit, student or folder that is not there."""


class CourseError(GraderError):
    """A file of the course breaks a rule of the course layout.

    Parameters
    ----------
    path
        The file at fault, as the author would open it.
    key
        The key or name inside the file; empty when the whole file is meant.
    expected
        What should stand there.
    """

    def __init__(self, path: Path | str, key: str, expected: Message) -> None:
        if key:
            message = say("error.course", path=str(path), key=key, expected=expected)
        else:
            message = say("error.course_file", path=str(path), expected=expected)
        super().__init__(message)
        self.path = Path(path)
        self.key = key


class SubmissionError(GraderError):
    """One file of one student cannot be read; nothing else stops."""


class BoxError(GraderError):
    """The box could not be built, or our own code in it failed; never the student's fault."""
