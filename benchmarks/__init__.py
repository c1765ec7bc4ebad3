"""Speed, start-up and time keeping, measured against what is promised: `python -m benchmarks`."""
