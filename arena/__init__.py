"""Tournaments between Universal Hive Protocol engines.

python -m arena -engine cmd="..." -engine cmd="..." -each st=1 -games 100
"""
