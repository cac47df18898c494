"""Files, pickles and processes."""

import copy
import multiprocessing
import pickle
import warnings

import numpy as np
import pytest

import pytautline as tl
from conftest import SAMPLES


@pytest.mark.parametrize("name", ["floor_plan.geojson", "building.geojson", "garden.mesh"])
def test_outlines_and_meshes_open(name):
    assert tl.Mesh.open(SAMPLES / name).cell_count > 1


def test_degrees_are_refused_and_files_named():
    with pytest.raises(ValueError, match="park.geojson.*degrees.*to_crs"):
        tl.Mesh.open(SAMPLES / "park.geojson")
    assert tl.Mesh.open(SAMPLES / "park.geojson", planar=True).area > 0
    with pytest.raises(FileNotFoundError):
        tl.Mesh.open("nowhere.nav")
    with pytest.raises(ValueError, match="use Mesh.open"):
        tl.Grid.open(SAMPLES / "garden.mesh")
    with pytest.raises(ValueError, match="radius"):
        tl.Mesh.open(SAMPLES / "garden.mesh", radius=1.0)


def test_a_saved_mesh_opens_again(floor_plan, tmp_path):
    for name in ["plan.nav", "plan.mesh"]:
        floor_plan.save(tmp_path / name)
        again = tl.Mesh.open(tmp_path / name)
        assert again.cell_count == floor_plan.cell_count
        assert again.path((1, 25), (39, 1)).length == floor_plan.path((1, 25), (39, 1)).length
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["plan.mesh", "plan.nav"]
    with pytest.raises(ValueError, match=r"\.nav or \.mesh"):
        floor_plan.save(tmp_path / "plan.obj")
    with pytest.raises(OSError):
        floor_plan.save(tmp_path / "missing" / "plan.nav")
    damaged = bytearray((tmp_path / "plan.nav").read_bytes())
    damaged[99] ^= 4
    with pytest.raises(ValueError, match="damaged"):
        tl.Mesh.from_bytes(bytes(damaged))
    assert tl.Mesh.from_bytes(floor_plan.to_bytes()) == floor_plan


def test_everything_pickles(floor_plan):
    shut = tl.Mesh.build(walkable=[[(0, 0), (4, 0), (4, 4), (0, 4)]], doors={"gate": [(2, 0), (2, 4)]}).closing(["gate"])
    for mesh in [floor_plan, shut, tl.Mesh.from_grid(np.ones((3, 3)))]:
        again = pickle.loads(pickle.dumps(mesh))
        assert again == mesh and again.closed_doors == mesh.closed_doors and again._repr_svg_() == mesh._repr_svg_()
        assert copy.deepcopy(mesh) is mesh
    path = floor_plan.path((1, 25), (39, 1))
    again = pickle.loads(pickle.dumps(path))
    assert again == path and hash(again) == hash(path) and again.lower_bound == path.lower_bound
    jumps = tl.Mesh.build(walkable=[[(0, 0), (4, 0), (4, 4)], [(9, 0), (12, 0), (12, 4)]], links=[{"start": (4, 2), "end": (9, 0)}])
    over = jumps.path((3, 1), (11, 1))
    assert pickle.loads(pickle.dumps(over)) == over
    field = floor_plan.distance_field([(1, 25)])
    assert pickle.loads(pickle.dumps(field)).at((39, 1)) == field.at((39, 1))
    batch = floor_plan.paths([(1, 25)], [(39, 1)])
    assert pickle.loads(pickle.dumps(batch)).lengths == batch.lengths
    with pytest.raises(tl.NoPath) as caught:
        floor_plan.path((1, 25), (-50, 1))
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.reason, error.nearest, error.explanation) == (caught.value.reason, caught.value.nearest, caught.value.explanation)


def _length(work):
    mesh, start, goal = work
    return mesh.paths([start] * 50, [goal] * 50).lengths[49]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_share_a_mesh(floor_plan, method):
    floor_plan.paths([(1, 25)] * 50, [(39, 1)] * 50)  # the parent's pool of threads exists before the fork
    expected = floor_plan.path((1, 25), (39, 1)).length
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context(method).Pool(2) as processes:
            lengths = processes.map_async(_length, [(floor_plan, (1, 25), (39, 1))] * 4).get(timeout=120)
    assert lengths == [expected] * 4
