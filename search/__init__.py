"""Choosing a move."""
