"""The MCP hosts on this machine: their files, and the entry that makes them start a server.

`myelin.contract.hosts` is the table of hosts, generated from `spec/hosts.yaml`. Nothing here knows
a brain's content or asks anybody: a `FileChange` says what would be written, and `apply` writes it.
"""

from myelin.hosts.changes import FileChange as FileChange
from myelin.hosts.changes import apply as apply
from myelin.hosts.plan import Target as Target
from myelin.hosts.plan import held_entry as held_entry
from myelin.hosts.plan import is_found as is_found
from myelin.hosts.plan import planned as planned
from myelin.hosts.plan import state as state
from myelin.hosts.program import server_command as server_command
