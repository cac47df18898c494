//! Ground with links: walks by the visibility graph, links between them, and plain relaxation.

use navmesh_core::{DVec2, LinkSide, NavMesh};

use super::MeshOracle;
use super::mesh::Standpoint;

/// Answers where links may be used; every walk between two of them is one of a [`MeshOracle`].
#[derive(Debug)]
pub struct LinkOracle<'a> {
    ground: MeshOracle<'a>,
    /// The ends of links.
    ends: Vec<Standpoint>,
    /// Each lane of a link, one way.
    ways: Vec<Way>,
    /// The walking distance from each exit to each entry: a row an exit.
    walks: Vec<Vec<f64>>,
}

/// A place: the cells in which one stands, and the point.
type Place = (Vec<u32>, DVec2);

/// A link, one way: where it is entered, where it comes out, and what it costs.
#[derive(Debug)]
struct Way {
    entry: usize,
    exit: usize,
    cost: f64,
}

impl<'a> LinkOracle<'a> {
    /// The oracle of a mesh; all its links count.
    #[must_use]
    pub fn new(mesh: &'a NavMesh) -> Self {
        let ground = MeshOracle::new(mesh);
        let (mut ends, mut ways) = (Vec::new(), Vec::new());
        for link in mesh.links() {
            for [from, to] in link.lanes() {
                let first = ends.len();
                for (point, layer) in [(from, link.from.layer), (to, link.to.layer)] {
                    ends.push(ground.standpoint(&ground.cells_on(layer, point), point));
                }
                for entered in link.entries() {
                    let at = |side: LinkSide| first + usize::from(side == LinkSide::To);
                    let (entry, exit) = (at(entered), at(entered.other()));
                    ways.push(Way { entry, exit, cost: link.cost });
                }
            }
        }
        let walk =
            |from: &Way, to: &Way| ground.distance_between(&ends[from.exit], &ends[to.entry]);
        let row = |from: &Way| ways.iter().map(|to| walk(from, to)).collect();
        let walks = ways.iter().map(row).collect();
        Self { ground, ends, ways, walks }
    }

    /// The oracle of the ground, on foot.
    #[must_use]
    pub fn ground(&self) -> &MeshOracle<'a> {
        &self.ground
    }

    /// The cost of the cheapest path between two places, walking and by links; `None` where there is none.
    /// Each place is the cells in which one stands, and the point.
    ///
    /// Complexity: two visibility tests a fan, and O(l³) in the number of links.
    #[must_use]
    pub fn best_cost(&self, start: &Place, goal: &Place) -> Option<f64> {
        let Self { ground, ends, ways, .. } = self;
        let [start, goal] = [start, goal].map(|(cells, point)| ground.standpoint(cells, *point));
        let by_links = (self.costs_of_ways(&start).into_iter().zip(ways))
            .map(|(cost, way)| cost + ground.distance_between(&ends[way.exit], &goal))
            .fold(f64::INFINITY, f64::min);
        let walked = ground.distance_between(&start, &goal);
        Some(by_links.min(walked)).filter(|cost| cost.is_finite())
    }

    /// The cost of the cheapest path from a place to a closed segment, on a mesh of one floor; `None` where
    /// nothing of the segment is on the ground, and infinite where no way leads to it.
    #[must_use]
    pub fn best_cost_to_segment(&self, start: &Place, segment: [DVec2; 2]) -> Option<f64> {
        let Self { ground, ends, ways, .. } = self;
        let walked = ground.shortest_to_segment(start.1, segment)?;
        let costs = self.costs_of_ways(&ground.standpoint(&start.0, start.1));
        let on = |way: &Way| ground.shortest_to_segment(ends[way.exit].point(), segment);
        let reached = costs.iter().zip(ways).filter(|(cost, _)| cost.is_finite());
        let by_links = reached.filter_map(|(cost, way)| Some(cost + on(way)?));
        Some(by_links.fold(walked, f64::min))
    }

    /// The cost of reaching the exit of each link from a place; infinite where it is unreachable.
    fn costs_of_ways(&self, start: &Standpoint) -> Vec<f64> {
        let Self { ground, ends, ways, walks } = self;
        let cost_of = |number: usize, before: f64| before + ways[number].cost;
        let mut costs: Vec<f64> = (0..ways.len())
            .map(|number| {
                cost_of(number, ground.distance_between(start, &ends[ways[number].entry]))
            })
            .collect();
        // No way takes a link twice, so after as many rounds as there are ways nothing changes.
        for _ in 0..ways.len() {
            for from in 0..ways.len() {
                for to in 0..ways.len() {
                    costs[to] = costs[to].min(cost_of(to, costs[from] + walks[from][to]));
                }
            }
        }
        costs
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
    /// The distance from `point` to the cells reachable from `start`, walking and by links; rounded.
    #[must_use]
    pub fn distance_within_reach(&self, start: DVec2, point: DVec2) -> f64 {
        self.ground.distance_to_cells(&self.region(start, Sense::Along), point)
    }

    /// The distance from `point` to the cells from which `goal` is reachable, rounded.
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
        let cells = |end: usize| self.ends[end].cells();
        while let Some(place) = left
            .iter()
            .position(|way| cells(way.towards(sense)[0]).iter().any(|slot| reached.contains(slot)))
        {
            let [_, exit] = left.swap_remove(place).towards(sense);
            let more = self.ground.region(cells(exit));
            reached.extend(
                more.into_iter().filter(|slot| !reached.contains(slot)).collect::<Vec<_>>(),
            );
        }
        reached
    }
}

impl Way {
    /// The end at which one comes to it, and the one at which one leaves it.
    fn towards(&self, sense: Sense) -> [usize; 2] {
        match sense {
            Sense::Along => [self.entry, self.exit],
            Sense::Against => [self.exit, self.entry],
        }
    }
}
