"""Answer files of queries on a Ray cluster, or on this machine where none runs.

Stop it and start it again: what was answered is not answered twice. Needs the extra ``pytautline[ray]``.
"""

import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import pytautline as tl
import pytautline.ray

mesh = tl.Mesh.open(Path(__file__).parents[1] / "data" / "floor_plan.geojson", radius=0.3)

with tempfile.TemporaryDirectory() as folder:
    queries, answers = Path(folder, "queries"), Path(folder, "answers")
    queries.mkdir()
    for part in range(8):
        starts, goals = mesh.random_points(5_000, seed=part), mesh.random_points(5_000, seed=100 + part)
        columns = {"start_x": starts[:, 0], "start_y": starts[:, 1], "goal_x": goals[:, 0], "goal_y": goals[:, 1]}
        pq.write_table(pa.table(columns), queries / f"part-{part:03}.parquet")

    written = pytautline.ray.paths_to_parquet(queries, answers, mesh)
    print(f"{written.rows} rows in {written.partitions} files, {written.found} with a path")
    again = pytautline.ray.paths_to_parquet(queries, answers, mesh)
    print(f"the second run skipped {again.skipped} files")
    print(pq.read_table(answers / "part-000.parquet").slice(0, 3).to_pandas())
