//! Off-mesh connections between rooms.
//!
//! A lane of a link has no width of its own. An agent uses it if it has room at both ends, so its width is twice the lesser
//! clearance of the two. A lane of both directions joins two rooms as a chord of that length does, and takes part in the
//! spanning tree. Lanes of one direction do not: a search over them combines the answers of the tree.

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::{DVec2, LaneId, LinkSide, LinkWay, NavMesh, PathError, Place};

use super::{MeasuredPlace, Widths};
use crate::queries::MeshQueries;

/// A lane between two measured places.
#[derive(Debug, Clone)]
pub(super) struct Lane {
    pub(super) id: LaneId,
    pub(super) entry: MeasuredPlace,
    pub(super) exit: MeasuredPlace,
    way: LinkWay,
}

/// The lanes of a mesh that are open.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    all: Vec<Lane>,
    /// The numbers of the crossings of the spanning tree that are lanes, ascending, each with its lane.
    crossings: Vec<(u32, u32)>,
    one_way: Vec<u32>,
}

/// A step between two rooms in the spanning tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Crossing {
    Chord(u32),
    Lane(u32),
}

/// The part of a way that limits its width, with the ends of the way left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Limit {
    pub(super) width: f64,
    pub(super) at: Option<Crossing>,
}

/// A way over one-way lanes: the rooms of each walked part.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Route {
    pub(super) limit: Limit,
    pub(super) walks: Vec<[u32; 2]>,
}

impl Limit {
    /// The limit of a way within one room.
    const NONE: Self = Self { width: f64::INFINITY, at: None };

    fn and(self, other: Self) -> Self {
        if other.width < self.width { other } else { self }
    }
}

impl Lane {
    pub(super) fn width(&self) -> f64 {
        2.0 * self.entry.clearance().min(self.exit.clearance())
    }

    /// Returns the end with the lesser clearance, and its nearest wall point.
    pub(super) fn narrow_end(&self) -> [DVec2; 2] {
        let is_exit = self.exit.clearance() < self.entry.clearance();
        let end = if is_exit { &self.exit } else { &self.entry };
        [end.point(), end.wall_point()]
    }
}

impl Lanes {
    pub(super) fn lane(&self, lane: u32) -> &Lane {
        &self.all[lane as usize]
    }

    /// Returns the crossing with a number in the spanning tree.
    pub(super) fn crossing(&self, number: u32) -> Crossing {
        match self.crossings.binary_search_by_key(&number, |&(number, _)| number) {
            Ok(index) => Crossing::Lane(self.crossings[index].1),
            Err(before) => Crossing::Chord(number - before as u32),
        }
    }

    pub(super) fn memory(&self) -> usize {
        self.all.len() * (size_of::<Lane>() + 2 * size_of::<u32>())
            + self.crossings.len() * size_of::<(u32, u32)>()
            + self.one_way.len() * size_of::<u32>()
    }
}

impl Widths {
    /// Measures the ends of all lanes. The rooms must be known.
    pub(super) fn measured_lanes(&self) -> Lanes {
        let mut lanes = Lanes::default();
        let mesh: &NavMesh = &self.mesh;
        let mut queries = MeshQueries::new(mesh);
        for connection in mesh.off_mesh_connections().iter() {
            let way = mesh.link(connection.link).map_or(LinkWay::OneWay, |link| link.way);
            if connection.entered == LinkSide::To && way == LinkWay::TwoWay {
                continue; // the same lane, backwards
            }
            let mut end = |point: DVec2, cells: &[u32]| -> Result<MeasuredPlace, PathError> {
                let layer = cells.first().map_or(0, |&slot| mesh.layer(slot));
                self.measure_with(&mut queries, Place::new(point).on_layer(layer))
            };
            let entry = end(connection.entry, &connection.entry_cells);
            let exit = end(connection.exit, &connection.exit_cells);
            if let (Ok(entry), Ok(exit)) = (entry, exit) {
                let id = LaneId { link: connection.link, lane: connection.lane };
                if way == LinkWay::OneWay {
                    lanes.one_way.push(lanes.all.len() as u32);
                }
                lanes.all.push(Lane { id, entry, exit, way });
            }
        }
        lanes
    }

    /// Merges the lanes of both directions into the chords, the widest first. Returns the rooms of all crossings.
    pub(super) fn merge_lanes(&self, lanes: &mut Lanes, sides: &[[u32; 2]]) -> Vec<[u32; 2]> {
        let two_way = (0..).zip(&lanes.all).filter(|(_, lane)| lane.way == LinkWay::TwoWay);
        let mut order: Vec<(f64, u32)> =
            two_way.map(|(number, lane)| (lane.width(), number)).collect();
        order.merge_sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut merged = Vec::with_capacity(sides.len() + order.len());
        let mut waiting = order.into_iter().peekable();
        let mut crossings = Vec::new();
        let widths = self.chords.iter().map(|chord| chord.width).chain([f64::NEG_INFINITY]);
        for (chord, width) in widths.enumerate() {
            while let Some((_, number)) = waiting.next_if(|lane| lane.0 > width) {
                let lane = &lanes.all[number as usize];
                for &from in lane.entry.rooms() {
                    for &to in lane.exit.rooms() {
                        crossings.push((merged.len() as u32, number));
                        merged.push([from, to]);
                    }
                }
            }
            merged.extend(sides.get(chord));
        }
        lanes.crossings = crossings;
        merged
    }

    /// Finds the limit of the widest way between two places; the ends do not count.
    pub(super) fn limit(&self, from: &MeasuredPlace, to: &MeasuredPlace) -> Option<Limit> {
        if self.lanes.one_way.is_empty() {
            return Some(self.walk(from, to)?.0);
        }
        Some(self.route(from, to)?.limit)
    }

    /// Finds the limit of the widest way between two places, and the rooms of its walked parts; the ends do not count.
    ///
    /// Source: E. W. Dijkstra's algorithm with the least width on the way instead of the sum of lengths.
    pub(super) fn route(&self, from: &MeasuredPlace, to: &MeasuredPlace) -> Option<Route> {
        let direct = self.walk(from, to).map(|(limit, rooms)| Route { limit, walks: vec![rooms] });
        if self.lanes.one_way.is_empty() {
            return direct;
        }
        let mut open: Vec<(u32, Option<Route>)> =
            self.lanes.one_way.iter().map(|&lane| (lane, None)).collect();
        let relax =
            |open: &mut Vec<(u32, Option<Route>)>, at: &MeasuredPlace, so_far: Option<&Route>| {
                for (lane, best) in open {
                    let entered = self.lanes.lane(*lane);
                    let Some((walked, rooms)) = self.walk(at, &entered.entry) else { continue };
                    let own = Limit { width: entered.width(), at: Some(Crossing::Lane(*lane)) };
                    let before = so_far.map_or(Limit::NONE, |route| route.limit);
                    let limit = before.and(walked).and(own);
                    if best.as_ref().is_none_or(|best| limit.width > best.limit.width) {
                        let mut walks = so_far.map_or_else(Vec::new, |route| route.walks.clone());
                        walks.push(rooms);
                        *best = Some(Route { limit, walks });
                    }
                }
            };
        let mut answer = direct;
        relax(&mut open, from, None);
        loop {
            let width = |route: &Option<Route>| route.as_ref().map(|route| route.limit.width);
            let reached = (0..open.len()).filter(|&index| open[index].1.is_some());
            let widest = reached.max_by(|&a, &b| {
                let [one, two] = [a, b].map(|index| width(&open[index].1).unwrap_or(0.0));
                one.total_cmp(&two).then(b.cmp(&a))
            });
            let Some(widest) = widest else { return answer };
            let (lane, route) = open.swap_remove(widest);
            let (Some(route), exit) = (route, &self.lanes.lane(lane).exit) else { return answer };
            if let Some((walked, rooms)) = self.walk(exit, to) {
                let limit = route.limit.and(walked);
                if answer.as_ref().is_none_or(|best| limit.width > best.limit.width) {
                    let mut walks = route.walks.clone();
                    walks.push(rooms);
                    answer = Some(Route { limit, walks });
                }
            }
            relax(&mut open, exit, Some(&route));
        }
    }

    /// Returns the limit of the widest way in the spanning tree, and the rooms of its ends.
    fn walk(&self, from: &MeasuredPlace, to: &MeasuredPlace) -> Option<(Limit, [u32; 2])> {
        let rooms = self.connected_rooms(from, to)?;
        let number = self.tree.narrowest(rooms)?;
        let crossing = number.map(|number| self.lanes.crossing(number));
        let width = match crossing {
            None => f64::INFINITY,
            Some(Crossing::Chord(chord)) => self.chords[chord as usize].width,
            Some(Crossing::Lane(lane)) => self.lanes.lane(lane).width(),
        };
        Some((Limit { width, at: crossing }, rooms))
    }
}
