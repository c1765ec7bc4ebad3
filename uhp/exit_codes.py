"""How the program tells the shell how it has ended."""

SUCCESS = 0
FAILURE = 1
BAD_ARGUMENTS = 2
"""As with most programs."""

INTERRUPTED = 130
"""What a shell reports for a program that SIGINT has ended."""


class CommandLineError(Exception):
    """What the arguments of a program ask for cannot be done; the message says why."""

    def __init__(self, message: str, exit_code: int = BAD_ARGUMENTS) -> None:
        super().__init__(message)
        self.exit_code = exit_code
