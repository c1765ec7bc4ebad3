# What type checkers see. Names stand in the packages they come from and nowhere else.
from engine import *
from propolis import client as client
from propolis import learning as learning
from propolis import puzzles as puzzles
from propolis import svg as svg
from search import *
from study import *

__version__: str
