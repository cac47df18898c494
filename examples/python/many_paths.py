"""Answer many queries on all cores, with arrays in and out."""

from pathlib import Path

import pytautline as tl

mesh = tl.Mesh.open(Path(__file__).parents[1] / "data" / "floor_plan.geojson", radius=0.3)
starts, goals = mesh.random_points(10_000, seed=1), mesh.random_points(10_000, seed=2)

batch = mesh.paths(starts, goals)
found = batch.found
print(f"{found.sum()} of {len(batch)} queries have a path; the mean length is {batch.lengths[found].mean():.2f}")
print(f"the longest has {max(len(points) for points in batch)} waypoints")
for status in (tl.Status.UNREACHABLE, tl.Status.START_OUTSIDE):
    print(f"{status.reason}: {(batch.status == status).sum()}")
