# @generated from spec/mcp.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""Every tool that this version serves, by its name, in the order of the spec."""

from myelin.engine.operation import Tool
from myelin.surface.operations import OPERATIONS

TOOLS: dict[str, Tool] = {
    "remember": Tool(
        operation=OPERATIONS["remember"],
        title="Remember something",
        description="Save one thing worth knowing in later sessions. One statement a memory, readable without this conversation, with `subject` and two `aliases` (other words for it). To correct a memory, give its id in `supersedes`. Never save credentials.",
        hints={
            "readOnlyHint": False,
            "destructiveHint": False,
            "idempotentHint": False,
            "openWorldHint": False,
        },
    ),
    "recall": Tool(
        operation=OPERATIONS["recall"],
        title="Recall what is known",
        description="Find what this project's brain knows, best first. Call it before starting a task and whenever an earlier decision, convention or mistake may matter. Plain words, names, paths and error texts work. `match` (0 to 1): how much of the query a memory covers; `trust`: how far to believe it. `note` says when probably nothing here answers.",
        hints={
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "get_memory": Tool(
        operation=OPERATIONS["get_memory"],
        title="Read one memory",
        description="Read one memory whole, with its trust, history and links. Use it when an item of recall was `truncated`, or its history matters.",
        hints={
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "list_memories": Tool(
        operation=OPERATIONS["list_memories"],
        title="List memories",
        description="List memories, newest first, a page at a time. To find something, use recall.",
        hints={
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "link_memories": Tool(
        operation=OPERATIONS["link_memories"],
        title="Link two memories",
        description="Say how one memory bears on another. Use `contradicts` when both cannot hold.",
        hints={
            "readOnlyHint": False,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "promote_to_core": Tool(
        operation=OPERATIONS["promote_to_core"],
        title="Propose a core memory",
        description="Ask the owner to put a memory into the core tier, which comes with every recall. It opens a proposal; only the owner decides.",
        hints={
            "readOnlyHint": False,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "match_process": Tool(
        operation=OPERATIONS["match_process"],
        title="Find a process for a task",
        description="Find the workflows, skills and loops whose triggers a task holds. Call it when a task starts; read the best match with get_workflow or get_skill and follow it.",
        hints={
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "get_workflow": Tool(
        operation=OPERATIONS["get_workflow"],
        title="Read a workflow or loop",
        description="Read a workflow or loop, whole, to follow it step by step. A step with `gate: owner` stops until a person agrees. `reviewed: false` means that the owner has not approved this version.",
        hints={
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "get_skill": Tool(
        operation=OPERATIONS["get_skill"],
        title="Read a skill",
        description="Read a skill, whole: how to make one kind of artifact well here, with examples and the standard that it is validated with.",
        hints={
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "save_process": Tool(
        operation=OPERATIONS["save_process"],
        title="Save a process",
        description="Save a workflow, skill or loop from its YAML document, as its next version. It takes the place of an unreviewed version at once; where the owner has approved one, that one stays in force and this one waits for approval. All problems of a document come at once.",
        hints={
            "readOnlyHint": False,
            "destructiveHint": True,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "list_processes": Tool(
        operation=OPERATIONS["list_processes"],
        title="List processes",
        description="List the workflows, skills and loops of this brain without their bodies.",
        hints={
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "validate": Tool(
        operation=OPERATIONS["validate"],
        title="Check a text against a standard",
        description="Check a text, such as a commit message or a file, against one of this brain's standards before handing it over. Every violation says where it is and what to do.",
        hints={
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "precheck": Tool(
        operation=OPERATIONS["precheck"],
        title="Check an action for known risks",
        description="Say which known risks a command or plan runs, before running it. BLOCK: do not do it. HIGH: ask first. LOW only means that no rule matched.",
        hints={
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "save_standard": Tool(
        operation=OPERATIONS["save_standard"],
        title="Save a standard",
        description="Save a standard, its rules and its risks, from its YAML document, as its next version. Where the owner has approved one, that one stays in force and this one waits. All problems come at once.",
        hints={
            "readOnlyHint": False,
            "destructiveHint": True,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "log_outcome": Tool(
        operation=OPERATIONS["log_outcome"],
        title="Log how a task went",
        description="Say how a finished task went, which process it followed, and which memories helped or misled. Call it once at the end of a task. What repeats becomes a proposal to the owner.",
        hints={
            "readOnlyHint": False,
            "destructiveHint": False,
            "idempotentHint": False,
            "openWorldHint": False,
        },
    ),
    "list_proposals": Tool(
        operation=OPERATIONS["list_proposals"],
        title="List proposals",
        description="List the changes that wait for the owner, or were decided.",
        hints={
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "get_preferences": Tool(
        operation=OPERATIONS["get_preferences"],
        title="Read the preferences that hold",
        description="Read how the owner wants things done, with the source of each value. Call it when a task starts. `claimed` means that a client said so, not the owner.",
        hints={
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
    "set_preference": Tool(
        operation=OPERATIONS["set_preference"],
        title="Keep a lasting preference",
        description='Keep a preference that the owner stated to last ("always", "from now on"). Give the owner\'s own words in `statement`; one-off wishes and guesses are refused. It never replaces what the owner set.',
        hints={
            "readOnlyHint": False,
            "destructiveHint": True,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    ),
}
