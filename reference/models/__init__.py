"""Analytic models behind the units: pure functions, units in their names, no input or output.

Every model refuses what lies outside its domain with a `ValueError`, as the units ask of students.
"""
