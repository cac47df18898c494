// Shapes as the caller writes them, made into GeoJSON. The compiled engine calls these functions.
import { kindOf, pairs, place } from "./arguments.js";

/** The lists of shapes of a floor, and their kinds in GeoJSON. */
const kinds = { walkable: "walkable", obstacles: "obstacle", walls: "wall", areas: "area", doors: "door" };
const known = [...Object.keys(kinds), "links", "floors", "connections"];

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isGeoJson = (value) => typeof value === "string" || (isObject(value) && "type" in value);

function check(name, value, names) {
  if (!isObject(value)) throw new TypeError(`${name}: expected an object, not ${kindOf(value)}`);
  for (const own of Object.keys(value)) {
    if (!names.includes(own)) throw new TypeError(`${name}: no "${own}"; there are ${names.join(", ")}`);
  }
  return value;
}

function list(name, value) {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new TypeError(`${name}: expected a list, not ${kindOf(value)}`);
}

function floorOf(name, floor) {
  if (Number.isInteger(floor) && floor >= 0 && floor < 2 ** 32) return floor;
  throw new RangeError(`${name}: no floor has the number ${floor}`);
}

const feature = (kind, type, coordinates, properties) => ({
  type: "Feature",
  properties: { kind, ...properties },
  geometry: { type, coordinates },
});

/** Returns a cost; text would lose one that is not finite. */
function costOf(name, cost) {
  if (typeof cost === "number" && !Number.isFinite(cost)) throw new RangeError(`${name}: the cost is ${cost}`);
  return cost;
}

/** Returns the feature of a polygon: a ring, or a ring with holes. */
function polygon(name, value, kind, properties) {
  const isWhole = isObject(value) && "exterior" in value;
  const { exterior, holes } = isWhole ? check(name, value, ["exterior", "holes"]) : { exterior: value };
  const ring = (points, number) => pairs(isWhole ? `${name}, ring ${number}` : name, points);
  return feature(kind, "Polygon", [exterior, ...list(`${name}.holes`, holes)].map(ring), properties);
}

/** Returns the feature of a shape of one of the lists of a floor. */
function ofList(name, role, value) {
  const kind = kinds[role];
  if (role === "walls") return feature(kind, "LineString", pairs(name, value));
  if (role === "areas") {
    const { polygon: ground, cost, name: called } = check(name, value, ["polygon", "cost", "name"]);
    return polygon(`${name}.polygon`, ground, kind, { cost: costOf(name, cost), name: called });
  }
  if (role === "doors") {
    const { line, name: called } = check(name, value, ["line", "name"]);
    return feature(kind, "LineString", pairs(`${name}.line`, line), { name: called });
  }
  return polygon(name, value, kind);
}

function link(name, value) {
  const given = check(name, value, ["start", "end", "cost", "oneWay", "name"]);
  const ends = [place(`${name}.start`, given.start), place(`${name}.end`, given.end)];
  const properties = { name: given.name, cost: costOf(name, given.cost), one_way: given.oneWay };
  if (ends.some(([, , floor]) => floor >= 0)) properties.layers = ends.map(([, , floor]) => (floor >= 0 ? floor : 0));
  return feature("link", "LineString", ends.map(([x, y]) => [x, y]), properties);
}

function connection(name, value) {
  const { line, floors } = check(name, value, ["line", "floors"]);
  const layers = list(`${name}.floors`, floors).map((floor) => floorOf(`${name}.floors`, floor));
  return feature("floor_connection", "LineString", pairs(`${name}.line`, line), { layers });
}

/** Returns the features of shapes, and the name of each in messages. */
function features(shapes, ground = 0) {
  const [found, names] = [[], []];
  const add = (name, own) => {
    names.push(name);
    found.push(own);
  };
  const addFloor = (before, layer, floor) => {
    for (const role of Object.keys(kinds)) {
      list(before + role, floor[role]).forEach((value, number) => {
        const name = `${before}${role}[${number}]`;
        const own = ofList(name, role, value);
        if (layer > 0) own.properties.layer = layer;
        add(name, own);
      });
    }
  };
  addFloor("", ground, check("shapes", shapes, known));
  for (const [number, floor] of Object.entries(check("floors", shapes.floors ?? {}, Object.keys(shapes.floors ?? {})))) {
    const name = `floors[${number}]`;
    addFloor(`${name}.`, floorOf("floors", Number(number)), check(name, floor, Object.keys(kinds)));
  }
  list("connections", shapes.connections).forEach((value, number) => add(`connections[${number}]`, connection(`connections[${number}]`, value)));
  list("links", shapes.links).forEach((value, number) => add(`links[${number}]`, link(`links[${number}]`, value)));
  return { found, names };
}

/** Returns the GeoJSON text of shapes, or of what is GeoJSON already. Shapes of no floor of their own lie on `ground`. */
export function geojson(name, value, ground) {
  if (typeof value === "string") return value;
  if (!isObject(value)) throw new TypeError(`${name}: expected shapes or GeoJSON, a text or an object, not ${kindOf(value)}`);
  return JSON.stringify(isGeoJson(value) ? value : { type: "FeatureCollection", features: features(value, ground).found });
}

/** Returns a message about features in the names of the shapes that became them. */
export function inWords(value, message) {
  if (isGeoJson(value)) return message;
  const { names } = features(value);
  return message.replace(/feature (\d+)( "(?:[^"\\]|\\.)*")?/g, (own, number) => names[number] ?? own);
}

/** Returns a row for each shape: its kind, two floors, its name, its cost, whether it is one-way, its rings. */
export function rows(name, value, ground) {
  if (!isObject(value)) throw new TypeError(`${name}: expected shapes, not ${kindOf(value)}`);
  if (isGeoJson(value)) throw new TypeError(`${name}: GeoJSON needs the whole package, not its core`);
  return features(value, ground).found.map(({ properties: own, geometry: { type, coordinates } }) => {
    const rings = (type === "Polygon" ? coordinates : [coordinates]).map((ring) => Float64Array.from(ring.flat()));
    const [from, to] = own.layers ?? [own.layer ?? ground, own.layer ?? ground];
    return [own.kind, from, to, own.name, own.cost, own.one_way, ...rings];
  });
}

/** Returns a message about shapes by role and number in the names of the shapes. */
export function inWordsOfRoles(value, message) {
  const roles = { "walkable outline": "walkable", obstacle: "obstacles", wall: "walls", door: "doors", link: "links", "floor connection": "connections" };
  const floor = /^floor (\d+): /.exec(message)?.[1];
  const before = floor !== undefined && value.floors?.[floor] !== undefined ? `floors[${floor}].` : "";
  return message.replace(/\b(walkable outline|obstacle|wall|door|link|floor connection) (\d+)\b/g, (_, role, number) => {
    const isFree = role === "link" || role === "floor connection";
    return `${isFree ? "" : before}${roles[role]}[${number}]`;
  });
}

/** Returns the GeoJSON text of the shape that comes in place of one of a kind, which lends it the properties that are not given. */
export function replacement(name, kind, value, kept) {
  if (isGeoJson(value)) return geojson(name, value);
  if (kind === "links") return JSON.stringify(link(name, { ...kept, ...check(name, value, ["start", "end", "cost", "oneWay", "name"]) }));
  if (kind === "connections") return JSON.stringify(connection(name, value));
  const part = { areas: "polygon", doors: "line" }[kind];
  const whole = part && !(isObject(value) && part in value) ? { [part]: value } : value;
  return JSON.stringify(ofList(name, kind, part ? { ...kept, ...whole } : whole));
}
