//! The walk of a ray from cell to cell, and from ray vertex to ray vertex.

use std::ops::ControlFlow;

use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{DVec2, EdgeId, Feature, Incidence, NavMesh};

use super::crossing::Crossing;
use super::trail::{RayVertex, RayWorkspace};
use crate::line::ray_run::{RunEnd, cross_cells, first_on_right};
use crate::line::{Line, Ruler};

/// The obstacle that stops a ray before its target.
#[derive(Debug, Clone, Copy)]
pub(in crate::queries) enum Obstacle {
    /// This wall, between its ends.
    Wall(EdgeId),
    /// The corner where this edge begins: the ray would leave the fan there.
    Corner(EdgeId),
}

/// The end of a walk: the slot of its last cell, and what stopped it there. Without an obstacle it is the target.
#[derive(Debug, Clone, Copy)]
pub(super) struct WalkEnd {
    pub(super) slot: u32,
    pub(super) obstacle: Option<Obstacle>,
}

/// Walks along `line` from the cells that hold its beginning.
#[inline(always)] // so that the line stays in registers
pub(super) fn walk(
    mesh: &NavMesh,
    line: Line,
    from: &[Incidence],
    workspace: &mut RayWorkspace,
) -> WalkEnd {
    workspace.clear();
    match from {
        [Incidence { cell, feature: Feature::Inside }] if line.from != line.to => {
            walk_from_inside(mesh, line, cell.slot, workspace)
        }
        _ => walk_by_vertices(mesh, line, Start::Located(from), workspace),
    }
}

/// Walks on every way that the line may go, and records the [ends](RayWorkspace::end_slots) of all of them.
///
/// At a corner that more than a full turn of cells surrounds, the line may go on on several floors.
pub(crate) fn walk_to_all_ends(
    mesh: &NavMesh,
    line: Line,
    from: &[Incidence],
    workspace: &mut RayWorkspace,
) {
    workspace.clear();
    let _ = RayWalk::new(mesh, line, workspace, Until::AllEnds).run(Start::Located(from));
}

/// Walks from inside a cell: straight on, up to the first ray vertex.
#[inline(always)] // so that the line stays in registers
fn walk_from_inside(
    mesh: &NavMesh,
    line: Line,
    slot: u32,
    workspace: &mut RayWorkspace,
) -> WalkEnd {
    let ruler = Ruler::new(line, mesh.bounds());
    let mut step = workspace.begin_at(slot);
    let first = first_on_right(mesh, &ruler, slot);
    let end = cross_cells(mesh, &ruler, first, |slot| step = workspace.step_to(slot, step));
    let obstacle = match end {
        RunEnd::Target(_) => None,
        RunEnd::Wall(edge) => Some(Obstacle::Wall(edge)),
        RunEnd::Corner(edge) => {
            let start = Start::Vertex(RayVertex { edge, step });
            return walk_by_vertices(mesh, line, start, workspace);
        }
    };
    workspace.last = step;
    WalkEnd { slot: workspace.slot(step), obstacle }
}

/// Walks from any place, or from a ray vertex.
#[inline(never)]
fn walk_by_vertices(
    mesh: &NavMesh,
    line: Line,
    start: Start<'_>,
    workspace: &mut RayWorkspace,
) -> WalkEnd {
    let mut walk = RayWalk::new(mesh, line, workspace, Until::Target);
    let (step, obstacle) = match walk.run(start) {
        ControlFlow::Break(step) => (step, None),
        ControlFlow::Continue(()) => walk.farthest.map_or((0, None), |(o, step)| (step, Some(o))),
    };
    workspace.last = step;
    WalkEnd { slot: workspace.slot(step), obstacle }
}

/// The beginning of a walk.
#[derive(Debug, Clone, Copy)]
enum Start<'a> {
    /// The cells that hold the line's beginning.
    Located(&'a [Incidence]),
    /// A vertex that the walk has reached.
    Vertex(RayVertex),
}

/// The condition that ends a walk.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Until {
    Target,
    /// It can go on nowhere.
    AllEnds,
}

struct RayWalk<'a, 'w> {
    mesh: &'a NavMesh,
    line: Line,
    ruler: Ruler,
    workspace: &'w mut RayWorkspace,
    until: Until,
    /// The farthest obstacle so far, and the step that ended there.
    farthest: Option<(Obstacle, u32)>,
}

/// Breaks with the step that reached the target.
type Flow = ControlFlow<u32>;

impl<'a, 'w> RayWalk<'a, 'w> {
    fn new(mesh: &'a NavMesh, line: Line, workspace: &'w mut RayWorkspace, until: Until) -> Self {
        let ruler = Ruler::new(line, mesh.bounds());
        Self { mesh, line, ruler, workspace, until, farthest: None }
    }

    fn run(&mut self, start: Start<'_>) -> Flow {
        match start {
            Start::Vertex(RayVertex { edge, step }) => self.reach_vertex(edge, step)?,
            Start::Located(incidences) => {
                for incidence in incidences {
                    self.begin(incidence)?;
                }
            }
        }
        while let Some(vertex) = self.take_nearest_vertex() {
            self.pass_vertex(vertex)?;
        }
        Flow::Continue(())
    }

    fn begin(&mut self, &Incidence { cell, feature }: &Incidence) -> Flow {
        let step = self.workspace.begin_at(cell.slot);
        if self.line.from == self.line.to {
            return self.reach_target(step);
        }
        match feature {
            Feature::Inside => {
                let edge = first_on_right(self.mesh, &self.ruler, cell.slot);
                self.cross(edge, step)
            }
            Feature::Edge(edge) => self.begin_on_edge(edge, step),
            Feature::Corner(edge) => {
                self.workspace.vertices.push(RayVertex { edge, step });
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
                Flow::Continue(()) // the cell on the other side holds the beginning, too
            }
            Turn::Collinear if self.line.is_beyond(self.line.from, b) => {
                self.reach_vertex(self.mesh.next_edge(edge), step)
            }
            Turn::Collinear => self.reach_vertex(edge, step),
        }
    }

    /// Crosses cell after cell, from one that the line cuts in two. The edge after `edge` begins on the right of
    /// the line, or `edge` does.
    fn cross(&mut self, edge: EdgeId, mut step: u32) -> Flow {
        let Self { mesh, ruler, workspace, .. } = self;
        let end = cross_cells(mesh, ruler, edge, |slot| step = workspace.step_to(slot, step));
        match end {
            RunEnd::Target(_) => self.reach_target(step),
            RunEnd::Corner(edge) => self.reach_vertex(edge, step),
            RunEnd::Wall(edge) => {
                self.stop(Obstacle::Wall(edge), step);
                Flow::Continue(())
            }
        }
    }

    /// Reaches the corner where `edge` begins, which lies on the line.
    fn reach_vertex(&mut self, edge: EdgeId, step: u32) -> Flow {
        if !self.line.is_beyond(self.origin(edge), self.line.to) {
            return self.reach_target(step);
        }
        self.workspace.vertices.push(RayVertex { edge, step });
        Flow::Continue(())
    }

    fn reach_target(&mut self, step: u32) -> Flow {
        if self.until == Until::Target {
            return Flow::Break(step);
        }
        self.workspace.ends.push(step);
        Flow::Continue(())
    }

    /// Takes the vertex that is least far along the line, and drops the others in the same fan.
    fn take_nearest_vertex(&mut self) -> Option<RayVertex> {
        let vertices = &self.workspace.vertices;
        let nearer = |a: RayVertex, b: &RayVertex| {
            if self.line.is_beyond(self.origin(b.edge), self.origin(a.edge)) { *b } else { a }
        };
        let nearest = vertices.iter().skip(1).fold(*vertices.first()?, nearer);
        let mesh = self.mesh;
        let nearest_id = mesh.edge(nearest.edge).vertex();
        self.workspace.vertices.retain(|other| mesh.edge(other.edge).vertex() != nearest_id);
        Some(nearest)
    }

    /// Goes on from a vertex into every cell of its fan that the ray enters.
    fn pass_vertex(&mut self, vertex: RayVertex) -> Flow {
        let mut goes_on = self.leave_vertex(vertex)?;
        let mut is_full_turn = false;
        let mut at = vertex;
        while let Some(edge) = self.mesh.counter_clockwise(at.edge) {
            if edge == vertex.edge {
                is_full_turn = true;
                break;
            }
            at = self.turned_to(edge, at);
            goes_on |= self.leave_vertex(at)?;
        }
        at = vertex;
        while let Some(edge) = self.mesh.clockwise(at.edge).filter(|_| !is_full_turn) {
            at = self.turned_to(edge, at);
            goes_on |= self.leave_vertex(at)?;
        }
        if !goes_on {
            self.stop(Obstacle::Corner(vertex.edge), vertex.step);
        }
        Flow::Continue(())
    }

    /// The same vertex in the next cell of its fan, the cell of `edge`.
    fn turned_to(&mut self, edge: EdgeId, vertex: RayVertex) -> RayVertex {
        let slot = self.mesh.edge(edge).cell_slot();
        RayVertex { edge, step: self.workspace.step_to(slot, vertex.step) }
    }

    /// Goes on from a vertex into one cell around it, or along an edge of that cell. Breaks at the target; else
    /// returns true if the ray enters the cell.
    fn leave_vertex(&mut self, RayVertex { edge, step }: RayVertex) -> ControlFlow<u32, bool> {
        let next = self.mesh.next_edge(edge);
        let before = self.mesh.previous_edge(edge);
        let (corner, ahead, behind) = (self.origin(edge), self.origin(next), self.origin(before));
        match (self.line.side(ahead), self.line.side(behind)) {
            (Turn::Right, Turn::Left) => self.cross(edge, step)?,
            (Turn::Collinear, _) if self.line.is_beyond(corner, ahead) => {
                self.reach_vertex(next, step)?;
            }
            (_, Turn::Collinear) if self.line.is_beyond(corner, behind) => {
                self.reach_vertex(before, step)?;
            }
            _ => return ControlFlow::Continue(false),
        }
        ControlFlow::Continue(true)
    }

    /// Records an obstacle, if it is farther than those before.
    fn stop(&mut self, obstacle: Obstacle, step: u32) {
        if self.until == Until::AllEnds {
            self.workspace.ends.push(step);
        }
        if self.farthest.is_none_or(|(other, _)| self.is_farther(obstacle, other)) {
            self.farthest = Some((obstacle, step));
        }
    }

    fn is_farther(&self, one: Obstacle, other: Obstacle) -> bool {
        let is_before_wall = |wall: EdgeId, corner: EdgeId| {
            let [a, b] = self.mesh.edge_ends(wall);
            turn(a, b, self.origin(corner)) == Turn::Left
        };
        match (one, other) {
            (Obstacle::Corner(one), Obstacle::Corner(other)) => {
                self.line.is_beyond(self.origin(other), self.origin(one))
            }
            (Obstacle::Wall(wall), Obstacle::Corner(corner)) => is_before_wall(wall, corner),
            (Obstacle::Corner(corner), Obstacle::Wall(wall)) => !is_before_wall(wall, corner),
            (Obstacle::Wall(one), Obstacle::Wall(other)) => {
                // Only a corner in several fans leads to two walls, so rounded points suffice.
                let distance_sq = |wall| {
                    let crossing = Crossing::of(self.line, self.mesh.edge_ends(wall));
                    crossing.point().distance_squared(self.line.from)
                };
                distance_sq(one) > distance_sq(other)
            }
        }
    }

    #[inline]
    fn origin(&self, edge: EdgeId) -> DVec2 {
        self.mesh.edge(edge).origin()
    }
}
