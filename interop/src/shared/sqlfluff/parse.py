"""Parses statements of the dialect that is named with sqlfluff: reads [{name, text}] from standard input, writes [{name, problem}] to standard output.

The problem is null where the whole statement is understood.
"""

import json
import sys

from sqlfluff.core import FluffConfig, Linter

linter = Linter(config=FluffConfig(overrides={"dialect": sys.argv[1], "templater": "raw"}))


def problem_of(text):
    try:
        violations = linter.parse_string(text).violations
    except RuntimeError as error:  # a hole in the grammar itself
        return str(error).splitlines()[0]
    return str(violations[0].desc()) if violations else None


statements = json.load(sys.stdin)
json.dump([{"name": each["name"], "problem": problem_of(each["text"])} for each in statements], sys.stdout)
