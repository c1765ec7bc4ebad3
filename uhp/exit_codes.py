"""How the program tells the shell how it has ended."""

SUCCESS = 0
FAILURE = 1
BAD_ARGUMENTS = 2
"""As with most programs."""

INTERRUPTED = 130
"""What a shell reports for a program that SIGINT has ended."""
