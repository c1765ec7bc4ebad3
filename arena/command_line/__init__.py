"""The arena's command line: from arguments to the exit code."""
