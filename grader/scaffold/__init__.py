"""`grader new`: the first files of a unit, which validate at once and show where to write.

A scaffold is a whole unit with a rule nobody would teach (its functions add up what they get), so
that an author starts from something green and changes one thing at a time. What has to be
replaced carries a mark, and `grader release` refuses a unit with a mark left (see `marks`).

The text is in `templates/`: a file there is the file of the unit with the same name, but for
`<<name>>` and `<<if name>> ... <<end>>` (see `templates.py`). `each_function/` holds what a file
repeats for every function. The files end in `.in`, so that no tool takes them for our own code.
"""

from __future__ import annotations

from grader.scaffold.marks import MARK, Mark, marks_of
from grader.scaffold.unit import Made, Request, new_unit

__all__ = ["MARK", "Made", "Mark", "Request", "marks_of", "new_unit"]
