"""Each kind and origin has a share of the open proposals, and what had no room is said."""

from typing import Any

import pytest

from myelin.contract.errors import InternalError, OwnerValueStands, ProposalsFull
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.testing import ManualClock, call, run
from tests.unit.cores.adaptation.test_proposals import (
    STANDARD,
    WORKFLOW,
    ask,
    log,
    raised,
    remember,
)


def test_the_owners_patience_bounds_what_a_host_may_ask(host: Engine) -> None:
    for number in range(8):
        ask(host, remember(host, f"Fact number {number}."))
    with pytest.raises(ProposalsFull, match="8 proposals of this kind"):
        ask(host, remember(host, "One more fact."))


def fill_with_requests(host: Engine) -> None:
    """Ask for promotions until there is no room for another."""
    for number in range(40):
        try:
            ask(host, remember(host, f"Fact number {number} of a flood."))
        except ProposalsFull:
            return
    raise AssertionError("a host may ask for ever")


def test_a_flood_of_one_kind_leaves_room_for_every_other_and_for_the_reflector(
    host: Engine, owner: Engine
) -> None:
    known = remember(owner)
    run(owner, "core_add", known)
    call(owner, "save_process", yaml=WORKFLOW)
    call(owner, "save_standard", yaml=STANDARD)
    call(owner, "set_preference", key="style.quotes", value="single", statement="mine")
    fill_with_requests(host)
    for text in ("The queue needs no dump.", "The queue needs a dump on Monday."):
        answer = call(host, "remember", content=text, class_="fact", supersedes=known)
        assert "A proposal is open" in answer["note"]
    for tool, text in (("save_process", WORKFLOW), ("save_standard", STANDARD)):
        saved = call(host, tool, yaml=text.replace("title:", "title: V2"))
        assert saved["proposal"]["state"] == "open"
    with pytest.raises(OwnerValueStands) as refused:
        call(host, "set_preference", key="style.quotes", value="x", statement="Always x.")
    assert "A proposal is open" in str(refused.value.hint)
    useful = remember(host, "A useful fact.")
    assert raised(host, "new_workflow")
    assert raised(host, "review_memory", used=[{"id": useful, "verdict": "harmful"}])


def test_the_reflector_has_its_own_share_of_what_hosts_may_ask_for(
    host: Engine, clock: ManualClock
) -> None:
    fill_with_requests(host)
    known = remember(host, "It helps every day.")
    used = [{"id": known, "verdict": "helpful"}]
    for _ in range(5):
        clock.advance(days=1)
        answer = log(host, used=used, outcome="partial")
    assert [(one["kind"], one["target"]) for one in answer] == [("promote_to_core", known)]


def test_wherever_a_proposal_was_due_and_had_no_room_the_answer_says_so(
    host: Engine, owner: Engine
) -> None:
    due = "was due and was not opened"
    for tool, text in (("save_process", WORKFLOW), ("save_standard", STANDARD)):
        kind = tool.replace("save", "approve")
        saved: dict[str, Any] = {}
        for number in range(9):
            named = text.replace("name: ", f"name: n{number}-")
            call(owner, tool, yaml=named)
            saved = call(host, tool, yaml=named.replace("title:", "title: V2"))
        assert "proposal" not in saved
        assert f"A proposal ({kind}) {due}" in saved["note"]
    for number in range(9):
        key = f"style.n{number}"
        call(owner, "set_preference", key=key, value="single", statement="mine")
        with pytest.raises(OwnerValueStands) as refused:
            call(host, "set_preference", key=key, value="x", statement="Always x.")
    assert f"(revise_preference) {due}" in str(refused.value.hint)


def test_the_owner_turns_every_proposal_of_a_kind_down_at_once(host: Engine, owner: Engine) -> None:
    fill_with_requests(host)
    workflow, kind = raised(host, "new_workflow"), "promote_to_core"
    asked = dispatch.run(owner, "read", lambda s: owner.adaptation.open_of_kind(s, kind))
    ids = [one["id"] for one in asked["proposals"]]
    assert len(ids) == 8
    done = dispatch.run(
        owner, "write", lambda s: owner.adaptation.reject_all(s, ids, decided_by="person")
    )
    assert {one["state"] for one in done["proposals"]} == {"rejected"}
    assert [one["id"] for one in call(host, "list_proposals")["proposals"]] == [workflow]
    with pytest.raises(InternalError):
        dispatch.run(
            host,
            "write",
            lambda s: host.adaptation.reject_all(s, [workflow], decided_by="person"),
        )
