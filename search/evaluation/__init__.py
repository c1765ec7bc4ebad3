"""The static value of a position: weighed features, a network on top, and both for people."""
