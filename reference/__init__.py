"""What the course knows to be true: analytic models, kernels, machines. Never shipped to students.

Imports nothing of `grader`, `assignments` or `solutions`, so that a model can be read, tested and
used alone. Only `machines/` is public.
"""
