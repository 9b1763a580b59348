"""The parts of `bench/grading.py`: one class, written out for grader, nbgrader and otter."""
