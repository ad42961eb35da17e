"""The generator's command: `python -m codegen` writes, `--check` and `--diff` only compare."""

import argparse
import sys
from pathlib import Path

from codegen import compare, model, reference, render, rules
from codegen.outputs import OWNED

FIX = "Run `make gen` and commit the result with the spec change."


def main(arguments: list[str], root: Path) -> int:
    """Write or compare the generated files of a tree and return the exit code.

    0: as the spec says. 1: the files differ from the spec. 2: the spec itself is at fault.
    """
    parser = argparse.ArgumentParser(prog="codegen", description=__doc__)
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="write nothing; 1 when files differ")
    mode.add_argument("--diff", action="store_true", help="write nothing; print every difference")
    options = parser.parse_args(arguments)

    spec, complaints = model.load(root)
    if spec is not None:
        complaints = rules.complaints(spec)
    if complaints or spec is None:
        print(*sorted(set(complaints)), sep="\n", file=sys.stderr)
        print("Mend the spec; nothing was rendered.", file=sys.stderr)
        return 2

    have = compare.on_disk(root, OWNED)
    want = render.render(spec)
    try:
        want |= reference.pages()
    except ImportError:
        # The contract that the product imports is about to be written: the next run renders them.
        want |= {path: have[path] for path in reference.PAGES if path in have}
    drifts = compare.compare(want, have)
    if options.check or options.diff:
        for drift in drifts:
            print(f"{drift.state}: {drift.path}")
            print(*drift.diff(None if options.diff else compare.DIFF_LINES_MAX), sep="\n")
        if drifts:
            print(f"\n{FIX}")
        return 1 if drifts and options.check else 0

    for drift in drifts:
        path = root / drift.path
        if drift.state == "orphaned":
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(drift.want, "utf-8")
        print(f"{'removed' if drift.state == 'orphaned' else 'wrote'} {drift.path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).resolve().parents[1]))
