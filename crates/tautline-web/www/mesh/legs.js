// A path over floors, divided into lines that lie on one floor each.

const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** The corners of a cell as points. */
function cornersOf({ offsets, points }, cell) {
  return Array.from({ length: offsets[cell + 1] - offsets[cell] }, (_, i) => [points[2 * (offsets[cell] + i)], points[2 * (offsets[cell] + i) + 1]]);
}

/** The two corners that two cells have in common, or null. */
function commonEdge(cells, one, other) {
  const others = cornersOf(cells, other);
  const shared = cornersOf(cells, one).filter((corner) => others.some((far) => same(corner, far)));
  return shared.length >= 2 ? [shared[0], shared.at(-1)] : null;
}

/** The point at which the line from a to b crosses that through p and q; a if they are parallel. */
function crossing(a, b, [p, q]) {
  const [dx, dy, ex, ey] = [b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]];
  const area = dx * ey - dy * ex;
  const share = area === 0 ? 0 : Math.min(1, Math.max(0, ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / area));
  return [a[0] + share * dx, a[1] + share * dy];
}

/** The changes of floor along the cells of a path: the new floor, and the edge on which it changes if there is one. */
function changesOf(path, cells, cellFloors) {
  const changes = [];
  for (let i = 1; i < path.cells.length; i += 1) {
    const [before, after] = [path.cells[i - 1], path.cells[i]];
    if (cellFloors[before] !== cellFloors[after]) changes.push({ floor: cellFloors[after], edge: commonEdge(cells, before, after) });
  }
  return changes;
}

/**
 * Divides a path. `path` has points, floors and cells; `cells` and `cellFloors` are those of its mesh.
 * @returns {{floor: number, points: number[]}[]}
 */
export function legsOf(path, cells, cellFloors) {
  const { points, floors } = path;
  const changes = changesOf(path, cells, cellFloors);
  let leg = { floor: floors[0], points: [points[0], points[1]] };
  const legs = [leg];
  const begin = (floor, at) => {
    leg = { floor, points: [...at] };
    legs.push(leg);
  };
  for (let i = 1; i < floors.length; i += 1) {
    const [a, b] = [points.subarray(2 * i - 2, 2 * i), points.subarray(2 * i, 2 * i + 2)];
    while (leg.floor !== floors[i]) {
      const { floor, edge } = changes.shift() ?? { floor: floors[i], edge: null };
      const at = edge ? crossing(a, b, edge) : a;
      leg.points.push(...at);
      begin(floor, at);
    }
    leg.points.push(...b);
  }
  return legs;
}
