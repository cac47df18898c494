"""Lengths against the program, every query of three scenarios."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import pytautline as tl

PROGRAM, DATA = os.environ.get("TAUTLINE_PROGRAM"), os.environ.get("TAUTLINE_DATA")


@pytest.mark.skipif(not (PROGRAM and DATA), reason="TAUTLINE_PROGRAM and TAUTLINE_DATA name the program and the maps")
@pytest.mark.parametrize("name", ["dao/arena", "da2/ht_chantry", "sc1/Aurora"])
def test_lengths_have_the_bits_of_the_program(name, tmp_path):
    map_file = Path(DATA) / "movingai" / f"{name}.map"
    answers = tmp_path / "answers.jsonl"
    command = [PROGRAM, "scen", map_file, f"{map_file}.scen", "--backend", "navmesh", "--paths", answers]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    rows = [json.loads(line) for line in answers.read_text().splitlines()]
    queries = [line.split()[4:8] for line in Path(f"{map_file}.scen").read_text().splitlines()[1:]]
    ends = np.array(queries, dtype=float) + 0.5
    batch = tl.Mesh.open(map_file).paths(ends[:, :2], ends[:, 2:])
    expected = np.array([np.inf if row["length"] is None else row["length"] for row in rows])
    assert len(expected) == len(ends) > 100
    np.testing.assert_array_equal(batch.lengths, expected)
