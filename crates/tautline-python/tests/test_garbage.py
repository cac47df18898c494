"""Ten thousand seeded wrong calls: exceptions, and never the end of the interpreter."""

import math

import numpy as np
import shapely

import pytautline as tl

CALLS = 10_000


class Sly:
    """Objects that lie about what they are."""

    def __init__(self, interface):
        self.__geo_interface__ = interface

    def __len__(self):
        return 2

    def __getitem__(self, index):
        raise IndexError(index)


class Rude:
    def __float__(self):
        raise RuntimeError("no number today")

    def __iter__(self):
        raise RuntimeError("no items today")

    def __array__(self, *_, **__):
        raise RuntimeError("no array today")


def _endless():
    ring = []
    ring.append(ring)
    return ring


NUMBERS = [0, 1, -1, 0.5, 7, 1e308, -1e308, 1e-320, math.nan, math.inf, -math.inf, 2**31, 2**63, 2**64, 10**400, True, None, "7", b"7", 1j, Rude()]
THINGS = [
    *NUMBERS, [], (), {}, set(), "", "exact", "nearest", object(), Sly({"type": "Polygon"}), Sly({"type": "Polygon", "coordinates": [[[0, 0], [1]]]}),
    Sly({"type": "MultiPolygon", "coordinates": [3]}), Sly({"type": "Feature", "geometry": 7}), Sly(5), Sly({"type": "Point", "coordinates": []}), Sly({"type": "Point"}),
    {"type": "Polygon", "coordinates": None}, {"type": "GeometryCollection", "geometries": [None]}, {"type": "FeatureCollection", "features": [{}]},
    np.zeros(0), np.zeros((0, 3)), np.zeros((2, 2, 2)), np.array("x"), np.array([None, object()]), np.array(["a", "b"]), np.zeros((3, 2), dtype=complex),
    np.full((3, 2), np.nan), np.full((3, 2), 1e300), np.zeros((3, 2), dtype="datetime64[s]"), np.zeros(3, dtype=[("a", "f8")]), np.ma.masked_all((3, 2)),
    shapely.Point(), shapely.Polygon(), shapely.LineString([(0, 0), (1, 1)]), shapely.GeometryCollection(), _endless(), range(5), iter([1, 2]), lambda: 1, int, tl, b"\x89NAV\r\n\x1a\n" + bytes(80),
    [(0, 0), (4, 0), (4, 4)], [(0, 0), (0, 0), (0, 0)], [[(0, 0), (1, 0), (0, 1)], [(0, 0)]], (1, 1), (2, 2, 0), (2, 2, -1), [(1, 1), (2, 2)],
]


def _subjects():
    mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), obstacles=shapely.box(4, 2, 6, 7), doors={"gate": [(0, 2), (4, 2)]})
    grid = tl.Grid(np.ones((4, 5)))
    path = mesh.path((1, 1), (9, 1))
    live = tl.LiveMesh.build(walkable=shapely.box(0, 0, 10, 8), doors={"gate": [(0, 2), (4, 2)]}, recorded=True)
    crowd = tl.Crowd(live)
    crowd.add([(1, 1), (2, 2)])
    x, y = np.meshgrid(np.arange(8), np.arange(6))
    level = tl.Level.of_heights(0.1 * x + 0.2 * y)
    surface = tl.Surface(mesh, np.concatenate(mesh.cells())[:, 0])
    heights = [level, surface, tl.Level, tl.Surface]
    return [*heights, mesh, grid, path, grid.path((0, 0), (3, 3)), mesh.search((1, 1), (9, 1)), mesh.path_tree((1, 1), [(9, 1), (1, 7)]), mesh.distance_field([(1, 1)]), live, crowd, tl.LiveMesh, tl.Crowd, tl.LiveMesh.build, tl.Mesh, tl.Grid, tl.Path, tl.Mesh.build, tl.Mesh.from_grid]


def _callables(subject):
    if not isinstance(subject, type) and not hasattr(subject, "__self__") and callable(subject):
        return [subject]
    names = [name for name in dir(subject) if not name.startswith("__")] if not callable(subject) or isinstance(subject, type) else []
    found = [getattr(subject, name) for name in names if callable(getattr(subject, name))]
    return found + ([subject] if callable(subject) else [])


KEYWORDS = ["radius", "fill", "merge", "threads", "points", "snap", "goal_policy", "search", "gap", "max_expanded", "max_cost", "limit", "seed", "obstacles", "walls", "areas", "doors", "links", "cell_size", "origin", "corners", "neighbors", "floor", "remove", "move", "replace", "forbid", "costs", "around", "recorded", "driven", "priority", "agent_class", "up", "cell_height", "volumes", "steeper", "jumps", "max_cells", "spacing"]


def _wrong(random):
    kind = random.integers(4)
    thing = THINGS[random.integers(len(THINGS))]
    if kind == 0:
        return tuple(NUMBERS[random.integers(len(NUMBERS))] for _ in range(random.integers(4)))
    if kind == 1:
        return [thing] * int(random.integers(3))
    if kind == 2:
        return [tuple(NUMBERS[i] for i in random.integers(len(NUMBERS), size=2)) for _ in range(random.integers(1, 6))]
    return thing


def test_wrong_calls_raise_exceptions_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(2027)
    calls = [function for subject in _subjects() for function in _callables(subject)]
    raised = 0
    for _ in range(CALLS):
        function = calls[random.integers(len(calls))]
        arguments = [_wrong(random) for _ in range(random.integers(5))]
        # A number of points or threads that is merely large is no wrong call, but a long one.
        arguments = [7 if isinstance(a, int) and a > 10**6 and function.__name__ == "random_points" else a for a in arguments]
        names = random.choice(KEYWORDS, size=random.integers(3), replace=False)
        keywords = {str(name): _wrong(random) for name in names}
        try:
            function(*arguments, **keywords)
        except Exception:  # a panic of the compiled part is a BaseException and fails the test
            raised += 1
    assert raised > CALLS // 2
