"""Build a mesh from shapes, find a path, handle a query without one."""

import shapely

import pytautline as tl

room = shapely.box(0, 0, 10, 8)
shelf = shapely.box(4, 2, 6, 7)
mesh = tl.Mesh.build(walkable=room, obstacles=shelf, radius=0.25)

path = mesh.path((1, 4), (9, 4))
print(f"{path.length:.3f} map units, {path.guarantee}")
for x, y in path.points:
    print(f"  {x:.3f}, {y:.3f}")

try:
    mesh.path((1, 4), (5, 5))
except tl.NoPath as error:
    print(f"{error.reason}: {error.explanation}")
