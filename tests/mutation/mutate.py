#!/usr/bin/python3
"""Makes mutants of the code of the decisions and of the pure parts of the sidecar, so that try_mutants.py can check
that a unit test fails for each of them. Each mutant changes one comparison, condition, arithmetic operator, boolean
literal, small integer, std::min or std::max.

  mutate.py TREE COMMANDS [PATH...]
                 rewrites the sources in TREE, which is a copy of the source tree, and prints the mutants; with PATHs,
                 only of sources whose path begins with one of them

All mutants of a test are built into one program, and an environment variable names the mutant that is active.
"""

import json
import pathlib
import re
import sys

COMPARISONS = {
    "==": ("Equal", None),
    "!=": ("NotEqual", None),
    "<": ("Less", "<="),
    "<=": ("LessOrEqual", "<"),
    ">": ("Greater", ">="),
    ">=": ("GreaterOrEqual", ">"),
}
ARITHMETIC = {"+": ("Plus", "-"), "-": ("Minus", "+"), "*": ("Times", "/"), "/": ("Divide", "*")}
LARGEST_LITERAL = 1000

# SCOPE maps path prefixes of the sources to mutate to the tests of these sources: a test program and a filter. For each
# mutant, one of these tests must fail.
ENGINE = ("cpsizer_engine_test", "*")
# Excludes tests of whole controllers, because all selected tests run for each mutant and such tests take minutes. Also
# excludes tests that wait in real time.
SIDECAR = (
    "cpsizer_sidecar_test",
    "-*Faults*:*Program*:SidecarAdmin*:InstalledLease*:*Informers*:*LostAnswers*:FolderRun*:ClusterAutoscalerController*",
)
SCOPE = {
    "server/engine/": ENGINE,
    "client/sidecar/size/plan": SIDECAR,
    "client/sidecar/size/reversals": SIDECAR,
    "client/sidecar/size/managed_fields": SIDECAR,
    "client/sidecar/size/reverted_writes": SIDECAR,
    "client/sidecar/size/size_status": SIDECAR,
    "client/sidecar/replicas/autoscaler_status": SIDECAR,
    "client/sidecar/replicas/replica_plan": SIDECAR,
    "client/sidecar/replicas/scale_events": SIDECAR,
    "client/sidecar/machine/machine_plan": SIDECAR,
    "client/sidecar/machine/machine_status": SIDECAR,
    "client/sidecar/machine/patch_check": SIDECAR,
    "client/sidecar/machine_autoscaler/scaling_check": SIDECAR,
    "client/sidecar/machine_autoscaler/scaling_plan": SIDECAR,
    "client/sidecar/cluster_autoscaler/field_": SIDECAR,
    "client/sidecar/cluster_autoscaler/operand_plan": SIDECAR,
    "client/sidecar/cluster_autoscaler/operator_conditions": SIDECAR,
    "client/sidecar/cluster_autoscaler/plan_check": SIDECAR,
    "client/sidecar/control/contention_tracker": SIDECAR,
    "client/sidecar/control/holds": SIDECAR,
    "client/sidecar/control/periodic_queue": SIDECAR,
}


def test_of(name):
    """Returns the test of a source, or None if the source is not in SCOPE."""
    return next((test for beginning, test in SCOPE.items() if name.startswith(beginning)), None)


class Rewriter:
    """Inserts the mutants of one file into its text."""

    def __init__(self, path, name, first_id):
        self.text = path.read_bytes()
        self.name = name
        self.next_id = first_id
        self.mutants = []
        self.texts = {}
        self.edits = []  # (offset, order, bytes, length of the replaced text)
        self.seen = set()

    def new_mutant(self, offset, what):
        start = self.text.rfind(b"\n", 0, offset) + 1
        line = self.text[start : self.text.find(b"\n", offset)].decode().split("  //")[0].strip()
        mutant = f"{self.name}: {what} in: {line}"
        self.texts[mutant] = self.texts.get(mutant, 0) + 1
        if self.texts[mutant] > 1:
            mutant += f"  (number {self.texts[mutant]})"
        self.mutants.append(mutant)
        self.next_id += 1
        return self.next_id - 1

    def wrap(self, start, end, before, after):
        # If two edits begin at the same offset, the longer edit encloses the shorter edit. This also applies if two
        # edits end at the same offset.
        self.edits.append((start, -(end - start), before.encode(), 0))
        self.edits.append((end, (end - start) - (1 << 40), after.encode(), 0))

    def operator_between(self, left, right):
        """Returns the operator and its offset."""
        between = self.text[left[1] : right[0]]
        operator = re.sub(rb"//.*|\s|[()]", b"", between)
        return operator.decode(), left[1] + between.find(operator)

    def call(self, left, right, at, operator, function, mutants):
        """Replaces two operands and the operator at `at` between them with a call of `function`."""
        ids = ", ".join(map(str, mutants))
        self.wrap(left[0], right[1], f"::cpsizer::mutation::{function}({ids}, (", "))")
        self.edits.append((at, 0, b"), (", len(operator)))

    def comparison(self, left, right):
        """Mutates a comparison. Returns whether there is a comparison operator between the operands."""
        operator, at = self.operator_between(left, right)
        if operator not in COMPARISONS or (left, right) in self.seen:
            return operator in COMPARISONS
        self.seen.add((left, right))
        function, bound = COMPARISONS[operator]
        mutants = [self.new_mutant(at, f"`{operator}` to its contrary")]
        if bound:
            mutants.append(self.new_mutant(at, f"`{operator}` to `{bound}`"))
        self.call(left, right, at, operator, function, mutants)
        return True

    def arithmetic(self, left, right):
        operator, at = self.operator_between(left, right)
        plain = operator.removesuffix("=")
        if plain not in ARITHMETIC or (left, right) in self.seen:
            return
        self.seen.add((left, right))
        function, contrary = ARITHMETIC[plain]
        assign = "=" if plain != operator else ""
        mutant = self.new_mutant(at, f"`{operator}` to `{contrary}{assign}`")
        self.call(left, right, at, operator, function + ("Assign" if assign else ""), [mutant])

    def literal(self, extent):
        """Mutates a boolean or a small integer."""
        text = self.text[extent[0] : extent[1]].decode()
        if extent in self.seen:
            return
        self.seen.add(extent)
        if text in ("true", "false"):
            mutant = self.new_mutant(extent[0], f"`{text}` to its contrary")
            self.wrap(*extent, f"::cpsizer::mutation::Flip({mutant}, ", ")")
        elif text.isdigit() and int(text) <= LARGEST_LITERAL:
            mutant = self.new_mutant(extent[0], f"`{text}` to `{int(text) + 1}`")
            self.wrap(*extent, f"::cpsizer::mutation::Number({mutant}, ", ")")

    def extreme(self, start):
        """Mutates a call of std::min or std::max with two arguments."""
        found = re.match(rb"std::(min|max)(<[\w:]+>)?\((?!\{)", self.text[start : start + 60])
        if not found or (start, "extreme") in self.seen:
            return
        self.seen.add((start, "extreme"))
        name = found[1].decode()
        mutant = self.new_mutant(start, f"`{name}` to `{'max' if name == 'min' else 'min'}`")
        self.edits.append((start, 0, f"::cpsizer::mutation::{name.capitalize()}".encode(), len("std::min")))
        self.edits.append((start + found.end(), -(1 << 41), f"{mutant}, ".encode(), 0))

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
    """Finds the expressions to mutate in the syntax tree of one file."""

    def __init__(self, rewriter, path):
        from clang.cindex import CursorKind, TypeKind

        self.kinds = CursorKind
        self.first_number, self.last_number = TypeKind.BOOL.value, TypeKind.LONGDOUBLE.value
        self.rewriter = rewriter
        self.path = str(path)

    def extent(self, cursor):
        return (cursor.extent.start.offset, cursor.extent.end.offset)

    def walk(self, cursor, constant=False):
        """Visits the children of a cursor. If `constant` is true, their values are computed at compile time."""
        for child in cursor.get_children():
            if child.location.file is not None and child.location.file.name != self.path:
                continue
            constant_child = constant or self.is_constant(cursor, child)
            self.visit(child, constant_child)
            self.walk(child, constant_child)

    def is_constant(self, parent, cursor):
        """Returns True for labels, enumerators, constexpr variables, sizes of arrays and arguments of templates."""
        text, start = self.rewriter.text, cursor.extent.start.offset
        before, after = text[:start].rstrip()[-1:], text[cursor.extent.end.offset :].lstrip()[:1]
        if cursor.kind == self.kinds.VAR_DECL:
            return b"constexpr" in text[start : cursor.location.offset]
        if parent.kind in (self.kinds.VAR_DECL, self.kinds.FIELD_DECL) and before == b"[":
            return True
        if parent.kind == self.kinds.CASE_STMT:
            return next(parent.get_children()) == cursor
        if cursor.kind == self.kinds.INTEGER_LITERAL and (before == b"<" and after in (b">", b",")):
            return True
        return cursor.kind in (self.kinds.ENUM_DECL, self.kinds.STATIC_ASSERT)

    def visit(self, cursor, constant):
        if not constant:
            self.value(cursor)
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

    def value(self, cursor):
        """Mutates a literal, std::min or std::max, or arithmetic of numbers."""
        if cursor.kind in (self.kinds.INTEGER_LITERAL, self.kinds.CXX_BOOL_LITERAL_EXPR):
            self.rewriter.literal(self.extent(cursor))
        elif cursor.kind == self.kinds.CALL_EXPR and cursor.spelling in ("min", "max"):
            self.rewriter.extreme(cursor.extent.start.offset)
        elif cursor.kind in (self.kinds.BINARY_OPERATOR, self.kinds.COMPOUND_ASSIGNMENT_OPERATOR):
            children = list(cursor.get_children())
            if len(children) == 2 and all(self.is_number(child) for child in children):
                self.rewriter.arithmetic(self.extent(children[0]), self.extent(children[1]))

    def is_number(self, cursor):
        return self.first_number <= cursor.type.get_canonical().kind.value <= self.last_number

    def is_rewritten(self, cursor):
        """Returns whether the language has rewritten `a < b` to `(a <=> b) < 0`."""
        return any(child.spelling == "operator<=>" and child.kind == self.kinds.CALL_EXPR for child in cursor.get_children())

    def compared(self, cursor):
        """Mutates a comparison. Returns whether the cursor is a comparison."""
        children = list(cursor.get_children())
        if self.is_rewritten(cursor):
            return self.compared(children[0])
        if cursor.kind == self.kinds.BINARY_OPERATOR and len(children) == 2:
            return self.rewriter.comparison(self.extent(children[0]), self.extent(children[1]))
        if cursor.kind == self.kinds.CALL_EXPR and cursor.spelling.startswith("operator") and len(children) == 3:
            return self.rewriter.comparison(self.extent(children[0]), self.extent(children[2]))
        return False

    def atoms(self, cursor):
        """Mutates each part of a condition: comparisons, and parts that have no other parts, which are negated."""
        children = list(cursor.get_children())
        if cursor.kind == self.kinds.PAREN_EXPR:
            return self.atoms(children[0])
        if cursor.kind == self.kinds.UNEXPOSED_EXPR and len(children) == 1:
            inner = children[0]
            # If the compiler derives `a != b` from `==`, the syntax tree contains a negation of the comparison.
            if inner.kind == self.kinds.UNARY_OPERATOR and inner.extent.start.offset > cursor.extent.start.offset:
                inner = next(inner.get_children())
            if self.extent(inner) == self.extent(cursor) or self.is_rewritten(inner):
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
    """Returns the arguments of a compiler's command line that are needed to parse the file."""
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


def rewrite(tree, commands_file, *paths):
    from clang.cindex import Index

    tree = pathlib.Path(tree)
    root = pathlib.Path(__file__).resolve().parents[2]
    index, next_id = Index.create(), 1
    for entry in sorted(json.loads(pathlib.Path(commands_file).read_text()), key=lambda entry: entry["file"]):
        path = pathlib.Path(entry["file"])
        name = str(path.relative_to(root)) if root in path.parents else ""
        if test_of(name) is None or not name.startswith(paths or ("",)):
            continue
        unit = index.parse(str(path), args=arguments_of(entry["command"]))
        errors = [d for d in unit.diagnostics if d.severity >= d.Error]
        if errors:
            sys.exit(f"{path}: {errors[0]}")
        rewriter = Rewriter(path, name, next_id)
        Walker(rewriter, path).walk(unit.cursor)
        (tree / name).write_bytes(rewriter.rewritten())
        for mutant in rewriter.mutants:
            print(f"{next_id}\t{mutant}")
            next_id += 1


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    rewrite(*sys.argv[1:])
