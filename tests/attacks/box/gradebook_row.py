"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

What earned 22 of 22 under nbgrader: one's own row of the gradebook, and another student's.
"""

import glob
import sqlite3


def give(path):
    with sqlite3.connect(path) as book:
        return book.execute("UPDATE grade SET auto_score = 100").rowcount


attempt("the book", lambda: give(TARGET["book"]))
attempt(
    "the book read-only",
    lambda: (
        sqlite3.connect(f"file:{TARGET['book']}?mode=ro", uri=True)
        .execute("SELECT * FROM grade")
        .fetchall()
    ),
)
places = ("/*/gradebook.db", "/*/*/gradebook.db")
attempt("found", lambda: [path for place in places for path in glob.glob(place)][0])
