"""How long a search of one position may be that the programs for study are asked for."""

MOST_NODES = 1_000_000_000
"""Some twenty minutes of a core. Who types more has typed too many digits."""

LONGEST_SECONDS = 86_400
"""A day."""
