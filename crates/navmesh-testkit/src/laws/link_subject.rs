//! A mesh of one floor with links as the subject of the laws.

use navmesh_core::{DVec2, LinkSide, LinkUse, Path, PathQuery};

use super::mesh_subject::{check_part, rounding_inwards};
use super::{Spot, Standing, Subject, same};
use crate::oracle::LinkOracle;

impl LinkOracle<'_> {
    /// Says what is wrong with a path's use of a link, if anything is.
    fn check_link(&self, path: &Path, used: &LinkUse) -> Result<(), String> {
        let link = self.ground().mesh().link(used.link);
        let link = link.ok_or_else(|| format!("there is no link {:?}", used.link))?;
        let ends = path.waypoints().get(used.leg..=used.leg + 1);
        let (Some(lane), Some(ends)) = (link.lanes().nth(used.lane as usize), ends) else {
            return Err(format!(
                "{link:?} has no lane {}, or the path no leg {}",
                used.lane, used.leg
            ));
        };
        let told = match used.entered {
            LinkSide::From => lane,
            LinkSide::To => [lane[1], lane[0]],
        };
        if ends != told {
            return Err(format!("{link:?} does not lead along leg {}: {ends:?}", used.leg));
        }
        if !link.may_be_entered(used.entered) || link.cost != used.cost {
            return Err(format!("{used:?} is no use of {link:?}"));
        }
        Ok(())
    }

    fn place(&self, point: DVec2) -> (Vec<u32>, DVec2) {
        (self.ground().cells_at(point), point)
    }
}

impl Subject for LinkOracle<'_> {
    fn standing(&self, point: DVec2) -> Standing {
        self.ground().standing(point)
    }

    fn spot(&self, point: DVec2) -> Spot {
        self.ground().spot(point)
    }

    fn is_reachable(&self, start: DVec2, goal: DVec2) -> bool {
        Subject::best_cost(self, start, goal).is_some()
    }

    fn distance_within_reach(&self, start: DVec2, point: DVec2) -> f64 {
        Self::distance_within_reach(self, start, point)
    }

    fn distance_with_a_way_to(&self, goal: DVec2, point: DVec2) -> f64 {
        Self::distance_with_a_way_to(self, goal, point)
    }

    fn best_cost(&self, start: DVec2, goal: DVec2) -> Option<f64> {
        Self::best_cost(self, &self.place(start), &self.place(goal))
    }

    fn knows_costs(&self) -> bool {
        self.ground().mesh().is_uniform()
    }

    /// Every walk between links is one, every link is there, and the cost is that of all of them.
    fn check_walk(&self, path: &Path) -> Result<(), String> {
        let (mut point, mut cell) = (0, 0);
        let part = |points: std::ops::Range<usize>, cells: std::ops::Range<usize>| {
            let parts = path.waypoints().get(points).zip(path.cells().get(cells));
            let (points, cells) = parts.ok_or("links stand in no order")?;
            check_part(self.ground(), points, cells)
        };
        for used in path.links() {
            self.check_link(path, used)?;
            part(point..used.leg + 1, cell..used.cell + 1)?;
            (point, cell) = (used.leg + 1, used.cell + 1);
        }
        part(point..path.waypoints().len(), cell..path.cells().len())?;
        let cost = path.length() + path.links().iter().map(|used| used.cost).sum::<f64>();
        if self.knows_costs() && !same(cost, path.cost()) {
            return Err(format!("walks and links cost {cost}, the path says {}", path.cost()));
        }
        Ok(())
    }

    fn corners_touched(&self, path: &Path) -> usize {
        let legs = path.waypoints().windows(2).enumerate();
        let walked = legs.filter(|(leg, _)| path.link_of_leg(*leg).is_none());
        walked.map(|(_, ends)| self.ground().corners_touched(ends)).sum()
    }

    fn check_certificate(&self, path: &Path, query: &PathQuery) -> Result<(), String> {
        self.ground().check_certificate(path, query)
    }

    fn default_snap(&self) -> f64 {
        self.ground().default_snap()
    }

    fn settling(&self, point: DVec2, reach: f64, other: DVec2) -> f64 {
        let joined = self.way_to_thin_corner(point, reach, other);
        // As on ground without links.
        let any = self.ground().way_to_thin_corner(point, reach, None);
        joined.into_iter().chain(any).fold(rounding_inwards(self.ground().mesh()), f64::max)
    }
}
