#!/usr/bin/env python3
"""Tests of the Python package.

Usage: run.py [-k PATTERN]     with build/python on PYTHONPATH

Everything in test_*.py, the examples in docstrings and in doc/python.md, types by mypy, the examples as
scripts and notebooks, and the packages. What is skipped is said, with the reason.
"""
import argparse
import doctest
import fnmatch
import importlib
import pathlib
import pkgutil
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "lib")]
import kerftest  # noqa: E402

import kerf  # noqa: E402


class Result(unittest.TextTestResult):
    """Tells how far it is."""

    total = 0

    def stopTest(self, test):
        super().stopTest(test)
        kerftest.progress(self.testsRun, self.total)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        print(f"skipped {test.id()}: {reason}", flush=True)


def doctests():
    """A test for each docstring with examples, and for each page."""
    suite = unittest.TestSuite()
    for m in [None, *pkgutil.iter_modules(kerf.__path__)]:
        if m is None or m.name != "_kerf":
            module = importlib.import_module("kerf" + (f".{m.name}" if m else ""))
            try:
                suite.addTest(doctest.DocTestSuite(module))
            except ValueError:
                pass  # it has none
    page = kerftest.ROOT / "doc" / "python.md"
    suite.addTest(doctest.DocFileSuite(str(page), module_relative=False, optionflags=doctest.ELLIPSIS))
    return suite


def flatten(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flatten(test)
        else:
            yield test


def main():
    ap = argparse.ArgumentParser(description="Tests of the Python package.")
    ap.add_argument("-k", default="*", metavar="PATTERN", help="those whose name has it")
    pattern = f"*{ap.parse_args().k}*"
    found = [*flatten(unittest.defaultTestLoader.discover(str(HERE))), *flatten(doctests())]
    chosen = unittest.TestSuite(t for t in found if fnmatch.fnmatch(t.id(), pattern))
    Result.total = chosen.countTestCases()
    result = unittest.TextTestRunner(stream=sys.stdout, resultclass=Result, verbosity=0).run(chosen)
    failed = len(result.failures) + len(result.errors)
    return kerftest.record("python", result.testsRun - failed, failed)


if __name__ == "__main__":
    sys.exit(main())
