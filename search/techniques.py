"""What the alpha-beta search can do without, one bit each, for tests and for matches."""

TECHNIQUES = (
    "table",
    "aspiration",
    "killers",
    "history",
    "priors",
    "reverse_futility",
    "late_move_reductions",
    "late_move_pruning",
    "quiescence",
    "repetition",
)

TABLE, ASPIRATION, KILLERS, HISTORY, PRIORS, REVERSE_FUTILITY, REDUCTIONS, LATE_PRUNING, \
    QUIESCENCE, REPETITION = (1 << bit for bit in range(len(TECHNIQUES)))  # fmt: skip
ALL_TECHNIQUES = (1 << len(TECHNIQUES)) - 1


def all_but(names: str) -> int:
    """All techniques but those named, separated by commas. Raises ValueError."""
    left_out = 0
    for name in filter(None, names.replace(" ", "").split(",")):
        if name not in TECHNIQUES:
            raise ValueError(f"there is no technique {name!r}; there are {', '.join(TECHNIQUES)}")
        left_out |= 1 << TECHNIQUES.index(name)
    return ALL_TECHNIQUES & ~left_out
