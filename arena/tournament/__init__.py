"""Many games: openings, schedule, pools of players, and the journal they are kept in."""
