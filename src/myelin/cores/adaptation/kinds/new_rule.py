"""Write a rule for a violation that repeats. The target is `standard/rule`."""

from collections.abc import Iterable

from myelin.contract.errors import StandardInvalid
from myelin.cores.adaptation import queries, rules
from myelin.cores.adaptation.kinds import of_documents
from myelin.cores.adaptation.kinds.kind import (
    Case,
    Context,
    Justification,
    Logged,
    Near,
    Preview,
    ProposalKind,
    Scaffold,
)


class NewRule(ProposalKind):
    """The same violation five times over at least three outcomes."""

    name = "new_rule"
    body = "standard"

    def targets(self, logged: Logged) -> Iterable[str]:
        """Yield the rules that were broken."""
        met = sorted(logged.violations) if logged.is_known else ()
        return [f"{standard}/{rule}" for standard, rule in met]

    def count(self, at: Context, target: str, since_ms: int) -> Justification | None:
        """Return why a rule is due, if it was broken often enough."""
        standard, _, rule = target.partition("/")
        found = queries.violations(at.session, standard, rule, since_ms)
        times = sum(each.weight for each in found)
        if len(found) < at.rules.rule_outcomes or times < at.rules.rule_times:
            return None
        return Justification(f"It was broken {times} times over {len(found)} outcomes.", found)

    def preview(self, case: Case) -> Preview:
        """Return the difference of the owner's document from the standard in force, if any."""
        standard, _, rule = case.target.partition("/")
        holds = case.hubs.quality.in_force(case.session, standard)
        act = f"Accepting saves your document as the standard {standard} with the rule {rule}"
        if holds is None:
            return Preview(act=f"{act}, and puts it in force.", then=case.body or "")
        return Preview(
            act=f"{act}, and puts it in force in the place of version {holds.version}.",
            difference=of_documents.from_version(holds, case.body) if case.body else "",
            lost=(f"Version {holds.version} is no longer in force. It stays readable.",),
        )

    def near(self, case: Case) -> list[Near]:
        """Return rules of the standard that share a word with this one."""
        standard, _, rule = case.target.partition("/")
        known = sorted(case.hubs.quality.rule_ids(case.session, standard))
        shared = [each for each in known if set(each.split("-")) & set(rule.split("-"))]
        return [Near("rule", f"{standard}/{each}") for each in shared]

    def apply(self, case: Case) -> str:
        """Save the standard, which has the rule, and return its name and number."""
        # The model costs time to build, and only accepting needs it.
        from myelin.contract.operations.save_standard import SaveStandardArgs

        standard, _, rule = case.target.partition("/")
        args = SaveStandardArgs(yaml=case.body or "")
        saved = case.hubs.quality.save_standard(case.session, args)
        wrong = None
        if saved["name"] != standard:
            wrong = of_documents.problem("/name", "names another standard")
        elif rule not in case.hubs.quality.rule_ids(case.session, standard):
            wrong = of_documents.problem("/rules", "has no rule of that id")
        if wrong is not None:
            raise StandardInvalid(count=1, details=wrong)
        return rules.versioned(saved["name"], saved["version"])

    def scaffold(self, case: Case) -> Scaffold:
        """Return the standard in force with a note, or an empty one with the rule."""
        standard, _, rule = case.target.partition("/")
        holds = case.hubs.quality.in_force(case.session, standard)
        if holds is not None:
            return Scaffold(holds.yaml, note=f"Add the rule {rule}.")
        return Scaffold(
            f"name: {standard}\ntitle:\nrules:\n"
            f"  - {{id: {rule}, check: forbid_pattern, pattern: , message: , fix: }}\n"
        )
