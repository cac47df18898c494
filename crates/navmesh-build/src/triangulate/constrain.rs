//! Stage 2, second half: segments become edges of the triangulation.
//!
//! Source: M. V. Anglada, "An Improved Incremental Algorithm for Constructing Restricted Delaunay
//! Triangulations", 1997. Most segments are edges already. Another is walked along, from triangle to triangle;
//! those that it crosses are taken out, and the hole on either side of it is filled anew. A hole sees all of the
//! segment, and so can be filled by one look along its border (G. Toussaint, D. Avis, "On a Convex Hull Algorithm
//! for Polygons and Its Application to Triangulation Problems", 1982); then edges are flipped until all circles
//! are empty (C. Lawson, "Software for C1 Surface Interpolation", 1977).
//!
//! We differ from it in: 1) holes are filled and flipped, not divided at the best point again and again, which is
//! quadratic where they are long; 2) a segment is always continued from that of its ends, so far, which has fewer edges,
//! so that a hub of walls costs no more than its walls, be they begun there or led through; 3) everything happens in flat arrays that stay in the order of the outlines.

use navmesh_core::DVec2;
use navmesh_core::geom::{Turn, is_in_circle, turn};

use crate::error::BuildError;
use crate::half_edges::halves::link;
use crate::half_edges::labels::Labels;
use crate::half_edges::triangles::Triangles;
use crate::plsg::Segment;
use crate::triangulate::runs::Runs;

/// Makes every segment a chain of edges, cut at the points that lie on it, and labels these with its number.
///
/// The triangles are those of all points. Complexity: linear in the number of segments and of triangles that they
/// cross, but for flips.
///
/// # Errors
///
/// [`Refused`], where they cannot.
pub(crate) fn constrain(
    triangles: &mut Triangles,
    points: &[DVec2],
    segments: &[Segment],
) -> Result<(), Refused> {
    let mut constrainer = Constrainer::of(triangles, points);
    constrainer.labels.reserve(segments.len());
    let mut crossing = Vec::new();
    for (segment, number) in segments.iter().zip(0..) {
        if constrainer.add(segment, number).is_none() {
            crossing.push(number);
        }
    }
    if !crossing.is_empty() {
        return Err(Refused::Crossing(crossing));
    }
    let Constrainer { triangles, labels, runs, .. } = constrainer;
    let lines = runs.into_lines(segments, |half| triangles.origin(half));
    triangles.labels = Labels::of(triangles.halves.len(), &labels).with_lines(lines);
    Ok(())
}

/// Of how many pieces segments may be together where each piece is listed: those that are cut, doors, and seams. So many take 3 GB.
pub(crate) const MAX_PIECES: usize = 1 << 27;

/// Why segments did not become edges.
#[derive(Debug)]
pub(crate) enum Refused {
    /// These cross others that were made before them: of any two that cross one is there.
    Crossing(Vec<u32>),
    /// Doors and seams are of more pieces than this; one of them begins here.
    TooManyPieces { limit: usize, near: DVec2 },
}

impl Refused {
    /// The segments that cross others.
    ///
    /// # Errors
    ///
    /// `TooManyIntersections`.
    pub(crate) fn crossing(self) -> Result<Vec<u32>, BuildError> {
        match self {
            Self::Crossing(segments) => Ok(segments),
            Self::TooManyPieces { limit, near } => {
                Err(BuildError::too_many_intersections(limit, near))
            }
        }
    }
}

struct Constrainer<'a> {
    triangles: &'a mut Triangles,
    points: &'a [DVec2],
    /// Some half-edge that begins at each point; the others follow by turning around it.
    out: Vec<u32>,
    /// How many edges each point has.
    degrees: Vec<u32>,
    /// The half-edges of segments of one piece, and these.
    labels: Vec<(u32, u32)>,
    /// Those of more.
    runs: Runs<'a>,
    hole: Hole,
}

/// What a segment crosses, and what is left of it. Only memory, between two segments.
#[derive(Default)]
struct Hole {
    /// The half-edges around the hole on either side of the segment, in the order along it. Those on its right
    /// run along with it, those on its left against it.
    right: Vec<u32>,
    left: Vec<u32>,
    /// The even halves of the edges that were taken out, and the faces.
    edges: Vec<u32>,
    faces: Vec<u32>,
    /// Memory for filling and flipping.
    stack: Vec<u32>,
}

/// How a segment goes on from a point.
enum Way {
    /// Along this half-edge.
    Along(u32),
    /// Into the triangle on the left of this half-edge.
    Into(u32),
}

impl<'a> Constrainer<'a> {
    fn of(triangles: &'a mut Triangles, points: &'a [DVec2]) -> Self {
        let mut out = vec![0; points.len()];
        let mut degrees = vec![0; points.len()];
        for (half, number) in triangles.halves.iter().zip(0..) {
            out[half.origin as usize] = number;
            degrees[half.origin as usize] += 1;
        }
        let (labels, runs, hole) = (Vec::new(), Runs::of(points), Hole::default());
        Self { triangles, points, out, degrees, labels, runs, hole }
    }

    /// Makes a segment a chain of edges; `None` where it crosses one made before.
    fn add(&mut self, segment: &Segment, number: u32) -> Option<()> {
        let (mut from, mut to) = (segment.from, segment.to);
        let mut parts = [None; 2];
        while from != to {
            let is_backwards = self.degrees[to as usize] < self.degrees[from as usize];
            let (at, to_reach) = if is_backwards { (to, from) } else { (from, to) };
            let half = match self.way(at, to_reach)? {
                Way::Along(half) => half,
                Way::Into(half) => self.dig(half, to_reach)?,
            };
            // Whoever comes this way again finds it at once.
            self.out[at as usize] = half;
            self.triangles.is_labelled[half as usize / 2] = true;
            let end = self.end(half);
            if [from, to, end] == [segment.from, segment.to, to_reach] {
                self.labels.push((half ^ u32::from(is_backwards), number));
                return Some(());
            }
            let part = &mut parts[usize::from(is_backwards)];
            let reached = self.runs.go_along(part, (half, [at, end]), to_reach);
            *(if is_backwards { &mut to } else { &mut from }) = reached;
        }
        self.runs.add(number, parts);
        Some(())
    }

    fn end(&self, half: u32) -> u32 {
        self.triangles.end(half)
    }

    fn next(&self, half: u32) -> u32 {
        self.triangles.next(half)
    }

    /// Lets a half-edge run from the first of these points to the second, and its twin back.
    fn draw(&mut self, half: u32, ends: [u32; 2]) {
        for (half, origin) in [half, half ^ 1].into_iter().zip(ends) {
            self.triangles.halves[half as usize].origin = origin;
            self.degrees[origin as usize] += 1;
        }
    }

    /// Notes that an edge runs between its points no more.
    fn erase(&mut self, edge: u32) {
        for half in [edge, edge ^ 1] {
            self.degrees[self.triangles.origin(half) as usize] -= 1;
        }
    }

    fn turn(&self, points: [u32; 3]) -> Turn {
        let [a, b, c] = points.map(|point| self.points[point as usize]);
        turn(a, b, c)
    }

    /// The half-edges that begin at a point, clockwise.
    fn around(&self, point: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.out[point as usize];
        let turned = move |&half: &u32| Some(self.next(half ^ 1)).filter(|&half| half != first);
        std::iter::successors(Some(first), turned)
    }

    /// How one goes from a point straight to another.
    fn way(&self, at: u32, to: u32) -> Option<Way> {
        // Most segments are edges already, and that is seen without a look at where points lie.
        if let Some(half) = self.around(at).find(|&half| self.end(half) == to) {
            return Some(Way::Along(half));
        }
        self.around(at).find_map(|half| {
            let via = self.end(half);
            match self.turn([at, to, via]) {
                Turn::Collinear => self.runs_towards(at, to, via).then_some(Way::Along(half)),
                Turn::Left => None,
                Turn::Right => {
                    // There is a triangle: along the hull no point is on the outer side.
                    let beyond = self.end(self.next(half));
                    (self.turn([at, to, beyond]) == Turn::Left).then_some(Way::Into(half))
                }
            }
        })
    }

    /// True where `via`, on the line from `at` to `to`, lies ahead.
    fn runs_towards(&self, at: u32, to: u32, via: u32) -> bool {
        let [at, to, via] = [at, to, via].map(|point| self.points[point as usize]);
        (via - at).dot(to - at) > 0.0
    }

    /// Makes an edge of the segment towards `to` that begins with `first` in the triangle on its left, up to the
    /// next point that lies on it; `None` where it crosses another segment.
    fn dig(&mut self, first: u32, to: u32) -> Option<u32> {
        let mut hole = std::mem::take(&mut self.hole);
        let made = self.refill(&mut hole, first, to);
        self.hole = hole;
        made
    }

    /// The same, in the memory for one hole.
    fn refill(&mut self, hole: &mut Hole, first: u32, to: u32) -> Option<u32> {
        let from = self.triangles.origin(first);
        let end = self.clear(hole, first, to)?;
        hole.edges.iter().for_each(|&edge| self.erase(edge));
        let segment = hole.edges.swap_remove(0);
        self.draw(segment, [from, end]);
        let fresh = hole.edges.clone();
        let border = std::mem::take(&mut hole.right);
        self.fill(hole, border.iter().copied(), segment + 1)?;
        hole.right = border;
        let border = std::mem::take(&mut hole.left);
        self.fill(hole, border.iter().rev().copied(), segment)?;
        hole.left = border;
        self.triangles.is_labelled[segment as usize / 2] = true;
        self.legalize(fresh);
        Some(segment)
    }

    /// Notes all triangles that the segment crosses, which are to be taken out, and says where it comes to a point again.
    fn clear(&self, hole: &mut Hole, first: u32, to: u32) -> Option<u32> {
        let from = self.triangles.origin(first);
        let mut crossed = self.next(first);
        hole.edges.clear();
        hole.faces.clear();
        hole.faces.push(self.triangles.face(first));
        for (border, half) in [(&mut hole.right, first), (&mut hole.left, self.next(crossed))] {
            border.clear();
            border.push(half);
        }
        loop {
            if self.triangles.is_labelled[crossed as usize / 2] {
                return None;
            }
            hole.edges.push(crossed & !1);
            hole.faces.push(self.triangles.face(crossed ^ 1));
            let ahead = self.next(crossed ^ 1);
            let back = self.next(ahead);
            let tip = self.end(ahead);
            match self.turn([from, to, tip]) {
                Turn::Left => {
                    hole.left.push(back);
                    crossed = ahead;
                }
                Turn::Right => {
                    hole.right.push(ahead);
                    crossed = back;
                }
                Turn::Collinear => {
                    hole.right.push(ahead);
                    hole.left.push(back);
                    return Some(tip);
                }
            }
        }
    }

    /// Fills the hole between the half-edge `base` and its border, which runs on from the end of `base` to its
    /// origin, with the edges and faces that were taken out.
    fn fill(
        &mut self,
        hole: &mut Hole,
        border: impl ExactSizeIterator<Item = u32>,
        base: u32,
    ) -> Option<()> {
        let mut left = border.len();
        hole.stack.clear();
        for half in border {
            // What was taken out may have been where its origin's turn began.
            self.out[self.triangles.origin(half) as usize] = half;
            hole.stack.push(half);
            left -= 1;
            while let [.., before, after] = hole.stack[..] {
                let is_last = left == 0 && hole.stack.len() == 2;
                let corner = [before, after, after ^ 1];
                let corner = corner.map(|half| self.triangles.origin(half));
                if is_last || self.turn(corner) != Turn::Left {
                    break;
                }
                let [start, _, end] = corner;
                let chord = hole.edges.pop()?;
                self.draw(chord, [end, start]);
                self.join([before, after, chord], hole.faces.pop()?);
                hole.stack.truncate(hole.stack.len() - 2);
                hole.stack.push(chord + 1);
            }
        }
        let [before, after] = hole.stack[..] else { return None };
        self.join([before, after, base], hole.faces.pop()?);
        Some(())
    }

    /// Makes a triangle of three half-edges that follow one another.
    fn join(&mut self, ring: [u32; 3], face: u32) {
        for (i, half) in ring.into_iter().enumerate() {
            link(&mut self.triangles.halves, half, ring[(i + 1) % 3]);
            self.triangles.faces[half as usize] = face;
        }
    }

    /// Flips edges, from these within a hole on, until no circle around a triangle holds the tip of the next.
    ///
    /// None around the hole flips: what can be seen over it now could be seen before. So the half-edges in `out`, which
    /// run there or along segments, stay where they are.
    fn legalize(&mut self, mut edges: Vec<u32>) {
        while let Some(edge) = edges.pop() {
            let [face, other] = [edge, edge ^ 1].map(|half| self.triangles.face(half));
            if self.triangles.is_labelled[edge as usize / 2] || other == 0 {
                continue;
            }
            let twin = edge ^ 1;
            let [ahead, across] = [edge, twin].map(|half| self.next(half));
            let [back, beyond] = [ahead, across].map(|half| self.next(half));
            let corners = [edge, ahead, back, beyond].map(|half| self.triangles.origin(half));
            let [a, b, tip, far] = corners.map(|point| self.points[point as usize]);
            if !is_in_circle([a, b, tip], far) {
                continue;
            }
            self.erase(edge);
            self.draw(edge, [corners[3], corners[2]]);
            self.join([edge, back, across], face);
            self.join([twin, beyond, ahead], other);
            edges.extend([ahead, back, across, beyond]);
        }
    }
}

#[cfg(test)]
mod tests;
