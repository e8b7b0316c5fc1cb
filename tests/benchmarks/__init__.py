"""The benchmarks' own functions, each run once with tiny counts; nothing here looks at a time."""
