use std::sync::Arc;

use navmesh_core::{ClosedDoors, EdgeId, NavMesh, Path, PathQuery, RawMesh};
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_queries, tile_mesh};
use navmesh_testkit::worlds::tiles::{lattice_grid, slots};
use navmesh_testkit::{LinkOracle, MeshOracle, SplitMix64};

use super::placement::candidates;
use super::*;
use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::Index;
use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::portals::PortalOrder;
use crate::any_angle::index::predicates::RobustPredicate;
use crate::any_angle::objective::exploration::{Exploration, explore_on};
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::pruning::interval_bound::Span;
use crate::any_angle::search::node::End;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::pause::Pause;

/// Builds landmarks for worlds that are too small to have any by default.
fn with_landmarks(mesh: impl Into<Arc<NavMesh>>) -> AnyAngle {
    let finder = AnyAngle::new(mesh.into());
    let connections = finder.connections.both_ways(&finder.mesh);
    let mut index = Index {
        blocks: finder.index.blocks.clone(),
        order: PortalOrder::without_dead_ends(&finder.mesh, &connections),
        shortcut_blocks: finder.index.shortcut_blocks.clone(),
        landmarks: Arc::default(),
    };
    let landmarks = Landmarks::with::<RobustPredicate>(
        IndexedMesh { mesh: &finder.mesh, index: &index, connections: &connections },
        0,
    );
    index.order = finder.index.order.clone();
    index.landmarks = Arc::new(landmarks);
    AnyAngle { index: Arc::new(index), ..finder }
}

/// Explores in one go; returns the number of expansions, and whether the exploration is whole.
fn explored(exploration: &Exploration, workspace: &mut Workspace) -> (u64, bool) {
    let mut pause = Pause::default();
    explore_on::<RobustPredicate>(exploration, workspace, &mut pause);
    (pause.stats.expanded, pause.stage() == navmesh_core::Stage::Done)
}

fn meshes() -> impl Iterator<Item = (u64, NavMesh)> {
    let tiles = (0..80).filter_map(|seed| Some((seed, tile_mesh(&lattice_grid(seed))?)));
    tiles.chain((0..20).map(|seed| (1000 + seed, jittered_lattice(seed))))
}

#[test]
fn no_way_from_the_end_of_a_portal_to_a_goal_is_shorter_than_its_bound() {
    let (mut asked, mut sharper) = (0, 0);
    for (seed, mesh) in meshes() {
        let finder = with_landmarks(mesh);
        let (mesh, index) = (&*finder.mesh, &*finder.index);
        let portals = index.portals(mesh);
        let oracle = MeshOracle::new(mesh);
        for PathQuery { goal, .. } in mesh_queries(mesh, 4, seed) {
            if oracle.is_pinch(goal) || oracle.is_on_thin_wall(goal) {
                continue; // such a goal has no bounds
            }
            let Some(at) = mesh.incidences(goal).next() else { continue };
            let Some(goal_bounds) = index.landmarks.goal_bounds(portals, goal, at.cell.slot) else {
                continue;
            };
            for number in (0..mesh.edges().len() as u32).step_by(3) {
                if mesh.edges()[number as usize].is_wall() {
                    continue;
                }
                let portal = portals.get(number);
                let span = Span { right: portal.right(), left: portal.left() };
                let [right, left] = [span.right, span.left].map(End::vertex);
                for root in [span.right, span.left] {
                    if oracle.is_pinch(root) || oracle.is_on_thin_wall(root) {
                        continue; // the oracle starts on either side of it
                    }
                    let Some((length, _)) = oracle.shortest(root, goal) else { continue };
                    let bound = goal_bounds.bound(
                        &index.landmarks,
                        portal,
                        &IntervalGeometry::new(root, span, right, left),
                    );
                    let slack = 1e-12 * mesh.bounds().max_abs();
                    assert!(bound <= length + slack, "{seed} {root} {goal}: {bound} {length}");
                    asked += 1;
                    sharper += usize::from(bound > root.distance(goal) + slack);
                }
            }
        }
    }
    assert!(asked > 5000 && sharper > 200, "{asked} bounds, {sharper} of use");
}

/// Covers landmarks at a pinch with a dead end on one side. A longer path through other cells
/// cannot hide an error: no two corners of a cell are farther apart than the straight line.
#[test]
fn distances_from_a_landmark_differ_by_no_more_than_corners_of_a_cell_are_apart() {
    let mut compared = 0;
    let lattices = (0..2000).map(|seed| (1000 + seed, jittered_lattice(seed)));
    for (seed, mesh) in meshes().chain(lattices) {
        let finder = with_landmarks(mesh);
        let (mesh, landmarks) = (&*finder.mesh, &finder.index.landmarks);
        for slot in mesh.slots() {
            let corners = &mesh.edges()[mesh.edge_range(slot)];
            for (a, b) in corners.iter().flat_map(|a| corners.iter().map(move |b| (a, b))) {
                let rows = [a, b].map(|edge| landmarks.row(edge.vertex().0));
                if rows.iter().any(|row| row[0] == UNKNOWN[0]) {
                    continue;
                }
                let apart = a.origin().distance(b.origin()) / landmarks.step;
                let most = rows[0].iter().zip(rows[1]).map(|(a, b)| a.abs_diff(*b)).max();
                let is_near = most.is_some_and(|most| f64::from(most) <= apart + 1.0);
                assert!(is_near, "{seed}: {rows:?}, {apart} steps apart");
                compared += 1;
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn a_survey_finds_the_distances_of_all_ends_of_portals_that_lead_on() {
    let mut compared = 0;
    for (seed, mesh) in meshes() {
        let blocks = crate::blocks::Blocks::of(&mesh);
        let connections = ConnectionIndex::default();
        let order = PortalOrder::without_dead_ends(&mesh, &connections);
        let index = Index {
            blocks: Arc::new(blocks),
            order,
            shortcut_blocks: Arc::default(),
            landmarks: Arc::default(),
        };
        let oracle = MeshOracle::new(&mesh);
        let mut workspace = Workspace::default();
        for candidates in candidates(&mesh, index.portals(&mesh), &connections) {
            for from in candidates.iter().step_by(9) {
                let start = from.point;
                if oracle.is_pinch(start) || oracle.is_on_thin_wall(start) {
                    continue; // and the oracle starts in any of them
                }
                workspace.endpoints.place(&mesh, &PathQuery::new(start, start)).unwrap();
                let exploration = Exploration {
                    map: IndexedMesh { mesh: &mesh, index: &index, connections: &connections },
                    most: u64::MAX,
                };
                exploration.mark(&mut workspace);
                assert!(explored(&exploration, &mut workspace).1);
                for candidate in &candidates {
                    // If several fans meet at the goal, the oracle may end in any of them.
                    if oracle.is_pinch(candidate.point) || oracle.is_on_thin_wall(candidate.point) {
                        continue;
                    }
                    let Some((length, _)) = oracle.shortest(start, candidate.point) else {
                        continue;
                    };
                    let found = workspace.vertices.distance(candidate.vertex);
                    let is_equal = (found - length).abs() <= 1e-9 * mesh.bounds().max_abs();
                    assert!(is_equal, "{seed} {start} {}: {found} {length}", candidate.point);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 8000, "{compared}");
}

/// A large cell above rooms. Its lower side is a wall without thickness from (10, 6) to (20, 6).
/// The two cells below that wall have an exit on the right only. From (15, 6), below the wall,
/// paths to everything left of it turn around the wall's right end. Explorations once did not, so
/// the landmark there overestimated distances on the left, and paths were too long.
#[test]
fn a_survey_from_below_a_wall_turns_back_along_its_other_side() {
    let points = [
        [0, 6],
        [5, 6],
        [10, 6],
        [20, 6],
        [30, 6],
        [30, 8],
        [0, 8],
        [0, 0],
        [5, 0],
        [10, 0],
        [10, 0],
        [15, 0],
        [15, 6],
        [20, 0],
        [30, 0],
    ];
    let positions = points.map(|[x, y]| [f64::from(x), f64::from(y)].into()).to_vec();
    let mut raw = RawMesh { positions, ..RawMesh::default() };
    let cells: [&[u32]; 6] = [
        &[0, 1, 2, 3, 4, 5, 6],
        &[7, 8, 1, 0],
        &[8, 9, 2, 1],
        &[10, 11, 12, 2],
        &[11, 13, 3, 12],
        &[13, 14, 4, 3],
    ];
    cells.into_iter().for_each(|cell| raw.push_cell(cell));
    raw.join_matching_edges();
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let blocks = Arc::new(crate::blocks::Blocks::of(&mesh));
    let connections = &ConnectionIndex::default();
    let order = PortalOrder::without_dead_ends(&mesh, connections);
    let index =
        &Index { blocks, order, shortcut_blocks: Arc::default(), landmarks: Arc::default() };
    let mut workspace = Workspace::default();
    workspace.endpoints.place(&mesh, &PathQuery::new([15.0, 6.0], [15.0, 6.0])).unwrap();
    workspace.endpoints.start.incidences.retain(|at| at.cell.slot != 0);
    explored(
        &Exploration { map: IndexedMesh { mesh: &mesh, index, connections }, most: u64::MAX },
        &mut workspace,
    );
    // To the left of the wall: the lower end of the portal between two cells.
    let corner = &mesh.edges()[mesh.edge_range(1)][1];
    assert_eq!(corner.origin(), DVec2::new(5.0, 0.0));
    assert_eq!(workspace.vertices.distance(corner.vertex().0), 15.0 + 61f64.sqrt());
}

/// Closes random portals and one cell of a mesh.
fn some_closed(mesh: &Arc<NavMesh>, random: &mut SplitMix64) -> ClosedDoors {
    let mut doors = ClosedDoors::new(mesh);
    for (number, edge) in mesh.edges().iter().enumerate() {
        if !edge.is_wall() && random.below(8) == 0 {
            doors.close_edge(EdgeId(number as u32)).unwrap();
        }
    }
    let cells: Vec<_> = mesh.cell_ids().collect();
    doors.close_cell(cells[random.below(cells.len())]).unwrap();
    doors
}

#[test]
fn landmarks_of_the_open_map_make_no_path_longer_where_doors_are_closed() {
    let (mut compared, mut expanded) = (0, [0, 0]);
    let (mut workspace, mut path) = (Workspace::default(), Path::default());
    for (seed, mesh) in meshes() {
        let mut random = SplitMix64::new(seed);
        let mesh = Arc::new(mesh);
        let mut finders = [with_landmarks(mesh.clone()), AnyAngle::new(mesh.clone())];
        for _ in 0..4 {
            let doors = some_closed(&mesh, &mut random);
            finders.iter_mut().for_each(|finder| finder.set_doors(&doors).unwrap());
            let oracle = MeshOracle::new(&finders[1].mesh);
            for query in mesh_queries(&mesh, 10, random.next_u64()) {
                let Some((length, _)) = oracle.shortest(query.start, query.goal) else { continue };
                for (finder, expanded) in finders.iter().zip(&mut expanded) {
                    if finder.find_path_into(&query, &mut workspace, &mut path).is_err() {
                        continue; // a start or a goal off the mesh; the oracle stands on it by chance
                    }
                    let is_equal = (path.length() - length).abs() <= 1e-9 * length.max(1.0);
                    assert!(is_equal, "{seed} {query:?}: {} {length}", path.length());
                    *expanded += path.stats().expanded;
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 2000 && expanded[0] < expanded[1], "{compared} {expanded:?}");
}

#[test]
fn paths_are_as_short_with_landmarks_as_the_oracle_says() {
    let (mut compared, mut expanded) = (0, [0, 0]);
    let (mut workspace, mut path) = (Workspace::default(), Path::default());
    for (seed, mesh) in meshes() {
        let plain = AnyAngle::new(Arc::new(mesh.clone()));
        let finder = with_landmarks(mesh);
        let oracle = MeshOracle::new(&plain.mesh);
        for query in mesh_queries(&finder.mesh, 30, seed) {
            let Some((length, _)) = oracle.shortest(query.start, query.goal) else { continue };
            for (finder, expanded) in [&finder, &plain].into_iter().zip(&mut expanded) {
                if finder.find_path_into(&query, &mut workspace, &mut path).is_err() {
                    continue; // a start or a goal off the mesh; the oracle stands on it by chance
                }
                let is_equal = (path.length() - length).abs() <= 1e-9 * length.max(1.0);
                assert!(is_equal, "{seed} {query:?}: {} {length}", path.length());
                *expanded += path.stats().expanded;
                compared += 1;
            }
        }
    }
    assert!(compared > 2000 && expanded[0] < expanded[1], "{compared} {expanded:?}");
}

/// Two open areas are connected by many slots. The search enters each slot from either side and
/// sees all the others from there. An exploration then opens a number of nodes quadratic in the
/// number of slots, and landmarks are not worth that cost.
#[test]
fn no_more_is_spent_on_landmarks_than_the_mesh_is_large() {
    let spent = |mesh: &NavMesh, most: u64| {
        let blocks = crate::blocks::Blocks::of(mesh);
        let connections = ConnectionIndex::default();
        let order = PortalOrder::without_dead_ends(mesh, &connections);
        let (shortcut_blocks, landmarks) = Default::default();
        let index = Index { blocks: Arc::new(blocks), order, shortcut_blocks, landmarks };
        let mut workspace = Workspace::default();
        let corner = PathQuery::new([0.0, 0.0], [0.0, 0.0]);
        workspace.endpoints.place(mesh, &corner).unwrap();
        explored(
            &Exploration {
                map: IndexedMesh { mesh, index: &index, connections: &connections },
                most,
            },
            &mut workspace,
        )
    };
    let [small, large] = [200, 400].map(|count| tile_mesh(&slots(count)).unwrap());
    let [few, many] = [&small, &large].map(|mesh| spent(mesh, u64::MAX).0 as f64);
    assert!(many > 3.0 * few, "{few} {many}");
    let (expanded, is_whole) = spent(&large, 1000);
    assert!(expanded >= 1000 && !is_whole, "{expanded} {is_whole}");
}

/// Small worlds have no landmarks by default, so other tests of links search without them; these
/// worlds have some.
#[test]
fn over_links_paths_cost_with_landmarks_what_the_oracle_says() {
    let (mut compared, mut over_links, mut expanded) = (0, 0, [0, 0]);
    let (mut workspace, mut path) = (Workspace::default(), Path::default());
    for (seed, mesh) in meshes() {
        let plain = AnyAngle::new(Arc::new(with_links(mesh, seed)));
        let finder = with_landmarks(NavMesh::clone(&plain.mesh));
        let oracle = LinkOracle::new(&plain.mesh);
        for query in mesh_queries(&finder.mesh, 15, seed) {
            let place = |point| (oracle.ground().cells_on(0, point), point);
            let Some(best) = oracle.best_cost(&place(query.start), &place(query.goal)) else {
                continue;
            };
            for (finder, expanded) in [&finder, &plain].into_iter().zip(&mut expanded) {
                if finder.find_path_into(&query, &mut workspace, &mut path).is_err() {
                    continue; // a start or a goal off the mesh; the oracle stands on it by chance
                }
                let is_equal = (path.cost() - best).abs() <= 1e-9 * best.max(1.0);
                assert!(is_equal, "{seed} {query:?}: {} {best}", path.cost());
                *expanded += path.stats().expanded;
                compared += 1;
                over_links += usize::from(!path.links().is_empty());
            }
        }
    }
    assert!(
        compared > 1500 && over_links > 300 && expanded[0] < expanded[1],
        "{compared}, {over_links} over links, {expanded:?} expanded"
    );
}
