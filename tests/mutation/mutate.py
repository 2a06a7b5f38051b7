#!/usr/bin/python3
"""Flips every comparison and every condition below server/engine, one at a time, and sees whether a unit test notices.

  mutate.py TREE COMMANDS    rewrites the sources in TREE, a copy of ours, and prints the mutants
  mutate.py --run PROGRAM MUTANTS SURVIVORS [JOBS]
                             runs the tests once for each mutant; those that survive must stand in SURVIVORS with a reason

All mutants are built into one program, and the environment names the one that is on. `./dev mutation` does both.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

COMPARISONS = {
    "==": ("Equal", None),
    "!=": ("NotEqual", None),
    "<": ("Less", "<="),
    "<=": ("LessOrEqual", "<"),
    ">": ("Greater", ">="),
    ">=": ("GreaterOrEqual", ">"),
}
SECONDS = 20  # for one mutant: those that never end count as noticed


class Rewriter:
    """Puts the mutants of one file into its text."""

    def __init__(self, path, name, first_id):
        self.text = path.read_bytes()
        self.name = name
        self.next_id = first_id
        self.mutants = []
        self.told = {}
        self.edits = []  # (offset, order, bytes, length that is replaced)
        self.seen = set()

    def new_mutant(self, offset, what):
        start = self.text.rfind(b"\n", 0, offset) + 1
        line = self.text[start : self.text.find(b"\n", offset)].decode().strip()
        mutant = f"{self.name}: {what} in: {line}"
        self.told[mutant] = self.told.get(mutant, 0) + 1
        if self.told[mutant] > 1:
            mutant += f"  (number {self.told[mutant]})"
        self.mutants.append(mutant)
        self.next_id += 1
        return self.next_id - 1

    def wrap(self, start, end, before, after):
        # Of two that begin at the same place the longer one is outside, and so it is at the end.
        self.edits.append((start, -(end - start), before.encode(), 0))
        self.edits.append((end, (end - start) - (1 << 40), after.encode(), 0))

    def comparison(self, left, right):
        """True if there is one between the two."""
        between = self.text[left[1] : right[0]]
        operator = re.sub(rb"//.*|\s|[()]", b"", between).decode()
        if operator not in COMPARISONS or (left, right) in self.seen:
            return operator in COMPARISONS
        self.seen.add((left, right))
        function, bound = COMPARISONS[operator]
        at = left[1] + between.index(operator.encode())
        arguments = [self.new_mutant(at, f"`{operator}` to its contrary")]
        if bound:
            arguments.append(self.new_mutant(at, f"`{operator}` to `{bound}`"))
        ids = ", ".join(map(str, arguments))
        self.wrap(left[0], right[1], f"::cpsizer::mutation::{function}({ids}, (", "))")
        self.edits.append((at, 0, b"), (", len(operator)))
        return True

    def condition(self, extent):
        if extent in self.seen:
            return
        self.seen.add(extent)
        what = re.sub(r"\s+", " ", self.text[extent[0] : extent[1]].decode())
        mutant = self.new_mutant(extent[0], f"`{what}` to its contrary")
        self.wrap(*extent, f"::cpsizer::mutation::Flip({mutant}, static_cast<bool>(", "))")

    def rewritten(self):
        text = self.text
        for offset, _, new, length in sorted(self.edits, key=lambda edit: (edit[0], edit[1]), reverse=True):
            text = text[:offset] + new + text[offset + length :]
        return b'#include "tests/mutation/mutant.h"\n' + text


class Walker:
    """Finds what there is to flip in the syntax tree of one file."""

    def __init__(self, rewriter, path):
        from clang.cindex import CursorKind

        self.kinds = CursorKind
        self.rewriter = rewriter
        self.path = str(path)

    def extent(self, cursor):
        return (cursor.extent.start.offset, cursor.extent.end.offset)

    def walk(self, cursor):
        for child in cursor.get_children():
            if child.location.file is not None and child.location.file.name != self.path:
                continue
            self.visit(child)
            self.walk(child)

    def visit(self, cursor):
        if cursor.kind == self.kinds.IF_STMT or cursor.kind == self.kinds.WHILE_STMT:
            head = self.rewriter.text[cursor.extent.start.offset :][:20]
            if head.startswith(b"if constexpr"):
                return
            children = [c for c in cursor.get_children() if c.kind != self.kinds.DECL_STMT]
            if children and children[0].kind.is_expression():
                self.atoms(children[0])
        elif cursor.kind == self.kinds.CONDITIONAL_OPERATOR:
            self.atoms(next(cursor.get_children()))
        else:
            self.compared(cursor)

    def compared(self, cursor):
        """True if it is a comparison."""
        children = list(cursor.get_children())
        if cursor.kind == self.kinds.BINARY_OPERATOR and len(children) == 2:
            return self.rewriter.comparison(self.extent(children[0]), self.extent(children[1]))
        if cursor.kind == self.kinds.CALL_EXPR and cursor.spelling.startswith("operator") and len(children) == 3:
            return self.rewriter.comparison(self.extent(children[0]), self.extent(children[2]))
        return False

    def atoms(self, cursor):
        """Flips each part of a condition that is neither a comparison nor made of others."""
        children = list(cursor.get_children())
        if cursor.kind == self.kinds.PAREN_EXPR:
            return self.atoms(children[0])
        if cursor.kind == self.kinds.UNEXPOSED_EXPR and len(children) == 1:
            inner = children[0]
            # `a != b` that the language makes of `==` has a negation of its own around it.
            if inner.kind == self.kinds.UNARY_OPERATOR and inner.extent.start.offset > cursor.extent.start.offset:
                inner = next(inner.get_children())
            if self.extent(inner) == self.extent(cursor):
                return self.atoms(inner)
        if cursor.kind == self.kinds.BINARY_OPERATOR:
            between = self.rewriter.text[children[0].extent.end.offset : children[1].extent.start.offset]
            if between.strip() in (b"&&", b"||"):
                self.atoms(children[0])
                return self.atoms(children[1])
        if not self.compared(cursor):
            self.rewriter.condition(self.extent(cursor))
        return None


def arguments_of(command):
    """What of a compiler's command line says how to read the file."""
    words = command.split()
    kept, i = [], 0
    while i < len(words):
        if words[i] in ("-I", "-isystem", "-D"):
            kept += words[i : i + 2]
            i += 1
        elif words[i].startswith(("-I", "-D", "-std=")):
            kept.append(words[i])
        i += 1
    return kept


def rewrite(tree, commands_file):
    from clang.cindex import Index

    tree = pathlib.Path(tree)
    root = pathlib.Path(__file__).resolve().parents[2]
    index, next_id = Index.create(), 1
    for entry in sorted(json.loads(pathlib.Path(commands_file).read_text()), key=lambda entry: entry["file"]):
        path = pathlib.Path(entry["file"])
        if root / "server" / "engine" not in path.parents:
            continue
        unit = index.parse(str(path), args=arguments_of(entry["command"]))
        errors = [d for d in unit.diagnostics if d.severity >= d.Error]
        if errors:
            sys.exit(f"{path}: {errors[0]}")
        name = str(path.relative_to(root))
        rewriter = Rewriter(path, name, next_id)
        Walker(rewriter, path).walk(unit.cursor)
        (tree / name).write_bytes(rewriter.rewritten())
        for mutant in rewriter.mutants:
            print(f"{next_id}\t{mutant}")
            next_id += 1


def notices(program, mutant):
    environment = dict(os.environ, CPSIZER_MUTANT=str(mutant))
    command = [program, "--gtest_fail_fast", "--gtest_brief=1", "--gtest_catch_exceptions=0"]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def read_survivors(path):
    """The mutants that need not be noticed, each with its reason in the indented lines below it."""
    reasons, last = {}, None
    for line in pathlib.Path(path).read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            reasons[last] += line.strip()
        else:
            last = line.strip()
            reasons[last] = ""
    return reasons


def run(program, mutants_file, survivors_file, jobs="2"):
    program = os.path.abspath(program)
    if notices(program, 0):
        sys.exit("the tests fail without any mutant")
    mutants = [line.split("\t", 1) for line in pathlib.Path(mutants_file).read_text().splitlines()]
    with concurrent.futures.ThreadPoolExecutor(int(jobs)) as pool:
        noticed = list(pool.map(lambda mutant: notices(program, mutant[0]), mutants))
    survivors = [text for (_, text), seen in zip(mutants, noticed) if not seen]
    reasons = read_survivors(survivors_file)
    wrong = [f"survived, without a reason: {text}" for text in survivors if not reasons.get(text)]
    wrong += [f"has a reason, but did not survive: {text}" for text in reasons if text not in survivors]
    for line in wrong:
        print(line)
    print(f"{len(mutants)} mutants, {len(mutants) - len(survivors)} noticed, {len(survivors)} survived, {len(wrong)} to look at")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) in (5, 6) and sys.argv[1] == "--run":
        sys.exit(run(*sys.argv[2:]))
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rewrite(*sys.argv[1:])
