// Baked levels: the mesh of a `.nav` file as a scene, and its heights.

/** The kinds whose shapes of one floor become one feature, and the geometry of that. */
const joined = { walkable: "MultiPolygon", area: "MultiPolygon", wall: "MultiLineString", floor_connection: "MultiLineString" };

/** The places among which the first ends are chosen. */
const placeCount = 12;

/** Returns the heights of a file, null for a mesh without any. */
function heightsOf({ Surface }, bytes) {
  try {
    return Surface.fromNav(bytes);
  } catch (error) {
    if (/has no heights/.test(error.message)) return null;
    throw error;
  }
}

/** Joins the cells, walls and connections of a floor to few features. All but doors are of the level: they stay as they are. */
function joinedFeatures(features) {
  const groups = new Map();
  for (const { properties, geometry } of features) {
    const type = joined[properties.kind] ?? geometry.type;
    const isJoined = type !== geometry.type;
    const key = isJoined ? JSON.stringify(properties) : groups.size;
    if (isJoined && groups.has(key)) groups.get(key).geometry.coordinates.push(geometry.coordinates);
    else {
      const coordinates = isJoined ? [geometry.coordinates] : geometry.coordinates;
      groups.set(key, { type: "Feature", properties: { ...properties, fixed: properties.kind !== "door" }, geometry: { type, coordinates } });
    }
  }
  return [...groups.values()];
}

/** Two ends on the ground: the pair of some random places that is farthest apart, of all pairs that a path joins. */
function endsOn(mesh) {
  const places = mesh.randomPoints(placeCount, { seed: 1 });
  const distances = mesh.distanceMatrix(places, places);
  const farthest = distances.reduce((best, distance, pair) => (Number.isFinite(distance) && distance > distances[best] ? pair : best), 0);
  const end = (place) => [...places.points.subarray(2 * place, 2 * place + 2), ...(places.floors[place] === 0 ? [] : [places.floors[place]])];
  return { start: end(Math.floor(farthest / placeCount)), goal: end(farthest % placeCount) };
}

/**
 * Opens a `.nav` file. Returns its scene, its heights, null without any, and a function that opens its mesh, which serves until a visitor
 * draws. Throws for a broken file.
 */
export function openLevel(engine, bytes) {
  const surface = heightsOf(engine, bytes);
  const openMesh = () => surface?.mesh ?? engine.Mesh.fromNav(bytes);
  const mesh = openMesh();
  const features = joinedFeatures(JSON.parse(mesh.toGeojson()).features);
  const scene = { features, ...endsOn(mesh), policy: "nearest-reachable", baked: true };
  mesh.free();
  return { scene, surface, openMesh };
}
