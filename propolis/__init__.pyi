# What type checkers see. Names stand in the packages they come from and nowhere else.
from engine import *
from search import *

__version__: str
