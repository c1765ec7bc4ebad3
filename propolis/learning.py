"""The package `learning` under the name `propolis.learning`."""

import sys

from propolis.rooms import take

sys.modules[__name__] = take("learning")
