"""Docstrings run, and every public name has one."""

import doctest
import inspect

import pytautline as tl


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
