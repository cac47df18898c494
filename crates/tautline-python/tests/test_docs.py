"""Docstrings and pages run, and every public name has a docstring."""

import doctest
import inspect
import re
from pathlib import Path

import pytest
import pytautline as tl

DOCS = Path(__file__).parents[3] / "docs"


def _documented():
    yield "pytautline", tl
    for name in tl.__all__:
        thing = getattr(tl, name)
        yield name, thing
        for member, value in vars(thing).items():
            if not member.startswith("_"):
                yield f"{name}.{member}", getattr(value, "__func__", value)


def test_every_public_name_is_documented():
    undocumented = [name for name, thing in _documented() if not inspect.isbuiltin(thing) and not isinstance(thing, (int, str)) and not inspect.getdoc(thing)]
    assert undocumented == []


def test_docstrings_run():
    parser, runner, count = doctest.DocTestParser(), doctest.DocTestRunner(), 0
    for name, thing in _documented():
        doc = inspect.getdoc(thing) or ""
        test = parser.get_doctest(doc, {}, name, None, None)
        runner.run(test)
        count += len(test.examples)
    assert count > 50
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("page", ["python.md", "indoor-maps.md", "migrating/python.md"])
def test_the_code_of_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some of it writes files
    text, names = (DOCS / page).read_text(encoding="utf-8"), {}
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S))
    assert blocks
    for block in blocks:
        line = text.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], str(DOCS / page), "exec"), names)  # with the page's lines in errors
