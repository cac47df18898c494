"""Distances, fields, nearest points and sight, against single paths and shapely."""

import numpy as np
import pytest
import shapely

import pytautline as tl


@pytest.fixture(scope="module")
def points(floor_plan):
    return floor_plan.random_points(40, seed=5)


def test_distances_are_the_lengths_of_paths(floor_plan, points):
    distances = floor_plan.distances(points[0], points)
    np.testing.assert_allclose(distances, floor_plan.paths(points[0], points).lengths, rtol=1e-12)
    indices, near = floor_plan.nearest_goals(points[0], points, 7)
    np.testing.assert_array_equal(indices, np.argsort(distances, kind="stable")[:7])
    np.testing.assert_allclose(near, np.sort(distances)[:7], rtol=1e-12)
    assert indices.dtype == np.int64


def test_a_matrix_has_the_distances_of_all_pairs(floor_plan, points):
    matrix = floor_plan.distance_matrix(points[:9], points)
    assert matrix.shape == (9, 40)
    for start, row in zip(points, matrix):
        np.testing.assert_allclose(row, floor_plan.distances(start, points), rtol=1e-12)
    square = floor_plan.distance_matrix(points)
    np.testing.assert_array_equal(square, square.T)
    np.testing.assert_array_equal(square, floor_plan.distance_matrix(points, threads=1))
    assert floor_plan.distance_matrix(points, np.empty((0, 2))).shape == (40, 0)
    assert floor_plan.distance_matrix(np.empty((0, 2)), points).shape == (0, 40)


def test_distances_over_ground_that_costs_have_bounds(points):
    tiles = np.ones((12, 16))
    tiles[3:9, 5:11] = 5
    mesh = tl.Mesh.from_grid(tiles)
    goals = mesh.random_points(20, seed=3)
    costs, lower = mesh.distance_bounds((0.5, 6), goals, gap=0.01)
    paths = mesh.paths(np.tile([0.5, 6], (20, 1)), goals)
    assert (lower <= paths.costs * (1 + 1e-12)).all() and (paths.lower_bounds <= costs * (1 + 1e-12)).all()
    assert (costs <= lower * 1.0102).all()
    np.testing.assert_array_equal(mesh.distances((0.5, 6), [(np.nan, 0), (99, 0)]), [np.nan, np.inf])
    assert np.isnan(mesh.distance_bounds((0.5, 6), [(np.nan, 0)])).all()
    with pytest.raises(ValueError, match="gap"):
        mesh.distance_bounds((0.5, 6), goals, gap=-1)


def test_questions_with_many_goals_take_the_options_of_a_path(floor_plan, points):
    whole = floor_plan.distances(points[0], points)
    middle = np.median(whole)
    for options in ({"max_expanded": 2**62, "max_cost": 1e300}, {"gap": 0.0}, {"start_policy": "nearest"}):
        np.testing.assert_array_equal(floor_plan.distances(points[0], points, **options), whole)
    costs, lower = floor_plan.distance_bounds(points[0], points, max_cost=middle)
    np.testing.assert_array_equal(costs[whole <= middle], whole[whole <= middle])
    assert (lower <= whole).all() and (costs >= whole).all()
    stopped, proved = floor_plan.distance_bounds(points[0], points, max_expanded=3)
    assert (proved <= whole).all() and (stopped >= whole).all() and (proved < stopped).any()
    indices, near = floor_plan.nearest_goals(points[0], points, 40, max_cost=middle)
    np.testing.assert_array_equal(near, np.sort(whole[whole <= middle]))
    with pytest.raises(tl.NoPath) as caught:
        floor_plan.nearest_goals(points[0], points, 40, max_expanded=1)
    assert caught.value.reason == "budget-exhausted"
    field = floor_plan.distance_field(points[:1], max_expanded=3)
    assert field.limit < np.inf and np.isinf(field.at(points)).any()


def test_an_end_off_the_mesh_moves_as_it_is_told(room):
    assert room.distances((2, 1), [(2, -0.5)], snap=0.5) == 1.0
    assert room.distances((2, 1), [(2, -0.5)], snap=0.4) == np.inf
    assert room.distances((2, 1), [(2, -3)], goal_policy="nearest") == 1.0
    assert room.distances((1, -3), [(2, 0)], start_policy="nearest") == 1.0
    indices, near = room.nearest_goals((2, 1), [(2, -3)], 1, goal_policy="nearest-reachable")
    assert (indices.tolist(), near.tolist()) == ([0], [1.0])
    assert room.distance_field([(2, -0.5)], snap=0.5).at((2, 1)) == 1.0
    with pytest.raises(tl.NoPath):
        room.distance_field([(2, -0.5)], snap=0.4)
    with pytest.raises(ValueError, match="goal_policy"):
        room.distances((1, 1), [(2, 1)], goal_policy="near")


def test_nan_marks_its_row_and_its_column(room):
    matrix = room.distance_matrix([(1, 1), (np.nan, 1), (50, 1)], [(2, 1), (1, np.nan)])
    np.testing.assert_array_equal(matrix, [[1, np.nan], [np.nan, np.nan], [np.inf, np.nan]])
    np.testing.assert_array_equal(room.distances((1, 1), [(2, 1), (np.nan, 0), (50, 1), (np.inf, 1)]), [1, np.nan, np.inf, np.inf])
    indices, distances = room.nearest_goals((1, 1), [(np.nan, 1), (3, 1), (np.inf, 1), (2, 1)], 4)
    assert (indices.tolist(), distances.tolist()) == ([3, 1], [1, 2])
    with pytest.raises(ValueError):
        room.distances((np.nan, 1), [(2, 1)])
    with pytest.raises(tl.NoPath) as caught:
        room.distances((50, 1), [(2, 1)])
    assert caught.value.reason == "start-outside"


def test_a_field_has_the_distance_to_the_nearest_goal(floor_plan, points):
    goals = points[:3]
    field = floor_plan.distance_field(goals)
    best = floor_plan.distance_matrix(points, goals).min(axis=1)
    np.testing.assert_allclose(field.at(points), best, rtol=1e-12, atol=1e-12)
    assert field.path(points[9]).length == pytest.approx(best[9], rel=1e-12)
    lengths = np.linalg.norm(field.directions(points[5:]), axis=1)
    np.testing.assert_allclose(lengths, 1.0)
    assert np.isnan(field.at((np.nan, 1))) and field.at((500, 1)) == np.inf
    near = floor_plan.distance_field(goals, limit=1.0)
    assert (near.limit, near.mesh) == (1.0, floor_plan) and np.isinf(near.at(points)).any()
    assert near.nbytes > 0 and near.goals.shape == (3, 2)
    with pytest.raises(ValueError):
        floor_plan.distance_field([(np.nan, 1)], limit=-1.0)


def test_the_nearest_point_is_that_of_shapely(room, random):
    region = room.to_shapely()
    asked = random.uniform(-5, 15, (200, 2))
    near = room.nearest(asked)
    expected = shapely.distance(region, shapely.points(asked))
    np.testing.assert_allclose(near.distances, expected, rtol=1e-12, atol=1e-12)
    assert near.cells.min() >= 0
    one = room.nearest((12, 4))
    assert one.points.tolist() == [10, 4] and one.distances == 2.0
    lost = room.nearest((np.nan, 4))
    assert np.isnan(lost.distances) and lost.cells == -1


def test_a_visible_region_is_bounded_by_walls(room):
    region = shapely.Polygon(room.visible_from((5, 1)))
    assert region.area == pytest.approx(2 * 10 + 2 * 8)
    assert room.sees((1, 1), (9, 1)) and not room.sees((1, 4), (9, 4))
    with pytest.raises(tl.NoPath):
        room.visible_from((5, 5))


def test_random_points_are_walkable_and_repeat(room):
    points = room.random_points(2000, seed=9)
    assert shapely.covers(room.to_shapely(), shapely.points(points)).all()
    np.testing.assert_array_equal(points, room.random_points(2000, seed=9))
    assert abs(np.mean(points[:, 0] < 4) - 32 / 70) < 0.05


def test_a_field_over_ground_that_costs_holds_costs_of_paths():
    mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), areas=[(shapely.box(4, 2, 6, 8), 5.0)])
    points = np.array([(1, 5), (4, 5), (9, 1)])
    field = mesh.distance_field([(6, 5)])
    costs, lower = field.bounds(points)
    np.testing.assert_array_equal(field.at(points), costs)
    least, most = mesh.distance_bounds((6, 5), points, gap=0.001)[::-1]
    assert np.all(lower <= most * (1 + 1e-9)) and np.all(costs >= least * (1 - 1e-9)) and costs[1] == 8.0
    np.testing.assert_array_equal(field.bounds([(50, 1), (np.nan, 1)]), [[np.inf, np.nan]] * 2)
