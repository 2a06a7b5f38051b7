#!/usr/bin/python3
"""Runs the unit tests once for each mutant that mutate.py has made. At least one test must fail for each mutant.

  try_mutants.py BIN MUTANTS SURVIVORS [JOBS]
                 BIN is the folder of the test programs, and MUTANTS is the output of mutate.py. Mutants for which no
                 test fails must be in SURVIVORS, with a reason.

First each test runs alone, to record the mutants that it reaches. Each mutant is tried only with the tests that reach
it.
"""

import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

from mutate import test_of

SECONDS = 60  # for one mutant; tests that do not end in this time count as failed


def run_tests(folder, program, tests, **environment):
    """Runs these tests of a program and returns its exit code."""
    command = [os.path.join(folder, program), "--gtest_fail_fast", "--gtest_brief=1", "--gtest_catch_exceptions=0"]
    environment = dict(os.environ, GTEST_FILTER=tests, **environment)
    return subprocess.run(command, env=environment, capture_output=True, timeout=SECONDS, check=False).returncode


def tests_in(folder, program, chosen):
    """Returns the names of the tests that the filter `chosen` selects."""
    command = [os.path.join(folder, program), "--gtest_list_tests", f"--gtest_filter={chosen}"]
    suite = ""
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        name = line.split("#")[0].strip()
        if line.startswith(" "):
            yield suite + name
        elif name.endswith("."):
            suite = name


def mutants_reached(folder, program, test):
    with tempfile.NamedTemporaryFile() as reached:
        if run_tests(folder, program, test, CPSIZER_MUTANTS_REACHED=reached.name) != 0:
            sys.exit(f"{test} of {program} fails without any mutant")
        return reached.read().decode().split()


def tests_that_reach(pool, folder, programs):
    """Returns a filter for each mutant, which selects the tests that reach the mutant."""
    tests = collections.defaultdict(list)
    for program, chosen in programs:
        names = list(tests_in(folder, program, chosen))
        for name, mutants in zip(names, pool.map(lambda name, program=program: mutants_reached(folder, program, name), names)):
            for mutant in mutants:
                tests[mutant].append(name)
    return {mutant: ":".join(names) for mutant, names in tests.items()}


def is_noticed(folder, program, mutant, tests):
    if not tests:
        return False
    try:
        return run_tests(folder, program, tests, CPSIZER_MUTANT=mutant) != 0
    except subprocess.TimeoutExpired:
        return True


def read_survivors(path):
    """Returns the mutants for which no test need fail. The indented lines below a mutant are its reason."""
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


def source(mutant):
    """Returns the file of a mutant."""
    return mutant.split(":", 1)[0]


def run(folder, mutants_file, survivors_file, jobs="2"):
    folder = os.path.abspath(folder)
    mutants = [line.split("\t", 1) for line in pathlib.Path(mutants_file).read_text().splitlines()]
    with concurrent.futures.ThreadPoolExecutor(int(jobs)) as pool:
        tests = tests_that_reach(pool, folder, {test_of(text) for _, text in mutants})
        noticed = list(pool.map(lambda m: is_noticed(folder, test_of(m[1])[0], m[0], tests.get(m[0])), mutants))
    survivors = {text: number for (number, text), seen in zip(mutants, noticed) if not seen}
    files = {source(text) for _, text in mutants}
    reasons = {text: reason for text, reason in read_survivors(survivors_file).items() if source(text) in files}
    wrong = [
        f"survived, without a reason{'' if tests.get(number) else ', and no test reaches it'}: {text}"
        for text, number in survivors.items()
        if not reasons.get(text)
    ]
    wrong += [f"has a reason, but was detected: {text}" for text in reasons if text not in survivors]
    for line in wrong:
        print(line)
    print(f"{len(mutants)} mutants, {len(mutants) - len(survivors)} noticed, {len(survivors)} survived, {len(wrong)} to check")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    sys.exit(run(*sys.argv[1:]))
