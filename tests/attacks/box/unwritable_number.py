"""Expect: ex=PASSED err=PASSED claim=PASSED cell=FORBIDDEN

A forged MemoryError that asked for 10**5000 bytes: Python refuses to write such a number, so a
record that holds it ended the worker, and the submission was NOT_JUDGED.
"""

reply(
    wire.Kind.RAISED,
    {
        "type_name": "MemoryError",
        "builtin_bases": ("MemoryError", "Exception"),
        "message": "",
        "lines": (),
        "requested_bytes": 10**5000,
        "too_large": False,
    },
)
