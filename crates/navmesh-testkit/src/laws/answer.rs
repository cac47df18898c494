//! Laws 1, 2, 3 and 6, and the round trip: what is asked of a path.

use navmesh_core::backend::geom::{Turn, turn, within_box};
use navmesh_core::{
    DVec2, GoalPolicy, Guarantee, Path, PathError, PathQuery, PathStatus, Place, Search,
    StartPolicy,
};

use super::ask::Asker;
use super::{Breach, Law, LawReport, LawSuite, Spot, Standing, at_most, same};

impl LawSuite<'_> {
    pub(super) fn check_path(
        &self,
        asker: &mut Asker<'_>,
        query: &PathQuery,
        path: &Path,
        report: &mut LawReport,
    ) -> Result<(), Breach> {
        note(path, report);
        report.touched += self.subject.corners_touched(path);
        if !self.is_exempt(Law::Legality) {
            check_shape(path)?;
            self.check_ends(query, path)?;
            let walk = self.subject.check_walk(path);
            walk.map_err(|what| Breach { law: Law::Legality, what })?;
        }
        if !self.is_exempt(Law::Oracle) {
            self.check_optimum(path)?;
            self.check_budget(query, path)?;
        }
        if !self.is_exempt(Law::Certificate) {
            let certificate = self.subject.check_certificate(path, query);
            certificate.map_err(|what| Breach { law: Law::Certificate, what })?;
        }
        if !self.is_exempt(Law::Reversal) {
            self.check_reversed(asker, query.search, path)?;
        }
        if !self.is_exempt(Law::Stretch) {
            self.check_stretches(asker, query.search, path)?;
        }
        if !self.is_exempt(Law::RoundTrip) {
            self.check_round_trip(asker, query.search, path)?;
        }
        Ok(())
    }

    /// The path begins and ends where it was asked to, or where the query lets it be moved.
    fn check_ends(&self, query: &PathQuery, path: &Path) -> Result<(), Breach> {
        let [first, last] = ends(path);
        let complete = path.status() == PathStatus::Complete;
        let demand = |holds, what: String| Law::Legality.demand(holds, || what);
        let told = |point: DVec2, asked: DVec2, offset: f64| same(point.distance(asked), offset);
        demand(
            told(first, query.start, path.start_offset())
                && told(last, query.goal, path.goal_offset()),
            format!(
                "{first} – {last} with offsets {} and {}",
                path.start_offset(),
                path.goal_offset()
            ),
        )?;
        demand(
            complete || query.goal_policy != GoalPolicy::Exact,
            "partial, but the goal was to be met exactly".into(),
        )?;
        let snap = self.snap_of(query, query.goal_place());
        let far = self.why_far_start(query);
        let far = far.or_else(|| self.why_far(query.goal, snap, "goal").filter(|_| complete));
        demand(far.is_none(), format!("a path, but {}", far.unwrap_or_default()))?;
        self.check_move(
            "start",
            [query.start, last],
            path.start_offset(),
            self.reach_of_start(query, last),
        )?;
        if complete {
            let reach = self.snap_at(query, query.goal_place());
            self.check_move("goal", [query.goal, first], path.goal_offset(), reach)?;
        }
        self.check_fixed_ends(query, path)?;
        self.check_partial_end(query, path)
    }

    /// The distance by which the start may have moved, where the path ends at `last`.
    fn reach_of_start(&self, query: &PathQuery, last: DVec2) -> f64 {
        let by_policy = match (query.start_policy, self.subject.standing(query.start)) {
            (StartPolicy::NearestReachable, _) => {
                self.subject.distance_with_a_way_to(last, query.start)
            }
            (StartPolicy::Nearest, Standing::Off { distance }) => distance,
            _ => 0.0,
        };
        by_policy.max(self.snap_at(query, query.start_place()))
    }

    /// The distance by which an endpoint may move without a policy.
    fn snap_at(&self, query: &PathQuery, asked: Place) -> f64 {
        let snap = self.snap_of(query, asked);
        match self.subject.standing(asked.point) {
            Standing::On(_) => snap.min(asked.rounding()),
            _ => snap,
        }
    }

    /// An end was not moved farther from where it was asked to be than to the nearest ground within `reach`
    /// that is joined with the other end's.
    fn check_move(
        &self,
        name: &str,
        [asked, other]: [DVec2; 2],
        moved: f64,
        reach: f64,
    ) -> Result<(), Breach> {
        let holds = at_most(moved, reach)
            || at_most(moved, reach + self.subject.settling(asked, reach, other));
        Law::Legality
            .demand(holds, || format!("the {name} was moved by {moved}, not by {reach} at most"))
    }

    /// Ends that need not be moved are not.
    fn check_fixed_ends(&self, query: &PathQuery, path: &Path) -> Result<(), Breach> {
        let [first, last] = ends(path);
        let standing = (self.subject.standing(query.start), self.subject.standing(query.goal));
        let (Standing::On(start), Standing::On(goal)) = standing else { return Ok(()) };
        let fixed = !self.subject.is_reachable(start, goal) || (first == start && last == goal);
        let what = || format!("{first} – {last} instead of {start} – {goal}");
        Law::Legality.demand(fixed, what)
    }

    /// A goal that was moved by policy was moved to the nearest place.
    fn check_partial_end(&self, query: &PathQuery, path: &Path) -> Result<(), Breach> {
        let [first, _] = ends(path);
        let nearest = match (path.status(), query.goal_policy) {
            (PathStatus::Complete, _) => return Ok(()),
            (_, GoalPolicy::NearestReachable) => {
                self.subject.distance_within_reach(first, query.goal)
            }
            _ => match self.subject.standing(query.goal) {
                Standing::Off { distance } => distance,
                Standing::On(_) | Standing::Touching => 0.0,
            },
        };
        let limit = nearest + self.subject.settling(query.goal, nearest, first);
        Law::Legality.demand(at_most(path.goal_offset(), limit), || {
            format!("ends {} from the goal, {nearest} was possible", path.goal_offset())
        })
    }

    fn check_optimum(&self, path: &Path) -> Result<(), Breach> {
        let [first, last] = ends(path);
        let best = self.subject.best_cost(first, last);
        let demand = |holds, what: &str| {
            let (cost, bound) = (path.cost(), path.lower_bound());
            let said = || format!("{what}: cost {cost:?}, bound {bound:?}, oracle {best:?}");
            Law::Oracle.demand(holds, said)
        };
        demand(best.is_some(), "a path where there is none")?;
        let (optimum, own) = (best.unwrap_or_default(), path.length());
        let own = if self.subject.knows_costs() { path.cost() } else { own };
        demand(at_most(optimum, own), "shorter than the shortest")?;
        demand(path.lower_bound() <= path.cost(), "the bound is above the cost")?;
        let known = Some(optimum).filter(|_| self.subject.knows_costs());
        let enough =
            known.or_else(|| self.subject.affordable_cost(first, last)).unwrap_or(f64::INFINITY);
        demand(at_most(path.lower_bound(), enough), "the bound is above the optimum")?;
        let optimal = path.guarantee() == Guarantee::Optimal;
        let is_kept = known.map_or(at_most(path.cost(), enough), |optimum| same(own, optimum));
        demand(!optimal || is_kept, "optimality is promised and not kept")
    }

    fn check_budget(&self, query: &PathQuery, path: &Path) -> Result<(), Breach> {
        let (most, cost) = (query.max_cost.unwrap_or(f64::INFINITY), path.cost());
        Law::Oracle.demand(at_most(cost, most), || format!("costs {cost}, {most} may be spent"))
    }

    fn check_reversed(
        &self,
        asker: &mut Asker<'_>,
        search: Search,
        path: &Path,
    ) -> Result<(), Breach> {
        let [first, last] = ends(path);
        let back = asker.ask(&PathQuery::new(last, first).snap(0.0).search(search));
        let holds = back.as_ref().is_ok_and(|b| same(b.cost(), path.cost()));
        Law::Reversal
            .demand(holds, || format!("{:?} there, back {:?}", path.cost(), back.map(|b| b.cost())))
    }

    /// Asks for stretches of an optimal path again: all but the last leg, all but the first, both.
    fn check_stretches(
        &self,
        asker: &mut Asker<'_>,
        search: Search,
        path: &Path,
    ) -> Result<(), Breach> {
        let points = path.waypoints();
        let links: f64 = path.links().iter().map(|used| used.cost).sum();
        let uniform = same(path.cost(), path.length() + links);
        if points.len() < 3 || !uniform || path.guarantee() != Guarantee::Optimal {
            return Ok(());
        }
        let (last, places) = (points.len() - 1, self.subject.places(path));
        Law::Stretch.demand(self.has_every_place(&places), || format!("no places: {places:?}"))?;
        let cost_of = |leg: usize| {
            let walked = || points[leg].distance(points[leg + 1]);
            path.link_of_leg(leg).map_or_else(walked, |used| used.cost)
        };
        for (first, last) in [(0, last - 1), (1, last), (1, last - 1)] {
            let legs: f64 = (first..last).map(cost_of).sum();
            let [from, to] = [places[first], places[last]];
            let query = PathQuery::new(from, to).snap(0.0).search(search);
            let answer = asker.ask(&query);
            let cost = answer.as_ref().map_or(f64::NAN, Path::cost);
            // From a pinch, a point alone may start into a fan that the whole path could not be in.
            let is_parted = |place: &Place| {
                let spot = self.subject.spot(place.point);
                place.cell.is_none() && matches!(spot, Spot::Pinch | Spot::ThinWall)
            };
            let pinched = [from, to].iter().any(is_parted);
            let holds = if pinched { at_most(cost, legs) } else { same(cost, legs) };
            Law::Stretch.demand(holds, || {
                format!("{from:?} – {to:?} is {legs:?} on the path, alone {answer:?}")
            })?;
            let path = answer.as_ref().unwrap_or(path);
            let certificate = self.subject.check_certificate(path, &query);
            certificate.map_err(|what| Breach { law: Law::Stretch, what })?;
        }
        Ok(())
    }

    /// True if all waypoints have places with cells, or the map knows none.
    fn has_every_place(&self, places: &[Place]) -> bool {
        let with_cell = places.iter().filter(|place| place.cell.is_some()).count();
        with_cell == places.len() || with_cell == 0 && !self.subject.knows_places()
    }

    fn check_round_trip(
        &self,
        asker: &mut Asker<'_>,
        search: Search,
        path: &Path,
    ) -> Result<(), Breach> {
        let [first, last] = ends(path);
        for &point in path.waypoints() {
            let rounded = point.as_vec2();
            let onward = PathQuery::new(rounded, last).search(search);
            let hither = PathQuery::new(first, rounded).search(search);
            for query in [onward, hither].into_iter().filter(|_| rounded.is_finite()) {
                let answer = asker.ask(&query);
                let works = match &answer {
                    Ok(path) => self.subject.check_walk(path),
                    Err(PathError::Unsupported { .. }) => Ok(()),
                    Err(error) => Err(error.to_string()),
                };
                works.map_err(|what| {
                    let what = format!("{} – {} as f32: {what}", query.start, query.goal);
                    Breach { law: Law::RoundTrip, what }
                })?;
            }
        }
        Ok(())
    }
}

fn ends(path: &Path) -> [DVec2; 2] {
    let points = path.waypoints();
    [points[0], points[points.len() - 1]]
}

fn note(path: &Path, report: &mut LawReport) {
    match path.status() {
        PathStatus::Complete => report.complete += 1,
        _ => report.partial += 1,
    }
    report.zero_length += usize::from(path.length() == 0.0);
    report.turns += path.waypoints().len().saturating_sub(2 + path.links().len());
    report.links += path.links().len();
    report.optimal += usize::from(path.guarantee() == Guarantee::Optimal);
}

/// The checks of a path that need no map.
fn check_shape(path: &Path) -> Result<(), Breach> {
    let points = path.waypoints();
    let demand = |holds, what: &str| {
        Law::Legality.demand(holds, || format!("{what}: {points:?}, length {:?}", path.length()))
    };
    demand(!points.is_empty() && points.iter().all(|p| p.is_finite()), "no points")?;
    let is_walked = |leg: &usize| path.link_of_leg(*leg).is_none();
    let walked: Vec<usize> = (0..points.len() - 1).filter(is_walked).collect();
    demand(walked.iter().all(|&leg| points[leg] != points[leg + 1]), "a point twice in a row")?;
    let straight = |legs: &[usize]| {
        let [a, b, c] = [legs[0], legs[1], legs[1] + 1].map(|place| points[place]);
        legs[1] == legs[0] + 1 && turn(a, b, c) == Turn::Collinear && within_box(a, c, b)
    };
    demand(!walked.windows(2).any(straight), "a waypoint that is no turn")?;
    let legs: f64 = walked.iter().map(|&leg| points[leg].distance(points[leg + 1])).sum();
    demand(same(legs, path.length()), "the length is not the sum of the legs walked")
}
