"""Openings: a tree of positions, equal ones counted as one however the hive lies on the table."""
