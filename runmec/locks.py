"""Files that one process holds; they are free again when it ends, however it ends."""

from __future__ import annotations

import os
import sys

_FAR = 1 << 30  # place of the byte that is held on Windows, behind all that is read

if sys.platform == "win32":
    import msvcrt

    def take(handle: int) -> bool:
        """Whether the open file is ours now."""
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import errno
    import fcntl

    def take(handle: int) -> bool:
        """Whether the open file is ours now; where the disk knows no locks it is."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            return fault.errno in (errno.ENOTSUP, errno.ENOLCK, errno.ENOSYS)
        return True
