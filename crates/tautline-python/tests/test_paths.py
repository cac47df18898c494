"""Paths, batches and their errors."""

import math
import threading

import numpy as np
import pytest
import shapely

import pytautline as tl

AROUND = 2.0 + 2.0 * math.hypot(3.0, 2.0)


def test_a_path_turns_at_corners_and_is_proved(room):
    path = room.path((1, 4), (9, 4))
    np.testing.assert_array_equal(path.points, [(1, 4), (4, 2), (6, 2), (9, 4)])
    assert path.length == path.cost == pytest.approx(AROUND, rel=1e-15)
    assert (path.guarantee, path.status, len(path)) == ("optimal", "complete", 4)
    assert path.lower_bound <= path.cost
    assert path.points.dtype == np.float64 and path.points.flags.writeable
    assert path.floors.tolist() == [0, 0, 0, 0]
    assert path.cells.dtype == np.uint32 and len(path.cells) > 1
    assert path.point_at(2.0)[1] < 4.0
    assert path.resample(0.5).shape[1] == 2
    path.verify()


@pytest.mark.parametrize("start", [(1, 4), [1, 4], np.array([1, 4]), shapely.Point(1, 4), (np.float32(1), np.int8(4)), {"type": "Point", "coordinates": [1, 4]}])
def test_every_form_of_a_point_is_the_same_point(room, start):
    assert room.path(start, (9, 4)) == room.path((1, 4), (9, 4))


@pytest.mark.parametrize(
    ("start", "error"),
    [("ab", TypeError), (3, TypeError), ((1,), ValueError), ((1, 2, 3, 4), ValueError), ((1, 2, 0.5), ValueError),
     ((1, 2, -1), ValueError), ((math.nan, 1), ValueError), ((1e300, 1), ValueError), (None, TypeError), ((1, "x"), (TypeError, ValueError)),
     (shapely.box(0, 0, 1, 1), TypeError)],
)
def test_a_bad_point_is_refused(room, start, error):
    with pytest.raises(error):
        room.path(start, (9, 4))


def test_no_path_says_why_and_what_would_work(room):
    with pytest.raises(tl.NoPath, match=r"the goal \(5, 4.5\) is off the walkable area") as caught:
        room.path((1, 4), (5, 4.5))
    error = caught.value
    assert error.reason == "goal-outside" and error.nearest in [(4.0, 4.5), (6.0, 4.5)]
    assert "the nearest walkable point is" in error.explanation
    assert error.partial is None and error.lower_bound is None
    assert room.path((1, 4), error.nearest).length > 0


def test_policies_move_ends_and_budgets_end_searches(room):
    moved = room.path((1, 4), (4.5, 4.5), goal_policy="nearest")
    assert (moved.status, moved.goal_offset) == ("partial", 0.5)
    with pytest.raises(tl.NoPath) as caught:
        room.path((1, 4), (9, 4), max_cost=9.0)
    assert caught.value.reason == "budget-exhausted" and caught.value.lower_bound >= 9.0
    with pytest.raises(ValueError, match='goal_policy is "exact" or "nearest" or "nearest-reachable"'):
        room.path((1, 4), (9, 4), goal_policy="near")


def test_costly_ground_states_its_gap():
    mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), areas=[(shapely.box(3, 0, 7, 8), 5.0)])
    path = mesh.path((1, 3), (9, 3))
    assert path.lower_bound <= path.cost <= path.lower_bound * 1.0102
    assert path.length < path.cost
    assert mesh.distances((1, 3), [(9, 3)]) == pytest.approx(path.cost, rel=0.0102)


def test_a_batch_equals_single_paths_bit_for_bit(floor_plan, random):
    low, high = np.array(floor_plan.bounds).reshape(2, 2)
    starts, goals = random.uniform(low - 1, high + 1, (2, 300, 2))
    batch = floor_plan.paths(starts, goals)
    assert len(batch) == 300 and batch.offsets[0] == 0 and batch.offsets[-1] == len(batch.points)
    for row, (start, goal) in enumerate(zip(starts, goals)):
        status = tl.Status(batch.status[row])
        try:
            path = floor_plan.path(start, goal)
        except tl.NoPath as error:
            assert (error.reason, batch.lengths[row], len(batch[row])) == (status.reason, math.inf, 0)
        else:
            assert (status, batch.lengths[row], batch.costs[row]) == (tl.Status.COMPLETE, path.length, path.cost)
            assert batch.lower_bounds[row] == path.lower_bound
            np.testing.assert_array_equal(batch[row], path.points)
    assert batch.found.sum() > 50


def test_threads_and_layout_change_no_bit(floor_plan):
    starts, goals = floor_plan.random_points(500, seed=1), floor_plan.random_points(500, seed=2)
    whole = floor_plan.paths(starts, goals)
    for again in [
        floor_plan.paths(starts, goals, threads=1),
        floor_plan.paths(np.asfortranarray(starts), goals.tolist(), threads=3),
        floor_plan.paths(np.column_stack([starts, np.zeros(500)]), goals),
    ]:
        np.testing.assert_array_equal(again.points, whole.points)
        np.testing.assert_array_equal(again.lengths, whole.lengths)
    bare = floor_plan.paths(starts, goals, points=False)
    assert bare.points is None and bare.lengths.tobytes() == whole.lengths.tobytes()
    with pytest.raises(ValueError, match="points=False"):
        bare[0]


def test_rows_with_nan_give_nan_and_a_status(room):
    goals = np.array([(9, 1), (np.nan, 1), (1, np.inf), (5, 5)])
    batch = room.paths((1, 1), goals)
    np.testing.assert_array_equal(batch.lengths, [8, np.nan, np.inf, np.inf])
    assert [tl.Status(s).reason for s in batch.status] == ["complete", "invalid-query", "invalid-query", "goal-outside"]
    assert np.diff(batch.offsets).tolist() == [2, 0, 0, 0]


def test_empty_and_unequal_batches(room):
    empty = room.paths(np.empty((0, 2)), np.empty((0, 2)))
    assert len(empty) == 0 and empty.points.shape == (0, 2) and empty.offsets.tolist() == [0]
    assert len(room.paths([], [])) == 0
    with pytest.raises(ValueError, match="there are 2 starts and 3 goals"):
        room.paths([(1, 1)] * 2, [(9, 1)] * 3)
    with pytest.raises(ValueError, match=r"an \(n, 2\) or \(n, 3\) array"):
        room.paths(np.zeros((3, 4)), np.zeros((3, 4)))
    with pytest.raises(ValueError, match="threads is from 1 to 1024"):
        room.paths([(1, 1)], [(9, 1)], threads=0)


def test_a_batch_leaves_the_interpreter_to_others(floor_plan):
    points = floor_plan.random_points(3000, seed=3)
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            done.wait(0.001)

    other = threading.Thread(target=tick)
    other.start()
    try:
        for _ in range(5):
            floor_plan.paths(points, points[::-1], threads=1)
    finally:
        done.set()
        other.join()
    assert len(ticks) > 5


def test_floors_are_third_numbers():
    from conftest import SAMPLES

    house = tl.Mesh.open(SAMPLES / "building.geojson")
    assert house.floors == [0, 1, 10]
    path = house.path((2, 15, 0), (2, 15, 1))
    assert path.floors[0] == 0 and path.floors[-1] == 1 and path.length > 1
    batch = house.paths([(2, 15, 0)], [(2, 15, 1)])
    assert batch.lengths[0] == path.length
    assert house.path((2, 15), (2, 15)).length == 0
