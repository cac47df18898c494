//! Seeded sequences of edits against fresh builds.

use std::collections::BTreeMap;

use navmesh_build::{
    BuildError, BuildOptions, EditError, LiveKey, LiveOutlines, MeshChange, NavMeshBuilder,
    OutlineEdit, RepairKind,
};
use navmesh_core::{Area, Door, NavMesh, Outline, Wall};

use crate::same::{assert_same, lines};
use crate::scenes::{Points, Scene, each_world};

/// The numbers of patches and of rebuilds by reason.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) patches: usize,
    pub(crate) rebuilds: BTreeMap<String, usize>,
    pub(crate) refused: usize,
    /// The number of maps that could be built.
    pub(crate) maps: usize,
}

/// Applies edits, and returns those that undo them; `None` if the outlines would have no mesh.
pub(crate) fn apply(
    outlines: &mut LiveOutlines,
    mesh: &mut NavMesh,
    edits: &[OutlineEdit],
    tally: &mut Tally,
    what: &str,
) -> Option<Vec<OutlineEdit>> {
    let step = match outlines.apply(mesh, edits) {
        Ok(step) => step,
        Err(EditError::Unbuildable { .. } | EditError::Invalid { .. }) => return None,
        Err(error) => panic!("{what}: {error}"),
    };
    match step.change {
        MeshChange::Patch(patch) => {
            tally.patches += 1;
            mesh.apply_patch(&patch).unwrap_or_else(|error| panic!("{what}: {error}"));
        }
        MeshChange::Rebuilt { mesh: new, reason } => {
            *tally.rebuilds.entry(format!("{reason:?}")).or_default() += 1;
            *mesh = *new;
        }
    }
    Some(step.inverse)
}

/// The contents of edits, the agents' radius and the weld distance.
#[derive(Debug, Clone, Copy)]
struct Kind {
    has_areas: bool,
    radius: f64,
    weld: f64,
    /// The number of worlds for all families.
    worlds: u64,
}

fn run(seed: u64, points: Points, angle: f64, scale: f64, kind: Kind, tally: &mut Tally) {
    let mut scene = Scene::new(seed, points, angle, scale);
    let options = BuildOptions::default().weld(0.0).agent_radius(kind.radius * scale);
    let options = options.weld(kind.weld * scale);
    let builder = scene.builder().with_options(options);
    let Ok((mut outlines, mut mesh, _)) = LiveOutlines::new(builder) else { return };
    let mut standing: Vec<LiveKey> = Vec::new();
    for step in 0..12 {
        let what = format!("seed {seed} {points:?} {angle} {scale} {kind:?} step {step}");
        let edit = scene.edit(&standing, kind.has_areas);
        let before = lines(&mesh);
        let edits = std::slice::from_ref(&edit);
        let Some(inverse) = apply(&mut outlines, &mut mesh, edits, tally, &what) else {
            continue;
        };
        let fresh = outlines.builder().build_mesh().unwrap();
        assert_same(&mesh, &fresh, &format!("{what}: {edit:?}"));
        if scene.random.chance(30) {
            apply(&mut outlines, &mut mesh, &inverse, tally, &what).unwrap();
            assert_eq!(lines(&mesh), before, "{what}: undo");
            assert!(mesh.defects().is_empty());
            continue;
        }
        match (&edit, &inverse[0]) {
            (&OutlineEdit::Remove(key), _) => standing.retain(|&own| own != key),
            (_, &OutlineEdit::Remove(key)) => standing.push(key),
            _ => {}
        }
    }
}

const GROUND: Kind = Kind { has_areas: false, radius: 0.0, weld: 0.0, worlds: 60 };
const AREAS: Kind = Kind { has_areas: true, ..GROUND };

/// Runs all sequences.
fn run_all(kind: Kind) -> Tally {
    let mut tally = Tally::default();
    each_world(kind.worlds, |seed, points, angle, scale| {
        run(seed, points, angle, scale, kind, &mut tally);
    });
    tally
}

#[test]
fn every_step_gives_the_walls_of_a_fresh_build() {
    let tally = run_all(GROUND);
    println!("{tally:?}");
    let rebuilds: usize = tally.rebuilds.values().sum();
    assert!(tally.patches > 3 * rebuilds, "{tally:?}");
}

#[test]
fn areas_have_the_borders_of_a_fresh_build() {
    let tally = run_all(AREAS);
    println!("{tally:?}");
    let rebuilds: usize = tally.rebuilds.values().sum();
    assert!(tally.patches > 3 * rebuilds, "{tally:?}");
}

#[test]
fn insets_have_the_borders_of_a_fresh_build() {
    for radius in [0.3, 0.75, 2.0] {
        for has_areas in [false, true] {
            let tally = run_all(Kind { has_areas, radius, weld: 0.0, worlds: 10 });
            println!("{radius} {has_areas}: {tally:?}");
            let rebuilds: usize = tally.rebuilds.values().sum();
            assert!(tally.patches > 3 * rebuilds, "{radius}: {tally:?}");
        }
    }
}

#[test]
fn welded_maps_are_those_of_a_fresh_build() {
    for (weld, worlds) in [(1e-9, 3), (0.02, 8), (0.3, 8)] {
        for (has_areas, radius) in [(true, 0.0), (true, 0.75)] {
            let tally = run_all(Kind { has_areas, radius, weld, worlds });
            println!("{weld} {radius}: {tally:?}");
            assert!(tally.rebuilds["Weld"] > 0 && tally.patches > 0, "{weld} {radius}: {tally:?}");
        }
    }
}

/// Cut pieces of a removed outline lay beside its hull; a flood went from one body to another through
/// triangles without all of their segments.
#[test]
fn sequences_that_failed_once_hold() {
    let mut tally = Tally::default();
    run(22, Points::Lattice, 1.3, 1e-6, GROUND, &mut tally);
    run(108, Points::Anywhere, 0.0, 1.0, GROUND, &mut tally);
    run(108, Points::Anywhere, 0.4, 1e7, GROUND, &mut tally);
    run(6, Points::Lattice, 0.0, 1.0, AREAS, &mut tally);
    run(31, Points::Halves, 0.0, 0.25, AREAS, &mut tally);
    assert!(tally.patches > 0);
}

/// Shapes that cover and separate nothing stand among the others, with a note, and change no mesh.
#[test]
fn shapes_of_no_extent_are_left_out_as_in_a_fresh_build() {
    let points: [&[[f64; 2]]; 4] =
        [&[], &[[3.0, 3.0]], &[[3.0, 3.0], [3.0, 3.0]], &[[3.0, 3.0], [4.0, 4.0]]];
    let shapes = points.iter().flat_map(|points| {
        let outline = || Outline::new(points.iter().copied());
        let line = points.iter().copied().take(points.len().min(2));
        let (wall, door) = (Wall::new(line.clone()), Door::new(line, "gate"));
        [
            OutlineEdit::AddWalkable(outline()),
            OutlineEdit::AddObstacle(outline()),
            OutlineEdit::AddArea(Area::new(outline(), "mud", 2.0)),
            OutlineEdit::AddWall(wall),
            OutlineEdit::AddDoor(door),
        ]
    });
    for (radius, weld) in [(0.0, 0.0), (0.5, 0.0), (0.5, 0.1)] {
        let mut builder = NavMeshBuilder::new()
            .with_options(BuildOptions::default().agent_radius(radius).weld(weld));
        builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
        let (mut outlines, mut mesh, _) = LiveOutlines::new(builder).unwrap();
        for edit in shapes.clone() {
            let what = format!("radius {radius} weld {weld} {edit:?}");
            let before = lines(&mesh);
            let mut tally = Tally::default();
            let edits = std::slice::from_ref(&edit);
            let repairs = outlines.clone().apply(&mesh, edits).unwrap().repairs;
            let is_noted = |kind| repairs.iter().any(|repair| repair.kind == kind);
            let inverse = apply(&mut outlines, &mut mesh, edits, &mut tally, &what).unwrap();
            assert_same(&mesh, &outlines.builder().build_mesh().unwrap(), &what);
            if is_noted(RepairKind::FlatRing) || is_noted(RepairKind::NoLine) {
                assert_eq!((lines(&mesh), tally.patches), (before.clone(), 1), "{what}");
            }
            apply(&mut outlines, &mut mesh, &inverse, &mut tally, &what).unwrap();
            assert_eq!(lines(&mesh), before, "{what}: undo");
        }
        let far = OutlineEdit::AddWall(Wall::new([[1e20, 0.0]; 2]));
        let refused = outlines.apply(&mesh, &[far]).unwrap_err();
        let is_far =
            matches!(refused, EditError::Invalid { edit: 0, error: BuildError::TooFar { .. } });
        assert!(is_far, "{refused}");
        let mut builder = outlines.builder().clone();
        builder.add_wall(Wall::new([[1e20, 0.0]; 2]));
        assert!(matches!(builder.build(), Err(BuildError::TooFar { .. })));
    }
}
