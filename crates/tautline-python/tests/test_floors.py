"""Buildings: floors from shapes, and a floor in every answer."""

import pickle

import numpy as np
import pytest
import shapely

import pytautline as tl

HALL = {"walkable": shapely.box(0, 0, 10, 10)}
STAIR = {"walkable": shapely.box(10, 0, 12, 10)}
JOINED = [([(10, 0), (10, 2)], 0, 9), ([(10, 8), (10, 10)], 9, 1)]


def building(kind=tl.Mesh, **options):
    return kind.build(floors={0: HALL, 1: HALL, 9: STAIR}, connections=JOINED, **options)


def test_floors_of_shapes_are_joined_by_lines_alone():
    mesh = building()
    assert (mesh.floors, mesh.area) == ([0, 1, 9], 220.0)
    path = mesh.path((5, 1, 0), (5, 9, 1))
    assert path.length == pytest.approx(2 * np.hypot(5, 1) + 6)
    assert (path.floors[0], path.floors[-1], 9 in path.floors) == (0, 1, True)
    assert mesh.path((5, 1, 0), (5, 9, 0)).length == 8.0
    same = tl.Mesh.build(**HALL, floors={1: HALL, 9: STAIR}, connections=JOINED)
    assert same == mesh
    apart = tl.Mesh.build(floors={0: HALL, 1: HALL})
    with pytest.raises(tl.NoPath):
        apart.path((5, 1, 0), (5, 9, 1))


def test_every_answer_tells_its_floor(random):
    mesh = building()
    ends = [(*random.random(2) * 10, floor) for floor in random.integers(2, size=60)]
    batch = mesh.paths(ends[:30], ends[30:])
    assert batch.found.all()
    assert len(batch.floors) == len(batch.points)
    for row, (start, goal) in enumerate(zip(ends[:30], ends[30:], strict=True)):
        rows = slice(batch.offsets[row], batch.offsets[row + 1])
        alone = mesh.path(start, goal)
        np.testing.assert_array_equal(batch.floors[rows], alone.floors)
        assert batch.floors[rows][[0, -1]].tolist() == [start[2], goal[2]]
    assert mesh.paths(ends[:2], ends[:2], points=False).floors is None
    near = mesh.nearest([(5, 12, 1), (13, 5, 9), (5, 5, 0)])
    assert near.floors.tolist() == [1, 9, 0]
    points = mesh.random_points(400, seed=5)
    assert points.shape == (400, 3)
    counts = np.bincount(points[:, 2].astype(int), minlength=10)
    assert (counts[[0, 1]] > 120).all()
    assert counts[9] > 10
    assert (mesh.nearest(points).distances == 0).all()


def test_links_lead_from_floor_to_floor_and_doors_close_on_one():
    mesh = tl.Mesh.build(
        floors={0: {**HALL, "doors": {"gate": [(5, 0), (5, 10)]}}, 1: HALL},
        links=[{"start": (9, 9, 0), "end": (9, 9, 1), "name": "lift", "cost": 4.0}],
    )
    path = mesh.path((1, 9, 0), (1, 9, 1))
    assert (path.cost, [used.name for used in path.links]) == (20.0, ["lift"])
    shut = mesh.closing(["gate"])
    assert shut.path((1, 1, 1), (9, 1, 1)).length == 8.0
    with pytest.raises(tl.NoPath):
        shut.path((1, 1, 0), (9, 1, 0))
    assert pickle.loads(pickle.dumps(shut)).closed_doors == ["gate"]


def test_a_live_building_is_edited_floor_by_floor():
    live = building(tl.LiveMesh, recorded=True)
    [block] = live.edit(obstacles=shapely.box(4, 0, 6, 9), floor=1)
    assert live.mesh.path((1, 5, 0), (9, 5, 0)).length == 8.0
    around = live.mesh.path((1, 5, 1), (9, 5, 1)).length
    assert around > 10
    assert pickle.loads(pickle.dumps(live)).mesh.path((1, 5, 1), (9, 5, 1)).length == around
    live.edit(move={block: (0, 1)})
    assert live.mesh.path((1, 5, 1), (9, 5, 1)).points[:, 1].min() == 1.0
    crowd = tl.Crowd(live)
    agent = crowd.add((5, 1, 0), radius=0.3)
    crowd.go_to(agent, (2, 9, 1))
    seen = set()
    for _ in range(300):
        crowd.step(0.1)
        seen.add(int(crowd.floors[0]))
    assert seen == {0, 1, 9}
    assert crowd.states[0] == tl.AgentState.ARRIVED


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"floors": 5}, TypeError, "floors: expected a dict"),
        ({"floors": {"a": HALL}}, ValueError, "a floor is a whole number from 0, not 'a'"),
        ({"floors": {-1: HALL}}, ValueError, "not -1"),
        ({"floors": {0: HALL}, **HALL}, ValueError, r"floors\[0\]: floor 0 is given twice"),
        ({"floors": {1: {"walkabel": 5}}}, ValueError, "walkabel"),
        ({"floors": {1: {"walkable": 5}}}, TypeError, r"floors\[1\]\.walkable: expected shapes"),
        ({"floors": {1: {"walkable": [[(0, 0), (1, np.nan), (1, 1)]]}}}, ValueError, r"floors\[1\]\.walkable\[0\], ring 0, vertex 1"),
        ({"floors": {}}, ValueError, "empty"),
        ({"floors": {0: HALL}, "connections": [([(0, 0), (1, 1)], 0)]}, TypeError, r"connections\[0\]: expected \(line, floor, floor\)"),
        ({"floors": {0: HALL, 1: HALL}, "connections": [([(3, 3), (3, 4)], 0, 1)]}, ValueError, r"connections\[0\]"),
        ({"floors": {0: HALL}, "connections": [([(10, 3), (10, 4)], 0, 7)]}, ValueError, "no floor 7"),
    ],
)
def test_bad_buildings_name_what_is_wrong(arguments, error, message):
    for kind in (tl.Mesh, tl.LiveMesh):
        with pytest.raises(error, match=message):
            kind.build(**arguments)
