"""Tile maps."""

import copy
import pickle

import numpy as np
import pytest

import pytautline as tl
from conftest import SAMPLES

TILES = np.array([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]])


def test_a_path_runs_between_tile_centres():
    grid = tl.Grid(np.ones((10, 10)))
    path = grid.path((0, 0), (9, 9))
    assert path.points[0].tolist() == [0.5, 0.5] and path.points[-1].tolist() == [9.5, 9.5]
    assert path.length == pytest.approx(9 * 2**0.5)
    assert path.cells[0] == 0 and path.cells[-1] == 99 and path.map is grid
    path.verify()


def test_numbers_are_costs_and_zero_blocks():
    assert tl.Grid(TILES).path((0, 0), (3, 2)).length == pytest.approx(5.0)
    for same in [TILES.astype(bool), TILES.tolist(), TILES.astype(np.float32), np.where(TILES, 1.0, np.inf)]:
        np.testing.assert_array_equal(tl.Grid(same).tiles, TILES)
    costly = tl.Grid(np.array([[1, 9, 1], [1, 1, 1]]), corners="always")
    assert costly.path((0, 0), (2, 0)).length == pytest.approx(2 * 2**0.5)
    with pytest.raises(ValueError):
        tl.Grid(np.array([[1, -2.0]]))
    with pytest.raises(ValueError):
        tl.Grid(np.array([[1, np.nan]]))
    with pytest.raises(ValueError, match="2-D"):
        tl.Grid([1, 1])


def test_neighbors_and_corners_are_options():
    assert tl.Grid(np.ones((3, 3)), neighbors=4).path((0, 0), (2, 2)).length == 4
    grid = tl.Grid(np.array([[1, 0], [1, 1]]), corners="one-free", cell_size=2.0, origin=(10, 20))
    assert grid.path((10, 20), (12, 22)).length == pytest.approx(8**0.5)
    assert (grid.corners, grid.neighbors, grid.cell_size, grid.origin, grid.shape) == ("one-free", 8, 2.0, (10.0, 20.0), (2, 2))
    for bad in [{"neighbors": 6}, {"corners": "some"}, {"cell_size": 0.0}, {"cell_size": np.nan}, {"origin": (np.inf, 0)}]:
        with pytest.raises(ValueError):
            tl.Grid(TILES, **bad)


def test_a_grid_without_a_path_says_why():
    grid = tl.Grid(np.array([[1, 0, 1]]))
    with pytest.raises(tl.NoPath) as caught:
        grid.path((0, 0), (2, 0))
    assert caught.value.reason == "unreachable" and caught.value.nearest is not None
    batch = grid.paths([(0, 0), (0, 0)], [(0, 0), (2, 0)])
    assert batch.status.tolist() == [0, 7] and batch.lengths.tolist() == [0, np.inf]


def test_any_angle_paths_are_no_longer_than_those_of_tiles(random):
    tiles = random.random((30, 30)) > 0.3
    grid, mesh = tl.Grid(tiles), tl.Mesh.from_grid(tiles)
    free = np.argwhere(tiles)[:, ::-1] + 0.5
    starts, goals = free[random.integers(len(free), size=(2, 200))]
    along, any_angle = grid.paths(starts, goals), mesh.paths(starts, goals)
    assert (any_angle.lengths[along.found] <= along.lengths[along.found] + 1e-9).all()
    assert mesh == tl.Mesh.from_grid(grid)
    with pytest.raises(ValueError, match="no tile is free"):
        tl.Mesh.from_grid(np.zeros((2, 2)))


def test_grids_pickle_and_show():
    grid = tl.Grid(TILES, corners="always", neighbors=8, cell_size=0.5, origin=(1, 2))
    for again in [pickle.loads(pickle.dumps(grid)), copy.copy(grid), copy.deepcopy(grid)]:
        np.testing.assert_array_equal(again.tiles, grid.tiles)
        assert (again.corners, again.cell_size, again.origin) == ("always", 0.5, (1.0, 2.0))
    path = grid.path((1, 2), (2.9, 3.4))
    assert pickle.loads(pickle.dumps(path)) == path
    assert grid._repr_svg_().startswith("<svg") and path._repr_svg_().startswith("<svg")
    assert repr(grid) == "<Grid of 3 rows and 4 columns, 10 tiles free>"


@pytest.mark.parametrize("name", ["tiles.map", "maze.txt", "cave.png", "village.png", "village.tmx", "warehouse.pgm", "warehouse.yaml"])
def test_every_tile_format_opens_as_grid_and_as_mesh(name):
    grid = tl.Grid.open(SAMPLES / name)
    mesh = tl.Mesh.open(str(SAMPLES / name))
    assert mesh.area == pytest.approx((grid.tiles > 0).sum() * grid.cell_size**2)
