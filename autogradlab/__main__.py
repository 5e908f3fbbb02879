"""`python -m autogradlab` is the command line `autogradlab`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
