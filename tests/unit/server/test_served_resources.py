"""What a client may read beside tools: one memory by its address, and lists with cursors."""

import json

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from myelin.brains.shared import SharedBrain
from myelin.server import answers, sdk
from myelin.testing import call, temporary_brain

ERAS = pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])


@pytest.mark.anyio
@ERAS
async def test_a_memory_is_read_by_the_address_of_the_template(mode: str) -> None:
    with temporary_brain() as made:
        engine = made.open()
        memory = call(engine, "remember", content="It is kept.", class_="note")["memory"]
        source = SharedBrain(lambda: engine)
        async with Client(sdk.build(sdk.one_brain(source)), mode=mode) as client:
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
        async with Client(sdk.build(sdk.one_brain(source)), mode=mode) as client:
            for lists in (
                client.list_tools, client.list_resources, client.list_resource_templates,
                client.list_prompts,
            ):  # fmt: skip
                with pytest.raises(MCPError, match="Unknown cursor"):
                    await lists(cursor="bm9uZQ==")
        source.close()


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_transport_without_notifications_announces_none(mode: str) -> None:
    with temporary_brain() as made:
        source = SharedBrain(made.open)
        async with Client(sdk.build(sdk.one_brain(source)), mode=mode) as client:
            found = client.server_capabilities
            assert found.prompts
            assert found.tools
            assert found.resources
            announced = [found.prompts.list_changed, found.tools.list_changed]
            announced += [found.resources.list_changed, found.resources.subscribe]
            assert not any(announced)
        source.close()


def test_stdio_announces_changes_of_the_list_of_prompts_and_nothing_else() -> None:
    announced = answers.capabilities(notifies=True)
    assert announced.pop("prompts") == {"listChanged": True}
    assert not any(value for kind in announced.values() for value in kind.values())
