"""Points and books: from verdicts to marks, and from marks into nbgrader's gradebook."""
