"""peak_memory.py OUTPUT COMMAND...: runs it into a file and prints how many KiB
it took; no less than the process that starts it, so that is a small one."""

import os
import sys

with open(sys.argv[1], "wb") as output:
    child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ, file_actions=[
        (os.POSIX_SPAWN_DUP2, output.fileno(), 1)])
    _, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
