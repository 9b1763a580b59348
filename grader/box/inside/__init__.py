"""All that runs in a box beside the student's code. Written as if the student had taken it over.

Nothing here is trusted by anyone: the keeper checks every answer as if the student had typed it.
These files are loaded by path, under private names, and import only `wire`, numpy, numba, greenlet
and the standard library.
"""
