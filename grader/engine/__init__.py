"""The engine: from submitted notebooks to stored results, one walled box per submission and unit.

Theory of operation
-------------------
`classroom` knows the folders of a class. `submissions` reads what students handed in, `plan` (pure)
turns it into jobs whose key is a hash of everything that can change a verdict, `store` keeps one
file per key. `pool` owns worker processes; each worker (`worker`) is a keeper: it runs pytest and
Hypothesis, holds the reference, and owns one zygote. `judge` does one job there. `grade` ties them
together; a run that is killed and started again finds the finished jobs in the store.

Names of students stay in this process: a worker sees code cells and nothing else.
"""
