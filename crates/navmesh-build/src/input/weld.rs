//! Welding: what misses by less than a distance is joined.
//!
//! Outlines come out of editors, projections and rotations, so that a wall ends beside the border that it was drawn to.
//! The rule, for the distance `w`:
//!
//! 1. Some of the distinct points *lead* ([`leaders`]). In the order of their priority, a point leads if no earlier
//!    leader is within `w`. Every other point moves to its nearest leader.
//! 2. A side with the given ends a and b runs from the leader of a to that of b, through all leaders within `w` of the
//!    side *as given* ([`chains`]). A side that already does so exactly is left as it is.
//!
//! Nothing moves by more than `w`, contacts stay, and what is wider than `2w` stays open. The proofs stand in
//! `docs/algorithms/building.md`. Strips that vanish between two sides are [slivers](crate::ground::slivers).
//!
//! Source: V. J. Milenkovic, "Verifiable Implementations of Geometric Algorithms Using Finite Precision Arithmetic",
//! 1988 (data normalization). We differ from it in: 1) the priority of points is a hash of their coordinates, so
//! neither their order nor a row of near points matters; 2) distances are from sides as given, so that bends do not add
//! up, and one pass is enough.

mod leaders;
mod chains;

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{MAX_COORDINATE, sanitized};
use navmesh_core::{DVec2, Link};

use crate::error::{BuildError, InputPlace, Role};
use crate::input::reaches::Reaches;
use crate::input::{ChainPlace, Drawings};
use crate::options::BuildOptions;
use crate::plsg::bent_chain::BentChain;
use crate::plsg::intersection_budget::IntersectionBudget;
use crate::report::{Weld, WeldKind};
use chains::{Bends, ChainBend};
pub(super) use leaders::square;
use leaders::{Class, Leaders};

/// The smallest weld distance, as a part of the largest coordinate: 2⁻⁴⁵. Differences of coordinates round below it.
const LEAST_WELD: f64 = 1.0 / (1u64 << 45) as f64;

/// All that is welded together: every floor, with floor connections and links.
///
/// Floors count as one drawing. Both floors of a connection, and the connection itself, therefore run through the same
/// leaders.
#[derive(Debug, Default)]
pub(crate) struct WeldedMap {
    pub(crate) floors: Vec<Drawings>,
    /// The lines of floor connections.
    pub(crate) connections: Vec<ConnectionLine>,
    pub(crate) links: Vec<Link>,
}

/// The line of a floor connection, and its place.
#[derive(Debug)]
pub(crate) struct ConnectionLine {
    pub(crate) chain: BentChain,
    pub(crate) place: ChainPlace,
}

/// The changes by welding, largest first.
#[derive(Debug, Default)]
pub(crate) struct Welds {
    /// Those on each floor.
    pub(crate) floors: Vec<Vec<Weld>>,
    /// Those of floor connections and links.
    pub(crate) between: Vec<Weld>,
    /// The distance by which the map was welded; 0 for none.
    pub(crate) distance: f64,
}

impl Welds {
    /// Returns all welds together, largest first.
    pub(crate) fn united(self) -> Vec<Weld> {
        let mut all: Vec<Weld> = self.floors.into_iter().flatten().chain(self.between).collect();
        sort(&mut all);
        all
    }
}

/// A chain to be welded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chain<'a> {
    pub(super) points: &'a [DVec2],
    pub(super) is_ring: bool,
    class: Class,
    pub(super) place: &'a ChainPlace,
}

/// Welds a map by the distance of the options, or by the default, and returns what changed.
///
/// Nothing changes by default where more pairs than the limit of intersections are near one another.
///
/// Complexity: O(n log n) in the number of points, plus the pairs of points and sides near one another.
///
/// # Errors
///
/// `BadWeld` for a distance that cannot be used. `TooManyIntersections` if more pairs than the limit are within a
/// distance that was asked for.
pub(crate) fn weld(map: &mut WeldedMap, options: &BuildOptions) -> Result<Welds, BuildError> {
    let none = Welds { floors: vec![Vec::new(); map.floors.len()], ..Welds::default() };
    let distance = map.distance(options)?;
    if distance == 0.0 {
        return Ok(none);
    }
    match map.weld_by(distance, options) {
        Err(BuildError::TooManyIntersections { .. }) if options.weld.is_none() => Ok(none),
        welded => welded,
    }
}

/// Sorts welds, the largest first.
pub(crate) fn sort(welds: &mut [Weld]) {
    welds.merge_sort_by(|a, b| b.distance.total_cmp(&a.distance)); // stable: equal ones in the order of the input
}

impl WeldedMap {
    /// Returns the distance by which the options weld the map; 0 for none.
    pub(super) fn distance(&self, options: &BuildOptions) -> Result<f64, BuildError> {
        let Some(distance) = options.weld else { return Ok(self.reaches().default_weld()) };
        let chains = self.chains();
        let points = chains.iter().flat_map(|chain| chain.points).copied().chain(self.ends());
        let largest = points.map(|point| point.abs().max_element()).fold(0.0, f64::max);
        let (least, most) = (LEAST_WELD * largest, MAX_COORDINATE);
        let is_usable = distance == 0.0 || (least..=most).contains(&distance); // false for NaN
        is_usable.then_some(distance).ok_or(BuildError::BadWeld { distance, least, most })
    }

    fn weld_by(&mut self, distance: f64, options: &BuildOptions) -> Result<Welds, BuildError> {
        let chains = self.chains();
        let points = chains.iter().flat_map(|chain| chain.points).copied();
        let classes = chains.iter().flat_map(|chain| chain.points.iter().map(|_| chain.class));
        let classes: Vec<Class> = classes.chain(self.ends().map(|_| Class::Other)).collect();
        let points: Vec<DVec2> = points.chain(self.ends()).collect();
        let budget = IntersectionBudget::of(options.max_intersections, points.len());
        let leaders = Leaders::of(points, &classes, distance, budget)?;
        let bends = Bends::of(&chains, &leaders, options, budget)?;
        let bent: Vec<ChainBend> = bends.of_chains(&chains);
        let floors = vec![Vec::new(); self.floors.len()];
        let mut welds = Welds { floors, distance, ..Welds::default() };
        self.replace_chains(bent, &mut welds);
        move_links(&mut self.links, &leaders, &mut welds.between);
        welds.floors.iter_mut().chain([&mut welds.between]).for_each(|welds| sort(welds));
        Ok(welds)
    }

    /// Returns the ends of links that are valid.
    fn ends(&self) -> impl Iterator<Item = DVec2> + '_ {
        self.links.iter().flat_map(ends)
    }

    /// Returns the reaches of all chains and links.
    fn reaches(&self) -> Reaches {
        let mut reaches = Reaches::default();
        self.chains().iter().for_each(|chain| reaches.add_chain(chain.points));
        self.links.iter().for_each(|link| reaches.add_chain(&ends(link).collect::<Vec<_>>()));
        reaches
    }

    /// Returns all chains: floor after floor, then those of connections.
    pub(super) fn chains(&self) -> Vec<Chain<'_>> {
        let of_floors = self.floors.iter().flat_map(|Drawings { ground, areas, places }| {
            let ground = ground.lines().map(|line| (line, Class::Ground));
            let lines = ground.chain(areas.lines().map(|line| (line, Class::Other)));
            lines.zip(places).map(|(((source, points), class), place)| Chain {
                points,
                is_ring: source.is_ring(),
                class,
                place,
            })
        });
        let of_connections = self.connections.iter().map(|line| {
            let points = line.chain.points();
            Chain { points, is_ring: false, class: Class::Connection, place: &line.place }
        });
        of_floors.chain(of_connections).collect()
    }

    /// Replaces the chains that bend.
    fn replace_chains(&mut self, bent: Vec<ChainBend>, welds: &mut Welds) {
        let mut bent = bent.into_iter();
        let weld = welds.distance;
        for (floor, welds) in self.floors.iter_mut().zip(&mut welds.floors) {
            for drawing in [&mut floor.ground, &mut floor.areas] {
                let count = drawing.lines().count();
                let of_drawing = bent.by_ref().take(count).map(|bend| {
                    welds.extend(bend.welds);
                    bend.chain
                });
                let of_drawing: Vec<Option<BentChain>> = of_drawing.collect();
                *drawing = std::mem::take(drawing).welded(weld, of_drawing);
            }
        }
        for (line, bend) in self.connections.iter_mut().zip(bent) {
            welds.between.extend(bend.welds);
            line.chain = bend.chain.unwrap_or_else(|| std::mem::take(&mut line.chain));
        }
    }
}

/// Returns the ends of the lanes of a link that are valid.
pub(crate) fn ends(link: &Link) -> impl Iterator<Item = DVec2> + '_ {
    link.lanes().flatten().filter_map(sanitized)
}

/// Moves the ends of links to their leaders. Their points are the last ones.
fn move_links(links: &mut [Link], leaders: &Leaders, welds: &mut Vec<Weld>) {
    let ends = links.iter().flat_map(Link::lanes).flatten().filter_map(sanitized).count();
    let mut numbers = leaders.numbers[leaders.numbers.len() - ends..].iter();
    for (outline, link) in links.iter_mut().enumerate() {
        for (index, point) in link.points_mut().enumerate() {
            let Some(&number) = sanitized(*point).and_then(|_| numbers.next()) else { continue };
            if !leaders.leads(number) {
                let (ring, vertex) = (index / 2, index % 2);
                let place = InputPlace { role: Role::Link, outline, ring, vertex };
                let distance = leaders.distance_of(number);
                welds.push(Weld { place, kind: WeldKind::Moved, distance });
                *point = leaders.at(leaders.leader_of(number));
            }
        }
    }
}

#[cfg(test)]
mod tests;
