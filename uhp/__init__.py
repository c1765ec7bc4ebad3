"""Talking to people and programs: the Universal Hive Protocol on stdin and stdout."""
