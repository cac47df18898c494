"""Measures the wheel: `python measure.py call|batch|ray|rivals`, each a table of Markdown on standard output.

`call` and `batch` run the same queries in Rust (`cargo build --release -p benches --bin python_twin`, found under the
target folder). Maps come from the folder that TAUTLINE_DATA names. `ray` needs the extra `pytautline[ray]`; `rivals` needs
`extremitypathfinder pyvisgraph scikit-image pathfinding`.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import pytautline as tl

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


def data() -> Path:
    return Path(os.environ["TAUTLINE_DATA"]) / "movingai"


def best_of(count: int, run: Callable[[], object]) -> float:
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    return min(times)


def scenario(name: str) -> tuple[tl.Mesh, np.ndarray, np.ndarray]:
    file = data() / f"{name}.map"
    rows = [line.split()[4:8] for line in Path(f"{file}.scen").read_text().splitlines()[1:]]
    ends = np.array(rows, dtype=float) + 0.5
    return tl.Mesh.open(file), ends[:, :2], ends[:, 2:]


def rates_in_rust(mesh: tl.Mesh, starts: np.ndarray, goals: np.ndarray) -> tuple[float, float]:
    """The queries a second of a warm batch in Rust, on one thread and on two."""
    with tempfile.TemporaryDirectory() as folder:
        nav, queries = Path(folder, "mesh.nav"), Path(folder, "queries.csv")
        mesh.save(nav)
        queries.write_text("\n".join(",".join(map(repr, row)) for row in np.hstack([starts, goals]).tolist()))
        twin = subprocess.run([TARGET / "release" / "python_twin", nav, queries], check=True, capture_output=True)
    alone, together = json.loads(twin.stdout)
    return alone, together


def call() -> None:
    """One call against the same query in a batch in Rust."""
    mesh = tl.Mesh.open(ROOT / "examples" / "data" / "floor_plan.geojson")
    ends = (1, 25), (39, 1)
    calls = 5000

    def run() -> None:
        for _ in range(calls):
            mesh.path(*ends)

    alone, _ = rates_in_rust(mesh, *(np.tile(end, (calls, 1)).astype(float) for end in ends))
    python, rust = best_of(7, run) / calls * 1e6, 1e6 / alone
    print("| one path over the floor plan | µs |\n|---|---|")
    print(f"| `mesh.path` | {python:.2f} |\n| Rust | {rust:.2f} |\n| more | {python - rust:.2f} |")


def batch() -> None:
    """`paths` on two threads against `Batch` in Rust."""
    print("| map | queries | Python, queries a second | Rust | ratio |\n|---|---|---|---|---|")
    for name in ("dao/arena", "da2/ht_chantry", "sc1/Aurora"):
        mesh, starts, goals = scenario(name)
        mesh.paths(starts, goals, threads=2)
        rate = len(starts) / best_of(10, lambda: mesh.paths(starts, goals, threads=2))
        _, rust = rates_in_rust(mesh, starts, goals)
        print(f"| {name} | {len(starts)} | {rate:,.0f} | {rust:,.0f} | {rate / rust:.2f} |")


def ray() -> None:
    """A million queries of Aurora by two workers against two threads of one process, row by row."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    import pytautline.ray

    count, parts = 1_000_000, 40
    mesh, _, _ = scenario("sc1/Aurora")
    starts, goals = mesh.random_points(count, seed=1), mesh.random_points(count, seed=2)
    begin = time.perf_counter()
    alone = mesh.paths(starts, goals, threads=2, points=False)
    one = time.perf_counter() - begin
    with tempfile.TemporaryDirectory() as folder:
        queries, answers = Path(folder, "queries"), Path(folder, "answers")
        queries.mkdir()
        for part, (start, goal) in enumerate(zip(np.split(starts, parts), np.split(goals, parts))):
            columns = [*start.T, *goal.T]
            table = pa.table(columns, names=["start_x", "start_y", "goal_x", "goal_y"])
            pq.write_table(table, queries / f"part-{part:03}.parquet")
        begin = time.perf_counter()
        written = pytautline.ray.paths_to_parquet(queries, answers, mesh, workers=2)
        whole = time.perf_counter() - begin
        lengths = [pq.read_table(file)["length"].to_numpy() for file in sorted(answers.iterdir())]
    np.testing.assert_array_equal(np.concatenate(lengths), alone.lengths)
    warm = max(written.ends) - min(written.begins)
    print("| 1,000,000 queries of Aurora, two cores | s | rows a second | against one process |\n|---|---|---|---|")
    print(f"| `paths`, two threads | {one:.1f} | {count / one:,.0f} | 1 |")
    print(f"| Ray, from the first partition's begin to the last's end | {warm:.1f} | {count / warm:,.0f} | {one / warm:.2f} |")
    print(f"| Ray, the whole call | {whole:.1f} | {count / whole:,.0f} | {one / whole:.2f} |")


def fields(count: int) -> tuple[list[tuple[float, float]], list[list[tuple[float, float]]]]:
    """A room of 100 by 100 and rotated boxes in it, none near another."""
    random = np.random.default_rng(count)
    side = math.isqrt(count)
    pitch = 100 / side
    boxes = []
    for number in range(side * side):
        centre = (np.array(divmod(number, side)) + random.uniform(0.4, 0.6, 2)) * pitch
        angle, half = random.uniform(0, math.pi), pitch * random.uniform(0.1, 0.25, 2)
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        corners = centre + (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ turn.T
        boxes.append([tuple(corner) for corner in corners.tolist()])
    return [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)], boxes


def lattice(side: int) -> tuple[list[tuple[float, float]], list[list[tuple[float, float]]]]:
    """A room and equal boxes in rows, so that many corners lie on one line; ends are taken on the same lattice."""
    size = 4.0 * side
    corners = [(4.0 * i + 1, 4.0 * j + 1) for i in range(side) for j in range(side)]
    boxes = [[(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)] for x, y in corners]
    return [(0.0, 0.0), (size, 0.0), (size, size), (0.0, size)], boxes


def rivals() -> None:
    """Visibility graphs on the same polygons, and searches on the same tiles."""
    print("| map | program | prepared, ms | a query, µs | wrong | failed |\n|---|---|---|---|---|---|")
    for count in (16, 64, 256):
        room, boxes = fields(count)
        mesh = tl.Mesh.build(walkable=[np.array(room)], obstacles=[np.array(box) for box in boxes])
        starts, goals = (mesh.random_points(100, seed=seed).tolist() for seed in (1, 2))
        _rivals_among_boxes(f"{count} turned boxes", room, boxes, starts, goals)
    room, boxes = lattice(8)
    ends = [(4.0 * i + 3, 4.0 * j + 3) for i in range(8) for j in range(8)]
    _rivals_among_boxes("64 boxes in rows, ends at corners", room, boxes, ends[:32], ends[:31:-1])
    _rivals_on_tiles(queries=50)


def _row(case: str, name: str, prepared: float, took: float, answers: list[float | None], truth: np.ndarray) -> None:
    failed = sum(answer is None for answer in answers)
    told = np.array([np.nan if answer is None else answer for answer in answers])
    wrong = int((np.abs(told - truth) > 1e-9 * truth).sum())
    print(f"| {case} | {name} | {prepared * 1e3:,.1f} | {took / len(truth) * 1e6:,.0f} | {wrong} | {failed} |")


def _asked(answer: Callable[[tuple[float, float], tuple[float, float]], float], pairs: list) -> tuple[float, list[float | None]]:
    answers: list[float | None] = []
    begin = time.perf_counter()
    for start, goal in pairs:
        try:
            answers.append(answer(start, goal))
        except Exception:  # A rival's failure of any kind is a row of the table.
            answers.append(None)
    return time.perf_counter() - begin, answers


def _rivals_among_boxes(case: str, room: list, boxes: list, starts: list, goals: list) -> None:
    import pyvisgraph
    from extremitypathfinder import PolygonEnvironment

    begin = time.perf_counter()
    mesh = tl.Mesh.build(walkable=[np.array(room)], obstacles=[np.array(box) for box in boxes])
    prepared = time.perf_counter() - begin
    pairs = [(tuple(start), tuple(goal)) for start, goal in zip(starts, goals)]
    truth = mesh.paths(starts, goals).lengths
    took, answers = _asked(lambda start, goal: mesh.path(start, goal).length, pairs)
    _row(case, "pytautline", prepared, took, answers, truth)

    begin = time.perf_counter()
    environment = PolygonEnvironment()
    environment.store(room, [box[::-1] for box in boxes], validate=False)
    prepared = time.perf_counter() - begin
    took, answers = _asked(lambda start, goal: environment.find_shortest_path(start, goal)[1], pairs)
    _row(case, "extremitypathfinder", prepared, took, answers, truth)

    begin = time.perf_counter()
    graph = pyvisgraph.VisGraph()
    graph.build([[pyvisgraph.Point(*corner) for corner in box] for box in boxes], status=False)
    prepared = time.perf_counter() - begin

    def graph_path(start: tuple[float, float], goal: tuple[float, float]) -> float:
        path = graph.shortest_path(pyvisgraph.Point(*start), pyvisgraph.Point(*goal))
        points = np.array([(point.x, point.y) for point in path])
        return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())

    took, answers = _asked(graph_path, pairs)
    _row(case, "pyvisgraph (no outer wall)", prepared, took, answers, truth)


def _rivals_on_tiles(queries: int) -> None:
    from pathfinding.core.diagonal_movement import DiagonalMovement
    from pathfinding.core.grid import Grid
    from pathfinding.finder.a_star import AStarFinder
    from skimage.graph import MCP_Geometric

    case = "da2/ht_chantry"
    begin = time.perf_counter()
    grid = tl.Grid.open(data() / f"{case}.map")
    prepared = time.perf_counter() - begin
    rows = (data() / f"{case}.map.scen").read_text().splitlines()[1:]
    ends = [tuple(map(int, row.split()[4:8])) for row in rows[:: len(rows) // queries][:queries]]
    pairs = [((a, b), (c, d)) for a, b, c, d in ends]
    tiles = np.asarray(grid.tiles)
    truth = np.array([grid.path(start, goal).length for start, goal in pairs])
    took, answers = _asked(lambda start, goal: grid.path(start, goal).length, pairs)
    _row(case, "pytautline, tiles", prepared, took, answers, truth)
    free = tiles > 0

    def route(start: tuple[float, float], goal: tuple[float, float]) -> float:
        costs, _ = MCP_Geometric(np.where(free, 1.0, np.inf)).find_costs([start[::-1]], [goal[::-1]])
        return float(costs[goal[1], goal[0]])

    took, answers = _asked(route, pairs)
    _row(case, "scikit-image MCP (cuts corners)", 0.0, took, answers, truth)

    def search(start: tuple[float, float], goal: tuple[float, float]) -> float:
        finder = AStarFinder(diagonal_movement=DiagonalMovement.only_when_no_obstacle)
        nodes = Grid(matrix=free.astype(int).tolist())
        path, _ = finder.find_path(nodes.node(*start), nodes.node(*goal), nodes)
        points = np.array([(node.x, node.y) for node in path])
        return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())

    took, answers = _asked(search, pairs)
    _row(case, "pathfinding", 0.0, took, answers, truth)


MEASURES = {"call": call, "batch": batch, "ray": ray, "rivals": rivals}

if __name__ == "__main__":
    asked = sys.argv[1:]
    if not asked or any(name not in MEASURES for name in asked):
        sys.exit(f"usage: python measure.py {' | '.join(MEASURES)}")
    for name in asked:
        MEASURES[name]()
        print()
