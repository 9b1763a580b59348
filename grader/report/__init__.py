"""Reports: pure functions from records to what people look at."""
