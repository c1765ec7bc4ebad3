"""Review of games: every position analysed, mistakes marked, the better line shown."""
