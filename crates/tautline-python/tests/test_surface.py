"""Heights on a mesh against loops over all triangles, files with heights, and bakes of levels."""

import heapq
import json
import pickle
import struct
import threading

import numpy as np
import pytest
import shapely

import pytautline as tl

LOWER = shapely.box(0, 0, 10, 8)
UPPER = shapely.Polygon([(10, 0), (14, 0), (14, 12), (0, 12), (0, 4), (9, 4), (9, 10), (10, 10)])
"""The upper floor lies over the lower one, and meets it at x = 10."""


def building(random):
    """Two floors of triangles with random heights: the surface, and for each triangle its floor and its corners in space."""
    mesh = tl.Mesh.build(floors={0: {"walkable": LOWER}, 1: {"walkable": UPPER, "obstacles": shapely.box(11, 3, 12, 7)}}, connections=[([(10, 0), (10, 8)], 0, 1)], merge=False)
    rings = mesh.cells()
    floors = [feature["properties"]["floor"] for feature in mesh.__geo_interface__["features"]]
    heights, known = [], {}
    for floor, ring in zip(floors, rings):
        for x, y in ring:
            joined = x == 10 and y <= 8
            heights.append(known.setdefault((x, y, None if joined else floor), 2 * random.random() + (2 if joined else 6 * floor)))
    surface = tl.Surface(mesh, heights)
    corners = np.column_stack([np.concatenate(rings), heights]).reshape(-1, 3, 3)
    return surface, list(zip(floors, corners))


def planes(triangles, point, slack):
    """The floors over and under a point: floor, height and gradient, by barycentric shares."""
    found = []
    for floor, (a, b, c) in triangles:
        shares = np.linalg.solve(np.column_stack([b[:2] - a[:2], c[:2] - a[:2]]), np.asarray(point) - a[:2])
        if min(*shares, 1 - shares.sum()) >= slack:
            found.append((floor, a[2] + shares @ [b[2] - a[2], c[2] - a[2]], np.linalg.solve(np.array([b - a, c - a])[:, :2], [b[2] - a[2], c[2] - a[2]])))
    return found


def test_heights_and_gradients_are_those_of_the_triangle_at_a_point(random):
    surface, triangles = building(random)
    points = random.uniform((-1, -1), (15, 13), (400, 2))
    met = 0
    for floor in (0, 1):
        places = np.column_stack([points, np.full(len(points), floor)])
        heights, gradients = surface.height(places), surface.gradient(places)
        for point, height, gradient in zip(points, heights, gradients):
            inside = [plane for plane in planes(triangles, point, 1e-9) if plane[0] == floor]
            if inside:
                met += 1
                assert abs(height - inside[0][1]) < 1e-9
                assert np.allclose(gradient, inside[0][2], atol=1e-9)
            elif not [plane for plane in planes(triangles, point, -1e-9) if plane[0] == floor]:
                assert np.isnan(height)
                assert np.isnan(gradient).all()
    assert met > 300
    assert surface.height((5, 2)) == surface.height([(5, 2, 0)])[0]


def test_the_nearest_floor_in_reach_is_picked(random):
    surface, triangles = building(random)
    points = np.column_stack([random.uniform((0, 0), (14, 12), (500, 2)), random.uniform(-1, 9, 500)])
    below, above, outcomes = 3.0, 2.0, [0, 0, 0]
    picked = surface.pick(points, below, above)
    for point, place, height in zip(points, picked.points, picked.heights):
        floors = planes(triangles, point[:2], 1e-9)
        if len(floors) != len(planes(triangles, point[:2], -1e-9)):
            continue  # on an edge
        near = [floor for floor in floors if point[2] - below <= floor[1] <= point[2] + above]
        if near:
            best = min(near, key=lambda floor: abs(floor[1] - point[2]))
            assert (*place, round(height, 6)) == (*point[:2], best[0], round(best[1], 6))
            outcomes[0 if len(floors) == 1 else 1] += 1
        else:
            assert np.isnan([*place, height]).all()
            outcomes[2] += 1
    assert min(outcomes) > 20
    # The points are those of queries.
    ends = picked.points[~np.isnan(picked.heights)]
    assert surface.mesh.paths(ends[:-1], ends[1:]).found.all()
    single = surface.pick(points[0], 20, 20)
    assert (single.points.shape, type(single.heights)) == ((3,), float)


def test_a_floor_that_is_out_of_reach_is_an_error_in_words(random):
    surface, _ = building(random)
    with pytest.raises(LookupError, match=r"no floor at \(5, 6\) within 0.1 below and 0.1 above the height 4; there is floor 1 at .*, floor 0 at"):
        surface.pick((5, 6, 4), 0.1, 0.1)
    with pytest.raises(LookupError, match=r"no floor lies at \(-3, 4\); the nearest is 3 away"):
        surface.pick((-3, 4, 0), 1, 1)
    for reach in [(-1, 1), (1, float("nan"))]:
        with pytest.raises(ValueError, match="the reach is"):
            surface.pick([(5, 6, 0)], *reach)
    with pytest.raises(ValueError, match="is not a place to look for a floor"):
        surface.pick((5, 6, float("nan")), 1, 1)
    for points in [(1, 2), [(1, 2)], np.zeros((2, 3, 3))]:
        with pytest.raises(ValueError, match=r"an \(n, 3\) array"):
            surface.pick(points, 1, 1)


def ground_length(triangles, path):
    """The length of a path over the triangles by many small steps, each to the height nearest to that before."""
    points = path.resample(path.length / 1500)
    at = lambda point: [plane[1] for plane in planes(triangles, point, -1e-7)]
    last, length, steepest = min(at(points[0])), 0.0, 0.0
    for before, point in zip(points, points[1:]):
        height = min(at(point), key=lambda height: abs(height - last))
        length += np.hypot(np.linalg.norm(point - before), height - last)
        last = height
    return length


def test_paths_follow_the_ground_from_floor_to_floor(random):
    surface, triangles = building(random)
    met = 0
    for start, goal in [((1, 1, 0), (1, 6, 1)), ((5, 7, 0), (13, 11, 1)), ((9, 1, 0), (2, 2, 0)), ((13, 1, 1), (8, 5, 1))]:
        path = surface.mesh.path(start, goal)
        way, waypoints = surface.along(path), surface.waypoints(path)
        # From floor 0 the lowest height is that of the start.
        if start[2] == 0:
            assert abs(way.length - ground_length(triangles, path)) < 1e-3 * way.length
            met += 1
        assert way.length > path.length
        assert (waypoints[:, :2] == path.points).all()
        assert {tuple(point) for point in waypoints} <= {tuple(point) for point in way.points}
        assert (list(way.floors[[0, -1]]), way.legs[-1]) == ([start[2], goal[2]], len(path) - 2)
        steps = np.diff(way.points, axis=0)
        runs = np.hypot(steps[:, 0], steps[:, 1])
        assert np.isclose(np.hypot(runs, steps[:, 2]).sum(), way.length)
        assert np.isclose((np.abs(steps[:, 2]) / runs)[runs > 1e-9].max(), way.steepest)
        fine = surface.along(path, 0.1)
        assert np.linalg.norm(np.diff(fine.points[:, :2], axis=0), axis=1).max() <= 0.1 * (1 + 1e-9)
        assert np.isclose(fine.length, way.length)
    assert met == 3
    with pytest.raises(ValueError, match="no floor of the surface"):
        surface.along(tl.Mesh.build(walkable=shapely.box(0, 0, 40, 40)).path((30, 30), (35, 35)))


def graph_length(triangles, start, goal, parts):
    """The length of the shortest way over points on the sides of all triangles, by Dijkstra's algorithm."""
    ends = [np.array(point, dtype=float) for point in (start, goal)]
    nodes, lists = {}, []
    for floor, corners in triangles:
        own = []
        for a, b in [(0, 1), (1, 2), (2, 0)]:
            first, last = sorted([tuple(corners[a]), tuple(corners[b])])
            own += [tuple(np.round(np.add(first, (np.subtract(last, first)) * part / parts), 9)) for part in range(parts + 1)]
        own += [tuple(end) for end in ends if planes([(floor, corners)], end[:2], -1e-9) and abs(planes([(floor, corners)], end[:2], -1e-9)[0][1] - end[2]) < 1e-6]
        lists.append([nodes.setdefault(point, len(nodes)) for point in own])
    at = np.array(list(nodes))
    around = [[] for _ in nodes]
    for number, own in enumerate(lists):
        for node in own:
            around[node].append(number)
    best, queue = np.full(len(nodes), np.inf), [(0.0, nodes[tuple(ends[0])])]
    best[queue[0][1]] = 0.0
    while queue:
        cost, node = heapq.heappop(queue)
        if node == nodes[tuple(ends[1])]:
            return cost
        if cost > best[node]:
            continue
        for number in around[node]:
            own = np.array(lists[number])
            costs = cost + np.linalg.norm(at[own] - at[node], axis=1)
            for other, far in zip(own[costs < best[own]], costs[costs < best[own]]):
                if far < best[other]:
                    best[other] = far
                    heapq.heappush(queue, (far, other))
    return np.inf


def test_no_way_of_a_dense_graph_is_shorter_than_a_geodesic(random):
    surface, triangles = building(random)
    steep = tl.Surface(surface.mesh, 3 * surface.heights)
    triangles = [(floor, corners * (1, 1, 3)) for floor, corners in triangles]
    shorter = 0
    for start, goal in [((1, 1, 0), (1, 6, 1)), ((5, 7, 0), (13, 11, 1)), ((9, 1, 0), (2, 6, 0)), ((13, 1, 1), (8, 5, 1))]:
        found = steep.geodesic(start, goal)
        assert found.lower_bound <= found.cost <= found.lower_bound + 1e-9
        assert np.isclose(steep.along(found.path).length, found.cost)
        found.path.verify()
        ends = [(*end[:2], steep.height(end)) for end in (start, goal)]
        dense = graph_length(triangles, *ends, parts=24)
        assert found.cost - 1e-6 <= dense <= 1.01 * found.cost
        shorter += found.cost < 0.999 * steep.along(steep.mesh.path(start, goal)).length
    assert shorter > 1


def test_geodesics_respect_doors_filters_edits_and_budgets():
    mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), obstacles=[shapely.box(4, 0, 5, 3), shapely.box(4, 4, 5, 7)], doors={"gate": [(4.5, 3), (4.5, 4)]}, areas=[(shapely.box(4, 7, 5, 8), 1.0, "ledge")])
    surface = tl.Surface(mesh, 0.5 * np.concatenate(mesh.cells())[:, 0])
    start, goal = (1, 3.5), (9, 3.5)
    slope = np.hypot(1, 0.5)
    through = surface.geodesic(start, goal)
    assert np.isclose(through.cost, 8 * slope)
    closed = surface.on(mesh.closing(["gate"]))
    around = closed.geodesic(start, goal)
    assert around.path.points[:, 1].max() == 7
    assert np.isclose(around.cost, closed.along(around.path).length)
    with pytest.raises(tl.NoPath) as shut:
        surface.on(mesh.closing(["gate"]).filtered(forbid=["ledge"])).geodesic(start, goal)
    assert shut.value.reason in ("closed-off", "unreachable")
    live = tl.LiveMesh.from_mesh(mesh)
    live.edit(obstacles=shapely.box(3.5, 2.5, 5.5, 5))
    edited = surface.on(live.mesh)
    cut = edited.geodesic(start, goal)
    assert cut.path.points[:, 1].max() == 7
    assert np.allclose(edited.height(cut.path.points), 0.5 * cut.path.points[:, 0])
    with pytest.raises(tl.NoPath) as spent:
        surface.geodesic(start, goal, max_cost=8)
    assert spent.value.reason == "budget-exhausted"
    with pytest.raises(tl.NoPath, match="start"):
        surface.geodesic((-5, 1), goal)
    beyond = tl.Mesh.build(walkable=shapely.box(0, 0, 20, 8))
    with pytest.raises(ValueError, match="the surface has no height at"):
        surface.on(beyond)


def test_heights_that_do_not_fit_are_refused(room):
    corners = np.concatenate(room.cells())
    with pytest.raises(ValueError, match=f"3 heights for the {len(corners)} corners"):
        tl.Surface(room, [1, 2, 3])
    with pytest.raises(ValueError, match="the height NaN of corner"):
        tl.Surface(room, np.where(corners[:, 0] == 0, np.nan, 0))
    with pytest.raises(ValueError, match="joined cells have the heights"):
        tl.Surface(room, np.arange(len(corners)))
    with pytest.raises(ValueError, match=r"heights: expected an \(n,\) array"):
        tl.Surface(room, corners)


def test_files_bytes_and_pickles_keep_the_heights(random, tmp_path):
    surface, _ = building(random)
    file = tmp_path / "hill.nav"
    surface.save(file)
    places = np.column_stack([random.uniform(0, 12, (50, 2)), random.integers(0, 2, 50)])
    for back in [tl.Surface.open(file), tl.Surface.from_bytes(surface.to_bytes()), pickle.loads(pickle.dumps(surface))]:
        assert np.array_equal(back.heights, surface.heights)
        assert back.mesh == surface.mesh
        assert np.array_equal(back.height(places), surface.height(places), equal_nan=True)
        assert back.geodesic((1, 1, 0), (1, 6, 1)).cost == surface.geodesic((1, 1, 0), (1, 6, 1)).cost
    assert tl.Mesh.open(file) == surface.mesh
    flat = tmp_path / "flat.nav"
    surface.mesh.save(flat)
    with pytest.raises(ValueError, match="flat.nav: the mesh has no heights"):
        tl.Surface.open(flat)
    with pytest.raises(ValueError, match="hill.txt: the extension"):
        surface.save(tmp_path / "hill.txt")
    with pytest.raises(FileNotFoundError):
        tl.Surface.open(tmp_path / "none.nav")
    damaged = bytearray(surface.to_bytes())
    damaged[60] ^= 1
    with pytest.raises(ValueError):
        tl.Surface.from_bytes(bytes(damaged))


def hills(spacing=0.5):
    """A level of rolling hills, and its height at any point."""
    height = lambda x, y: 1.5 * np.sin(x / 4) + np.cos(y / 3)
    x, y = np.meshgrid(np.arange(0, 30 + spacing / 2, spacing), np.arange(0, 20 + spacing / 2, spacing))
    return tl.Level.of_heights(height(x, y), spacing=spacing), height


def test_a_bake_of_heights_lies_on_them_and_keeps_the_radius(random):
    level, height = hills()
    surface = level.bake(radius=0.6, cell_size=0.2, cell_height=0.1)
    # Recast keeps whole cells from the border, and up to one more.
    ground, area = shapely.box(0, 0, 30, 20), surface.mesh.to_shapely()
    assert area.within(ground.buffer(-0.6 + 1e-6))
    assert area.contains(ground.buffer(-1.0, join_style="mitre"))
    points = surface.mesh.random_points(400, seed=5)
    errors = surface.height(points) - height(points[:, 0], points[:, 1])
    # Recast rounds up by the rise over a cell, and the detail may err by a cell height.
    assert -0.15 < errors.min() and errors.max() < 0.35
    assert surface.report["walkable"] == len(level.triangles)
    assert surface.geodesic((1, 1), (29, 19)).cost < surface.along(surface.mesh.path((1, 1), (29, 19))).length


def slab(low, high, z):
    """Two triangles at a height, z up."""
    (a, b), (c, d) = low, high
    return [(a, b, z), (c, b, z), (c, d, z), (a, d, z)], [(0, 1, 2), (0, 2, 3)]


def two_slabs(**options):
    ground, faces = slab((0, 0), (30, 30), 0)
    block, top = slab((10, 10), (20, 20), 3)
    triangles = np.array(faces + [tuple(np.add(face, 4)) for face in top])
    level = tl.Level.from_triangles(ground + block, triangles, up="z", materials=["grass", "grass", "tiles", None])
    return level, level.bake(**options)


def test_materials_slopes_volumes_and_jumps_are_rules_of_a_bake():
    level, surface = two_slabs(
        areas={"tiles": 2.0},
        volumes=[(shapely.box(0, 0, 30, 5), -1, 1, 4.0, "water"), (shapely.box(0, 25, 30, 30), -1, 1)],
        jumps={"down": 3.5, "up": 0.5, "across": 3},
    )
    assert level.materials == ["grass", "grass", "tiles", None]
    assert sorted(surface.mesh.areas) == [("tiles", 2.0), ("water", 4.0)]
    assert surface.report["jumps"] > 0
    start, goal = surface.pick((15, 15, 3), 1, 1), surface.pick((15, 2, 0), 1, 1)
    path = surface.mesh.path(start.points, goal.points)
    assert [use.name for use in path.links] == ["jump down"] or len(path.links) == 1
    assert {share.area for share in path.by_area} >= {"water"}
    assert path.cost > path.length
    with pytest.raises(LookupError):
        surface.pick((15, 28, 0), 1, 1)
    with pytest.raises(tl.NoPath):
        surface.mesh.path(goal.points, start.points)
    _, blocked = two_slabs(blocked=["tiles", "none such"])
    assert blocked.report["blocked"] == 1
    x = np.arange(0, 20, 0.5)
    ramp = tl.Level.of_heights(np.tile(np.maximum(0, 0.5 * (x - 10)), (21, 1)), spacing=0.5).bake(steeper=[(20, 1.5, "hill")])
    assert ramp.mesh.areas == [("hill", 1.5)]


def test_the_axis_upwards_turns_a_level_and_meshes_are_the_same():
    ground, faces = slab((0, 0), (12, 9), 1)
    z_up = tl.Level.from_triangles(ground, faces, up="z")
    y_up = tl.Level.from_triangles([(x, z, -y) for x, y, z in ground], np.array(faces, dtype=np.uint8), up="y")
    assert np.array_equal(z_up.positions, y_up.positions)
    assert z_up.bake().mesh == y_up.bake().mesh
    back = pickle.loads(pickle.dumps(two_slabs()[0]))
    assert back.materials == ["grass", "grass", "tiles", None]
    assert np.array_equal(back.triangles, two_slabs()[0].triangles)


def glb(positions, triangles):
    """A glTF binary of one mesh."""
    points, corners = np.array(positions, dtype="<f4").tobytes(), np.array(triangles, dtype="<u4").tobytes()
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}], "buffers": [{"byteLength": len(points + corners)}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": len(points)}, {"buffer": 0, "byteOffset": len(points), "byteLength": len(corners)}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(positions), "type": "VEC3"}, {"bufferView": 1, "componentType": 5125, "count": 3 * len(triangles), "type": "SCALAR"}],
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    data = points + corners
    return b"glTF" + struct.pack("<II", 2, 28 + len(text) + len(data)) + struct.pack("<I", len(text)) + b"JSON" + text + struct.pack("<I", len(data)) + b"BIN\0" + data


def test_levels_of_files_are_those_of_arrays(tmp_path):
    ground, faces = slab((0, 0), (12, 9), 1)
    level = tl.Level.from_triangles(ground, faces, up="y")
    text = "".join(f"v {x} {y} {z}\n" for x, y, z in ground) + "usemtl grass\n" + "".join("f {} {} {}\n".format(*np.add(face, 1)) for face in faces)
    (tmp_path / "level.obj").write_text(text)
    (tmp_path / "level.glb").write_bytes(glb(ground, faces))
    read = tl.Level.open(tmp_path / "level.obj")
    assert read.materials == ["grass", "grass"]
    for read in [read, tl.Level.open(tmp_path / "level.glb")]:
        assert np.array_equal(read.positions, level.positions)
        assert np.array_equal(read.triangles, level.triangles)
    (tmp_path / "bad.obj").write_text("v 0 0\n")
    with pytest.raises(ValueError, match="bad.obj: .*1"):
        tl.Level.open(tmp_path / "bad.obj")
    (tmp_path / "bad.obj").write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="expected an .obj or a .glb file"):
        tl.Level.open(tmp_path / "bad.obj")
    with pytest.raises(FileNotFoundError):
        tl.Level.open(tmp_path / "none.obj")


def test_bakes_that_fail_say_why():
    ground, faces = slab((0, 0), (12, 9), 1)
    level = tl.Level.from_triangles(ground, faces, up="z")
    down = tl.Level.from_triangles(ground, np.flip(faces, axis=1), up="z")
    with pytest.raises(ValueError, match="no ground is walkable: of 2 triangles 0 are too steep, 2 face down"):
        down.bake()
    with pytest.raises(ValueError, match="the option radius is -1; it may be from 0"):
        level.bake(radius=-1)
    with pytest.raises(ValueError, match="a cell_size of .* fits"):
        level.bake(radius=0.001, cell_size=0.0001)
    with pytest.raises(ValueError, match=r"volumes\[1\] has a corner that is not finite"):
        level.bake(areas={"grass": 2}, volumes=[(shapely.box(0, 0, 1, 1), 0, 1), ([(0, 0), (1, float("nan")), (1, 1)], 0, 1)])
    with pytest.raises(ValueError, match="triangle 0 has the index 9, and there are 4 positions"):
        tl.Level.from_triangles(ground, [(0, 1, 9)], up="z").bake()
    with pytest.raises(ValueError, match="the level has no triangles"):
        tl.Level.of_heights(np.zeros((0, 3))).bake()
    with pytest.raises(ValueError, match="1 materials for 2 triangles"):
        tl.Level.from_triangles(ground, faces, up="z", materials=["grass"])
    with pytest.raises(ValueError, match='up is "y" or "z"'):
        tl.Level.from_triangles(ground, faces, up="x")
    with pytest.raises(ValueError, match="an index is from 0"):
        tl.Level.from_triangles(ground, [(0, 1, -1)], up="z")
    with pytest.raises(TypeError, match="triangles: expected whole numbers"):
        tl.Level.from_triangles(ground, [(0, 1, 2.5)], up="z")
    for rules in [{"volumes": [(shapely.box(0, 0, 1, 1),)]}, {"steeper": [20]}, {"jumps": {"down": 1}}]:
        with pytest.raises(TypeError, match="expected"):
            level.bake(**rules)
    with pytest.raises(ValueError, match="unknown keys"):
        level.bake(jumps={"down": 1, "up": 1, "across": 1, "far": 2})


def holes(random, count=14):
    """Ground of 52 by 52 around the origin with holes in it, and a hill."""
    x, y = np.meshgrid(np.arange(-26, 26.25, 0.25), np.arange(-26, 26.25, 0.25))
    heights = np.maximum(0, 4 - 0.5 * np.hypot(x + 10, y))
    for low, size in zip(random.uniform(-24, 20, (count, 2)), random.uniform(0.3, 6, (count, 2))):
        heights[(low[0] <= x) & (x <= low[0] + size[0]) & (low[1] <= y) & (y <= low[1] + size[1])] = np.nan
    return tl.Level.of_heights(heights, spacing=0.25, origin=(-26, -26))


def test_ground_in_tiles_is_that_of_the_whole(random):
    compared, reached = 0, 0
    for size in (16, 31, 64):
        level = holes(random)
        whole, tiles = level.bake(), level.bake(tiles=size)
        assert tiles.report["walkable"] == whole.report["walkable"]
        assert abs(tiles.mesh.area - whole.mesh.area) < 0.02 * whole.mesh.area
        # A tile has a border of its own, so all tiles have more cells than the field of the whole.
        assert tiles.report["field_cells"] > whole.report["field_cells"]
        ends = np.column_stack([random.uniform(-25, 25, (200, 2)), np.tile([0, 4], 100)])
        own, other = (baked.pick(ends, 0.4, 0.4) for baked in (tiles, whole))
        both = ~np.isnan(own.heights + other.heights)
        starts, goals = np.nonzero(both)[0][:-1], np.nonzero(both)[0][1:]
        found = [surface.mesh.paths(at.points[starts], at.points[goals]) for surface, at in ((tiles, own), (whole, other))]
        assert np.array_equal(found[0].found, found[1].found)
        apart = np.abs(found[0].lengths - found[1].lengths)[found[0].found]
        # The two lattices differ, and so do borders by a cell or two.
        assert (apart < 1 + 0.1 * found[1].lengths[found[0].found]).all()
        compared, reached = compared + len(starts), reached + len(apart)
        assert level.bake(tiles=size).to_bytes() == tiles.to_bytes()
    assert compared > 150 and reached > 0.7 * compared


def test_tiles_allow_a_world_larger_than_one_field(random):
    level = holes(random)
    options = {"cell_size": 0.25, "max_cells": 100 * 100}
    with pytest.raises(ValueError, match="the level takes .* cells"):
        level.bake(**options)
    assert level.bake(tiles=64, **options).mesh.area > 1000


def test_tiles_that_cannot_be_baked_say_why():
    ground, faces = slab((0, 0), (12, 9), 1)
    level = tl.Level.from_triangles(ground, faces, up="z")
    assert level.bake(tiles=16).mesh.area > 70
    for size in (0, 15, 2049):
        with pytest.raises(ValueError, match=f"the option tiles is {size}; it may be from 16 to 2048"):
            level.bake(tiles=size)
    with pytest.raises(ValueError, match="the option tiles is 61; it may be from 16 to 60"):
        level.bake(tiles=61, max_cells=70 * 70)
    for size in (-1, 2**32):
        with pytest.raises(OverflowError):
            level.bake(tiles=size)
    for size in (16.5, "16"):
        with pytest.raises(TypeError):
            level.bake(tiles=size)
    down = tl.Level.from_triangles(ground, np.flip(faces, axis=1), up="z")
    with pytest.raises(ValueError, match="no ground is walkable: of 2 triangles 0 are too steep, 2 face down"):
        down.bake(tiles=64)
    far = tl.Level.from_triangles(np.add(ground, (1e11, 0, 0)), faces, up="z")
    with pytest.raises(ValueError, match="is farther than .* from the origin of the plan"):
        far.bake(tiles=64)


def test_other_threads_run_during_a_bake():
    level, _ = hills()
    done, ticks = threading.Event(), []

    def tick():
        while not done.wait(0.0005):
            ticks.append(len(ticks))

    ticking = threading.Thread(target=tick)
    ticking.start()
    level.bake(cell_size=0.05, radius=0.3)
    done.set()
    ticking.join()
    assert len(ticks) > 5
