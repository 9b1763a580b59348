"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

The control: nothing is tried, and everything is earned.
"""

print("an honest notebook")
