"""Maps that several tests ask."""

from pathlib import Path

import numpy as np
import pytest
import shapely

import pytautline as tl

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "examples" / "data"


@pytest.fixture(scope="session")
def room() -> tl.Mesh:
    """A room of 10 by 8 with a block from (4, 2) to (6, 7)."""
    return tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), obstacles=shapely.box(4, 2, 6, 7))


@pytest.fixture(scope="session")
def floor_plan() -> tl.Mesh:
    return tl.Mesh.open(SAMPLES / "floor_plan.geojson", radius=0.3)


@pytest.fixture
def random() -> np.random.Generator:
    return np.random.default_rng(27)
