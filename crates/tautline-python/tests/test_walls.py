"""Rays, slides, widths, filters, links and arcs."""

import pickle

import numpy as np
import pytest
import shapely

import pytautline as tl


def test_rays_agree_with_shapely(room, random):
    starts, ends = random.random((2, 300, 2)) * (10, 8)
    hits = room.rays(starts, ends)
    ground = shapely.box(0, 0, 10, 8) - shapely.box(4, 2, 6, 7)
    inside = shapely.contains_xy(ground, starts)
    assert np.isnan(hits.points[~inside]).all()
    assert not hits.walls[~inside].any()
    for start, end, point, distance, wall in zip(starts[inside], ends[inside], hits.points[inside], hits.distances[inside], hits.walls[inside], strict=True):
        parts = shapely.LineString([start, end]) & ground
        first = next(part for part in shapely.get_parts(parts) if part.distance(shapely.Point(start)) < 1e-9)
        assert distance == pytest.approx(first.length, abs=1e-9)
        assert wall == (first.length < np.linalg.norm(end - start) - 1e-9)
        assert np.linalg.norm(point - start) == pytest.approx(distance, abs=1e-9)


def test_a_single_ray_has_single_values_and_an_error_off_the_mesh(room):
    hit = room.rays((1, 4), (9, 4))
    assert (hit.points.tolist(), hit.distances, bool(hit.walls), hit.normals.tolist()) == ([4.0, 4.0], 3.0, True, [-1.0, 0.0])
    with pytest.raises(tl.NoPath):
        room.rays((5, 4), (9, 4))
    free = room.rays([(1, 1)], (9, 1))
    assert (free.walls.tolist(), np.isnan(free.normals).all()) == ([False], True)


def test_slides_stay_on_the_mesh_and_walls_are_near(room, random):
    starts, ends = random.random((2, 200, 2)) * (10, 8)
    starts = room.nearest(starts).points
    slides = room.slides(starts, ends)
    assert (room.nearest(slides.points).distances < 1e-9).all()
    near = room.nearest_walls(starts)
    border = (shapely.box(0, 0, 10, 8) - shapely.box(4, 2, 6, 7)).boundary
    np.testing.assert_allclose(near.distances, shapely.distance(border, shapely.points(starts)), atol=1e-9)
    assert np.isnan(room.nearest_walls([(1.5, 4)], max_distance=1).distances).all()


def test_widths_tell_the_radius_that_passes(room):
    widest = room.widest((1, 4), (9, 4))
    assert widest.width == np.linalg.norm(np.subtract(widest.start, widest.end)) == 2.0
    assert room.can_pass((1, 4), (9, 4), 0.999)
    assert not room.can_pass((1, 4), (9, 4), 1.001)
    with pytest.raises(tl.NoPath):
        room.widest((1, 4), (5, 4))


def test_filters_forbid_and_price_areas_and_survive_a_pickle():
    mesh = tl.Mesh.build(
        walkable=shapely.box(0, 0, 10, 8),
        areas=[(shapely.box(4, 2, 6, 8), 1.0, "ditch"), (shapely.box(4, 0, 6, 2), 1.0, "road")],
        doors={"gate": [(8, 0), (8, 8)]},
    )
    dry = mesh.filtered(forbid=["ditch"])
    assert [mesh.path((4, 5), (6, 5)).length, dry.path((4, 5), (6, 5)).length] == [2.0, 8.0]
    toll = dry.filtered(costs={"road": 2.0})
    assert toll.path((4, 5), (6, 5)).cost == pytest.approx(10.0)
    assert toll.filtered(costs={"ditch": 1.5}).path((4, 5), (6, 5)).cost == 3.0
    shut = toll.closing(["gate"])
    for again in (pickle.loads(pickle.dumps(shut)), shut.filtered()):
        assert again.closed_doors == ["gate"]
        assert again.path((4, 5), (6, 5)).cost == shut.path((4, 5), (6, 5)).cost
        with pytest.raises(tl.NoPath):
            again.path((4, 5), (9, 5))
    with pytest.raises(KeyError, match="lava"):
        mesh.filtered(forbid=["lava"])
    with pytest.raises(ValueError, match="-1"):
        mesh.filtered(costs={"road": -1})


def test_arcs_are_shorter_and_keep_the_radius():
    block = shapely.box(4, 0, 6, 6)
    mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), obstacles=block, radius=0.5)
    path = mesh.path((1, 1), (9, 1))
    curve = path.arcs()
    assert curve.length < path.length
    assert curve.pieces[0].start == (1.0, 1.0)
    assert curve.pieces[-1].end == (9.0, 1.0)
    for before, after in zip(curve.pieces, curve.pieces[1:], strict=False):
        assert before.end == pytest.approx(after.start, abs=1e-12)
    arcs = [piece for piece in curve.pieces if piece.kind == "arc"]
    assert [(arc.center, arc.radius) for arc in arcs] == [((4.0, 6.0), 0.5), ((6.0, 6.0), 0.5)]
    assert all(arc.angle < 0 for arc in arcs)
    assert shapely.LineString(path.points).distance(block) >= 0.5
    with pytest.raises(ValueError, match="a path on a mesh"):
        tl.Grid(np.ones((3, 3))).path((0, 0), (2, 2)).arcs()


def test_random_points_around_a_place_lie_in_the_circle(room):
    points = room.random_points(200, around=(2, 2), radius=1.5, seed=3)
    assert (np.linalg.norm(points - (2, 2), axis=1) <= 1.5 + 1e-12).all()
    assert points.std(axis=0).min() > 0.5
    with pytest.raises(ValueError, match="together"):
        room.random_points(2, around=(2, 2))
    with pytest.raises(tl.NoPath):
        room.random_points(2, around=(5, 5), radius=0.1)
