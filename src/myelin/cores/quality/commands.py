"""Split an action into the commands that a shell, a database client or an interpreter would run.

A risk's `command` is matched with these. Quotes and backslashes that a shell removes are removed,
wrappers such as `sudo` or `xargs` are peeled off, the text that `bash -c` or `psql -c` is given is
split in turn, and a command that only shows what it would do is left out.
"""

import re
import unicodedata
from collections.abc import Iterator

from myelin.cores.quality.shell_words import ShellWord, split

_DEPTH_MAX = 5
_COMMANDS_BYTES_MAX = 1 << 19
_SUFFIXES_MAX = 12

# After these words any later word may be the command, wherever they stand.
_WRAPPERS = frozenset(
    [
        "then",
        "do",
        "else",
        "sudo",
        "doas",
        "xargs",
        "parallel",
        "exec",
        "eval",
        "npx",
        "bunx",
        "pnpx",
    ]
)
# The same, but these are everyday words too: they count at the beginning of a command only.
_FIRST_WRAPPERS = frozenset(
    [
        "env",
        "nohup",
        "time",
        "nice",
        "ionice",
        "command",
        "builtin",
        "timeout",
        "stdbuf",
        "setsid",
        "flock",
        "watch",
        "busybox",
        "toybox",
        "chroot",
        "su",
        "runuser",
        "gosu",
        "ssh",
        "mosh",
        "cmd",
        "powershell",
        "pwsh",
        "wsl",
        "script",
        "strace",
        "sh",
        "bash",
        "zsh",
        "dash",
        "ksh",
        "fish",
        "pnpm",
        "yarn",
        "bun",
        "start",
        "call",
        "dotenv",
        "cross-env",
        "concurrently",
        "trap",
        "caffeinate",
        "unbuffer",
        "chronic",
        "ts-node",
        "python",
        "python3",
        "py",
        "winpty",
    ]
)
# Programs that run another one after one of the words below.
_RUNNERS = frozenset(
    [
        "docker",
        "docker-compose",
        "podman",
        "nerdctl",
        "kubectl",
        "oc",
        "k",
        "heroku",
        "fly",
        "flyctl",
        "railway",
        "gcloud",
        "az",
        "vagrant",
        "nix",
        "uv",
        "poetry",
        "pipenv",
        "pdm",
        "hatch",
        "rye",
        "conda",
        "mamba",
        "npm",
        "pnpm",
        "yarn",
        "bun",
        "deno",
        "bundle",
        "doppler",
        "op",
        "infisical",
        "direnv",
        "aws-vault",
        "chamber",
        "adb",
        "lxc",
        "multipass",
        "dokku",
        "kamal",
        "vercel",
        "supabase",
        "git",
        "find",
        "fd",
        "fdfind",
        "tmux",
        "screen",
        "ansible",
        "git-bisect",
        "mise",
        "asdf",
        "foreman",
        "sst",
    ]
)
_RUN_WORDS = frozenset(
    [
        "run",
        "exec",
        "ssh",
        "shell",
        "console",
        "x",
        "dlx",
        "--",
        "-c",
        "-exec",
        "-execdir",
        "-ok",
        "-x",
        "-X",
    ]
)
# Programs whose quoted arguments are commands or statements of their own.
_INTERPRETERS = frozenset(
    [
        "sh",
        "bash",
        "zsh",
        "dash",
        "ksh",
        "fish",
        "ssh",
        "eval",
        "su",
        "runuser",
        "cmd",
        "powershell",
        "pwsh",
        "wsl",
        "watch",
        "script",
        "trap",
        "psql",
        "pgcli",
        "mysql",
        "mariadb",
        "sqlite3",
        "sqlcmd",
        "mongosh",
        "mongo",
        "cqlsh",
        "clickhouse-client",
        "clickhouse",
        "duckdb",
        "invoke-sqlcmd",
        "snowsql",
        "bq",
        "redis-cli",
        "valkey-cli",
        "influx",
        "cockroach",
        "trino",
        "presto",
        "hive",
        "beeline",
        "docker",
        "docker-compose",
        "podman",
        "kubectl",
        "oc",
        "heroku",
        "fly",
        "flyctl",
        "railway",
        "gcloud",
        "ansible",
        "vagrant",
        "nix",
        "concurrently",
        "parallel",
        "xargs",
        "tmux",
        "screen",
        "adb",
        "supabase",
        "wrangler",
        "turso",
        "neonctl",
        "iex",
        "invoke-expression",
        "start-process",
        "timeout",
        "sudo",
        "npx",
        "start",
    ]
)
_PIPED_INTO = re.compile(
    r"\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:\S*/)?(?:(?:ba|z|da|k|fi)?sh|psql|mysql|mariadb|sqlite3|sqlcmd"
    r"|mongosh?|cqlsh|clickhouse\S*|duckdb|redis-cli|pwsh|powershell|cmd|ssh)\b"
)
_PRINTERS = frozenset(["echo", "printf", "write-output", "write-host"])
_CALLED = re.compile(
    r"\b(?:execute|executescript|query|exec|run|raw|text|sql|unsafe|system|popen|call|spawn|execSync)"
    r"\w*\(\s*f?(\"{3}|'{3}|[\"'`])(.{1,4000}?)\1",
    re.DOTALL,
)
_STATEMENT = re.compile(
    r"(?ims)(?:^|;)\s*((?:delete|update|drop|truncate|alter|insert|select|create|with|merge|explain"
    r"|revoke|grant)\b[^;]*)"
)
_SQL_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|--(?=\s|\Z)[^\n]*", re.DOTALL)
_ASSIGNMENT = re.compile(r"\w+=")
_WINDOWS_PATH = re.compile(r"[A-Za-z]:\\|\\\\|\.{1,2}\\|\w+\\\w+\\")
_CONTINUED = re.compile(r"[\\`^][ \t]*\r?\n")
_FIELD_SEPARATOR = re.compile(r"\$\{IFS[^}]*\}|\$IFS(?:\$\d)?")
_LOOKED_UP = re.compile(r"\$\((?:which|command -v|type -p) +([\w.-]+)\)")
# These have no trial mode: they act with any arguments.
_NO_TRIAL = frozenset(
    [
        "rm",
        "rmdir",
        "dd",
        "chmod",
        "chown",
        "chgrp",
        "find",
        "truncate",
        "shred",
        "unlink",
        "kill",
        "pkill",
        "killall",
        "mv",
        "cp",
        "psql",
        "mysql",
        "sqlite3",
        "mkfs",
        "del",
        "rd",
        "erase",
        "format",
        "reboot",
        "shutdown",
    ]
)
_TRIAL = re.compile(
    r"--dry-?run(?:=(?!none|false).*)?|--dryrun|--what-?if|-what-?if(?::\$true)?|--no-?op|--simulate"
    r"|--just-print|--help|/\?|--pretend|--list-only",
    re.IGNORECASE,
)
_SHORT_TRIAL = {
    "git": re.compile(r"-[a-zA-Z]*n[a-zA-Z]*"),
    "rsync": re.compile(r"-[a-zA-Z]*n[a-zA-Z]*"),
    "make": re.compile(r"-n"),
    "apt-get": re.compile(r"-s"),
    "apt": re.compile(r"-s"),
    "ansible-playbook": re.compile(r"--check|-C"),
}
_GIT_TRIALS = frozenset(["clean", "rm", "push", "prune", "mv", "add"])


def plain(action: str) -> str:
    """Return an action in the form in which it takes effect.

    Compatibility forms are folded (NFKC), format characters are removed, every Unicode blank is a
    blank, and a command that goes on in the next line is one line.
    """
    folded = unicodedata.normalize("NFKC", action)
    seen = "".join(char for char in folded if unicodedata.category(char) != "Cf")
    blank = "".join(" " if char != "\n" and char.isspace() else char for char in seen)
    joined = _CONTINUED.sub(" ", blank.replace(" \n", "\n"))
    return _LOOKED_UP.sub(r"\1", _FIELD_SEPARATOR.sub(" ", joined))


def commands(action: str) -> list[str]:
    """Return every command of an action, one line each, in the order in which they are found."""
    found: dict[str, None] = {}
    size_bytes = 0
    waiting = [(plain(action), 0)]
    while waiting:
        text, depth = waiting.pop(0)
        inner: list[str] = []
        for command in _commands_of(text, inner):
            size_bytes += len(command)
            if size_bytes > _COMMANDS_BYTES_MAX:
                return list(found)
            found.setdefault(command, None)
        if depth < _DEPTH_MAX:
            waiting += [(each, depth + 1) for each in inner]
    return list(found)


def _commands_of(text: str, inner: list[str]) -> Iterator[str]:
    """Yield the commands of one text; what they hand on to another interpreter goes to `inner`."""
    inner += [match[2] for match in _CALLED.finditer(text)]
    bare = _SQL_COMMENT.sub(" ", text)
    for match in _STATEMENT.finditer(bare):
        yield " ".join(match[1].split())
    is_piped = _PIPED_INTO.search(text) is not None
    for words in split(text, inner):
        if not _is_statement(words):
            yield from _unwrapped(words, inner, is_piped=is_piped)


def _is_statement(words: list[ShellWord]) -> bool:
    """Return whether a segment begins a statement of SQL, which may go on in later lines."""
    start = " ".join(word.text for word in words[:3])
    return _SQL_START.match(start) is not None


_SQL_START = re.compile(
    r"(?i)(?:delete\s+from|delete$|update\s+\S+\s+set|update\s+\S+$|truncate$|drop$|alter$)\b"
)


def _unwrapped(words: list[ShellWord], inner: list[str], *, is_piped: bool) -> Iterator[str]:
    """Yield a command and, behind each wrapper, the commands that it may run."""
    while words and (_ASSIGNMENT.match(words[0].text) or words[0].text in ("!", "&", "{", "(")):
        words = words[1:]
    if not words:
        return
    name = _name_of(words[0])
    if _is_trial(name, words):
        return
    yield _shown(words)
    if name in _INTERPRETERS or (is_piped and name in _PRINTERS):
        inner += [part for word in words[1:] for part in word.quoted]
    at = next((n for n, word in enumerate(words) if _wraps(n, word, name)), None)
    if at is None:
        return
    for start in range(at + 1, min(len(words), at + 1 + _SUFFIXES_MAX)):
        rest = words[start:]
        if rest[0].text[0] in "-<>" or _ASSIGNMENT.match(rest[0].text):
            continue
        behind = _name_of(rest[0])
        if _is_trial(behind, rest):
            return
        yield _shown(rest)
        if behind in _INTERPRETERS:
            inner += [part for word in rest[1:] for part in word.quoted]


def _wraps(number: int, word: ShellWord, first: str) -> bool:
    text = word.text.casefold()
    if number == 0:
        return first in _FIRST_WRAPPERS or first in _WRAPPERS
    return text in _WRAPPERS or (first in _RUNNERS and word.text in _RUN_WORDS)


def _shown(words: list[ShellWord]) -> str:
    return " ".join([_name(words[0]), *(word.shown() for word in words[1:])])


def _name(word: ShellWord) -> str:
    """Return the program of a command without its folder, extension and backslashes."""
    text = word.text.split("\n", 1)[0]
    is_windows = _WINDOWS_PATH.match(text) is not None
    text = text if is_windows else text.replace("\\", "")
    if text[:1] not in ("<", ">"):
        last = text.rstrip("/").rsplit("\\" if is_windows else "/", 1)[-1]
        text = last or text
    return text[:-4] if text[-4:].casefold() in (".exe", ".cmd") else text


def _name_of(word: ShellWord) -> str:
    return _name(word).casefold()


def _is_trial(name: str, words: list[ShellWord]) -> bool:
    """Return whether a command only shows what it would do."""
    if name in _NO_TRIAL:
        return False
    options = [word.text for word in words[1:] if not word.quoted]
    if any(_TRIAL.fullmatch(option) for option in options):
        return True
    short = _SHORT_TRIAL.get(name)
    if short is None or (name == "git" and not _GIT_TRIALS & set(options)):
        return False
    return any(short.fullmatch(option) for option in options)
