//! What a search does, as it does it: an observer that writes down the turns of the exact search.
//!
//! `cargo run -p examples --example watch_a_search`; a whole picture of a search is
//! `tautline path FILE --from X,Y --to X,Y --trace search.svg`.

use std::error::Error;

use tautline::incremental::{Observer, SeenCell, SeenInterval};
use tautline::{DVec2, MeshFinder, NavMeshBuilder, Outline, Path, PathQuery, Scratch};

/// What is of interest here; the other events are passed over.
#[derive(Default)]
struct Notes {
    expanded: u32,
    dropped: u32,
    turns: Vec<(DVec2, f64)>,
}

impl Observer<SeenInterval> for Notes {
    fn closed(&mut self, _: SeenInterval) {
        self.expanded += 1;
    }

    fn pruned(&mut self, _: SeenInterval) {
        self.dropped += 1;
    }

    fn turned(&mut self, corner: DVec2, cost: f64) {
        self.turns.push((corner, cost));
    }
}

/// Where ground has costs, a corridor is searched, and cells are shown.
impl Observer<SeenCell> for Notes {}

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 12.0]));
    builder.add_obstacle(Outline::rect([5.0, 0.0], [6.0, 9.0]));
    builder.add_obstacle(Outline::rect([12.0, 3.0], [13.0, 12.0]));
    let finder = MeshFinder::new(builder.build()?.0);
    let query = PathQuery::new([1.0, 1.0], [19.0, 11.0]);
    let (mut path, mut notes) = (Path::default(), Notes::default());
    finder.find_path_observed(&query, &mut Scratch::new(), &mut path, &mut notes)?;
    println!("{} intervals expanded, {} dropped", notes.expanded, notes.dropped);
    for (corner, cost) in notes.turns {
        let kept = if path.waypoints().contains(&corner) { "kept" } else { "not kept" };
        println!("turned at {corner}, {cost:.2} from the start: {kept}");
    }
    Ok(())
}
