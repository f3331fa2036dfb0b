"""A module that takes half a second to import."""

import time

time.sleep(0.5)
