# @generated from spec/hosts.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The MCP hosts that can be set up: where their files are, and what an entry of a server is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class HostScope:
    """A file of a host that holds entries of servers."""

    file: Mapping[str, str]
    """Its path by platform (`linux`, `darwin`, `win32`): in the project, or with `~` or `%NAME%`."""
    other_file: str | None
    """The path that is used if it exists and `file` does not."""
    folder: str
    """How the server gets to know the project: `session` (it is started there, or told by the
    environment), `fixed` (the path stands in the entry), or the host's own variable."""
    starts_in: str | None
    """Where the host starts the server (`home` or `root`), if it is not the project."""


@dataclass(frozen=True, slots=True)
class Newer:
    """What holds from a major version of the host on."""

    major: int
    entries: tuple[str, ...]
    members: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Host:
    """One host."""

    name: str
    title: str
    page: str
    """The page of its maker that says what its file holds."""
    programs: tuple[str, ...]
    """Its programs: one on the search path means that it is installed."""
    folders: Mapping[str, tuple[str, ...]]
    """Its folders by platform: one that exists means that it is installed."""
    format: str
    """`json`, `jsonc` (with comments) or `toml`."""
    entries: tuple[str, ...]
    """The members that lead to the object of the entries."""
    members: Mapping[str, Any] = field(default_factory=dict)
    """What an entry holds beside its command."""
    command_is_list: bool = False
    """Whether one list holds the program and its arguments."""
    newer: Newer | None = None
    scopes: Mapping[str, HostScope] = field(default_factory=dict)
    """Its files, by `project` and `user`."""
    instructions: str | None = None
    """The file in the project that tells its model how to work."""
    then: str = ""
    """What the person does after the set-up."""


HOSTS: dict[str, Host] = {
    "claude-code": Host(
        name="claude-code",
        title="Claude Code",
        page="https://code.claude.com/docs/en/mcp",
        programs=("claude",),
        folders={"linux": ("~/.claude",), "darwin": ("~/.claude",), "win32": ("~/.claude",)},
        format="json",
        entries=("mcpServers",),
        members={"type": "stdio"},
        command_is_list=False,
        scopes={
            "project": HostScope(
                {"linux": ".mcp.json", "darwin": ".mcp.json", "win32": ".mcp.json"},
                None,
                "session",
                None,
            ),
            "user": HostScope(
                {"linux": "~/.claude.json", "darwin": "~/.claude.json", "win32": "~/.claude.json"},
                None,
                "session",
                None,
            ),
        },
        instructions="CLAUDE.md",
        then="Claude Code asks once whether it may use a project's server; `/mcp` shows it.",
    ),
    "claude-desktop": Host(
        name="claude-desktop",
        title="Claude Desktop",
        page="https://modelcontextprotocol.io/docs/develop/connect-local-servers",
        programs=(),
        folders={
            "linux": ("~/.config/Claude",),
            "darwin": ("~/Library/Application Support/Claude",),
            "win32": ("%APPDATA%/Claude",),
        },
        format="json",
        entries=("mcpServers",),
        members={},
        command_is_list=False,
        scopes={
            "user": HostScope(
                {
                    "linux": "~/.config/Claude/claude_desktop_config.json",
                    "darwin": "~/Library/Application Support/Claude/claude_desktop_config.json",
                    "win32": "%APPDATA%/Claude/claude_desktop_config.json",
                },
                None,
                "fixed",
                "home",
            ),
        },
        instructions=None,
        then="Start Claude Desktop again; it reads the file once.",
    ),
    "cursor": Host(
        name="cursor",
        title="Cursor",
        page="https://cursor.com/docs/mcp",
        programs=("cursor", "cursor-agent"),
        folders={"linux": ("~/.cursor",), "darwin": ("~/.cursor",), "win32": ("~/.cursor",)},
        format="json",
        entries=("mcpServers",),
        members={},
        command_is_list=False,
        scopes={
            "project": HostScope(
                {
                    "linux": ".cursor/mcp.json",
                    "darwin": ".cursor/mcp.json",
                    "win32": ".cursor/mcp.json",
                },
                None,
                "${workspaceFolder}",
                None,
            ),
            "user": HostScope(
                {
                    "linux": "~/.cursor/mcp.json",
                    "darwin": "~/.cursor/mcp.json",
                    "win32": "~/.cursor/mcp.json",
                },
                None,
                "${workspaceFolder}",
                None,
            ),
        },
        instructions="AGENTS.md",
        then="Switch the server on in Cursor's settings, under MCP.",
    ),
    "vscode": Host(
        name="vscode",
        title="VS Code",
        page="https://code.visualstudio.com/docs/copilot/reference/mcp-configuration",
        programs=("code",),
        folders={
            "linux": ("~/.config/Code",),
            "darwin": ("~/Library/Application Support/Code",),
            "win32": ("%APPDATA%/Code",),
        },
        format="jsonc",
        entries=("servers",),
        members={"type": "stdio"},
        command_is_list=False,
        scopes={
            "project": HostScope(
                {
                    "linux": ".vscode/mcp.json",
                    "darwin": ".vscode/mcp.json",
                    "win32": ".vscode/mcp.json",
                },
                None,
                "${workspaceFolder}",
                None,
            ),
            "user": HostScope(
                {
                    "linux": "~/.config/Code/User/mcp.json",
                    "darwin": "~/Library/Application Support/Code/User/mcp.json",
                    "win32": "%APPDATA%/Code/User/mcp.json",
                },
                None,
                "${workspaceFolder}",
                None,
            ),
        },
        instructions="AGENTS.md",
        then="VS Code asks whether it may start the server.",
    ),
    "codex": Host(
        name="codex",
        title="Codex",
        page="https://developers.openai.com/codex/mcp",
        programs=("codex",),
        folders={"linux": ("~/.codex",), "darwin": ("~/.codex",), "win32": ("~/.codex",)},
        format="toml",
        entries=("mcp_servers",),
        members={},
        command_is_list=False,
        scopes={
            "project": HostScope(
                {
                    "linux": ".codex/config.toml",
                    "darwin": ".codex/config.toml",
                    "win32": ".codex/config.toml",
                },
                None,
                "session",
                None,
            ),
            "user": HostScope(
                {
                    "linux": "~/.codex/config.toml",
                    "darwin": "~/.codex/config.toml",
                    "win32": "~/.codex/config.toml",
                },
                None,
                "session",
                None,
            ),
        },
        instructions="AGENTS.md",
        then="Codex reads a project's file only in a folder that you trust; `/mcp` shows the server.",
    ),
    "gemini-cli": Host(
        name="gemini-cli",
        title="Gemini CLI",
        page="https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md",
        programs=("gemini",),
        folders={"linux": ("~/.gemini",), "darwin": ("~/.gemini",), "win32": ("~/.gemini",)},
        format="jsonc",
        entries=("mcpServers",),
        members={},
        command_is_list=False,
        scopes={
            "project": HostScope(
                {
                    "linux": ".gemini/settings.json",
                    "darwin": ".gemini/settings.json",
                    "win32": ".gemini/settings.json",
                },
                None,
                "session",
                None,
            ),
            "user": HostScope(
                {
                    "linux": "~/.gemini/settings.json",
                    "darwin": "~/.gemini/settings.json",
                    "win32": "~/.gemini/settings.json",
                },
                None,
                "session",
                None,
            ),
        },
        instructions="GEMINI.md",
        then="Gemini CLI reads a project's file only in a folder that you trust; `/mcp` shows the server.",
    ),
    "windsurf": Host(
        name="windsurf",
        title="Windsurf",
        page="https://docs.windsurf.com/windsurf/cascade/mcp",
        programs=("windsurf",),
        folders={
            "linux": ("~/.codeium/windsurf",),
            "darwin": ("~/.codeium/windsurf",),
            "win32": ("~/.codeium/windsurf",),
        },
        format="json",
        entries=("mcpServers",),
        members={},
        command_is_list=False,
        scopes={
            "user": HostScope(
                {
                    "linux": "~/.codeium/windsurf/mcp_config.json",
                    "darwin": "~/.codeium/windsurf/mcp_config.json",
                    "win32": "~/.codeium/windsurf/mcp_config.json",
                },
                None,
                "fixed",
                "home",
            ),
        },
        instructions="AGENTS.md",
        then="Refresh the list of servers in Cascade.",
    ),
    "zed": Host(
        name="zed",
        title="Zed",
        page="https://zed.dev/docs/ai/mcp",
        programs=("zed", "zeditor"),
        folders={
            "linux": ("~/.config/zed",),
            "darwin": ("~/.config/zed",),
            "win32": ("%APPDATA%/Zed",),
        },
        format="jsonc",
        entries=("context_servers",),
        members={},
        command_is_list=False,
        scopes={
            "user": HostScope(
                {
                    "linux": "~/.config/zed/settings.json",
                    "darwin": "~/.config/zed/settings.json",
                    "win32": "%APPDATA%/Zed/settings.json",
                },
                None,
                "fixed",
                "home",
            ),
        },
        instructions="AGENTS.md",
        then="Zed shows the server in the settings of its Agent Panel.",
    ),
    "opencode": Host(
        name="opencode",
        title="opencode",
        page="https://opencode.ai/docs/mcp-servers",
        programs=("opencode",),
        folders={
            "linux": ("~/.config/opencode",),
            "darwin": ("~/.config/opencode",),
            "win32": ("~/.config/opencode",),
        },
        format="jsonc",
        entries=("mcp",),
        members={"type": "local", "enabled": True},
        command_is_list=True,
        newer=Newer(2, ("mcp", "servers"), {"type": "local"}),
        scopes={
            "project": HostScope(
                {"linux": "opencode.json", "darwin": "opencode.json", "win32": "opencode.json"},
                "opencode.jsonc",
                "session",
                None,
            ),
            "user": HostScope(
                {
                    "linux": "~/.config/opencode/opencode.json",
                    "darwin": "~/.config/opencode/opencode.json",
                    "win32": "~/.config/opencode/opencode.json",
                },
                "~/.config/opencode/opencode.jsonc",
                "session",
                None,
            ),
        },
        instructions="AGENTS.md",
        then="`opencode mcp list` shows it.",
    ),
    "cline": Host(
        name="cline",
        title="Cline",
        page="https://docs.cline.bot/mcp/configuring-mcp-servers",
        programs=(),
        folders={
            "linux": ("~/.config/Code/User/globalStorage/saoudrizwan.claude-dev",),
            "darwin": (
                "~/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev",
            ),
            "win32": ("%APPDATA%/Code/User/globalStorage/saoudrizwan.claude-dev",),
        },
        format="json",
        entries=("mcpServers",),
        members={},
        command_is_list=False,
        scopes={
            "user": HostScope(
                {
                    "linux": "~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                    "darwin": "~/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                    "win32": "%APPDATA%/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                },
                None,
                "fixed",
                "root",
            ),
        },
        instructions="AGENTS.md",
        then="Cline shows the server under MCP Servers, Installed.",
    ),
}
"""Every host by its name, in the order of the spec."""
