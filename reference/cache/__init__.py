"""Cache simulators fast enough for real traces; `reference.models.lru` defines what they count."""
