"""Shortest paths among polygons and on tiles: exact, on all cores, with numpy arrays in and out.

Build a mesh from shapely geometries, GeoJSON, arrays or tiles, and ask it:

>>> import numpy as np, shapely, pytautline as tl
>>> mesh = tl.Mesh.build(walkable=[shapely.box(0, 0, 40, 26)], obstacles=[shapely.box(10, 0, 11, 20)], radius=0.3)
>>> path = mesh.path((1, 25), (39, 1))
>>> round(path.length, 3), path.guarantee, path.points.shape
(45.064, 'optimal', (4, 2))

=====================================  ================================================================
I want ...                             I use ...
=====================================  ================================================================
one path                               ``Mesh.path``; its ``points``, ``length``, ``guarantee``
many paths, on all cores               ``Mesh.paths``
paths from one start to many goals     ``Mesh.path_tree``
a path, searched in slices             ``Mesh.search``, ``Grid.search``
distances to many goals                ``Mesh.distances``, ``Mesh.nearest_goals``
an origin-destination matrix           ``Mesh.distance_matrix``
the nearest point of lines or an area  ``Mesh.path_to_any``
distances from everywhere              ``Mesh.distance_field``
the nearest walkable point             ``Mesh.nearest``
the region that a point sees           ``Mesh.visible_from``, ``Mesh.sees``
rays, moves along walls                ``Mesh.rays``, ``Mesh.slides``, ``Mesh.nearest_walls``
the widths of ways                     ``Mesh.widest``, ``Mesh.can_pass``
agents of many sizes                   ``RadiusSet``
agents with rules of their own         ``Mesh.filtered``
tiles                                  ``Grid``; at any angle, ``Mesh.from_grid``
map files                              ``Mesh.open``, ``Grid.open``, ``Mesh.save``
doors                                  ``Mesh.build(doors=...)``, ``Mesh.closing``
maps that change                       ``LiveMesh``: ``edit``, ``undo``, ``close_door``
agents among each other                ``Crowd``: ``add``, ``go_to``, ``step``, ``positions``
levels and heights                     ``Level.bake``, ``Surface``: ``pick``, ``along``, ``geodesic``
a picture                              ``mesh`` or ``path`` as the last line of a notebook's cell
a cluster                              ``pytautline.ray``
=====================================  ================================================================

A point is ``(x, y)``, or ``(x, y, floor)`` on a mesh with floors. An array of points is (n, 2), or (n, 3) with floors.
Lengths are in map units. Bad arguments raise ``ValueError`` or ``TypeError``; a query without a path raises ``NoPath``.
Meshes and grids never change, so threads may share them; they pickle, so processes may too.
"""

from ._native import Crowd, DistanceField, Grid, Level, LiveMesh, Mesh, Path, PathTree, RadiusSet, Search, Surface
from ._results import (
    AgentState,
    Along,
    AreaShare,
    Curve,
    Edit,
    Event,
    Geodesic,
    Hits,
    LinkUse,
    Nearest,
    NoPath,
    Paths,
    Picked,
    Piece,
    Status,
    Step,
    Widest,
)

__all__ = [
    "AgentState",
    "Along",
    "AreaShare",
    "Crowd",
    "Curve",
    "DistanceField",
    "Edit",
    "Event",
    "Geodesic",
    "Grid",
    "Hits",
    "Level",
    "LinkUse",
    "LiveMesh",
    "Mesh",
    "Nearest",
    "NoPath",
    "Path",
    "PathTree",
    "Paths",
    "Picked",
    "Piece",
    "RadiusSet",
    "Search",
    "Status",
    "Step",
    "Surface",
    "Widest",
]
