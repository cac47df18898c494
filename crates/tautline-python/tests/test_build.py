"""Meshes of shapes, and the errors that name the place."""

import math

import geopandas
import numpy as np
import pytest
import shapely

import pytautline as tl

SQUARE = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
HOLE = [(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)]


@pytest.mark.parametrize(
    "shape",
    [
        shapely.Polygon(SQUARE, [HOLE]),
        [shapely.Polygon(SQUARE, [HOLE])],
        shapely.MultiPolygon([shapely.Polygon(SQUARE, [HOLE])]),
        shapely.GeometryCollection([shapely.Polygon(SQUARE, [HOLE])]),
        {"type": "Polygon", "coordinates": [SQUARE, HOLE]},
        {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [SQUARE, HOLE]}},
        [[SQUARE, HOLE]],
        [[np.array(SQUARE), np.array(HOLE)]],
        geopandas.GeoSeries([shapely.Polygon(SQUARE, [HOLE])]),
        geopandas.GeoDataFrame(geometry=[shapely.Polygon(SQUARE, [HOLE])]),
        shapely.Polygon([(x, y, 7.0) for x, y in SQUARE], [HOLE]),
        np.array([shapely.Polygon(SQUARE, [HOLE])], dtype=object),
    ],
)
def test_every_form_of_a_polygon_builds_the_same_mesh(shape):
    assert tl.Mesh.build(walkable=shape) == tl.Mesh.build(walkable=shapely.Polygon(SQUARE, [HOLE]))


def test_an_array_is_one_ring():
    for array in [np.array(SQUARE), np.array(SQUARE, dtype=np.float32), np.array(SQUARE)[::-1], np.array(SQUARE, order="F")]:
        assert tl.Mesh.build(walkable=array).area == 16.0
        assert tl.Mesh.build(walkable=[array]).area == 16.0


def test_a_bad_number_is_named_by_shape_ring_and_vertex():
    bad = [*HOLE[:2], (math.nan, 2.0), HOLE[3]]
    with pytest.raises(ValueError, match=r"walkable\[1\], ring 1, vertex 2: the coordinate"):
        tl.Mesh.build(walkable=[shapely.box(9, 9, 10, 10), [SQUARE, bad]])
    multi = {"type": "MultiPolygon", "coordinates": [[SQUARE], [SQUARE, bad]]}
    with pytest.raises(ValueError, match=r"obstacles\[0\]\.geoms\[1\], ring 1, vertex 2"):
        tl.Mesh.build(walkable=shapely.box(0, 0, 9, 9), obstacles=multi)
    with pytest.raises(ValueError, match=r"walls\[0\], vertex 1"):
        tl.Mesh.build(walkable=[SQUARE], walls=[[(0, 0), (math.inf, 1)]])


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"walkable": 5}, TypeError, "walkable: expected shapes, not an object of type 'int'"),
        ({"walkable": "square"}, TypeError, "walkable: expected shapes"),
        ({"walkable": []}, ValueError, "the walkable area is empty"),
        ({"walkable": shapely.Point(1, 2)}, TypeError, r"walkable\[0\]: expected a polygon, not a Point"),
        ({"walkable": [[(0, 0, 0, 0)] * 3]}, ValueError, r"walkable\[0\]: expected an \(n, 2\) array"),
        ({"walkable": [[SQUARE, [(0, 0), (1, "x")]]]}, ValueError, r"walkable\[0\], ring 1: expected an array of numbers"),
        ({"walkable": [SQUARE], "fill": "odd"}, ValueError, 'fill is "non-zero" or "even-odd", not "odd"'),
        ({"walkable": [SQUARE], "radius": -1.0}, ValueError, "the agent radius -1 is unusable"),
        ({"walkable": [SQUARE], "radius": 9.0}, ValueError, "too narrow for the agent radius 9"),
        ({"walkable": [SQUARE], "areas": [(SQUARE, 0.0)]}, ValueError, r"areas\[0\].*cost 0 "),
        ({"walkable": [SQUARE], "areas": [SQUARE]}, TypeError, r"areas\[0\]: expected \(polygon, cost\)"),
        ({"walkable": [SQUARE], "doors": [SQUARE]}, TypeError, "doors: expected a dict"),
        ({"walkable": [SQUARE], "links": [{"start": (0, 0)}]}, TypeError, r"links\[0\]: expected a dict with 'start' and 'end'"),
        ({"walkable": [SQUARE], "links": [{"start": (0, 0), "end": (9, 9)}]}, ValueError, r"links\[0\], vertex 1: \(9, 9\) is off"),
        ({"walkable": [SQUARE], "obstacles": {"type": 3}}, TypeError, "a text 'type'"),
    ],
)
def test_bad_input_names_what_is_wrong(arguments, error, message):
    with pytest.raises(error, match=message):
        tl.Mesh.build(**arguments)


def test_walls_areas_doors_and_links_take_part():
    mesh = tl.Mesh.build(
        walkable=[shapely.box(0, 0, 4, 4), shapely.box(10, 0, 14, 4)],
        walls=shapely.LineString([(2, 0), (2, 1)]),
        areas=[(shapely.box(0, 3, 4, 4), 2.0, "mud")],
        doors={"gate": [(2, 1), (2, 4)]},
        links=[{"start": (4, 2), "end": (10, 2), "cost": 1.5, "name": "jump"}],
    )
    assert (mesh.areas, mesh.doors, mesh.closed_doors) == ([("mud", 2.0)], ["gate"], [])
    over = mesh.path((3, 2), (11, 2))
    assert (over.length, over.cost) == (2.0, 3.5)


def test_doors_close_in_a_mesh_that_shares_memory():
    mesh = tl.Mesh.build(walkable=[SQUARE], walls=[[(2, 0), (2, 1)]], doors={"gate": [(2, 1), (2, 4)]})
    shut = mesh.closing(["gate"])
    assert shut.closed_doors == ["gate"]
    with pytest.raises(tl.NoPath) as caught:
        shut.path((1, 2), (3, 2))
    assert caught.value.reason == "closed-off"
    assert shut.closing([]).path((1, 2), (3, 2)).length == 2.0
    with pytest.raises(KeyError):
        mesh.closing(["gait"])


def test_a_radius_keeps_paths_from_walls():
    mesh = tl.Mesh.build(walkable=[SQUARE], radius=0.5)
    assert mesh.radius == 0.5
    assert (mesh.area, *mesh.bounds) == pytest.approx((9.0, 0.5, 0.5, 3.5, 3.5), rel=1e-9)


def test_shapes_without_effect_are_repairs():
    mesh = tl.Mesh.build(
        walkable={"type": "Polygon", "coordinates": [[(0, 0), (4, 0), (4, 4), (0, 4)]]},
        obstacles={"type": "Polygon", "coordinates": [[(9, 0), (10, 0), (10, 1)]]},
        walls={"type": "LineString", "coordinates": [(1, 1), (1, 1)]},
        doors={"gate": {"type": "LineString", "coordinates": [(8, 0), (8, 1)]}},
    )
    nothing = "it has no effect on the walkable area"
    assert mesh.repairs[-2].endswith(nothing) and mesh.repairs[-1].endswith(nothing)
    assert any(repair.endswith("the line has no length and was left out") for repair in mesh.repairs)
    plan = {"type": "Feature", "properties": {"level": "1"}, "geometry": {"type": "Polygon", "coordinates": [[(0, 0), (4, 0), (0, 4)]]}}
    (note,) = tl.Mesh.from_geojson(plan).repairs
    assert "`level` (use `layer`)" in note


def test_repairs_are_listed():
    mesh = tl.Mesh.build(walkable=[[*SQUARE[:2], SQUARE[1], *SQUARE[2:]]])
    assert mesh.area == 16.0 and len(mesh.repairs) == 1 and mesh.repairs[0].startswith("walkable[0], ring 0")


def test_shapely_and_geopandas_read_meshes_and_paths_and_build_them_again(room):
    region = room.to_shapely()
    assert region.equals(shapely.box(0, 0, 10, 8) - shapely.box(4, 2, 6, 7))
    assert tl.Mesh.build(walkable=region).area == room.area
    cells = geopandas.GeoDataFrame.from_features(room)
    assert len(cells) == room.cell_count and cells.area.sum() == room.area
    assert tl.Mesh.build(walkable=cells).area == room.area
    path = room.path((1, 4), (9, 4))
    assert shapely.geometry.shape(path).length == pytest.approx(path.length, rel=1e-15)
    assert shapely.geometry.shape(room.path((1, 1), (1, 1))).length == 0.0


def test_features_with_kinds_build_floors_doors_and_areas():
    frame = geopandas.GeoDataFrame(
        {"kind": ["walkable", "obstacle"]}, geometry=[shapely.box(0, 0, 100, 400), shapely.box(10, 10, 20, 20)]
    )
    assert tl.Mesh.from_geojson(frame, planar=True).area == 40000.0 - 100.0
    with pytest.raises(TypeError):
        tl.Mesh.from_geojson(3)
    with pytest.raises(ValueError, match="kind"):
        tl.Mesh.from_geojson({"type": "Feature", "properties": {"kind": "sea"}, "geometry": {"type": "Polygon", "coordinates": [SQUARE]}})


def test_what_misses_by_rounding_is_joined_and_wider_gaps_are_told():
    hall = shapely.box(0, 0, 10, 8)
    bent, missed = "walkable[0], ring 0, vertex 3: the side from here was welded", "walls[0], vertex 0: misses walkable[0] by"
    for gap, weld, parts, note in ((1e-12, None, 2, bent), (1e-12, 0.0, 1, missed), (0.004, None, 1, missed), (0.004, 0.008, 2, bent)):
        mesh = tl.Mesh.build(hall, walls=shapely.LineString([(5, gap), (5, 8)]), weld=weld)
        assert mesh.component_count == parts
        assert len(mesh.repairs) == 1 and mesh.repairs[0].startswith(note)
    features = {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {}, "geometry": shapely.geometry.mapping(hall)},
        {"type": "Feature", "properties": {"kind": "wall"}, "geometry": {"type": "LineString", "coordinates": [[5, 0.004], [5, 8]]}},
    ]}
    assert "feature 1, vertex 0 (counted from 0): misses feature 0" in tl.Mesh.from_geojson(features).repairs[0]
    assert tl.Mesh.from_geojson(features, weld=0.008).component_count == 2
    with pytest.raises(ValueError, match="weld"):
        tl.Mesh.build(hall, weld=-1.0)
