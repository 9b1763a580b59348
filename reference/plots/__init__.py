"""Plots of the models: what a figure shows is what a model of `reference.models` returns.

Every function returns a matplotlib Figure and takes `lang`, "zh" or "en". The same arguments draw
the same figure. matplotlib is needed (`pip install rooflab[course]`); nothing outside this package
imports it.
"""
