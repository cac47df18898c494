// Crowds: arrays in and out, live maps under them, saved bytes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Crowd, LiveMesh, Mesh } from "tautline";

const rect = (x0, y0, x1, y1) => [x0, y0, x1, y0, x1, y1, x0, y1];
const hall = rect(0, 0, 20, 8);
const walls = [[10, 0, 10, 3], [10, 5, 10, 8]];
const thin = () => Mesh.build({ walkable: [hall], walls }, { radius: 0.3 });

function twoGroups(map) {
  const crowd = new Crowd(map);
  const left = crowd.add(Array.from({ length: 5 }, (_, i) => [1 + (i % 3), 2 + i]), { radius: 0.3 });
  const right = crowd.add(Array.from({ length: 5 }, (_, i) => ({ x: 19 - (i % 3), y: 2 + i })), { radius: 0.3, maxSpeed: [1, 1.1, 1.2, 1.3, 1.4] });
  crowd.goTo(left, Float64Array.of(18, 2, 18, 3, 18, 4, 18, 5, 18, 6));
  crowd.goTo(right, { x: 1.5, y: 4 });
  return { crowd, left, right };
}

function walk(crowd, seconds) {
  const events = [];
  for (let turn = 0; turn < 10 * seconds; turn += 1) events.push(...crowd.step(0.1).events);
  return events;
}

test("two groups pass one another through a gap and touch no one", () => {
  const { crowd, left, right } = twoGroups(thin());
  assert.deepEqual([crowd.size, crowd.positions.length, [...crowd.agents]], [10, 20, [...left, ...right]]);
  let nearest = Infinity;
  for (let turn = 0; turn < 900; turn += 1) {
    crowd.step(0.1);
    const { positions: at } = crowd;
    for (let a = 0; a < 10; a += 1) for (let b = 0; b < a; b += 1) nearest = Math.min(nearest, Math.hypot(at[2 * a] - at[2 * b], at[2 * a + 1] - at[2 * b + 1]));
  }
  assert.ok(nearest > 0.59, `${nearest}`); // two radii, up to a hundredth
  assert.deepEqual([...crowd.states], Array(10).fill(3));
  assert.ok(crowd.positions.subarray(0, 10).every((x, axis) => axis % 2 === 1 || x > 15));
  assert.ok(Math.abs(crowd.time - 90) < 1e-9);
});

test("the same calls give the same bits, and so do saved bytes", () => {
  const mesh = thin();
  const crowds = [twoGroups(mesh).crowd, twoGroups(mesh).crowd];
  for (const crowd of crowds) walk(crowd, 6);
  crowds.push(Crowd.fromBytes(crowds[0].toBytes(), [mesh]));
  for (let turn = 0; turn < 100; turn += 1) {
    const [first, ...others] = crowds.map((crowd) => [crowd.step(0.1), crowd.positions, crowd.velocities]);
    for (const other of others) assert.deepEqual(other, first);
  }
  const bytes = crowds[0].toBytes();
  assert.throws(() => Crowd.fromBytes(bytes.slice(1), [mesh]), Error);
  assert.throws(() => Crowd.fromBytes(bytes, []), /maps: expected a map/);
  assert.throws(() => Crowd.fromBytes(bytes, [mesh], [7]), /fields: expected distance fields/);
});

test("edits of a live mesh turn agents by themselves", () => {
  const live = LiveMesh.build({ walkable: [hall], doors: [{ line: [10, 0, 10, 8], name: "gate" }] }, { radius: 0.3 });
  const crowd = new Crowd(live);
  const [agent] = crowd.add([1, 4], { radius: 0.3 });
  crowd.goTo(agent, [18, 4]);
  walk(crowd, 2);
  const [straight] = crowd.waysLeft;
  const [block] = live.edit({ add: { obstacles: [rect(8, 2, 9, 8)] } });
  crowd.step(0.1);
  assert.ok(crowd.waysLeft[0] > straight);
  assert.ok(crowd.waypoints(agent).some((y, axis) => axis % 2 === 1 && y < 2));
  live.edit({ remove: block });
  live.closeDoor("gate");
  const [event] = crowd.step(0.1).events.filter(({ kind }) => kind === "no-path");
  assert.deepEqual([event.agent, event.reason], [agent, "closed-off"]);
  assert.deepEqual([crowd.states[0], crowd.whyWaiting(agent).reason], [2, "closed-off"]);
  live.openDoor("gate");
  assert.deepEqual(walk(crowd, 15).map(({ kind }) => kind), ["arrived"]);
  assert.equal(crowd.whyWaiting(agent), undefined);
  live.edit({ add: { obstacles: [rect(17, 3, 19, 5)] } });
  live.free(); // the crowd keeps the map
  const [moved] = crowd.step(0.1).events;
  assert.deepEqual([moved.kind, moved.distance > 0.5], ["moved", true]);
});

test("cheaper ground counts for those who walk", () => {
  const live = LiveMesh.build({ walkable: [hall], areas: [{ polygon: rect(5, 0, 15, 7), cost: 9, name: "mud" }] });
  const crowd = new Crowd(live);
  const [agent] = crowd.add([1, 1], { radius: 0.2 });
  const highest = () => Math.max(...crowd.waypoints(agent).filter((_, axis) => axis % 2 === 1));
  crowd.goTo(agent, [19, 1]);
  crowd.step(0.1);
  assert.ok(highest() > 6.9);
  live.edit({ remove: live.keysNamed("mud") });
  crowd.step(0.1);
  assert.ok(highest() < 2);
});

test("classes of two sizes walk on maps of their own", () => {
  const gap = [[10, 0, 10, 3.5], [10, 4.5, 10, 8]];
  const [small, large] = [0.3, 0.8].map((radius) => LiveMesh.build({ walkable: [hall], walls: gap }, { radius }));
  const crowd = new Crowd(small);
  const agentClass = crowd.addClass(large);
  const [narrow] = crowd.add([1, 4], { radius: 0.3 });
  const [wide] = crowd.add([3, 4], { radius: 0.8, agentClass });
  crowd.goTo([narrow, wide], [18, 4]);
  const kinds = Object.fromEntries(walk(crowd, 20).map(({ kind, agent }) => [kind, agent]));
  assert.deepEqual(kinds, { arrived: narrow, "no-path": wide });
  assert.throws(() => crowd.add([3, 6], { radius: 0.8 }), /0.8/);
  assert.throws(() => crowd.add([3, 6], { agentClass: 2 }), /no class 2/);
  const again = Crowd.fromBytes(crowd.toBytes(), [small, large]);
  assert.deepEqual(again.positions, crowd.positions);
});

test("a field serves many, and saved bytes take it again", () => {
  const mesh = thin();
  const exits = mesh.distanceField([19, 1, 19, 7]);
  const crowd = new Crowd(mesh);
  const agents = crowd.add(Array.from({ length: 20 }, (_, i) => [1 + (i >> 2), 1 + (i % 4)]), { radius: 0.25 });
  crowd.flowTo(agents, exits);
  crowd.flowTo(agents.subarray(0, 3), exits);
  walk(crowd, 3);
  const again = Crowd.fromBytes(crowd.toBytes(), [mesh], [exits]);
  for (const both of [crowd, again]) {
    assert.notDeepEqual(walk(both, 60), []);
    assert.ok(both.positions.every((x, axis) => axis % 2 === 1 || x > 16));
  }
  assert.deepEqual(again.positions, crowd.positions);
  assert.ok(crowd.goals.every(Number.isNaN));
  assert.throws(() => Crowd.fromBytes(crowd.toBytes(), [mesh]), Error);
});

test("a field that is replaced turns those who follow it, and saved bytes take the new one", () => {
  const live = LiveMesh.build({ walkable: [hall] }, { radius: 0.3 });
  const exits = () => live.mesh.distanceField([19, 1, 1, 7]);
  const first = exits();
  const crowd = new Crowd(live);
  const agents = crowd.add([14, 4, 15, 4], { radius: 0.25 });
  assert.throws(() => crowd.replaceField(first, first), { name: "RangeError", message: "no agent was sent along the old field" });
  crowd.flowTo(agents, first);
  walk(crowd, 1);
  assert.ok(crowd.positions[0] > 14.5);
  live.edit({ add: { walls: [[17, 0, 17, 8]] } });
  const second = exits();
  crowd.replaceField(first, second);
  assert.throws(() => crowd.replaceField(first, second), RangeError);
  walk(crowd, 4);
  const again = Crowd.fromBytes(crowd.toBytes(), [live], [second]);
  for (const both of [crowd, again]) assert.deepEqual(walk(both, 20).map(({ kind }) => kind), ["arrived", "arrived"]);
  assert.ok(crowd.positions.every((x, axis) => axis % 2 === 1 || x < 3));
  assert.deepEqual(again.positions, crowd.positions);
});

test("the program leads, pushes, warps and stops", () => {
  const tunnel = { start: [19, 4], end: [1, 4], name: "tunnel", cost: 0.1, oneWay: true };
  const crowd = new Crowd(Mesh.build({ walkable: [hall], links: [tunnel] }, { radius: 0.3 }));
  const [player] = crowd.add([10, 4], { radius: 0.3, driven: true });
  const agents = crowd.add([9, 4, 12, 2], { radius: 0.3 });
  crowd.drive(player, [11, 4], [1, 0]);
  assert.deepEqual([...crowd.positions.subarray(0, 2)], [11, 4]);
  assert.deepEqual([...crowd.states], [4, 0, 0]);
  crowd.push(agents, [9, 100, 12, 3]);
  assert.ok(Math.abs(crowd.positions[3] - 7.7) < 1e-9 && crowd.positions[5] === 3);
  crowd.warp(agents[0], [18.5, 4]);
  crowd.goTo(agents[0], [1.5, 4]);
  const [event] = walk(crowd, 5);
  assert.deepEqual([event.kind, event.agent], ["at-link", agents[0]]);
  crowd.warp(agents[0], event.point);
  assert.deepEqual(walk(crowd, 3).map(({ kind }) => kind), ["arrived"]);
  crowd.goTo(agents, [15, 4]);
  crowd.stop(agents);
  assert.deepEqual([...crowd.states.subarray(1)], [0, 0]);
  crowd.setOptions(agents, { maxSpeed: [0.5, 0.25], priority: 9 });
  crowd.goTo(agents, [15, 4]);
  walk(crowd, 2);
  const speeds = [1, 2].map((row) => Math.hypot(...crowd.velocities.subarray(2 * row, 2 * row + 2)));
  assert.ok(Math.abs(speeds[0] - 0.5) < 0.1 && Math.abs(speeds[1] - 0.25) < 0.05, String(speeds));
  crowd.stop(agents);
  walk(crowd, 1);
  assert.ok([...crowd.headings.subarray(2)].every(Number.isNaN));
  crowd.setOptions(agents, { maxTurningRate: [1, 2] });
  crowd.face(agents, [[0, 2], [-3, 0]]);
  assert.deepEqual([...crowd.headings.subarray(2)], [0, 1, -1, 0]);
  assert.throws(() => crowd.face(agents, [0, 0]), /heading/);
  crowd.remove([...agents, agents[0]]);
  assert.deepEqual([...crowd.agents], [player]);
});

test("numbers of agents stay exact where agents come and go", () => {
  const crowd = new Crowd(Mesh.build({ walkable: [hall] }));
  const seen = new Set();
  for (let turn = 0; turn < 3000; turn += 1) {
    const [agent] = crowd.add([2, 2]);
    assert.ok(Number.isSafeInteger(agent) && !seen.has(agent));
    seen.add(agent);
    crowd.remove(agent);
    assert.throws(() => crowd.remove(agent), RangeError);
  }
});

test("wrong calls are errors and change nothing", () => {
  const wrong = [
    [(crowd) => crowd.add([50, 50]), /is off the walkable area/],
    [(crowd) => crowd.add([1, 1, 50, 50]), /is off the walkable area/],
    [(crowd) => crowd.add([1, 1], { speed: 2 }), /TypeError: options: no "speed"; there are radius, maxSpeed/],
    [(crowd) => crowd.add([1, 1], { radius: -1 }), /radius/],
    [(crowd) => crowd.add([1, 1], { priority: 1.5 }), /priority is a whole number/],
    [(crowd) => crowd.add([1, 1, 2, 2], { radius: [0.1, 0.1, 0.1] }), /radius has 3 numbers for 2 agents/],
    [(crowd) => crowd.add([1, 1], { search: "fast" }), /search: expected/],
    [(crowd) => crowd.goTo(12345, [1, 1]), /RangeError: no agent has the number 12345/],
    [(crowd) => crowd.goTo(0.5, [1, 1]), /no agent has the number 0.5/],
    [(crowd) => crowd.goTo(crowd.agents, [1, 1, 1, 1, 1, 1]), /there are 2 agents and 3 points/],
    [(crowd) => crowd.goTo(crowd.agents, [NaN, 1]), /NaN/],
    [(crowd) => crowd.warp(crowd.agents, [50, 50]), /is off the walkable area/],
    [(crowd) => crowd.setOptions(crowd.agents, { driven: true }), /driven is an option of a new agent/],
    [(crowd) => crowd.step(NaN), /NaN/],
    [(crowd) => crowd.step(-1), /-1/],
    [() => new Crowd(5), /TypeError: map: expected a Mesh or a LiveMesh/],
    [() => new Crowd({}), /TypeError: map: expected a Mesh or a LiveMesh/],
    [(crowd) => crowd.waypoints(3), /no agent/],
  ];
  for (const [call, message] of wrong) {
    const crowd = new Crowd(Mesh.build({ walkable: [hall] }));
    crowd.add([2, 2, 4, 4]);
    assert.throws(() => call(crowd), message);
    assert.deepEqual([...crowd.positions], [2, 2, 4, 4], String(call));
  }
});
