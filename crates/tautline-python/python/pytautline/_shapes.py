"""Shapes of other packages as arrays: what the compiled part calls."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Ring = npt.NDArray[np.float64]
Rings = list[Ring]


class Names(NamedTuple):
    """For each role the name of each shape, as errors call it."""

    walkable: list[str]
    obstacles: list[str]
    walls: list[str]
    areas: list[str]
    doors: list[str]
    links: list[str]


class Shapes(NamedTuple):
    """The input of a build."""

    walkable: list[Rings]
    obstacles: list[Rings]
    walls: list[Ring]
    areas: list[tuple[Rings, float, str]]
    doors: list[tuple[Ring, str]]
    links: list[tuple[Any, Any, float | None, bool, str]]
    names: Names


class Building(NamedTuple):
    """The floors of a build, and what joins them."""

    floors: list[tuple[int, Shapes]]
    connections: list[tuple[Ring, int, int]]
    connection_names: list[str]


def building(ground: list[Any], floors: Any, connections: Any) -> Building:
    """Return all shapes of a build with floors as arrays. ``ground`` has those of floor 0."""
    if floors is not None and not isinstance(floors, Mapping):
        raise TypeError(f"floors: expected a dict from numbers to shapes, not {_kind(floors)}")
    *roles_of_ground, links = ground
    found = []
    if not floors or any(argument is not None for argument in roles_of_ground):
        walkable, obstacles, walls, areas, doors = roles_of_ground
        found.append((0, shapes(walkable, obstacles, walls, areas, doors, None)))
    for number, given in (floors or {}).items():
        name = f"floors[{number!r}]"
        layer = _floor(name, number)
        if any(layer == other for other, _ in found):
            raise ValueError(f"{name}: floor {layer} is given twice")
        found.append((layer, _shapes_of_floor(name, given)))
    # The builder takes the links of a building from anywhere.
    layer, first = found[0]
    found[0] = (layer, first._replace(links=_links(links, first.names.links)))
    lines: list[tuple[Ring, int, int]] = []
    names_of_lines: list[str] = []
    for number, connection in enumerate(_items("connections", connections)):
        name = f"connections[{number}]"
        if not isinstance(connection, (tuple, list)) or len(connection) != 3:
            raise TypeError(f"{name}: expected (line, floor, floor)")
        ends = (_floor(name, connection[1]), _floor(name, connection[2]))
        for part, line in _line_parts(name, connection[0]):
            lines.append((line, *ends))
            names_of_lines.append(part)
    return Building(found, lines, names_of_lines)


def _shapes_of_floor(name: str, given: Any) -> Shapes:
    roles = ("walkable", "obstacles", "walls", "areas", "doors")
    if not isinstance(given, Mapping):
        raise TypeError(f"{name}: expected a dict of shapes, not {_kind(given)}")
    unknown = given.keys() - set(roles)
    if unknown:
        raise ValueError(f"{name}: unknown keys {sorted(map(str, unknown))}")
    try:
        walkable, obstacles, walls, areas, doors = (given.get(role) for role in roles)
        own = shapes(walkable, obstacles, walls, areas, doors, None)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}.{error}") from None
    return own._replace(names=Names(*([f"{name}.{each}" for each in called] for called in own.names)))


def shapes(walkable: Any, obstacles: Any, walls: Any, areas: Any, doors: Any, links: Any) -> Shapes:
    """Return all shapes of a build as arrays."""
    names = Names([], [], [], [], [], [])
    return Shapes(
        _polygons("walkable", walkable, names.walkable),
        _polygons("obstacles", obstacles, names.obstacles),
        _lines("walls", walls, names.walls),
        _areas(areas, names.areas),
        _doors(doors, names.doors),
        _links(links, names.links),
        names,
    )


def replacement(key: int, kind: str, value: Any, kept: tuple[str, float, bool]) -> Shapes:
    """Return the shape that comes in place of the one with a key, with its name and cost where none is given."""
    name, cost, one_way = kept
    called = f"replace[{key}]"
    found = Shapes([], [], [], [], [], [], Names([], [], [], [], [], []))
    if kind == "walkable":
        found.walkable.extend(rings for _, rings in _rings(called, value))
    elif kind == "walls":
        found.walls.extend(line for _, line in _line_parts(called, value))
    elif kind == "areas":
        is_whole = isinstance(value, (tuple, list)) and len(value) in (2, 3) and np.ndim(value[1]) == 0
        area = tuple(value) if is_whole else (value, cost)
        found.areas.extend(_areas([area if len(area) == 3 else (*area, name)], []))
    elif kind == "doors":
        found.doors.extend((line, name) for _, line in _line_parts(called, value))
    elif not isinstance(value, Mapping):
        raise TypeError(f"{called}: expected a dict with 'start' and 'end'")
    else:
        found.links.extend(_links([{"cost": cost, "one_way": one_way, "name": name, **value}], []))
    return found


def point(value: Any) -> tuple[float, ...]:
    """Return a point as a tuple of numbers."""
    geometry = _interface(value)
    if geometry is not None:
        if geometry.get("type") != "Point":
            raise TypeError(f"a point is (x, y), not a {geometry.get('type')}")
        value = tuple(geometry["coordinates"])[:2]
    if isinstance(value, (str, bytes)):
        raise TypeError(f"a point is (x, y), not {value!r}")
    try:
        return tuple(float(number) for number in value)
    except TypeError:
        raise TypeError(f"a point is (x, y), not {_kind(value)}") from None


def points(value: Any) -> tuple[npt.NDArray[np.float64], bool]:
    """Return points as an array with a row for each, and whether it was a single point."""
    geometry = _interface(value)
    if geometry is not None:
        coordinates = _point_coordinates(geometry)
        return np.array(coordinates, dtype=np.float64).reshape(-1, 2), geometry["type"] == "Point"
    if isinstance(value, np.ndarray) and value.dtype == object or _holds_geometry(value):
        value = [point(each) for each in value]
    array = _floats("points", value)
    if array.ndim == 1 and array.shape[0] in (2, 3):
        return array.reshape(1, -1), True
    if array.size == 0 and array.ndim <= 2:
        return np.empty((0, 2)), False
    if array.ndim != 2 or array.shape[1] not in (2, 3):
        raise ValueError(f"points are an (n, 2) or (n, 3) array, not one of shape {array.shape}")
    return array, False


def space_points(value: Any) -> tuple[npt.NDArray[np.float64], bool]:
    """Return points of space as an (n, 3) array, and whether it was a single one."""
    array = _floats("points", value)
    if array.ndim == 1 and array.shape[0] == 3:
        return array.reshape(1, 3), True
    return triples("points", array), False


def triples(name: str, value: Any) -> npt.NDArray[np.float64]:
    """Return an (n, 3) array of numbers."""
    array = _floats(name, value)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name}: expected an (n, 3) array, not one of shape {array.shape}")
    return array


def index_triples(name: str, value: Any) -> npt.NDArray[np.uint32]:
    """Return an (n, 3) array of indices."""
    given = np.asarray(value)
    if given.dtype.kind not in "ui":
        raise TypeError(f"{name}: expected whole numbers, not {given.dtype}")
    if given.ndim != 2 or given.shape[1] != 3:
        raise ValueError(f"{name}: expected an (n, 3) array, not one of shape {given.shape}")
    if given.size and not 0 <= int(given.min()) <= int(given.max()) < 2**32:
        raise ValueError(f"{name}: an index is from 0 to 2^32 - 1")
    return np.ascontiguousarray(given, dtype=np.uint32)


def numbers(name: str, value: Any) -> npt.NDArray[np.float64]:
    """Return an (n,) array of numbers."""
    array = _floats(name, value)
    if array.ndim != 1:
        raise ValueError(f"{name}: expected an (n,) array, not one of shape {array.shape}")
    return array


def height_map(value: Any) -> npt.NDArray[np.float64]:
    """Return rows of heights."""
    array = _floats("heights", value)
    if array.ndim != 2:
        raise ValueError(f"heights: expected a (rows, columns) array, not one of shape {array.shape}")
    return array


class BakeRules(NamedTuple):
    """Ground that costs more or is closed, and jumps."""

    steeper: list[tuple[float, float, str]]
    volumes: list[tuple[Rings, float, float, float | None, str]]
    jumps: tuple[float, float, float, float | None, float | None] | None


def bake_rules(steeper: Any, volumes: Any, jumps: Any) -> BakeRules:
    """Return the rules of a bake as arrays and numbers."""
    return BakeRules(_steeper(steeper), _volumes(volumes), None if jumps is None else _jumps(jumps))


def ring(value: Any) -> Ring:
    """Return the exterior of one polygon without holes."""
    found = list(_rings("polygon", value))
    if len(found) != 1 or len(found[0][1]) != 1:
        raise ValueError("polygon: expected one polygon without holes")
    exterior = found[0][1][0]
    # The last point of GeoJSON is the first one again.
    return exterior[:-1] if len(exterior) > 1 and (exterior[0] == exterior[-1]).all() else exterior


def tiles(value: Any) -> npt.NDArray[np.float64]:
    """Return the costs of tiles as a 2-D array of float64."""
    array = _floats("tiles", value)
    if array.ndim != 2:
        raise ValueError(f"tiles are a 2-D array, not one of shape {array.shape}")
    return array


def geojson_text(value: Any) -> str:
    """Return GeoJSON as text."""
    if isinstance(value, str):
        return value
    geometry = _interface(value)
    if geometry is None:
        raise TypeError(f"GeoJSON is a text, a dict or an object with __geo_interface__, not {_kind(value)}")
    return json.dumps(geometry, default=_plain)


def union(rings: list[Ring], is_whole: bool) -> Any:
    """Return the union of cells as a shapely MultiPolygon."""
    import shapely

    cells = [shapely.Polygon(ring) for ring in rings]
    # Cells of one floor share whole edges or parts of them, which the exact overlay joins.
    joined = shapely.union_all(cells)
    return joined if joined.geom_type == "MultiPolygon" else shapely.MultiPolygon([joined] if cells else [])


def _plain(value: Any) -> Any:
    """Return numbers of numpy as numbers of Python."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    raise TypeError(f"GeoJSON cannot hold {_kind(value)}")


def _kind(value: Any) -> str:
    return f"an object of type {type(value).__name__!r}"


def _interface(value: Any) -> Mapping[str, Any] | None:
    """Return the GeoJSON of a geometry, or ``None`` for what is no geometry."""
    geometry = value if isinstance(value, Mapping) else getattr(value, "__geo_interface__", None)
    if geometry is None:
        return None
    if not isinstance(geometry, Mapping) or not isinstance(geometry.get("type"), str):
        raise TypeError("GeoJSON has a text 'type'")
    return geometry


def _holds_geometry(value: Any) -> bool:
    is_list = isinstance(value, (list, tuple)) and len(value) > 0
    return is_list and (isinstance(value[0], Mapping) or hasattr(value[0], "__geo_interface__"))


def _floats(name: str, value: Any) -> npt.NDArray[np.float64]:
    if isinstance(value, (str, bytes, Mapping, set, frozenset)):
        raise TypeError(f"{name}: expected an array of numbers, not {_kind(value)}")
    if np.iscomplexobj(value):
        raise TypeError(f"{name}: expected real numbers")
    try:
        return np.ascontiguousarray(value, dtype=np.float64)
    except OverflowError as error:
        raise ValueError(f"{name}: {error}") from None
    except ValueError as error:
        raise ValueError(f"{name}: expected an array of numbers: {error}") from None
    except TypeError:
        raise TypeError(f"{name}: expected an array of numbers, not {_kind(value)}") from None


def _ring(name: str, value: Any) -> Ring:
    """Return a ring or line as an (n, 2) array; a third coordinate of GeoJSON is its height."""
    array = _floats(name, value)
    if array.size == 0:
        return np.empty((0, 2))
    if array.ndim != 2 or array.shape[1] < 2 or array.shape[1] > 3:
        raise ValueError(f"{name}: expected an (n, 2) array, not one of shape {array.shape}")
    return np.ascontiguousarray(array[:, :2])


def _each(name: str, value: Any) -> Iterable[tuple[str, Any]]:
    """Iterate over the shapes of an argument and their names."""
    if value is None:
        return
    if isinstance(value, np.ndarray) and value.dtype != object and value.ndim == 2:
        yield f"{name}[0]", value
    elif _interface(value) is not None:
        yield f"{name}[0]", value
    elif isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise TypeError(f"{name}: expected shapes, not {_kind(value)}")
    else:
        for number, each in enumerate(value):
            yield f"{name}[{number}]", each


def _geometries(name: str, value: Any) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Iterate over the plain geometries of a GeoJSON object and their names."""
    kind = value["type"]
    if kind == "FeatureCollection":
        for number, feature in enumerate(_member(name, value, "features")):
            yield from _geometries(f"{name}.features[{number}]", _object(f"{name}.features[{number}]", feature))
    elif kind == "Feature":
        if value.get("geometry") is not None:
            yield from _geometries(name, _object(name, value["geometry"]))
    elif kind == "GeometryCollection":
        for number, geometry in enumerate(_member(name, value, "geometries")):
            yield from _geometries(f"{name}.geoms[{number}]", _object(f"{name}.geoms[{number}]", geometry))
    elif kind in ("MultiPolygon", "MultiLineString"):
        for number, part in enumerate(_member(name, value, "coordinates")):
            yield f"{name}.geoms[{number}]", {"type": kind[len("Multi") :], "coordinates": part}
    else:
        yield name, value


def _object(name: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not isinstance(value.get("type"), str):
        raise TypeError(f"{name}: GeoJSON has a text 'type'")
    return value


def _member(name: str, value: Mapping[str, Any], member: str) -> Sequence[Any]:
    found = value.get(member)
    if not isinstance(found, (list, tuple)):
        raise ValueError(f"{name}: the GeoJSON {value['type']} has no list {member!r}")
    return found


def _point_coordinates(geometry: Mapping[str, Any]) -> list[Any]:
    found: list[Any] = []
    for name, each in _geometries("points", geometry):
        if each["type"] == "Point":
            found.append(_member(name, each, "coordinates")[:2])
        elif each["type"] == "MultiPoint":
            found.extend(position[:2] for position in _member(name, each, "coordinates"))
        else:
            raise TypeError(f"{name}: expected points, not a {each['type']}")
    return found


def _rings(name: str, shape: Any) -> Iterable[tuple[str, Rings]]:
    """Iterate over the polygons of a shape: their names and their rings."""
    geometry = _interface(shape)
    if geometry is None:
        if isinstance(shape, np.ndarray) or not _is_list_of_rings(shape):
            yield name, [_ring(name, shape)]
        else:
            yield name, [_ring(f"{name}, ring {number}", ring) for number, ring in enumerate(shape)]
        return
    for part, each in _geometries(name, geometry):
        if each["type"] != "Polygon":
            raise TypeError(f"{part}: expected a polygon, not a {each['type']}")
        rings = _member(part, each, "coordinates")
        if rings:
            yield part, [_ring(f"{part}, ring {number}", ring) for number, ring in enumerate(rings)]


def _is_list_of_rings(shape: Any) -> bool:
    """Tell a list of rings from a list of points by the depth of its first number."""
    try:
        return not np.isscalar(shape[0][0])
    except (TypeError, IndexError, KeyError):
        return False


def _polygons(role: str, value: Any, names: list[str]) -> list[Rings]:
    found: list[Rings] = []
    for name, shape in _each(role, value):
        for part, rings in _rings(name, shape):
            names.append(part)
            found.append(rings)
    return found


def _line_parts(name: str, shape: Any) -> Iterable[tuple[str, Ring]]:
    geometry = _interface(shape)
    if geometry is None:
        yield name, _ring(name, shape)
        return
    for part, each in _geometries(name, geometry):
        if each["type"] != "LineString":
            raise TypeError(f"{part}: expected a line, not a {each['type']}")
        yield part, _ring(part, _member(part, each, "coordinates"))


def _lines(role: str, value: Any, names: list[str]) -> list[Ring]:
    found: list[Ring] = []
    for name, shape in _each(role, value):
        for part, line in _line_parts(name, shape):
            names.append(part)
            found.append(line)
    return found


def _areas(value: Any, names: list[str]) -> list[tuple[Rings, float, str]]:
    found = []
    for number, area in enumerate(_items("areas", value)):
        name = f"areas[{number}]"
        if not isinstance(area, (tuple, list)) or len(area) not in (2, 3):
            raise TypeError(f"{name}: expected (polygon, cost) or (polygon, cost, name)")
        called = area[2] if len(area) == 3 else ""
        for part, rings in _rings(name, area[0]):
            names.append(part)
            found.append((rings, _number(f"{name}, cost", area[1]), _text(f"{name}, name", called)))
    return found


def _doors(value: Any, names: list[str]) -> list[tuple[Ring, str]]:
    if value is not None and not isinstance(value, Mapping):
        raise TypeError(f"doors: expected a dict from names to lines, not {_kind(value)}")
    found = []
    for called, shape in (value or {}).items():
        for part, line in _line_parts(f"doors[{called!r}]", shape):
            names.append(part)
            found.append((line, _text("doors", called)))
    return found


def _links(value: Any, names: list[str]) -> list[tuple[Any, Any, float | None, bool, str]]:
    found = []
    for number, link in enumerate(_items("links", value)):
        name = f"links[{number}]"
        if not isinstance(link, Mapping) or not {"start", "end"} <= link.keys():
            raise TypeError(f"{name}: expected a dict with 'start' and 'end'")
        unknown = link.keys() - {"start", "end", "cost", "one_way", "name"}
        if unknown:
            raise ValueError(f"{name}: unknown keys {sorted(map(str, unknown))}")
        cost = link.get("cost")
        one_way = link.get("one_way", False)
        if not isinstance(one_way, (bool, np.bool_)):
            raise TypeError(f"{name}, one_way: expected True or False, not {_kind(one_way)}")
        names.append(name)
        found.append(
            (
                point(link["start"]),
                point(link["end"]),
                None if cost is None else _number(f"{name}, cost", cost),
                bool(one_way),
                _text(f"{name}, name", link.get("name", "")),
            )
        )
    return found


def _steeper(value: Any) -> list[tuple[float, float, str]]:
    found = []
    for number, rule in enumerate(_items("steeper", value)):
        name = f"steeper[{number}]"
        if not isinstance(rule, (tuple, list)) or len(rule) not in (2, 3):
            raise TypeError(f"{name}: expected (degrees, cost) or (degrees, cost, name)")
        degrees, cost = (_number(name, each) for each in rule[:2])
        found.append((degrees, cost, _text(f"{name}, name", rule[2] if len(rule) == 3 else "")))
    return found


def _volumes(value: Any) -> list[tuple[Rings, float, float, float | None, str]]:
    found = []
    for number, volume in enumerate(_items("volumes", value)):
        name = f"volumes[{number}]"
        if not isinstance(volume, (tuple, list)) or len(volume) not in (3, 4, 5):
            raise TypeError(f"{name}: expected (polygon, low, high), with a cost and a name if it is an area")
        low, high = (_number(f"{name}, heights", each) for each in volume[1:3])
        cost = _number(f"{name}, cost", volume[3]) if len(volume) > 3 else None
        called = _text(f"{name}, name", volume[4] if len(volume) == 5 else "")
        parts = list(_rings(name, volume[0]))
        if len(parts) != 1:
            raise ValueError(f"{name}: expected one polygon, not {len(parts)}")
        found.append((parts[0][1], low, high, cost, called))
    return found


def _jumps(value: Any) -> tuple[float, float, float, float | None, float | None]:
    needed, known = ("down", "up", "across"), {"down", "up", "across", "spacing", "cost"}
    if not isinstance(value, Mapping) or not set(needed) <= value.keys():
        raise TypeError("jumps: expected a dict with 'down', 'up' and 'across'")
    if value.keys() - known:
        raise ValueError(f"jumps: unknown keys {sorted(map(str, value.keys() - known))}")
    down, up, across = (_number(f"jumps, {key}", value[key]) for key in needed)
    spacing, cost = (_number(f"jumps, {key}", value[key]) if key in value else None for key in ("spacing", "cost"))
    return down, up, across, spacing, cost


def _items(role: str, value: Any) -> Iterable[Any]:
    if value is None:
        return ()
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise TypeError(f"{role}: expected a list, not {_kind(value)}")
    return value


def _number(name: str, value: Any) -> float:
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name}: expected a number, not {_kind(value)}")
    try:
        return float(value)
    except OverflowError as error:
        raise ValueError(f"{name}: {error}") from None
    except (TypeError, ValueError):
        raise TypeError(f"{name}: expected a number, not {_kind(value)}") from None


def _floor(name: str, value: Any) -> int:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)) or not 0 <= value < 2**32:
        raise ValueError(f"{name}: a floor is a whole number from 0, not {value!r}")
    return int(value)


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a text, not {_kind(value)}")
    return value
