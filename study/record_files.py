"""How large the files of records may be that the programs for study read."""

LARGEST_FILE = 1 << 30
"""Characters, for programs that read one game after the other: the games of all years of a server.

A pipe or a device may never end, and nobody waits for what comes after that.
"""

LARGEST_REVIEWED = 1 << 24
"""Characters, where all games are kept until they are done, in a hundred times the memory."""

MOST_REVIEWED = 10_000
"""Games, where all are kept: more of 16 MiB are too short to be games that somebody has played."""
