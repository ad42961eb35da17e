"""`python -m myelin`: the same as the command `myelin`."""

import sys

from myelin.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
