"""Paths to lines and areas, cells in an area, parts of the mesh, maps for many radii, costs by area."""

import numpy as np
import pytest
import shapely

import pytautline as tl


def test_a_path_to_any_goal_is_the_shortest_of_all(room, random):
    for _ in range(30):
        start = room.random_points(1, seed=int(random.integers(1 << 30)))[0]
        points = room.random_points(12, seed=int(random.integers(1 << 30)))
        distances = room.distances(start, points)
        path, goal = room.path_to_any(start, points=points)
        assert path.length == pytest.approx(distances.min(), rel=1e-12)
        assert distances[goal] == pytest.approx(distances.min(), rel=1e-12)
        lines = points.reshape(6, 2, 2)
        path, goal = room.path_to_any(start, segments=lines)
        dense = np.concatenate([np.linspace(a, b, 200) for a, b in lines])
        found = room.distances(start, dense)
        assert path.length <= found.min() + 1e-9
        assert path.length >= found.min() - 0.1
        assert shapely.LineString(lines[goal]).distance(shapely.Point(path.points[-1])) < 1e-9


def test_a_path_to_an_area_ends_at_its_border(room):
    path, goal = room.path_to_any((1, 4), polygon=shapely.box(7, 3, 9, 5))
    area = shapely.box(7, 3, 9, 5)
    assert path.points[-1].tolist() == [7.0, 3.0]
    assert shapely.LineString(area.exterior.coords[goal : goal + 2]).distance(shapely.Point(7, 3)) == 0.0
    inside, side = room.path_to_any((8, 4), polygon=area)
    assert (inside.length, side) == (0.0, None)
    with pytest.raises(ValueError, match="without holes"):
        room.path_to_any((1, 4), polygon=shapely.box(0, 0, 9, 9) - shapely.box(1, 1, 2, 2))
    with pytest.raises(ValueError, match="give points, segments or a polygon"):
        room.path_to_any((1, 4))
    with pytest.raises(tl.NoPath):
        room.path_to_any((1, 4), points=[(5, 5)])
    with pytest.raises(tl.NoPath) as spent:
        room.path_to_any((1, 4), points=[(9, 4)], max_cost=1.0)
    assert spent.value.reason == "budget-exhausted"


def test_cells_of_an_area_are_those_that_touch_it(room, random):
    cells = [shapely.Polygon(ring) for ring in room.cells()]
    for _ in range(40):
        low = random.random(2) * (9, 7)
        area = shapely.box(*low, *(low + random.random(2)))
        assert room.cells_in(area).tolist() == [number for number, cell in enumerate(cells) if cell.intersects(area)]
    assert room.cells_in(center=(5, 4.5), radius=0.5).tolist() == []
    assert len(room.cells_in(center=(5, 4.5), radius=20)) == room.cell_count
    with pytest.raises(ValueError, match="a center and a radius"):
        room.cells_in(center=(5, 5))


def test_components_tell_parts_and_closed_doors_divide():
    mesh = tl.Mesh.build(walkable=[shapely.box(0, 0, 4, 4), shapely.box(6, 0, 9, 4)], doors={"gate": [(2, 0), (2, 4)]})
    first, second, same, off = mesh.components([(1, 1), (7, 1), (3, 3), (5, 2)])
    assert (first, off) == (same, -1)
    assert first != second
    left, right = mesh.closing(["gate"]).components([(1, 1), (3, 1)])
    assert left != right


def test_one_map_has_a_mesh_for_each_radius():
    sizes = tl.RadiusSet.build(walkable=shapely.box(0, 0, 10, 8), obstacles=shapely.box(4, 2, 6, 8), step=0.25)
    assert sizes.radii == []
    for radius in (0.1, 0.25, 0.9):
        own = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), obstacles=shapely.box(4, 2, 6, 8), radius=np.ceil(radius / 0.25) * 0.25)
        assert sizes.mesh(radius) == own
    assert (sizes.radii, sizes.nbytes > 0) == ([0.25, 1.0], True)
    with pytest.raises(ValueError, match="too narrow"):
        sizes.mesh(5.0)
    with pytest.raises(ValueError, match="radius"):
        sizes.mesh(-1.0)
    floors = tl.RadiusSet.build(floors={0: {"walkable": shapely.box(0, 0, 9, 9)}, 3: {"walkable": shapely.box(0, 0, 9, 9)}})
    assert floors.mesh(1.0).floors == [0, 3]


def test_costs_by_area_add_up():
    mesh = tl.Mesh.build(
        walkable=shapely.box(0, 0, 12, 4),
        areas=[(shapely.box(2, 0, 4, 4), 3.0, "mud"), (shapely.box(6, 0, 8, 4), 2.0, "sand")],
        links=[{"start": (10, 2), "end": (11, 2), "cost": 0.5, "name": "jump"}],
    )
    path = mesh.path((1, 2), (12, 2))
    assert [share.area for share in path.by_area] == [None, "mud", None, "sand", None, None]
    assert path.by_area[1][1:] == pytest.approx((2.0, 6.0))
    assert path.by_area[3][1:] == pytest.approx((2.0, 4.0))
    assert sum(part.cost for part in (*path.by_area, *path.links)) == pytest.approx(path.cost)
