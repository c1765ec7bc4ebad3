"""Talking to people and programs: the Universal Hive Protocol on stdin and stdout."""

OPTIONS_VARIABLE = "PROPOLIS_OPTIONS"
"""The environment variable with options to start with."""
