"""Searches in slices, trees of paths, straight costs and cells around: against the plain calls and loops over cells."""

import threading

import numpy as np
import pytest
import shapely

import pytautline as tl


def ground(random, costs=False):
    """A hall with random blocks, and with mud in the middle if areas have costs."""
    blocks = [shapely.box(x, y, x + 1.5, y + 1.5) for x, y in random.uniform((1, 1), (17, 12), (14, 2))]
    areas = [(shapely.box(7, 2, 13, 13), 3.0, "mud")] if costs else []
    return tl.Mesh.build(walkable=shapely.box(0, 0, 20, 15), obstacles=blocks, areas=areas)


@pytest.mark.parametrize("costs", [False, True])
def test_slices_change_no_bit_of_an_answer(random, costs):
    sliced = 0
    for _ in range(8):
        mesh = ground(random, costs)
        start, goal = mesh.random_points(2, seed=int(random.integers(1000)))
        whole = mesh.path(start, goal)
        search = mesh.search(start, goal)
        bounds, slices = [search.lower_bound], 0
        while not search.advance(1):
            slices += 1
            assert not search.done
            bounds.append(search.lower_bound)
        assert search.done
        assert search.advance(3)
        assert np.array_equal(search.path().points, whole.points)
        assert (search.path().cost, search.path().lower_bound) == (whole.cost, whole.lower_bound)
        assert search.expanded >= slices
        assert max(bounds) <= whole.cost * (1 + 1e-12)
        sliced += slices
    assert sliced > 10


def test_a_search_on_tiles_comes_in_slices_too(random):
    grid = tl.Grid(np.where(random.random((40, 40)) < 0.2, 0, 1))
    free = np.argwhere(grid.tiles > 0)[:, ::-1] + 0.5
    whole = grid.path(free[0], free[-1], goal_policy="nearest-reachable")
    search = grid.search(free[0], free[-1], goal_policy="nearest-reachable")
    while not search.advance(10):
        pass
    assert search.path() == whole
    assert search.path().map is grid


def test_a_search_that_is_not_done_has_a_bound_and_no_path(random):
    mesh = ground(random)
    search = mesh.search((0.1, 0.1), (19.9, 14.9))
    with pytest.raises(tl.NoPath) as early:
        search.path()
    assert early.value.reason == "budget-exhausted"
    assert early.value.lower_bound <= mesh.path((0.1, 0.1), (19.9, 14.9)).length
    with pytest.raises(tl.NoPath, match="start"):
        mesh.search((-5, 1), (1, 1))
    with pytest.raises(ValueError):
        mesh.search((float("nan"), 1), (1, 1))
    with pytest.raises((OverflowError, TypeError)):
        search.advance(-1)
    waiting = [threading.Thread(target=search.advance, args=(5,)) for _ in range(8)]
    for thread in waiting:
        thread.start()
    for thread in waiting:
        thread.join()
    search.advance(10**6)
    assert search.path() == mesh.path((0.1, 0.1), (19.9, 14.9))


@pytest.mark.parametrize("costs", [False, True])
def test_a_tree_has_the_distances_and_paths_of_the_plain_calls(random, costs):
    mesh = ground(random, costs)
    start = (0.2, 0.3)
    goals = np.vstack([mesh.random_points(20, seed=3), [(50, 1), (np.nan, 1), (0.2, 0.3)]])
    tree, plain = mesh.path_tree(start, goals), mesh.paths(start, goals)
    bounds = mesh.distance_bounds(start, goals)
    assert len(tree) == len(goals)
    for told, known in [(tree.distances, bounds[0]), (tree.lower_bounds, bounds[1])]:
        assert np.allclose(told, known, rtol=1e-12, equal_nan=True) if not costs else np.allclose(told, known, rtol=0.011, equal_nan=True)
    batch = tree.paths()
    assert np.array_equal(batch.status, plain.status)
    assert np.allclose(batch.lengths, plain.lengths, rtol=1e-12, equal_nan=True) or costs
    for number in np.flatnonzero(batch.found):
        path = tree.path(number)
        path.verify()
        assert np.array_equal(path.points, batch[number])
        assert path.cost == batch.costs[number]
        assert np.array_equal(path.points[[0, -1]], [start, goals[number]])
        assert tree.lower_bounds[number] <= path.cost
    assert tree.paths(points=False).points is None
    with pytest.raises(tl.NoPath) as outside:
        tree.path(20)
    assert outside.value.reason == "goal-outside"
    with pytest.raises(ValueError):
        tree.path(21)
    for number in (23, 10**6):
        with pytest.raises(IndexError, match="there are 23 goals"):
            tree.path(number)
    with pytest.raises(tl.NoPath, match="start"):
        mesh.path_tree((-5, 1), goals)
    assert len(mesh.path_tree(start, [])) == 0
    far = mesh.path_tree(start, goals, max_cost=3.0)
    assert (far.distances[np.isfinite(far.distances)] <= 3.0).all()
    assert np.isinf(far.distances).sum() > 5


def test_a_straight_cost_is_that_of_the_pieces_in_each_area(random):
    mud, hall = shapely.box(7, 2, 13, 13), shapely.box(0, 0, 20, 15)
    mesh = tl.Mesh.build(walkable=hall, obstacles=shapely.box(9, 6, 10, 7), areas=[(mud, 3.0, "mud")])
    free, met = hall - shapely.box(9, 6, 10, 7), [0, 0]
    for line in random.uniform((0, 0), (20, 15), (100, 3, 2)):
        straight = shapely.LineString(line)
        cost = mesh.straight_cost(line)
        if straight.within(free):
            assert np.isclose(cost, straight.length + 2 * straight.intersection(mud).length)
            met[0] += 1
        elif straight.distance(shapely.box(9.01, 6.01, 9.99, 6.99)) == 0:
            assert cost == np.inf
            met[1] += 1
    assert min(met) > 10
    assert mesh.straight_cost((1, 1)) == 0.0
    with pytest.raises(tl.NoPath):
        mesh.straight_cost([(-5, 1), (1, 1)])
    for line in [[], [(1, 1), (np.nan, 1)]]:
        with pytest.raises(ValueError):
            mesh.straight_cost(line)


def test_cells_around_a_point_are_joined_with_it_within_the_circle(random):
    for _ in range(5):
        mesh = ground(random)
        cells = [shapely.Polygon(ring) for ring in mesh.cells()]
        near = mesh.nearest(mesh.random_points(20, seed=int(random.integers(1000))))
        for point, cell, radius in zip(near.points, near.cells, random.uniform(0.5, 6, 20)):
            circle = shapely.Point(point)
            reached, queue = {int(cell)}, [int(cell)]
            while queue:
                own = queue.pop()
                for other, ring in enumerate(cells):
                    portal = ring.boundary & cells[own].boundary
                    if other not in reached and portal.length > 1e-9 and portal.distance(circle) <= radius:
                        reached.add(other)
                        queue.append(other)
            assert list(mesh.cells_around(point, radius)) == sorted(reached)
    with pytest.raises(tl.NoPath):
        mesh.cells_around((-5, 1), 1)
    for radius in (-1, float("nan")):
        with pytest.raises(ValueError):
            mesh.cells_around(point, radius)
