"""What the engine knows, told to people: review of games, puzzles, openings."""
