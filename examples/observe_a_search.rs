//! An observer that records the turning points of the exact search.
//!
//! `cargo run -p examples --example observe_a_search`; the program draws a whole search with
//! `tautline path FILE --from X,Y --to X,Y --trace search.svg`.

use std::error::Error;

use tautline::incremental::{Observer, SeenCell, SeenInterval};
use tautline::{DVec2, MeshFinder, NavMeshBuilder, Outline, Path, PathQuery, Scratch};

/// Records expanded and pruned intervals, and turning points.
#[derive(Default)]
struct Recording {
    expanded: u32,
    pruned: u32,
    turns: Vec<(DVec2, f64)>,
}

impl Observer<SeenInterval> for Recording {
    fn closed(&mut self, _: SeenInterval) {
        self.expanded += 1;
    }

    fn pruned(&mut self, _: SeenInterval) {
        self.pruned += 1;
    }

    fn turned(&mut self, corner: DVec2, cost: f64) {
        self.turns.push((corner, cost));
    }
}

/// On meshes with costs, the corridor search reports cells; this example ignores them.
impl Observer<SeenCell> for Recording {}

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 12.0]));
    builder.add_obstacle(Outline::rect([5.0, 0.0], [6.0, 9.0]));
    builder.add_obstacle(Outline::rect([12.0, 3.0], [13.0, 12.0]));
    let finder = MeshFinder::new(builder.build_mesh()?);
    let query = PathQuery::new([1.0, 1.0], [19.0, 11.0]);
    let mut path = Path::default();
    let mut recording = Recording::default();
    finder.find_path_observed(&query, &mut Scratch::new(), &mut path, &mut recording)?;
    println!("{} intervals expanded, {} pruned", recording.expanded, recording.pruned);
    for (corner, cost) in recording.turns {
        let on_path = path.waypoints().contains(&corner);
        println!("turning point {corner}, {cost:.2} from the start; on the path: {on_path}");
    }
    Ok(())
}
