"""The static value of a position: features, their weights, and what they say to people."""
