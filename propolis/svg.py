"""The module `engine.svg` under the name `propolis.svg`."""

import sys

from propolis.rooms import take

sys.modules[__name__] = take("engine.svg")
