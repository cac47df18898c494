//! The pieces of the goals: the parts of each goal in each cell.
//!
//! Exact side tests of the segment's ends and the cells' corners decide which cells a segment
//! meets. The points where it enters and leaves a cell are computed to twice the precision of a
//! float, then rounded to points of the cell.

use navmesh_core::backend::geom::{Bounds, Turn, on_segment, turn};
use navmesh_core::backend::{Endpoint, Endpoints, LinkDirection, ReachableParts, geom::double};
use navmesh_core::{
    DVec2, EdgeId, Feature, GoalPolicy, Goals, Incidence, ManyQuery, NavMesh, PathError, PathQuery,
    Place, QuerySide, StartPolicy,
};

/// A piece of a goal in a cell; its ends are points of the closed cell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece {
    pub(crate) cell: u32,
    pub(crate) goal: usize,
    pub(crate) ends: [DVec2; 2],
    /// The distance by which the goal was moved onto the mesh.
    pub(crate) offset: f64,
}

/// Places the start of a query, and returns the pieces of its goals that are reachable from there, sorted by cell.
/// `None` if the start is in the polygon.
///
/// # Errors
///
/// Those of a path to any of several goals that are found without a search.
pub(crate) fn place(
    mesh: &NavMesh,
    query: &ManyQuery<Goals<'_>>,
    endpoints: &mut Endpoints,
) -> Result<Option<Vec<Piece>>, PathError> {
    let (goals, first) = (query.goals(), query.goals().checked()?);
    if query.to(first).goal_policy != GoalPolicy::Exact {
        return Err(PathError::Unsupported {
            what: "a goal policy for a path to the nearest of several goals",
        });
    }
    endpoints.place(mesh, &query.to_start())?;
    let start = &endpoints.start;
    let is_on_floor = |at: &Incidence| first.may_be_on(mesh.layer(at.cell.slot));
    if goals.hold(start.point) && start.incidences.iter().any(is_on_floor) {
        return Ok(None);
    }
    let stood = start.place(mesh);
    let pieces = Pieces::in_reach_of(mesh, query, endpoints);
    if !pieces.are_on_mesh {
        return Err(mesh.outside_error(first, QuerySide::Goal));
    }
    if !pieces.all.is_empty() {
        return Ok(Some(pieces.all));
    }
    Err(match reached_if_open(mesh, query) {
        Some(goal) => PathError::ClosedOff { start: stood, goal },
        None => PathError::Unreachable { start: stood, goal: first },
    })
}

/// Returns a point of the first goal that would be reachable if every door were open.
fn reached_if_open(mesh: &NavMesh, query: &ManyQuery<Goals<'_>>) -> Option<Place> {
    let (open, mut endpoints) = (mesh.all_open()?, Endpoints::default());
    endpoints.place(open, &query.to_start()).ok()?;
    Pieces::in_reach_of(open, query, &mut endpoints).first()
}

/// All pieces that are reachable from a start, sorted by cell.
struct Pieces<'a> {
    mesh: &'a NavMesh,
    snap: Option<f64>,
    /// The parts of the mesh that are reachable from the start.
    reach: ReachableParts,
    all: Vec<Piece>,
    /// True if any part of the goals is on the mesh, reachable or not.
    are_on_mesh: bool,
    /// The cells with unreachable parts of the goals.
    elsewhere: Vec<Incidence>,
}

impl<'a> Pieces<'a> {
    /// Returns the pieces that are reachable from the start in `endpoints`. If there are none, the
    /// start moves from its requested place, by at most the snap, to a point from which some are.
    fn in_reach_of(
        mesh: &'a NavMesh,
        query: &ManyQuery<Goals<'_>>,
        endpoints: &mut Endpoints,
    ) -> Self {
        let pieces = Self::of(mesh, query, &endpoints.start);
        if pieces.all.is_empty() && pieces.move_towards(&query.to_start(), endpoints) {
            return Self::of(mesh, query, &endpoints.start);
        }
        pieces
    }

    /// Returns a point of the first goal that has a piece.
    fn first(&self) -> Option<Place> {
        let piece = self.all.iter().min_by_key(|piece| piece.goal)?;
        let layer = self.mesh.has_layers().then(|| self.mesh.layer(piece.cell));
        Some(Place { layer, ..Place::new(piece.ends[0]) })
    }

    fn of(mesh: &'a NavMesh, query: &ManyQuery<Goals<'_>>, start: &Endpoint) -> Self {
        let goals = query.goals();
        let snap = query.to_start().snap;
        let mut reach = ReachableParts::default();
        reach.around(mesh, &start.incidences, LinkDirection::Forward);
        let (all, elsewhere) = (Vec::new(), Vec::new());
        let mut pieces = Self { mesh, snap, reach, all, are_on_mesh: false, elsewhere };
        for (number, side) in goals.places().enumerate() {
            match goals {
                Goals::Points(_) => pieces.add_point(number, side[0]),
                _ => pieces.add_segment(number, side),
            }
        }
        pieces.all.sort_by_key(|piece| (piece.cell, piece.goal));
        pieces.are_on_mesh = pieces.are_on_mesh || contains_a_corner(mesh, &goals);
        pieces
    }

    fn is_reachable(&self, cell: u32) -> bool {
        self.reach.hold(self.mesh, cell)
    }

    fn snap_of(&self, place: Place) -> f64 {
        place.snap(self.snap, self.mesh.default_snap())
    }

    fn push(&mut self, piece: Piece) {
        self.are_on_mesh = true;
        if self.is_reachable(piece.cell) {
            self.all.push(piece);
        } else {
            let cell = self.mesh.cell_id(piece.cell);
            self.elsewhere.push(Incidence { cell, feature: Feature::Inside });
        }
    }

    /// Moves the start from its requested place to the nearest point of the mesh from which some goal
    /// is reachable; false if there is none as near as the query may move its start.
    fn move_towards(&self, query: &PathQuery, endpoints: &mut Endpoints) -> bool {
        let (mesh, asked) = (self.mesh, query.start_place());
        let is_fixed = query.start_policy != StartPolicy::NearestReachable;
        let mut leading = ReachableParts::default();
        leading.around(mesh, &self.elsewhere, LinkDirection::Backward);
        let joined = |slot: u32| leading.hold(mesh, slot);
        let near = if is_fixed {
            mesh.snap_to_connect(asked, self.snap_of(asked), joined)
        } else {
            let is_of_floor = |slot: u32| asked.may_be_on(mesh.layer(slot));
            mesh.nearest_where(asked.point, f64::INFINITY, |slot| is_of_floor(slot) && joined(slot))
        };
        let Some(near) = near else {
            return false;
        };
        let place = Place::new(near.point).on_layer(mesh.layer(near.cell.slot));
        let is_placed = endpoints.place(mesh, &PathQuery::new(place, place)).is_ok();
        endpoints.start.offset = near.distance;
        is_placed
    }

    fn add_point(&mut self, goal: usize, asked: Place) {
        let mesh = self.mesh;
        let Some((place, offset)) = self.in_reach(asked) else {
            let is_of_floor = |slot| asked.may_be_on(mesh.layer(slot));
            let near = mesh.nearest_where(asked.point, self.snap_of(asked), is_of_floor);
            if let Some(near) = near {
                self.are_on_mesh = true;
                let all = mesh.incidences_at(Place { point: near.point, ..asked });
                self.elsewhere.extend(all);
            }
            return;
        };
        for incidence in mesh.incidences_at(place) {
            self.push(Piece { cell: incidence.cell.slot, goal, ends: [place.point; 2], offset });
        }
    }

    /// Moves a place as far as a query moves its goal, to a reachable point of the mesh. Returns it with
    /// the distance. A place without a layer is on its lowest reachable floor.
    fn in_reach(&self, mut place: Place) -> Option<(Place, f64)> {
        let mesh = self.mesh;
        let here = mesh.incidences_at(place).map(|at| at.cell.slot);
        let layers = here.filter(|&slot| self.is_reachable(slot)).map(|slot| mesh.layer(slot));
        let (mut layer, mut offset) = (layers.min(), 0.0);
        if layer.is_none() {
            let is_reachable = |slot| self.is_reachable(slot);
            let near = mesh.snap_to_connect(place, self.snap_of(place), is_reachable)?;
            (place.point, offset) = (near.point, near.distance);
            layer = Some(mesh.layer(near.cell.slot));
            place.cell = None;
        }
        place.layer = place.layer.or(layer);
        Some((place, offset))
    }

    fn add_segment(&mut self, goal: usize, [from, to]: [Place; 2]) {
        let mesh = self.mesh;
        let segment = [from.point, to.point];
        let mut cells = Vec::new();
        mesh.each_cell_near_segment(segment, |slot| {
            cells.extend(from.may_be_on(mesh.layer(slot)).then_some(slot));
        });
        cells.sort_unstable();
        cells.dedup();
        for cell in cells {
            let [a, b] = segment;
            let piece = |ends| Piece { cell, goal, ends, offset: 0.0 };
            // Corners of the cell on the segment are pieces that need no rounding.
            for corner in mesh.corners(cell).filter(|&corner| on_segment(a, b, corner)) {
                self.push(piece([corner; 2]));
            }
            if let Some(ends) = clip(mesh, cell, segment) {
                self.push(piece(ends));
            }
        }
    }
}

/// True if the goals are an area that contains a corner of a cell; its ring need not meet the mesh.
fn contains_a_corner(mesh: &NavMesh, goals: &Goals<'_>) -> bool {
    let mut has_cell = false;
    if let Goals::Polygon(ring) = goals {
        let layer = ring.first().and_then(|corner| corner.layer);
        mesh.each_cell_near(Bounds::of(goals.sides().flatten()), |slot| {
            let is_of_floor = layer.is_none_or(|layer| mesh.layer(slot) == layer);
            let mut corners = mesh.corners(slot);
            has_cell = has_cell || is_of_floor && corners.any(|corner| goals.hold(corner));
        });
    }
    has_cell
}

/// The largest distance of a computed point from its cell, relative to the largest coordinate of
/// the mesh.
const PLACE_ROUNDING: f64 = 1.0 / (1u64 << 48) as f64;

/// Rounds a computed point to a point of the cell by exact tests; `None` if the cell has none
/// nearby.
pub(crate) fn inside(mesh: &NavMesh, cell: u32, point: DVec2) -> Option<DVec2> {
    let reach = PLACE_ROUNDING * mesh.bounds().max_abs();
    let nearest = || {
        let near = mesh.nearest_where(point, reach, |slot| slot == cell)?;
        (near.distance <= reach).then_some(near.point)
    };
    // Near an axis, floats are so dense that none of the next few may lie in the cell.
    mesh.nudged_into(cell, point).or_else(nearest)
}

/// The crossing of a segment with the line of a side: its position as a fraction of the segment,
/// and the side.
type Crossing = (f64, [DVec2; 2]);

/// Returns the part of a segment in a cell; `None` if no float point represents it.
fn clip(mesh: &NavMesh, cell: u32, [a, b]: [DVec2; 2]) -> Option<[DVec2; 2]> {
    let mut enters: Option<Crossing> = None;
    let mut leaves: Option<Crossing> = None;
    for edge in mesh.edge_range(cell) {
        let side @ [p, q] = mesh.edge_ends(EdgeId(edge as u32));
        let share = || {
            let [of_a, of_b] = [a, b].map(|end| double::twice_area(p, q, end));
            (of_a / (of_a - of_b)).rounded()
        };
        match [a, b].map(|end| turn(p, q, end)) {
            [Turn::Right, Turn::Right] => return None,
            [Turn::Right, _] if enters.is_none_or(|(first, _)| share() > first) => {
                enters = Some((share(), side));
            }
            [_, Turn::Right] if leaves.is_none_or(|(last, _)| share() < last) => {
                leaves = Some((share(), side));
            }
            _ => {}
        }
    }
    if let (Some((first, _)), Some((last, _))) = (enters, leaves)
        && first > last
    {
        return None;
    }
    let at = |crossing: Option<Crossing>, end: DVec2| match crossing {
        None => Some(end),
        Some((_, side)) => inside(mesh, cell, double::crossing([a, b], side)),
    };
    match (at(enters, a), at(leaves, b)) {
        (Some(first), Some(last)) => Some([first, last]),
        (one, other) => one.or(other).map(|point| [point; 2]),
    }
}
