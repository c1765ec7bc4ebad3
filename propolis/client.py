"""The package `client` under the name `propolis.client`."""

import sys

from propolis.rooms import take

sys.modules[__name__] = take("client")
