//! One start, goals of which any will do: points, segments, or an area.
//!
//! The shortest path to a segment ends at an end of a piece of it that lies on the ground, or at the foot of
//! the perpendicular from its last root. So the search knows of *places*, each a point of the ground: at
//! first the ends of all pieces, cell by cell, and then the feet, as the roots turn up that they belong to.
//! A place is reached as any goal is, by exact side tests: from every interval by which its cell is entered,
//! before it was found or after. A foot that rounding has put beside a ray is seen by whoever is on the
//! other side of that ray, and so is never lost.
//!
//! The search stays in the blocks on the way to any cell that a piece lies in; the bound is the way to the
//! middle of all pieces less how far they reach from there, and no less than the way to the interval. An
//! area is the segments of its ring, unless the start is in it.

mod pieces;

use std::collections::BTreeMap;

use navmesh_core::geom::nearest_on_segment;
use navmesh_core::{
    DVec2, Endpoint, Feature, Goals, Incidence, NavMesh, Path, PathError, PathQuery, Scratch,
};

use super::AnyAngle;
use super::aim::{Aim, Arrival};
use super::bound::{Rounding, Target, bound, gap};
use super::cells::CellSet;
use super::extract::{Searched, straight};
use super::node::{NONE, Node, Origin, Root};
use super::search::{Room, Run};
use super::sides::{AnySides, Lattice, LatticeSides, Sides};
use pieces::{Piece, Pieces, inside};

/// What a search for one of several goals is for, and what it has found.
struct AnyGoal<'a> {
    mesh: &'a NavMesh,
    pieces: &'a [Piece],
    cells: CellSet,
    /// The middle of all pieces, and how far they reach from it.
    middle: DVec2,
    reach: f64,
    /// What is known of the cells with pieces that the search has entered.
    visits: BTreeMap<u32, Visits>,
    rounding: Rounding,
    best: Option<Best>,
}

/// The intervals by which a cell was entered, and the feet found in it.
#[derive(Default)]
struct Visits {
    entries: Vec<(Node, Origin)>,
    feet: Vec<Place>,
}

/// A point of the ground that is of a goal.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Place {
    point: DVec2,
    /// The number of the goal.
    goal: usize,
}

/// The shortest way found so far.
#[derive(Debug, Clone, Copy)]
struct Best {
    way: Arrival,
    place: Place,
}

impl AnyAngle {
    /// The shortest path from `start` to any of `goals`, written into `path`, which is emptied first; returns
    /// which point, segment or side it ends at (0 where the start is in the polygon).
    ///
    /// Points off the ground by no more than the default snap are moved onto it; segments and rings count
    /// where they cross the ground. A place that has to be computed is rounded to one on the ground.
    ///
    /// Complexity: as one search in the blocks on the way to any of the goals, times what it finds on each
    /// interval's cell. Of equally near goals it names one, the same on every run.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for points that are no usable numbers; `StartOutside`; `GoalOutside` where nothing of the
    /// goals is on the ground, with their first point; `Unreachable`; `Unsupported` where cells have costs, and
    /// without a goal.
    pub fn find_path_to_any(
        &self,
        start: impl Into<DVec2>,
        goals: &Goals<'_>,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<usize, PathError> {
        path.clear();
        if !self.mesh.is_uniform() {
            return Err(PathError::Unsupported {
                what: "a path to any of several goals where cells have costs",
            });
        }
        let start = start.into();
        let first = goals.checked()?;
        let room: &mut Room = scratch.room();
        room.endpoints.place(&self.mesh, &PathQuery::new(start, start))?;
        let start = room.endpoints.start.point;
        if goals.hold(start) {
            straight(&self.mesh, &room.endpoints, path);
            return Ok(0);
        }
        let pieces = Pieces::of(&self.mesh, goals, &room.endpoints.start);
        match pieces.on_ground {
            true if pieces.all.is_empty() => Err(PathError::Unreachable { start, goal: first }),
            true => self.search_any(&pieces.all, room, path),
            false => Err(PathError::GoalOutside { point: first }),
        }
    }

    fn search_any(
        &self,
        pieces: &[Piece],
        room: &mut Room,
        path: &mut Path,
    ) -> Result<usize, PathError> {
        room.clear(&self.mesh);
        room.way.begin(&self.mesh, &self.index.blocks);
        let cells = pieces.chunk_by(|a, b| a.cell == b.cell).map(|same| same[0].cell);
        for cell in cells {
            let incidence = Incidence { cell: self.mesh.cell_id(cell), feature: Feature::Inside };
            room.endpoints.goal = Endpoint { incidences: vec![incidence], ..Endpoint::default() };
            room.way.unite(&self.mesh, &self.index.blocks, &room.endpoints);
        }
        let start = room.endpoints.start.point;
        let holds = |lattice: Lattice| {
            let is_point = |piece: &Piece| piece.ends[0] == piece.ends[1];
            let exact = |piece: &Piece| is_point(piece) && lattice.holds(piece.ends[0]);
            lattice.holds(start) && pieces.iter().all(exact)
        };
        let (best, searched) = if self.lattice.is_some_and(holds) {
            self.run_any::<LatticeSides>(pieces, room)
        } else {
            self.run_any::<AnySides>(pieces, room)
        };
        let Some(Best { way, place }) = best else {
            return Err(PathError::Unreachable { start, goal: pieces[0].ends[0] });
        };
        room.endpoints.goal.point = place.point;
        room.endpoints.goal.offset =
            pieces.iter().find(|piece| piece.goal == place.goal).map_or(0.0, |piece| piece.offset);
        if way.step == NONE {
            room.endpoints.goal.incidences = self.mesh.incidences(place.point).collect();
            straight(&self.mesh, &room.endpoints, path);
        } else {
            let doors = self.index.doors(&self.mesh);
            let searched = Searched { mesh: &self.mesh, doors, room, stats: searched };
            searched.read_way(way, None, path);
        }
        Ok(place.goal)
    }

    fn run_any<S: Sides>(
        &self,
        pieces: &[Piece],
        room: &mut Room,
    ) -> (Option<Best>, navmesh_core::SearchStats) {
        let rounding = Rounding::of(&self.mesh, &room.endpoints);
        let mut aim = AnyGoal::new(&self.mesh, pieces, rounding);
        aim.look_around(&room.endpoints.start);
        let mut run = Run::<S, _>::new(&self.mesh, &self.index, room, aim, u64::MAX);
        run.leave_start();
        run.advance();
        (run.aim.best, run.stats())
    }
}

impl<'a> AnyGoal<'a> {
    fn new(mesh: &'a NavMesh, pieces: &'a [Piece], rounding: Rounding) -> Self {
        let mut cells = CellSet::default();
        cells.begin(mesh.slot_count());
        pieces.iter().for_each(|piece| cells.insert(piece.cell));
        let ends = || pieces.iter().flat_map(|piece| piece.ends);
        let bounds = navmesh_core::Bounds::of(ends());
        let middle = bounds.min.midpoint(bounds.max);
        let reach = ends().map(|end| end.distance(middle)).fold(0.0, f64::max);
        let visits = BTreeMap::new();
        Self { mesh, pieces, cells, middle, reach, visits, rounding, best: None }
    }

    fn pieces_in(&self, cell: u32) -> &'a [Piece] {
        let from = self.pieces.partition_point(|piece| piece.cell < cell);
        let count = self.pieces[from..].partition_point(|piece| piece.cell == cell);
        &self.pieces[from..from + count]
    }

    /// Notes the straight ways to the pieces in the start's own cells.
    fn look_around(&mut self, start: &Endpoint) {
        let root = Root { point: start.point, g: 0.0, vertex: NONE, previous: NONE };
        let from = Origin { root, number: 0, step: NONE };
        for incidence in &start.incidences {
            for piece in self.pieces_in(incidence.cell.slot) {
                let foot = self.foot(piece, start.point);
                for point in piece.ends.into_iter().chain(foot) {
                    let place = Place { point, goal: piece.goal };
                    self.note(Arrival::straight(&from, point), place);
                }
            }
        }
    }

    /// The point of a piece that is nearest to a root, if it is not an end.
    fn foot(&self, piece: &Piece, root: DVec2) -> Option<DVec2> {
        let [a, b] = piece.ends;
        let foot = nearest_on_segment(a, b, root);
        (foot != a && foot != b).then(|| inside(self.mesh, piece.cell, foot)).flatten()
    }

    fn note(&mut self, way: Arrival, place: Place) {
        if self.is_shorter(way.length) {
            self.best = Some(Best { way, place });
        }
    }

    fn is_shorter(&self, length: f64) -> bool {
        self.best.is_none_or(|best| length < best.way.length)
    }
}

impl<'a, S: Sides> Run<'_, S, AnyGoal<'a>> {
    /// Notes the way from a node's root to a place in the cell behind it.
    fn go_to(&mut self, (node, from): &(Node, Origin), place: Place) {
        if !self.aim.is_shorter(from.root.g + from.root.point.distance(place.point)) {
            return;
        }
        if let Some(way) = self.last_leg(node, from, place.point) {
            self.aim.note(way, place);
        }
    }

    /// The feet on a piece of the roots that a node shows: its own, and the corners it ends at.
    fn feet(&self, (node, from): &(Node, Origin), piece: &'a Piece) -> Vec<Place> {
        let door = self.doors.get(node.door);
        let corner = |corner: Option<(DVec2, u32)>| corner.map(|(point, _)| point);
        let right = corner(door.right_corner().filter(|_| node.right().is_at_vertex()));
        let left = corner(door.left_corner().filter(|_| node.left().is_at_vertex()));
        let root = from.root;
        let feet = [Some(root.point), right, left].into_iter().flatten().filter_map(|via| {
            let point = self.aim.foot(piece, via)?;
            let length = root.g + root.point.distance(via) + via.distance(point);
            self.aim.is_shorter(length).then_some(Place { point, goal: piece.goal })
        });
        feet.collect()
    }
}

impl Aim for AnyGoal<'_> {
    #[inline(always)]
    fn is_in(&self, _: &Room, cell: u32) -> bool {
        self.cells.contains(cell)
    }

    #[inline(always)]
    fn bound<S: Sides>(run: &Run<'_, S, Self>, node: &Node) -> f64 {
        let (root, _, span) = run.seen(node);
        let (right, left) = (node.right(), node.left());
        let middle = Target { point: run.aim.middle, blur: run.aim.rounding.blur };
        let to_middle = bound(root.point, span, right, left, middle) - run.aim.reach;
        root.g + to_middle.max(gap(root.point, span, right, left))
    }

    fn arrive<S: Sides>(run: &mut Run<'_, S, Self>, node: &Node, from: &Origin) -> bool {
        let cell = run.doors.get(node.door).leads_to();
        let entry = (*node, *from);
        let mut visits = run.aim.visits.remove(&cell).unwrap_or_default();
        for &foot in &visits.feet {
            run.go_to(&entry, foot);
        }
        visits.entries.push(entry);
        for piece in run.aim.pieces_in(cell) {
            for point in piece.ends {
                run.go_to(&entry, Place { point, goal: piece.goal });
            }
            for foot in run.feet(&entry, piece) {
                if !visits.feet.contains(&foot) {
                    visits.entries.iter().for_each(|entry| run.go_to(entry, foot));
                    visits.feet.push(foot);
                }
            }
        }
        run.aim.visits.insert(cell, visits);
        true
    }

    #[inline(always)]
    fn is_done(&mut self, least: f64) -> bool {
        let least = self.rounding.surely(least);
        self.best.is_some_and(|best| least >= best.way.length)
    }
}
