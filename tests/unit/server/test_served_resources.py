"""What a client may read beside tools: one memory by its address, and lists with cursors."""

import json

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from myelin.brains.shared import SharedBrain
from myelin.server import mcp
from myelin.testing import call, temporary_brain

ERAS = pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])


@pytest.mark.anyio
@ERAS
async def test_a_memory_is_read_by_the_address_of_the_template(mode: str) -> None:
    with temporary_brain() as made:
        engine = made.open()
        memory = call(engine, "remember", content="It is kept.", class_="note")["memory"]
        source = SharedBrain(lambda: engine)
        async with Client(mcp.build(source), mode=mode) as client:
            [template] = (await client.list_resource_templates()).resource_templates
            address = template.uri_template.replace("{id}", memory["id"])
            [content] = (await client.read_resource(address)).contents
            read = json.loads(content.text)  # type: ignore[union-attr]
            assert read["memory"]["content"] == "It is kept."
            for wrong, message in (("mem_000000000000", "No memory"), ("", "id")):
                with pytest.raises(MCPError, match=message):
                    await client.read_resource(template.uri_template.replace("{id}", wrong))
            with pytest.raises(MCPError, match="Unknown resource"):
                await client.read_resource("myelin://memories/x")
        source.close()


@pytest.mark.anyio
@ERAS
async def test_a_cursor_that_no_list_gave_is_refused(mode: str) -> None:
    with temporary_brain() as made:
        source = SharedBrain(made.open)
        async with Client(mcp.build(source), mode=mode) as client:
            for lists in (
                client.list_tools, client.list_resources, client.list_resource_templates,
                client.list_prompts,
            ):  # fmt: skip
                with pytest.raises(MCPError, match="Unknown cursor"):
                    await lists(cursor="bm9uZQ==")
        source.close()


@pytest.mark.parametrize("version", [None, *MODERN_PROTOCOL_VERSIONS])
def test_only_what_is_sent_is_announced(version: str | None) -> None:
    with temporary_brain() as made:
        server = mcp.build(SharedBrain(made.open))
    found = server.get_capabilities(mcp.notified(), protocol_version=version)
    assert found.prompts is not None
    assert found.tools is not None
    assert found.resources is not None
    assert found.prompts.list_changed
    assert not found.tools.list_changed
    assert not found.resources.list_changed
    assert not found.resources.subscribe
