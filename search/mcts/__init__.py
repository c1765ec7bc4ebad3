"""Monte-Carlo tree search over static values."""
