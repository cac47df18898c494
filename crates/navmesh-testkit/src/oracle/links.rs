//! Ground with links: walks by the visibility graph, links between them, and plain relaxation.

use navmesh_core::{DVec2, LinkEnd, LinkSide, NavMesh};

use super::MeshOracle;

/// Answers where links may be used; every walk between two of them is asked of a [`MeshOracle`].
#[derive(Debug)]
pub struct LinkOracle<'a> {
    ground: MeshOracle<'a>,
    /// Each link, one way: where it is entered, where it comes out, and what it costs.
    ways: Vec<Way>,
    /// How far each entry is from each exit, on foot: a row an exit.
    walks: Vec<Vec<f64>>,
}

/// A place: the cells in which one stands, and the point.
type Place = (Vec<u32>, DVec2);

/// A link, one way.
#[derive(Debug)]
struct Way {
    entry: Place,
    exit: Place,
    cost: f64,
}

impl<'a> LinkOracle<'a> {
    /// The oracle of a mesh; all its links count.
    #[must_use]
    pub fn new(mesh: &'a NavMesh) -> Self {
        let ground = MeshOracle::new(mesh);
        let place = |end: LinkEnd| (ground.cells_on(end.layer, end.point), end.point);
        let mut ways = Vec::new();
        for link in mesh.links() {
            for side in [LinkSide::From, LinkSide::To] {
                if link.may_be_entered(side) {
                    let [entry, exit] = [side, side.other()].map(|side| place(link.end(side)));
                    ways.push(Way { entry, exit, cost: link.cost });
                }
            }
        }
        let row = |from: &Way| ways.iter().map(|to| walk(&ground, &from.exit, &to.entry)).collect();
        let walks = ways.iter().map(row).collect();
        Self { ground, ways, walks }
    }

    /// The oracle of the ground, on foot.
    #[must_use]
    pub fn ground(&self) -> &MeshOracle<'a> {
        &self.ground
    }

    /// What the cheapest way from one place to another costs, on foot and by links; `None` where there is none.
    /// Each place is the cells in which one stands, and the point.
    #[must_use]
    pub fn best_cost(&self, start: &Place, goal: &Place) -> Option<f64> {
        let Self { ground, ways, walks } = self;
        let cost_of = |number: usize, before: f64| before + ways[number].cost;
        let mut costs: Vec<f64> = (0..ways.len())
            .map(|number| cost_of(number, walk(ground, start, &ways[number].entry)))
            .collect();
        // No way takes a link twice, so after as many rounds as there are ways nothing changes.
        for _ in 0..ways.len() {
            for from in 0..ways.len() {
                for to in 0..ways.len() {
                    costs[to] = costs[to].min(cost_of(to, costs[from] + walks[from][to]));
                }
            }
        }
        let by_links = (0..ways.len())
            .map(|number| costs[number] + walk(ground, &ways[number].exit, goal))
            .fold(f64::INFINITY, f64::min);
        Some(by_links.min(walk(ground, start, goal))).filter(|cost| cost.is_finite())
    }
}

/// Which way links are followed.
#[derive(Debug, Clone, Copy)]
enum Sense {
    /// As they lead: to what can be reached.
    Along,
    /// Against it: to where one can come from.
    Against,
}

impl LinkOracle<'_> {
    /// How far `point` is from the ground that can be reached from `start`, on foot and by links; rounded.
    #[must_use]
    pub fn distance_within_reach(&self, start: DVec2, point: DVec2) -> f64 {
        self.ground.distance_to_cells(&self.region(start, Sense::Along), point)
    }

    /// How far `point` is from the ground from which a way leads to `goal`; rounded.
    #[must_use]
    pub fn distance_with_a_way_to(&self, goal: DVec2, point: DVec2) -> f64 {
        self.ground.distance_to_cells(&self.region(goal, Sense::Against), point)
    }

    /// As [`MeshOracle::way_to_thin_corner`], of the ground that some way joins with `other`: the longer of the
    /// ways to where one can go from there, and to where one can come from.
    #[must_use]
    pub fn way_to_thin_corner(&self, point: DVec2, reach: f64, other: DVec2) -> Option<f64> {
        let ways = [Sense::Along, Sense::Against].map(|sense| {
            self.ground.way_to_thin_corner_of(&self.region(other, sense), point, reach)
        });
        ways.into_iter().flatten().max_by(f64::total_cmp)
    }

    /// The slots of the cells that ways lead to from a point, or from which ways lead to it.
    fn region(&self, point: DVec2, sense: Sense) -> Vec<u32> {
        let mut reached = self.ground.region(&self.ground.cells_at(point));
        let mut left: Vec<&Way> = self.ways.iter().collect();
        while let Some(place) = left.iter().position(|way| {
            let (entry, _) = way.towards(sense);
            entry.0.iter().any(|slot| reached.contains(slot))
        }) {
            let (_, exit) = left.swap_remove(place).towards(sense);
            let more = self.ground.region(&exit.0);
            reached.extend(
                more.into_iter().filter(|slot| !reached.contains(slot)).collect::<Vec<_>>(),
            );
        }
        reached
    }
}

impl Way {
    /// The end at which one comes to it, and the one at which one leaves it.
    fn towards(&self, sense: Sense) -> (&Place, &Place) {
        match sense {
            Sense::Along => (&self.entry, &self.exit),
            Sense::Against => (&self.exit, &self.entry),
        }
    }
}

/// How far one place is from another on foot; infinite where no way leads there.
fn walk(ground: &MeshOracle<'_>, from: &Place, to: &Place) -> f64 {
    let found = ground.shortest_between((&from.0, from.1), (&to.0, to.1));
    found.map_or(f64::INFINITY, |found| found.0)
}
