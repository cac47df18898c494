// What a program in TypeScript may write; the compiler is the test.
import { Grid, Mesh, type NoPath, type Path } from "tautline";

const mesh: Mesh = Mesh.build("{}", { radius: 0.5, fill: "even-odd" });
const path: Path = mesh.path([1, 2], new Float64Array([3, 4]), { goalPolicy: "nearest" });
const points: Float64Array = path.points;
const proof: "optimal" | "bounded" = path.guarantee;
const grid = new Grid(4, 4);
grid.setOptions({ engine: "jump-points", neighbors: 8 });
const near: Float64Array | undefined = mesh.nearest([1, 2]);

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

console.log(points, proof, near);
