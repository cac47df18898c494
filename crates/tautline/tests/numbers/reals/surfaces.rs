//! Heights, picks and paths on surfaces.

use tautline::surface::{DVec3, SurfaceDetail};
use tautline::{PathQuery, Place, Surface};

use super::{answer, each_real, finders, outcome};
use crate::each_count;

fn surface() -> Surface {
    let mesh = finders()[0].mesh().clone();
    let heights = mesh.edges().iter().map(|edge| edge.origin().x).collect();
    Surface::new(mesh, heights).unwrap()
}

#[test]
fn heights_may_be_any_real_number() {
    let mesh = finders()[0].mesh().clone();
    let count = mesh.edges().len();
    each_real("Surface::new", |x| {
        let made = Surface::new(mesh.clone(), vec![x; count]);
        [outcome(made.map(|made| made.height([1.0, 1.0])))]
    });
    each_real("Surface::with_detail", |x| {
        let mut detail = SurfaceDetail::default();
        for (number, slot) in mesh.slots().enumerate() {
            let corners = mesh.corners(slot).len() as u32;
            let around = (0..corners).map(|corner| [corner, (corner + 1) % corners, corners]);
            let around: Vec<[u32; 3]> = around.collect();
            let middle = mesh.centroid(slot).extend(if number == 0 { x } else { 0.0 });
            detail.push_cell(&[middle], &around);
        }
        let made = Surface::with_detail(mesh.clone(), vec![0.0; count], detail);
        [outcome(made.map(|made| made.height([1.0, 1.0])))]
    });
}

#[test]
fn surfaces_are_asked_with_any_real_number() {
    let surface = surface();
    each_real("Surface::height, Surface::gradient, Surface::pick, Surface::along", |x| {
        let path = finders()[0].find_path(&PathQuery::new([1.0, 1.0], [3.0, 1.0])).unwrap();
        let pick = |point: DVec3, below, above| {
            outcome(surface.pick(point, below, above).map(|at| at.height))
        };
        let fine = surface.along(&path, x.max(1e-3)).unwrap();
        [
            answer(surface.height(Place::new([x, 1.0]))),
            answer(surface.gradient([1.0, x])),
            pick(DVec3::new(x, 1.0, 1.0), 1.0, 1.0),
            pick(DVec3::new(1.0, 1.0, x), 1.0, 1.0),
            pick(DVec3::ONE, x, 1.0),
            pick(DVec3::ONE, 1.0, x),
            answer(fine.points.iter().any(|at| !at.height.is_finite())),
            answer(surface.along(&path, x).is_none()),
        ]
    });
}

#[test]
fn triangles_may_have_any_count() {
    let mesh = finders()[0].mesh().clone();
    let heights = vec![0.0; mesh.edges().len()];
    each_count("SurfaceDetail::push_cell", |count| {
        let mut detail = SurfaceDetail::default();
        for _ in mesh.slots() {
            detail.push_cell(&[], &[[0, 1, count.short]]);
        }
        let made = Surface::with_detail(mesh.clone(), heights.clone(), detail);
        assert!(made.is_err());
    });
}

#[test]
fn geodesics_meet_any_real_number() {
    let geodesics = finders()[0].geodesics(&surface()).unwrap();
    each_real("Surface::height_near", |x| {
        let find = |query: PathQuery| {
            outcome(geodesics.find_path(&query).map(|found| [found.cost, found.lower_bound]))
        };
        let query = PathQuery::new([1.0, 1.0], [3.0, 1.0]);
        [
            find(PathQuery::new([x, 1.0], [3.0, 1.0])),
            find(PathQuery::new([1.0, 1.0], [3.0, x])),
            find(query.max_cost(x)),
            find(query.snap(x)),
            answer(geodesics.surface().height_near([x, 1.0])),
        ]
    });
}

#[test]
fn geodesics_are_found_over_any_heights() {
    let mesh = finders()[0].mesh().clone();
    each_real("Surface::new", |x| {
        let high = |at: tautline::DVec2| if at.x > 2.0 { x } else { 0.0 };
        let heights = mesh.edges().iter().map(|edge| high(edge.origin())).collect();
        let surface = match Surface::new(mesh.clone(), heights) {
            Ok(surface) => surface,
            Err(error) => return [outcome::<f64, _>(Err(error))],
        };
        let found = finders()[0].geodesics(&surface).unwrap();
        [outcome(found.find_path(&PathQuery::new([1.0, 1.0], [3.0, 1.0])).map(|found| found.cost))]
    });
}
