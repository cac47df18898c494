//! The cheapest path to any of several goals over ground of different costs.
//!
//! A piece of a goal lies in one cell. Along it the cost of a path changes by at most the cost of the cell times the
//! distance moved. So bounds on the cost of a path to the middle of a piece bound the costs to all of its points. The pieces
//! that may hold the cheapest point are halved until the gap is proved.

use navmesh_core::{
    DVec2, Endpoints, Goals, Path, PathError, PathQuery, PathSummary, Place, Scratch,
};

use super::WeightedFinder;
use super::many::BoundedDistance;
use super::task::DEFAULT_GAP;
use crate::goal_pieces::{self, Piece, inside};

/// The most times that pieces are halved. Their bounds then differ by rounding alone, or the gap stays larger.
const MAX_ROUNDS: u32 = 12;
/// The most pieces of a round. More are not halved, and the gap stays larger.
const MAX_PIECES: usize = 64;

/// A part of a goal that may hold the end of the cheapest path.
#[derive(Debug, Clone, Copy)]
struct Part {
    piece: Piece,
    /// No path to the part costs less.
    lower: f64,
}

/// The cheapest known end.
#[derive(Debug, Clone, Copy)]
struct Best {
    cost: f64,
    goal: usize,
    place: Place,
}

impl WeightedFinder {
    /// Writes the cheapest path from `start` to any of `goals` into `path`, which is cleared first. Returns the number of
    /// the point, segment or side at which the path ends, or 0 if the polygon contains the start.
    ///
    /// The path costs at most 1 % more than its [lower bound](Path::lower_bound), which holds for all goals; the gap may
    /// stay larger where a query to one goal may leave more. Points off the mesh by at most the default snap are moved onto it.
    /// Segments and rings count where they intersect the mesh.
    ///
    /// Complexity: one search for many goals a round, each of which halves the parts that may hold the cheapest point.
    ///
    /// # Errors
    ///
    /// Those of [`AnyAngle::find_path_to_any`](crate::AnyAngle::find_path_to_any), but for costs.
    pub fn find_path_to_any(
        &self,
        start: impl Into<Place>,
        goals: &Goals<'_>,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<usize, PathError> {
        path.clear();
        let (start, mut endpoints) = (start.into(), Endpoints::default());
        let placed = goal_pieces::place(self.mesh(), start, goals, &mut endpoints)?;
        let Some(pieces) = placed else {
            self.find_path_into(&PathQuery::new(start, start), scratch, path)?;
            return Ok(0);
        };
        let first = pieces[0].ends[0];
        let mut narrowing = Narrowing { finder: self, start, goals, best: None, done: Vec::new() };
        narrowing.run(pieces, scratch)?;
        let Some(best) = narrowing.best else {
            return Err(self.mesh().unreachable_error(endpoints.start.place(self.mesh()), first));
        };
        let query = PathQuery::new(start, best.place).gap(0.5 * DEFAULT_GAP);
        self.find_path_into(&query, scratch, path)?;
        bound_by(path, narrowing.least_elsewhere(best));
        Ok(best.goal)
    }
}

/// Lowers the bound of a path to the least cost of paths to other goals.
fn bound_by(path: &mut Path, elsewhere: f64) {
    if elsewhere < path.lower_bound() {
        path.finish(PathSummary {
            cost: Some(path.cost()),
            status: path.status(),
            lower_bound: Some(elsewhere),
            start_layer: path.start_layer(),
            start_offset: path.start_offset(),
            goal_offset: path.goal_offset(),
            stats: path.stats(),
        });
    }
}

/// The search for the cheapest end.
struct Narrowing<'a> {
    finder: &'a WeightedFinder,
    start: Place,
    goals: &'a Goals<'a>,
    best: Option<Best>,
    /// The parts that are not halved any more.
    done: Vec<Part>,
}

impl Narrowing<'_> {
    fn run(&mut self, pieces: Vec<Piece>, scratch: &mut Scratch) -> Result<(), PathError> {
        let mut open: Vec<Part> =
            pieces.into_iter().map(|piece| Part { piece, lower: 0.0 }).collect();
        let mut distances = Vec::new();
        for round in 0..MAX_ROUNDS {
            let ends: Vec<Place> = open.iter().map(|part| self.end_of(part)).collect();
            let gap = Some(0.5 * DEFAULT_GAP);
            self.finder.distances_from(self.start, &ends, gap, scratch, &mut distances)?;
            self.keep_best(&open, &ends, &distances);
            let is_last = round + 1 == MAX_ROUNDS || open.len() > MAX_PIECES;
            open = self.halved(open, &ends, &distances, is_last);
            if open.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Returns the place that stands for a part: the middle, or the point as it was given.
    fn end_of(&self, part: &Part) -> Place {
        let Piece { cell, goal, ends: [a, b], .. } = part.piece;
        if let Goals::Points(points) = self.goals {
            return points[goal];
        }
        let mesh = self.finder.mesh();
        let middle = inside(mesh, cell, a.midpoint(b)).unwrap_or(a);
        Place::new(middle).in_cell(mesh.cell_id(cell))
    }

    fn keep_best(&mut self, parts: &[Part], ends: &[Place], distances: &[BoundedDistance]) {
        for ((part, &place), far) in parts.iter().zip(ends).zip(distances) {
            if far.distance < self.best.map_or(f64::INFINITY, |best| best.cost) {
                self.best = Some(Best { cost: far.distance, goal: part.piece.goal, place });
            }
        }
    }

    /// Returns the halves of the parts that may hold an end that is cheaper than the gap allows.
    fn halved(
        &mut self,
        parts: Vec<Part>,
        ends: &[Place],
        distances: &[BoundedDistance],
        is_last: bool,
    ) -> Vec<Part> {
        let threshold = self.best.map_or(f64::INFINITY, |best| best.cost) * (1.0 - DEFAULT_GAP);
        let mut halves = Vec::new();
        for ((part, end), far) in parts.into_iter().zip(ends).zip(distances) {
            let [a, b] = part.piece.ends;
            let lower = part.lower.max(far.lower_bound - self.reach_cost(&part, end.point));
            if is_last || a == b || lower >= threshold {
                self.done.push(Part { lower, ..part });
                continue;
            }
            let half = |ends| Part { piece: Piece { ends, ..part.piece }, lower };
            halves.extend([half([a, end.point]), half([end.point, b])]);
        }
        halves
    }

    /// Returns the most that a path from the middle of a part to any of its points costs.
    fn reach_cost(&self, part: &Part, middle: DVec2) -> f64 {
        let [a, b] = part.piece.ends;
        if a == b {
            return 0.0;
        }
        let ground = &self.finder.tables.ground;
        let reach = middle.distance(a).max(middle.distance(b)) + ground.rounding;
        ground.mesh.cost(part.piece.cell) * reach
    }

    /// Returns the least lower bound of the parts, but for a given point where the best path ends.
    fn least_elsewhere(&self, best: Best) -> f64 {
        let is_best =
            |part: &&Part| matches!(self.goals, Goals::Points(_)) && part.piece.goal == best.goal;
        let others = self.done.iter().filter(|part| !is_best(part));
        others.map(|part| part.lower).fold(f64::INFINITY, f64::min)
    }
}
