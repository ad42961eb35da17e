"""The quality hub on a real brain: two heads of standards, validate, precheck."""

from typing import Any

import pytest

from myelin.contract.errors import StandardInvalid, StandardUnknown
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.testing import call


def standard(level: str = "BLOCK", match: str = "drop it", limit: int = 10) -> str:
    return f"""\
name: house
title: The house
rules:
  - {{id: short, check: max_line_length, limit: {limit}, fix: Break it.}}
risks:
  - {{id: drop, level: {level}, match: [{match}], reason: It is gone., instead: Move it.}}
"""


def decide(engine: Engine, act: str, *arguments: Any) -> dict[str, Any]:
    method = getattr(engine.quality, act)
    return dispatch.run(engine, "write", lambda session: method(session, *arguments))


def level(engine: Engine, action: str, **more: Any) -> str:
    answer: str = call(engine, "precheck", action=action, **more)["level"]
    return answer


def test_the_owner_s_risks_block_and_a_host_s_only_warn(host: Engine, owner: Engine) -> None:
    call(host, "save_standard", yaml=standard())
    [match] = call(host, "precheck", action="please drop it now")["matches"]
    assert (match["level"], match["reviewed"], match["version"]) == ("HIGH", False, 1)
    decide(owner, "approve", "house", 1)
    [match] = call(host, "precheck", action="please drop it now")["matches"]
    assert match == {
        "standard": "house",
        "version": 1,
        "reviewed": True,
        "risk": "drop",
        "level": "BLOCK",
        "reason": "It is gone.",
        "instead": "Move it.",
    }


def test_the_highest_of_reviewed_and_latest_answers(host: Engine, owner: Engine) -> None:
    call(owner, "save_standard", yaml=standard())
    saved = call(host, "save_standard", yaml=standard(level="HIGH", match="move it"))
    assert (saved["version"], saved["reviewed"]) == (2, False)
    assert level(host, "drop it") == "BLOCK"
    assert level(host, "move it") == "HIGH"
    assert level(host, "leave it") == "LOW"


def test_naming_a_standard_adds_and_never_hides(host: Engine, owner: Engine) -> None:
    call(owner, "save_standard", yaml=standard())
    call(owner, "save_standard", yaml=standard(match="burn it").replace("house", "fire"))
    decide(owner, "retire", "fire")
    assert level(host, "drop it", standard="fire") == "BLOCK"
    assert level(host, "burn it") == "LOW"
    assert level(host, "burn it", standard="fire") == "BLOCK"
    assert level(host, "burn it", standard="house") == "LOW"
    with pytest.raises(StandardUnknown) as refused:
        call(host, "precheck", action="x", standard="hose")
    assert refused.value.hint == "Did you mean house? It has house."


def test_validate_uses_the_reviewed_version_unless_another_is_named(
    host: Engine, owner: Engine
) -> None:
    call(owner, "save_standard", yaml=standard(limit=3))
    call(host, "save_standard", yaml=standard(limit=100))
    answer = call(host, "validate", content="four\n", standard="house")
    assert (answer["passed"], answer["violations"][0]["version"]) == (False, 1)
    assert call(host, "validate", content="four\n", standard="house", version=2)["passed"] is True
    decide(owner, "approve", "house", 2)
    assert call(host, "validate", content="four\n", standard="house")["passed"] is True
    assert call(host, "validate", content="four\n", standard="house", version=1)["passed"] is False


def test_a_version_that_the_owner_left_is_in_force_no_more(host: Engine, owner: Engine) -> None:
    call(owner, "save_standard", yaml=standard())
    call(owner, "save_standard", yaml=standard(match="burn it"))
    decide(owner, "approve", "house", 1)
    assert (level(host, "drop it"), level(host, "burn it")) == ("BLOCK", "LOW")


def test_a_retired_standard_judges_only_where_it_is_named(host: Engine, owner: Engine) -> None:
    call(owner, "save_standard", yaml=standard())
    decide(owner, "retire", "house")
    call(host, "save_standard", yaml=standard(match="burn it"))
    assert (level(host, "drop it"), level(host, "burn it")) == ("LOW", "LOW")
    with pytest.raises(StandardUnknown) as refused:
        call(host, "validate", content="x", standard="house")
    assert "retired" in refused.value.hint
    assert call(host, "validate", content="x", standard="house", version=1)["passed"] is True
    with host.store.read() as session:
        assert host.quality.summaries(session) == {"standards": []}


def test_the_same_text_again_creates_nothing_and_a_change_comes_with_its_diff(
    host: Engine,
) -> None:
    call(host, "save_standard", yaml=standard())
    assert call(host, "save_standard", yaml=standard())["created"] is False
    changed = call(host, "save_standard", yaml=standard(limit=11))
    assert changed["version"] == 2
    assert "limit: 11" in changed["diff"]


def test_what_cannot_be_a_standard_is_refused_with_places(host: Engine) -> None:
    with pytest.raises(StandardInvalid) as refused:
        call(host, "save_standard", yaml="name: x\ntitle: X\nrules:\n  - {id: a, check: magic}\n")
    [problem] = refused.value.details["problems"]
    assert (problem["path"], problem["line"], problem["column"]) == ("/rules/0/check", 4, 20)
    with pytest.raises(StandardUnknown):
        call(host, "validate", content="x", standard="x")


def test_a_tab_and_a_blank_are_patterns_and_texts_like_any_other(host: Engine) -> None:
    yaml = """\
name: blanks
title: Blanks
rules:
  - {id: tab, check: forbid_pattern, pattern: "\\t"}
  - {id: blank, check: require_suffix, text: "  "}
risks: []
"""
    call(host, "save_standard", yaml=yaml)
    found = call(host, "validate", content="a\tb", standard="blanks")["violations"]
    assert [(each["rule"], each["column"]) for each in found] == [("blank", 1), ("tab", 2)]


def test_a_statement_over_several_lines_is_one_statement(owner: Engine) -> None:
    yaml = """\
name: sql
title: SQL
risks:
  - {id: d, level: HIGH, pattern: '(?i)delete\\s+from\\s+\\w+\\s*(?:;|\\z)', reason: r, instead: i}
"""
    call(owner, "save_standard", yaml=yaml)
    assert level(owner, "DELETE\n  FROM users\n;") == "HIGH"
    assert level(owner, "DELETE\n  FROM users\n WHERE id = 1;") == "LOW"
