"""`python -m runmec`: whatever happens, no traceback for an interrupt, while the program is loaded neither."""

import sys

try:
    from .cli import main

    main()
except KeyboardInterrupt:
    sys.exit(3)
