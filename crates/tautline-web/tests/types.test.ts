// What a program in TypeScript may write; the compiler is the test.
import { Crowd, Grid, LiveMesh, Mesh, RadiusSet, Surface, type Along, type CrowdEvent, type Hits, type NoPath, type Path, type Shapes } from "tautline";
import { Mesh as CoreMesh, type Path as CorePath } from "tautline/core";

const mesh: Mesh = Mesh.build("{}", { radius: 0.5, fill: "even-odd" });
const path: Path = mesh.path([1, 2], new Float64Array([3, 4]), { goalPolicy: "nearest" });
const points: Float64Array = path.points;
const proof: "optimal" | "bounded" = path.guarantee;
const grid = new Grid(4, 4);
grid.setOptions({ engine: "jump-points", neighbors: 8 });
const near: Float64Array | undefined = mesh.nearest({ x: 1, y: 2 });

const house: Shapes = {
  floors: { 0: { walkable: [[0, 0, 9, 0, 9, 9]] }, 1: { walkable: [{ exterior: [{ x: 0, y: 0 }, [9, 0], [9, 9]], holes: [] }] } },
  connections: [{ line: [0, 0, 9, 0], floors: [0, 1] }],
  links: [{ start: { x: 1, y: 1, floor: 0 }, end: [1, 1, 1], oneWay: true }],
};
const live = LiveMesh.build(house, { recorded: true });
const keys: Float64Array = live.edit({ add: { obstacles: [[1, 1, 2, 1, 2, 2]] }, remove: 7, move: [{ key: 1, by: [1, 0] }] });
const watched: Path | undefined = live.watched(live.watch([1, 1], [2, 2]));
const hits: Hits = live.mesh.rays([[1, 1], { x: 2, y: 2 }], [3, 3]);
const crowd = new Crowd(live);
crowd.goTo(crowd.add([1, 1], { radius: [0.4], agentClass: crowd.addClass(mesh) }), [2, 2]);
const events: CrowdEvent[] = crowd.step(0.1, { maxExpanded: 1000 }).events;
for (const event of events) if (event.kind === "at-link") crowd.warp(event.agent, event.point);
const again: Crowd = Crowd.fromBytes(crowd.toBytes(), [live, mesh], [mesh.distanceField([1, 1])]);
const widths: number = RadiusSet.build(house, { step: 0.1 }).mesh(0.5).widest([1, 1], [2, 2]).width;
const any: { path: Path; goal?: number } = mesh.filtered({ forbid: ["mud"] }).pathToAny([1, 1], { segments: [1, 1, 2, 2] });
const angle: number[] = any.path.arcs().pieces.flatMap((piece) => (piece.kind === "arc" ? [piece.angle] : []));

const surface = Surface.fromNav(mesh.toNav());
const ground: Along = surface.along(surface.mesh.path([1, 2, surface.pick([1, 2, 3], 1, 1).floors[0]], [3, 4]), 0.5);
const far: Float64Array = mesh.pathTree([1, 1], surface.pick([1, 2, 3, 4, 5, 6], 1, 1)).distances;

try {
  grid.path([0.5, 0.5], [3.5, 3.5]);
} catch (error) {
  const { reason, nearest } = error as NoPath;
  console.log(reason, nearest?.[0]);
}

// @ts-expect-error an engine that there is not
grid.setOptions({ engine: "fast" });
// @ts-expect-error a start of the wrong type
mesh.path("1, 2", [3, 4]);
// @ts-expect-error a property that is only read
path.length = 4;
// @ts-expect-error a map that is none
new Crowd(grid);
// @ts-expect-error an edit that there is not
live.edit({ delete: 7 });
// @ts-expect-error a list of shapes that there is not
Mesh.build({ obstacle: [] });
// @ts-expect-error what the package calls itself
mesh.__map();

console.log(points, proof, near, keys, watched, hits, again, widths, angle, ground.heights, far);

const light: CoreMesh = CoreMesh.build(house);
const way: CorePath = light.path([1, 1], [2, 2]);
// @ts-expect-error what the core leaves out
light.distanceField([1, 1]);
console.log(way.length);
