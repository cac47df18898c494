use crate::backend::WritePath;
use glam::DVec2;
use proptest::prelude::*;

use super::*;
use crate::mesh::{ClosedDoors, EdgeId, MeshPatch, PatchCell, RawMesh};
use crate::path::PathSummary;

/// The number of squares in a row, each of side 2.
const ROW: u32 = 5;

/// The corners of a square.
fn square(slot: u32) -> [DVec2; 4] {
    let low = 2.0 * DVec2::new((slot % ROW).into(), (slot / ROW).into());
    [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(|corner| low + DVec2::from(corner))
}

fn squares() -> NavMesh {
    squares_without(None)
}

fn squares_without(missing: Option<u32>) -> NavMesh {
    let line = ROW + 1;
    let points =
        (0..line * line).map(|i| [f64::from(i % line), f64::from(i / line)].map(|v| 2.0 * v));
    let cells: Vec<[u32; 4]> = (0..ROW * ROW)
        .filter(|&slot| Some(slot) != missing)
        .map(|slot| slot / ROW * line + slot % ROW)
        .map(|low| [low, low + 1, low + line + 1, low + line])
        .collect();
    let cells: Vec<&[u32]> = cells.iter().map(|cell| &cell[..]).collect();
    NavMesh::from_raw(&RawMesh::of_cells(points, &cells)).unwrap()
}

fn path_of(points: &[DVec2]) -> Path {
    let mut path = Path::default();
    for &point in points {
        path.push_waypoint(point);
    }
    path.finish(PathSummary::default());
    path
}

/// A block of squares that is replaced: each of its squares is left out, returns, or returns as two triangles.
#[derive(Debug, Clone)]
struct BlockEdit {
    low: [u32; 2],
    size: [u32; 2],
    kinds: Vec<u8>,
}

fn step() -> impl Strategy<Value = BlockEdit> {
    let low = [0..ROW, 0..ROW];
    let size = [1..=3_u32, 1..=3_u32];
    let kinds = prop::collection::vec(0_u8..4, 9);
    (low, size, kinds).prop_map(|(low, size, kinds)| BlockEdit { low, size, kinds })
}

/// Lattice points, so that legs touch corners and run along sides.
fn polylines() -> impl Strategy<Value = Vec<Vec<DVec2>>> {
    let point = [0..=4 * ROW, 0..=4 * ROW].prop_map(|[x, y]| DVec2::new(x.into(), y.into()) / 2.0);
    prop::collection::vec(prop::collection::vec(point, 1..5), 40)
}

impl BlockEdit {
    /// Applies the step; `None` if the patch is refused.
    fn apply(&self, mesh: &mut NavMesh) -> Option<WallChange> {
        let places = (0..ROW * ROW).filter(|slot| {
            let at = [slot % ROW, slot / ROW];
            (0..2)
                .all(|axis| (self.low[axis]..self.low[axis] + self.size[axis]).contains(&at[axis]))
        });
        let (mut removed, mut cells) = (Vec::new(), Vec::new());
        for (place, kind) in places.zip(&self.kinds) {
            let [a, b, c, d] = square(place);
            let centre = a.midpoint(c);
            let inside = mesh.cell_ids().filter(|cell| {
                let held = mesh.centroid(cell.slot);
                (held - centre).abs().cmple(DVec2::ONE).all()
            });
            removed.extend(inside);
            match kind {
                0 => {}
                1 => cells.extend([PatchCell::new([a, b, c]), PatchCell::new([a, c, d])]),
                _ => cells.push(PatchCell::new([a, b, c, d])),
            }
        }
        let patch = MeshPatch { removed, cells, ..MeshPatch::default() };
        let before = WallsBefore::patch(mesh, &patch);
        let report = mesh.apply_patch(&patch).ok()?;
        Some(before.after_patch(mesh, &report))
    }
}

/// Follows a change, and compares with the test of whole paths.
fn assert_follows(watch: &mut PathWatch, change: &WallChange, mesh: &NavMesh) {
    let whole: Vec<WatchKey> = watch.keys().filter(|&key| !watch.is_broken(key)).collect();
    let expected: Vec<BrokenPath> = whole
        .into_iter()
        .filter_map(|key| {
            let leg = watch.path(key)?.first_blocked_leg(mesh)?;
            Some(BrokenPath { key, leg })
        })
        .collect();
    for broken in &expected {
        let path = watch.path(broken.key).unwrap();
        assert!(change.concerns(path, 0, mesh), "{change:?} breaks leg {} of {path:?}", broken.leg);
        let rest = Path::through(path.waypoints()[broken.leg..].iter().copied(), []);
        // Alone, a leg may be walked on the other side of a wall.
        let is_concerned =
            change.concerns(&rest, 0, mesh) || rest.first_blocked_leg(mesh).is_none();
        assert!(is_concerned, "{change:?} breaks {rest:?}");
    }
    assert_eq!(watch.follow(change, mesh), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_paths_that_break_are_those_that_the_whole_test_finds(
        steps in prop::collection::vec(step(), 1..12),
        lines in polylines(),
    ) {
        let mut mesh = squares();
        let mut watch = PathWatch::new();
        for (index, step) in steps.iter().enumerate() {
            for line in lines.iter().skip(index).step_by(3) {
                let path = path_of(line);
                let query = PathQuery::new(line[0], line[line.len() - 1]);
                let is_whole = path.still_valid(&mesh);
                prop_assert_eq!(watch.add(&query, path, &mesh).is_some(), is_whole);
            }
            if let Some(change) = step.apply(&mut mesh) {
                assert_follows(&mut watch, &change, &mesh);
            }
            let stale: Vec<WatchKey> = watch.keys().filter(|&key| watch.is_broken(key)).collect();
            for key in stale {
                watch.remove(key);
            }
        }
    }

    #[test]
    fn doors_break_the_paths_that_the_whole_test_finds(
        toggles in prop::collection::vec(prop::collection::vec(0..4 * ROW * ROW, 1..4), 1..10),
        lines in polylines(),
    ) {
        let open = std::sync::Arc::new(squares());
        let mut doors = ClosedDoors::new(&open);
        let mut mesh = open.with_doors(&doors).unwrap();
        let mut watch = PathWatch::new();
        for (index, edges) in toggles.iter().enumerate() {
            for line in lines.iter().skip(index).step_by(3) {
                watch.add(&PathQuery::new(line[0], line[0]), path_of(line), &mesh);
            }
            for &edge in edges {
                let edge = EdgeId(edge);
                let is_closed = mesh.edge(edge).is_wall();
                if is_closed { doors.open_edge(edge) } else { doors.close_edge(edge) }.unwrap();
            }
            let changed = edges.iter().map(|&edge| EdgeId(edge));
            let beside = changed.flat_map(|edge| {
                let open = open.edge(edge);
                [Some(open.cell_slot()), open.neighbor_slot()].into_iter().flatten()
            });
            let before = WallsBefore::doors(&mesh, beside.collect::<Vec<_>>());
            mesh.set_doors(&doors).unwrap();
            assert_follows(&mut watch, &before.after_doors(&mesh), &mesh);
        }
    }
}

#[test]
fn a_rebuild_walks_all_paths_again() {
    let mesh = squares();
    let mut watch = PathWatch::new();
    let points = [[1.0, 1.0], [9.0, 1.0], [9.0, 9.0]].map(DVec2::from);
    let query = PathQuery::new(points[0], points[2]);
    let key = watch.add(&query, path_of(&points), &mesh).unwrap();
    let other = watch.add(&query, path_of(&points[1..]), &mesh).unwrap();
    let rebuilt = squares_without(Some(2));
    let change = WallsBefore::whole(&mesh).after_rebuild(&rebuilt);
    assert_eq!(watch.follow(&change, &rebuilt), [BrokenPath { key, leg: 0 }]);
    assert!(watch.is_broken(key) && !watch.is_broken(other));
    assert!(watch.replace(key, path_of(&points[1..]), &rebuilt) && !watch.is_broken(key));
}

#[test]
fn a_wall_is_gone_though_another_floor_has_one_in_its_place() {
    let points = (0..6).map(|i| [f64::from(i % 3), f64::from(i / 3)]);
    let (left, right): (&[u32], &[u32]) = (&[0, 1, 4, 3], &[1, 2, 5, 4]);
    let floors = |cells: &[&[u32]], layers: &[u32]| {
        let mut raw = RawMesh { layers: layers.to_vec(), ..RawMesh::default() };
        raw.positions = points.clone().map(DVec2::from).collect();
        cells.iter().for_each(|cell| raw.push_cell(cell));
        raw
    };
    let before = NavMesh::from_raw(&floors(&[left, left], &[0, 1])).unwrap();
    let mut raw = floors(&[left, left, right], &[0, 1, 0]);
    // The squares of floor 0 are joined.
    (raw.neighbors[1], raw.neighbors[11]) = (Some(2), Some(0));
    let after = NavMesh::from_raw(&raw).unwrap();
    let change = WallsBefore::whole(&before).after_rebuild(&after);
    assert_eq!(change.opened(), [[[1.0, 0.0], [1.0, 1.0]].map(DVec2::from)]);
}

#[test]
fn a_wall_that_goes_bounds_the_gain_by_the_way_over_it() {
    let mesh = squares();
    let points = [[1.0, 1.0], [9.0, 1.0]].map(DVec2::from);
    let mut watch = PathWatch::new();
    let long = [points[0], DVec2::new(5.0, 9.0), points[1]];
    let query = PathQuery::new(points[0], points[1]);
    let key = watch.add(&query, path_of(&long), &mesh).unwrap();
    let straight = watch.add(&query, path_of(&points), &mesh).unwrap();
    let missing = watch.add_missing(&query);
    let wall = [[5.0, 4.0], [5.0, 9.0]].map(DVec2::from);
    let change = WallChange { opened: vec![wall], ..WallChange::default() };
    let gains = watch.possible_gains(&change, &mesh);
    assert_eq!(gains.iter().map(|gain| gain.key).collect::<Vec<_>>(), [missing, key]);
    assert_eq!(gains[0].most, f64::INFINITY);
    // Over the lower end of the wall: 2 · 5 instead of 2 · √(16 + 64).
    assert!((gains[1].most - (2.0 * 80_f64.sqrt() - 10.0)).abs() < 1e-9);
    assert!(watch.possible_gains(&WallChange::default(), &mesh).is_empty());
    assert_eq!(watch.remove(straight).map(|path| path.length()), Some(8.0));
}

#[test]
fn the_way_over_a_segment_is_the_least_over_its_points() {
    let ends = [DVec2::new(-1.0, 2.0), DVec2::new(3.0, 1.0)];
    let walls = [[[0.0, 0.0], [2.0, 0.0]], [[1.0, 0.0], [1.0, 5.0]], [[4.0, 4.0], [5.0, -3.0]]];
    for wall in walls.map(|wall| wall.map(DVec2::from)) {
        let at = |share: f64| wall[0].lerp(wall[1], share);
        let way = |point: DVec2| ends[0].distance(point) + point.distance(ends[1]);
        let sampled =
            (0..=10_000).map(|i| way(at(f64::from(i) / 1e4))).fold(f64::INFINITY, f64::min);
        let least = gains::over_segment(wall, ends);
        assert!(least <= sampled + 1e-12 && sampled - least < 1e-6, "{wall:?}");
    }
}
