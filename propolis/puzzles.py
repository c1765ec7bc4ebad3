"""The package `study.puzzles` under the name `propolis.puzzles`."""

import sys

from propolis.rooms import take

sys.modules[__name__] = take("study.puzzles")
