"""Public code of this unit."""

CAPACITY = {"small": 2, "large": 10}
