//! The walk of a ray from cell to cell.

mod stretch;

use std::ops::ControlFlow;

use navmesh_core::geom::{Turn, turn};
use navmesh_core::{DVec2, EdgeId, Feature, Incidence, NavMesh};

use super::meeting::Meeting;
use crate::queries::line::{Line, Ruler};
use stretch::{Stretch, first_on_right, stretch};

/// A place where a corner of a cell lies on the ray, and the ray goes on from it.
///
/// There the walk looks all around the corner's fan: the ray may go on into one cell of it, or along an
/// edge with a cell on either side, joined or not. Where those two are not joined, one may end before the
/// other; so the walk goes on along both, nearest station first, until they meet again in one fan.
#[derive(Debug, Clone, Copy)]
pub(super) struct Station {
    /// An edge that begins at the corner, in a cell that the walk has reached.
    edge: EdgeId,
    /// How the walk got there.
    step: u32,
}

/// A cell that the walk reached, and the step before.
#[derive(Debug, Clone, Copy)]
struct Step {
    slot: u32,
    before: u32,
}

/// In `Step::before`: the first.
const FIRST: u32 = u32::MAX;

/// What walks keep between them.
#[derive(Debug, Clone, Default)]
pub(in crate::queries) struct Memory {
    /// A handful at most: one, or two on both sides of an edge (more where cells overlap).
    stations: Vec<Station>,
    trail: Vec<Step>,
    /// The last step of the last walk.
    last: u32,
    /// The last steps of the last walk to all ends.
    ends: Vec<u32>,
}

impl Memory {
    fn forget(&mut self) {
        self.stations.clear();
        self.trail.clear();
        self.ends.clear();
    }

    /// The cells of the last walk, by slot, from its end to its beginning.
    pub(in crate::queries) fn way_back(&self) -> impl Iterator<Item = u32> + '_ {
        let step = |index: u32| self.trail.get(index as usize);
        std::iter::successors(step(self.last), move |at| step(at.before)).map(|at| at.slot)
    }

    /// The slots of the cells in which the last walk to all ends has ended.
    pub(in crate::queries) fn ends(&self) -> impl Iterator<Item = u32> + '_ {
        self.ends.iter().map(|&step| self.trail[step as usize].slot)
    }

    /// Ends the last walk with the last of its cells that stands in `slot`.
    pub(super) fn turn_back_to(&mut self, slot: u32) {
        let mut step = self.last;
        while let Some(at) = self.trail.get(step as usize) {
            if at.slot == slot {
                self.last = step;
                return;
            }
            step = at.before;
        }
    }
}

/// What ends a walk before its target.
#[derive(Debug, Clone, Copy)]
pub(in crate::queries) enum Obstacle {
    /// This wall, between its ends.
    Wall(EdgeId),
    /// The corner where this edge begins: the ray would leave the fan there.
    Corner(EdgeId),
}

/// Where a walk ends: in the cell of a slot, at the target where there is no obstacle.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    pub(super) slot: u32,
    pub(super) obstacle: Option<Obstacle>,
}

/// Walks along `line` from the cells that hold its beginning.
#[inline(always)]
pub(super) fn walk(mesh: &NavMesh, line: Line, from: &[Incidence], memory: &mut Memory) -> End {
    memory.forget();
    match from {
        [Incidence { cell, feature: Feature::Inside }] if line.from != line.to => {
            walk_from_inside(mesh, line, cell.slot, memory)
        }
        _ => walk_around(mesh, line, (from, None), memory),
    }
}

/// The same from inside a cell: straight on, up to the first corner in the way.
#[inline(always)]
fn walk_from_inside(mesh: &NavMesh, line: Line, slot: u32, memory: &mut Memory) -> End {
    let ruler = Ruler::new(line, mesh.bounds());
    let (trail, mut step) = (&mut memory.trail, 0);
    trail.push(Step { slot, before: FIRST });
    let obstacle =
        match stretch(mesh, &ruler, first_on_right(mesh, &ruler, slot), (trail, &mut step)) {
            Stretch::Target => None,
            Stretch::Wall(edge) => Some(Obstacle::Wall(edge)),
            Stretch::Corner(edge) => {
                return walk_around(mesh, line, (&[], Some(Station { edge, step })), memory);
            }
        };
    memory.last = step;
    End { slot: trail[step as usize].slot, obstacle }
}

/// The same from wherever it begins, or where it has come to a corner.
#[inline(never)]
fn walk_around(
    mesh: &NavMesh,
    line: Line,
    (from, corner): (&[Incidence], Option<Station>),
    memory: &mut Memory,
) -> End {
    let mut walk = Walk::new(mesh, line, memory, Until::Target);
    let (step, obstacle) = match walk.run(from, corner) {
        ControlFlow::Break(step) => (step, None),
        ControlFlow::Continue(()) => walk.farthest.map_or((0, None), |(o, step)| (step, Some(o))),
    };
    memory.last = step;
    End { slot: memory.trail[step as usize].slot, obstacle }
}

/// Walks along `line` on every way that it may go, and notes where each [ends](Memory::ends): where ground winds
/// around a corner on the line, it may go on from there on several floors.
pub(in crate::queries) fn ends_of_all(
    mesh: &NavMesh,
    line: Line,
    from: &[Incidence],
    memory: &mut Memory,
) {
    memory.forget();
    let _ = Walk::new(mesh, line, memory, Until::AllEnds).run(from, None);
}

/// How long a walk goes on.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Until {
    /// Until it is at its target.
    Target,
    /// Until it can go on nowhere.
    AllEnds,
}

struct Walk<'a, 'm> {
    mesh: &'a NavMesh,
    line: Line,
    ruler: Ruler,
    memory: &'m mut Memory,
    until: Until,
    /// The farthest obstacle met so far, and the step that ended there.
    farthest: Option<(Obstacle, u32)>,
}

/// Breaks off with the step that reached the target.
type Flow = ControlFlow<u32>;

impl<'a, 'm> Walk<'a, 'm> {
    fn new(mesh: &'a NavMesh, line: Line, memory: &'m mut Memory, until: Until) -> Self {
        let ruler = Ruler::new(line, mesh.bounds());
        Self { mesh, line, ruler, memory, until, farthest: None }
    }

    fn run(&mut self, from: &[Incidence], corner: Option<Station>) -> Flow {
        if let Some(Station { edge, step }) = corner {
            self.arrive(edge, step)?;
        }
        for incidence in from {
            self.begin(incidence)?;
        }
        while let Some(station) = self.nearest_station() {
            self.pass(station)?;
        }
        Flow::Continue(())
    }

    fn begin(&mut self, &Incidence { cell, feature }: &Incidence) -> Flow {
        let step = self.reach(cell.slot, FIRST);
        if self.line.from == self.line.to {
            return self.end(step);
        }
        match feature {
            Feature::Inside => {
                let edge = first_on_right(self.mesh, &self.ruler, cell.slot);
                self.cross(edge, step)
            }
            Feature::Edge(edge) => self.begin_on_edge(edge, step),
            Feature::Corner(edge) => {
                self.memory.stations.push(Station { edge, step });
                Flow::Continue(())
            }
        }
    }

    fn begin_on_edge(&mut self, edge: EdgeId, step: u32) -> Flow {
        let [a, b] = self.mesh.edge_ends(edge);
        match turn(a, b, self.line.to) {
            Turn::Left => self.cross(self.mesh.next_edge(edge), step),
            Turn::Right => {
                if self.mesh.edge(edge).is_wall() {
                    self.stop(Obstacle::Wall(edge), step);
                }
                Flow::Continue(()) // the cell on the other side holds the beginning too
            }
            Turn::Collinear if self.line.is_beyond(self.line.from, b) => {
                self.arrive(self.mesh.next_edge(edge), step)
            }
            Turn::Collinear => self.arrive(edge, step),
        }
    }

    /// Crosses cell after cell, from one that the line cuts in two; the edge after `edge` begins on the right of the
    /// line, or `edge` does.
    fn cross(&mut self, edge: EdgeId, mut step: u32) -> Flow {
        match stretch(self.mesh, &self.ruler, edge, (&mut self.memory.trail, &mut step)) {
            Stretch::Target => self.end(step),
            Stretch::Corner(edge) => self.arrive(edge, step),
            Stretch::Wall(edge) => {
                self.stop(Obstacle::Wall(edge), step);
                Flow::Continue(())
            }
        }
    }

    /// Comes to the corner where `edge` begins, which lies on the line.
    fn arrive(&mut self, edge: EdgeId, step: u32) -> Flow {
        if !self.line.is_beyond(self.origin(edge), self.line.to) {
            return self.end(step);
        }
        self.memory.stations.push(Station { edge, step });
        Flow::Continue(())
    }

    /// Comes to the target.
    fn end(&mut self, step: u32) -> Flow {
        if self.until == Until::Target {
            return Flow::Break(step);
        }
        self.memory.ends.push(step);
        Flow::Continue(())
    }

    /// The station that is least far along; others in the same fan are the same.
    fn nearest_station(&mut self) -> Option<Station> {
        let stations = &self.memory.stations;
        let nearer = |a: Station, b: &Station| {
            if self.line.is_beyond(self.origin(b.edge), self.origin(a.edge)) { *b } else { a }
        };
        let nearest = stations.iter().skip(1).fold(*stations.first()?, nearer);
        let vertex = |station: &Station| self.mesh.edge(station.edge).vertex();
        let mesh = self.mesh;
        let vertex_of_nearest = vertex(&nearest);
        self.memory.stations.retain(|s| mesh.edge(s.edge).vertex() != vertex_of_nearest);
        Some(nearest)
    }

    /// Goes on from a station into every cell of its fan that the ray goes on in.
    fn pass(&mut self, station: Station) -> Flow {
        let mut goes_on = self.leave(station)?;
        let mut closed = false;
        let mut at = station;
        while let Some(edge) = self.mesh.counter_clockwise(at.edge) {
            if edge == station.edge {
                closed = true;
                break;
            }
            at = Station { edge, step: self.reach(self.slot(edge), at.step) };
            goes_on |= self.leave(at)?;
        }
        at = station;
        while let Some(edge) = self.mesh.clockwise(at.edge).filter(|_| !closed) {
            at = Station { edge, step: self.reach(self.slot(edge), at.step) };
            goes_on |= self.leave(at)?;
        }
        if !goes_on {
            self.stop(Obstacle::Corner(station.edge), station.step);
        }
        Flow::Continue(())
    }

    /// Goes on from a corner into one cell around it, or along an edge of it; false where the cell lies
    /// in other directions.
    fn leave(&mut self, Station { edge, step }: Station) -> ControlFlow<u32, bool> {
        let next = self.mesh.next_edge(edge);
        let before = self.mesh.previous_edge(edge);
        let (corner, ahead, behind) = (self.origin(edge), self.origin(next), self.origin(before));
        match (self.line.side(ahead), self.line.side(behind)) {
            (Turn::Right, Turn::Left) => self.cross(edge, step)?,
            (Turn::Collinear, _) if self.line.is_beyond(corner, ahead) => {
                self.arrive(next, step)?
            }
            (_, Turn::Collinear) if self.line.is_beyond(corner, behind) => {
                self.arrive(before, step)?;
            }
            _ => return ControlFlow::Continue(false),
        }
        ControlFlow::Continue(true)
    }

    /// Notes an obstacle, if it is farther than those before.
    fn stop(&mut self, obstacle: Obstacle, step: u32) {
        if self.until == Until::AllEnds {
            self.memory.ends.push(step);
        }
        if self.farthest.is_none_or(|(other, _)| self.is_farther(obstacle, other)) {
            self.farthest = Some((obstacle, step));
        }
    }

    fn is_farther(&self, one: Obstacle, other: Obstacle) -> bool {
        let before_wall = |wall: EdgeId, corner: EdgeId| {
            let [a, b] = self.mesh.edge_ends(wall);
            turn(a, b, self.origin(corner)) == Turn::Left
        };
        match (one, other) {
            (Obstacle::Corner(one), Obstacle::Corner(other)) => {
                self.line.is_beyond(self.origin(other), self.origin(one))
            }
            (Obstacle::Wall(wall), Obstacle::Corner(corner)) => before_wall(wall, corner),
            (Obstacle::Corner(corner), Obstacle::Wall(wall)) => !before_wall(wall, corner),
            (Obstacle::Wall(one), Obstacle::Wall(other)) => {
                // Two at once are met only from one corner in several fans; rounded places will do.
                let distance = |wall| {
                    let meeting = Meeting::of(self.line, self.mesh.edge_ends(wall));
                    meeting.point().distance_squared(self.line.from)
                };
                distance(one) > distance(other)
            }
        }
    }

    fn reach(&mut self, slot: u32, before: u32) -> u32 {
        self.memory.trail.push(Step { slot, before });
        self.memory.trail.len() as u32 - 1
    }

    #[inline]
    fn origin(&self, edge: EdgeId) -> DVec2 {
        self.mesh.edge(edge).origin()
    }

    #[inline]
    fn slot(&self, edge: EdgeId) -> u32 {
        self.mesh.edge(edge).cell_slot()
    }
}
