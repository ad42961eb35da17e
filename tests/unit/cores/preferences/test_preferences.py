"""Preferences: what a host may keep, what stays the owner's, and which value holds."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myelin import assembly
from myelin.contract.errors import (
    ArgumentInvalid,
    BrainDamaged,
    InternalError,
    NotDurable,
    OwnerValueStands,
    PreferenceUnknown,
    ProtectedNamespace,
)
from myelin.cores.preferences import PreferenceRow, rules
from myelin.crypto import keys
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.caller import LOCAL_OWNER, Caller
from myelin.kernel.machine import Machine
from myelin.surface.resources import RESOURCES
from myelin.testing import ManualClock, SeededChance, TemporaryBrain, call

WORDS = "Always use double quotes."
LOOK_ALIKES = [
    "gates.x",
    "Gates.x",
    "GATES.X",
    "ｇates.x",
    "ｇａｔｅｓ．x",
    "𝐠𝐚𝐭𝐞𝐬.x",
    "𝓰𝓪𝓽𝓮𝓼.x",
    "ⓖⓐⓣⓔⓢ.x",
    "ga\u200btes.x",
    "ga\u00adtes.x",
    "\ufeffgates.x",
    "gàtes.x",
    "ga\u0301tes.x",
    "ſecrets.x",
    "triſt.x",
    "TRUST",
    "trust",
    "ᴛrust.x",
    "risk.level",
    "Ｒisk.level",
    "reflect.new_rule",
    "core.add",
    "ⅽore.add",
    "secrets.allow",
    " secrets.allow",
    ".gates.x",
    "gаtes.x",
    "cοre.x",
    "tгust.x",
    "gates\u2024x",
    "gates。x",
]


def put(engine: Engine, key: str, value: str, statement: str = WORDS) -> dict[str, Any]:
    return call(engine, "set_preference", key=key, value=value, statement=statement)


def held(engine: Engine, **given: Any) -> dict[str, dict[str, Any]]:
    answer = call(engine, "get_preferences", **given)
    return {one["key"]: one for one in answer["preferences"]}


def shown(engine: Engine, key: str) -> dict[str, Any]:
    return dispatch.run(engine, "read", lambda session: engine.preferences.show(session, key))


def unset(engine: Engine, key: str) -> dict[str, Any]:
    return dispatch.run(engine, "write", lambda session: engine.preferences.unset(session, key))


def test_what_a_host_keeps_is_claimed_and_a_later_claim_replaces_it(host: Engine) -> None:
    first = put(host, "style.quotes", "single")["preference"]
    assert (first["origin"], first["claimed"], first["statement"]) == ("host", True, WORDS)
    assert put(host, "style.quotes", "single")["preference"]["id"] == first["id"]
    second = put(host, "style.quotes", "double")
    assert second["superseded"] == first["id"]
    assert held(host)["style.quotes"] == {
        "key": "style.quotes",
        "value": "double",
        "source": "project",
        "statement": WORDS,
        "claimed": True,
        "hides": [],
    }


def test_a_claim_never_displaces_the_owners_value_and_opens_one_proposal(
    host: Engine, owner: Engine
) -> None:
    put(owner, "style.quotes", "single", "mine")
    for value in ("double", "double", "none"):
        with pytest.raises(OwnerValueStands, match="owner has set"):
            put(host, "style.quotes", value)
    assert held(host)["style.quotes"]["value"] == "single"
    assert "claimed" not in held(host)["style.quotes"]
    (proposal,) = call(host, "list_proposals")["proposals"]
    assert (proposal["kind"], proposal["target"]) == ("revise_preference", "style.quotes")
    assert "double" not in str(proposal)
    assert WORDS not in str(proposal)
    assert put(host, "style.quotes", "single")["preference"]["origin"] == "owner"


def test_the_owners_value_takes_the_place_of_a_claim_without_a_test_of_words(
    host: Engine, owner: Engine
) -> None:
    claimed = put(host, "style.quotes", "double")["preference"]["id"]
    set_ = put(owner, "style.quotes", "double", "here, for now")
    assert (set_["preference"]["claimed"], set_["superseded"]) == (False, claimed)
    assert [one["claimed"] for one in shown(owner, "style.quotes")["history"]] == [True, False]


def test_an_unknown_language_is_refused_as_such_and_the_owners_own_are_understood(
    host: Engine,
) -> None:
    with pytest.raises(NotDurable, match="language is not known here") as refusal:
        put(host, "answer.language", "Czech", "Odteď vždy odpovídej česky.")
    assert "German" in refusal.value.message
    words = "Antworte mir ab jetzt immer auf Deutsch."
    assert put(host, "answer.language", "German", words)["preference"]["claimed"]


def test_what_is_not_meant_to_last_is_not_kept_and_the_refusal_says_why(host: Engine) -> None:
    with pytest.raises(NotDurable) as refusal:
        put(host, "style.quotes", "double", "Use double quotes.")
    assert "missing" in refusal.value.details
    with pytest.raises(NotDurable, match="just this once") as refusal:
        put(host, "style.quotes", "double", "Always use them, just this once.")
    assert refusal.value.details == {"veto": "just this once"}
    assert held(host) == {}


@pytest.mark.parametrize("key", LOOK_ALIKES)
def test_a_protected_key_is_refused_however_it_is_written(host: Engine, key: str) -> None:
    with pytest.raises((ProtectedNamespace, ArgumentInvalid)):
        put(host, key, "1")
    assert held(host) == {}


@settings(deadline=None)
@given(
    st.sampled_from(rules.PROTECTED),
    st.data(),
    st.sampled_from([".x", "", ".x.y"]),
)
def test_any_mix_of_forms_of_a_protected_name_is_protected(
    name: str, data: st.DataObject, rest: str
) -> None:
    forms = [
        (letter, letter.upper(), chr(ord(letter) + 0xFEE0), letter + "\u200b", letter + "\u0301")
        for letter in name
    ]
    written = "".join(data.draw(st.sampled_from(each)) for each in forms)
    assert rules.is_protected(written + rest)


@pytest.mark.parametrize("key", ["gatesx", "riskier.x", "my.gates.x", "core-x", "trusted.x"])
def test_what_only_begins_alike_is_not_protected(host: Engine, key: str) -> None:
    assert put(host, key, "1")["preference"]["key"] == key


@pytest.mark.parametrize("key", ["Style.x", "a b", "ключ", "a/b", "a:b", "x" * 128 + "y"])
def test_a_key_that_is_none_is_refused_for_everyone(host: Engine, owner: Engine, key: str) -> None:
    for engine in (host, owner):
        with pytest.raises(ArgumentInvalid):
            put(engine, key, "1")


def test_the_owner_writes_a_protected_key_and_it_is_shown(host: Engine, owner: Engine) -> None:
    put(owner, "gates.release", "owner", "mine")
    assert held(host)["gates.release"]["value"] == "owner"
    with pytest.raises(ProtectedNamespace, match=r"gates\."):
        put(host, "gates.release", "none")


def test_the_nearest_value_holds_and_says_what_it_hides(host: Engine, owner: Engine) -> None:
    put(owner, "style.quotes", "single", "mine")
    put(owner, "style.width", "100", "mine")
    found = held(host, session={"style.quotes": "double", "only.here": "yes"})
    assert found["style.quotes"]["source"] == "session"
    assert found["style.quotes"]["hides"] == [{"source": "project", "value": "single"}]
    assert found["only.here"]["source"] == "session"
    assert list(held(host, prefix="style.w")) == ["style.width"]
    assert held(host)["style.quotes"]["value"] == "single"


def test_values_of_a_session_are_written_nowhere(brain: TemporaryBrain, host: Engine) -> None:
    before = brain.path.read_bytes()
    call(host, "get_preferences", session={"canary.key": "canary"})
    assert held(host) == {}
    assert brain.path.read_bytes() == before


def test_a_session_says_nothing_about_a_protected_or_impossible_key(host: Engine) -> None:
    answer = call(host, "get_preferences", session={"gates.x": "1", "Not A Key": "2", "ok": "3"})
    assert [one["key"] for one in answer["preferences"]] == ["ok"]
    assert answer["note"].startswith("2 values")


def everywhere(brain: TemporaryBrain, upstream: Any, **given: Any) -> Engine:
    return assembly.open(
        brain.path,
        keys.local_key(brain.root),
        name="test",
        caller=Caller(given.get("audience", Audience.LOCAL), given.get("origin", Origin.HOST)),
        machine=Machine(brain.clock, brain.chance),
        upstream=upstream,
    )


def test_what_is_preferred_in_all_projects_comes_last_and_is_asked_on_need(
    brain: TemporaryBrain, owner: Engine
) -> None:
    asked: list[str] = []

    def upstream() -> Sequence[PreferenceRow]:
        asked.append("asked")
        return [
            PreferenceRow(1, "style.quotes", "none", "Always.", "owner", 0),
            PreferenceRow(2, "answer.language", "German", "Always.", "owner", 0),
        ]

    put(owner, "style.quotes", "single", "mine")
    engine = everywhere(brain, upstream)
    call(engine, "recall", query="anything")
    assert asked == []
    found = held(engine)
    assert found["answer.language"]["source"] == "meta"
    assert found["style.quotes"]["hides"] == [{"source": "meta", "value": "none"}]
    engine.store.close()


PUSH = PreferenceRow(1, "git.force_push", "never", "Never force push.", "owner", 0)


def test_a_claim_ranks_below_the_owners_value_in_the_meta_brain(brain: TemporaryBrain) -> None:
    # The claim is older: the owner's value in the meta brain came later.
    alone = everywhere(brain, list)
    put(alone, "git.force_push", "always")
    alone.store.close()
    engine = everywhere(brain, lambda: [PUSH])
    found = held(engine)["git.force_push"]
    assert (found["value"], found["source"]) == ("never", "meta")
    assert "claimed" not in found
    assert found["hides"] == [{"source": "project", "value": "always"}]
    engine.store.close()


def test_a_host_cannot_claim_another_value_than_the_owners_in_the_meta_brain(
    brain: TemporaryBrain, owner: Engine
) -> None:
    engine = everywhere(brain, lambda: [PUSH])
    with pytest.raises(OwnerValueStands, match="owner has set"):
        put(engine, "git.force_push", "always")
    (proposal,) = call(engine, "list_proposals")["proposals"]
    assert (proposal["kind"], proposal["state"]) == ("revise_preference", "open")
    assert held(engine)["git.force_push"]["value"] == "never"
    # What the owner sets here counts first, and a claim is measured against it.
    put(owner, "git.force_push", "ask", "mine")
    with pytest.raises(OwnerValueStands):
        put(engine, "git.force_push", "never")
    engine.store.close()


def test_a_proposal_against_the_meta_brain_can_be_accepted_and_counts_here(
    brain: TemporaryBrain,
) -> None:
    engine = everywhere(brain, lambda: [PUSH])
    with pytest.raises(OwnerValueStands):
        put(engine, "git.force_push", "always")
    engine.store.close()
    owner = everywhere(brain, lambda: [PUSH], origin=Origin.OWNER)
    (proposal,) = call(owner, "list_proposals")["proposals"]
    show = dispatch.run(owner, "read", lambda s: owner.adaptation.show(s, proposal["id"]))
    dispatch.run(
        owner,
        "write",
        lambda s: owner.adaptation.accept(
            s, proposal["id"], sha256=show["sha256"], decided_by="person", body=None
        ),
    )
    assert held(owner)["git.force_push"]["value"] == "always"
    owner.store.close()


def test_where_the_users_own_brain_cannot_be_asked_the_answer_says_so(
    brain: TemporaryBrain,
) -> None:
    def upstream() -> Sequence[PreferenceRow]:
        raise BrainDamaged(what="a chunk")

    engine = everywhere(brain, upstream)
    put(engine, "style.quotes", "double")
    answer = call(engine, "get_preferences")
    assert [one["source"] for one in answer["preferences"]] == ["project"]
    assert "brain_damaged" in answer["note"]
    engine.store.close()
    remote = everywhere(brain, upstream, audience=Audience.REMOTE)
    assert "one brain" in call(remote, "get_preferences")["note"]
    remote.store.close()


def test_taking_a_value_back_keeps_its_history_and_is_the_owners(
    host: Engine, owner: Engine, clock: ManualClock
) -> None:
    put(owner, "style.quotes", "single", "mine")
    clock.advance(days=1)
    with pytest.raises(InternalError):
        unset(host, "style.quotes")
    gone = unset(owner, "style.quotes")["preference"]
    assert gone["superseded_at"] > gone["recorded_at"]
    assert held(host) == {}
    assert [one["value"] for one in shown(owner, "style.quotes")["history"]] == ["single"]
    with pytest.raises(PreferenceUnknown):
        unset(owner, "style.quotes")
    with pytest.raises(PreferenceUnknown):
        shown(owner, "never.set")
    assert put(host, "style.quotes", "double")["preference"]["claimed"]


def test_the_resource_holds_what_holds(host: Engine) -> None:
    put(host, "style.quotes", "double")
    resource = dispatch.read(host, RESOURCES["myelin://preferences"])
    assert [one["key"] for one in resource["preferences"]] == ["style.quotes"]


def test_an_answer_has_a_bound_and_names_what_is_left_out(owner: Engine) -> None:
    with owner.store.write() as session:
        for number in range(60):
            owner.preferences.adopt(session, f"many.k{number:03}", "v" * 250, "w" * 2000)
    answer = call(owner, "get_preferences")
    assert len(str(answer).encode()) < 70_000
    assert "left out" in answer["note"]


def test_the_users_own_brain_says_what_it_is(tmp_path: Path) -> None:
    chance = SeededChance()
    root = chance(32)
    path = tmp_path / "meta.myl"
    clock = ManualClock()
    key, machine = keys.local_key(root), Machine(clock, chance)
    assembly.create(path, key, name="meta", kind=assembly.META, machine=machine)
    engine = assembly.open(path, key, name="meta", caller=LOCAL_OWNER, machine=machine)
    put(engine, "style.quotes", "single", "mine")
    assert held(engine)["style.quotes"]["source"] == "meta"
    assert dataclasses.asdict(engine.brain)["kind"] == "meta"
    engine.store.close()
