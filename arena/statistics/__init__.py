"""Results added up: Elo with error bars, ratings, SPRT."""
