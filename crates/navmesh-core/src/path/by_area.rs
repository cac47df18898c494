//! The sections of a path by area.

use super::Path;
use super::leg::LegPiece;
use super::walkable::{LegSteps, Walk};
use crate::mesh::{AreaId, NavMesh};

/// A section of a path in one area, at one cost of a unit of length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AreaSection {
    /// The area; `None` outside all areas.
    pub area: Option<AreaId>,
    /// The cost of a unit of length there.
    pub unit_cost: f64,
    /// The length of the section, in map units.
    pub length: f64,
    /// Its cost: the length times the cost of a unit.
    pub cost: f64,
}

impl Path {
    /// Splits the path by area and cost on `mesh`, in order; `None` if it cannot be walked there.
    ///
    /// Along the border of two areas the cheaper one counts, as in [`Path::cost_on`]. A link ends a section and belongs to
    /// none. The costs of all sections and [links](Path::links) sum up to the cost of the path, up to rounding. A path of one
    /// point has no sections.
    ///
    /// Complexity: that of [`Path::cost_on`].
    ///
    /// ```
    /// # use navmesh_core::backend::{PathSummary, WritePath};
    /// # use navmesh_core::{NavMesh, Path, RawMesh};
    /// # let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [0.0, 1.0], [4.0, 2.0], [0.0, 2.0]];
    /// let mut raw = RawMesh::of_cells(corners, &[&[0, 1, 2, 3], &[3, 2, 4, 5]]);
    /// raw.costs = vec![1.0, 3.0]; // two strips, joined along y = 1
    /// let mesh = NavMesh::from_raw(&raw)?;
    /// let mut path = Path::default();
    /// path.push_waypoint([2.0, 2.0].into());
    /// path.push_waypoint([2.0, 0.0].into());
    /// path.finish(PathSummary::default());
    /// let sections = path.by_area(&mesh).unwrap();
    /// assert_eq!(sections.iter().map(|part| (part.length, part.cost)).collect::<Vec<_>>(), [(1.0, 3.0), (1.0, 1.0)]);
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[must_use]
    pub fn by_area(&self, mesh: &NavMesh) -> Option<Vec<AreaSection>> {
        let (mut walk, mut legs) = (Walk::default(), Vec::new());
        let walked = walk.follow(mesh, self, |leg| legs.push(LegSteps::of(mesh, leg)));
        walked.ok()?;
        let mut sections = Sections::default();
        let mut at = walk.end_of(mesh, self).map(|end| end.slot);
        for leg in legs.iter().rev() {
            match leg {
                LegSteps::Link(from) => {
                    sections.is_ended = true;
                    at = Some(*from);
                }
                LegSteps::Blocked => return None,
                LegSteps::Straight { length, ends } => {
                    let steps = ends.iter().find(|(end, _)| Some(*end) == at)?.1.iter();
                    steps.clone().for_each(|step| sections.push(mesh, step, *length));
                    at = steps.last().map(|first| first.slot);
                }
            }
        }
        sections.parts.reverse();
        Some(sections.parts)
    }
}

/// The sections of a path, from the last one.
#[derive(Debug, Default)]
struct Sections {
    parts: Vec<AreaSection>,
    /// True if a link ends the section before.
    is_ended: bool,
}

impl Sections {
    /// Adds a step of a leg of this length.
    fn push(&mut self, mesh: &NavMesh, step: &LegPiece, length: f64) {
        let length = (step.to - step.from).abs() * length;
        if length == 0.0 {
            return;
        }
        let (area, unit_cost) = (mesh.area_of(step.slot), mesh.cost(step.slot));
        let cost = length * unit_cost;
        match self.parts.last_mut().filter(|_| !self.is_ended) {
            Some(last) if last.area == area && last.unit_cost == unit_cost => {
                last.length += length;
                last.cost += cost;
            }
            _ => self.parts.push(AreaSection { area, unit_cost, length, cost }),
        }
        self.is_ended = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::WritePath;
    use crate::mesh::RawMesh;
    use crate::outline::{Link, LinkSide};
    use crate::path::PathSummary;

    /// Two strips of length 4 with areas, the upper one costly, joined along y = 1.
    fn strips() -> RawMesh {
        let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [0.0, 1.0], [4.0, 2.0], [0.0, 2.0]];
        let mut raw = RawMesh::of_cells(corners, &[&[0, 1, 2, 3], &[3, 2, 4, 5]]);
        raw.costs = vec![1.0, 3.0];
        raw
    }

    fn path_of(points: &[[f64; 2]]) -> Path {
        let mut path = Path::default();
        points.iter().for_each(|&point| path.push_waypoint(point.into()));
        path.finish(PathSummary::default());
        path
    }

    fn parts(path: &Path, raw: &RawMesh) -> Option<Vec<[f64; 2]>> {
        let mesh = NavMesh::from_raw(raw).unwrap();
        let sections = path.by_area(&mesh)?;
        let sum: f64 = sections.iter().map(|section| section.cost).sum();
        assert_eq!(Some(sum + path.cost_of_links()), path.cost_on(&mesh));
        Some(sections.iter().map(|section| [section.unit_cost, section.length]).collect())
    }

    #[test]
    fn a_border_belongs_to_its_cheaper_side() {
        let path = path_of(&[[0.0, 2.0], [0.0, 1.0], [4.0, 1.0], [4.0, 2.0]]);
        assert_eq!(parts(&path, &strips()).unwrap(), [[3.0, 1.0], [1.0, 4.0], [3.0, 1.0]]);
    }

    #[test]
    fn legs_in_cells_of_one_cost_are_one_section() {
        let path = path_of(&[[1.0, 2.0], [2.0, 0.0], [3.0, 2.0]]);
        let mut raw = strips();
        raw.costs = vec![2.0, 2.0];
        assert_eq!(parts(&path, &raw).unwrap(), [[2.0, 2.0 * 5.0_f64.sqrt()]]);
    }

    #[test]
    fn a_link_ends_a_section() {
        let mut raw = strips();
        raw.links.push(Link::new([1.0, 0.5], [3.0, 0.5], "jump").cost(0.5));
        let mut path = Path::default();
        path.push_waypoint([0.0, 0.5].into());
        path.push_waypoint([1.0, 0.5].into());
        path.push_link(crate::mesh::LinkId(0), LinkSide::From, 0.5);
        path.push_waypoint([3.0, 0.5].into());
        path.push_waypoint([4.0, 0.5].into());
        path.finish(PathSummary::default());
        assert_eq!(parts(&path, &raw).unwrap(), [[1.0, 1.0], [1.0, 1.0]]);
    }

    #[test]
    fn a_path_of_one_point_has_no_sections_and_a_blocked_one_no_answer() {
        assert_eq!(parts(&path_of(&[[1.0, 1.0]]), &strips()), Some(Vec::new()));
        let mesh = NavMesh::from_raw(&strips()).unwrap();
        assert_eq!(path_of(&[[1.0, 1.0], [9.0, 1.0]]).by_area(&mesh), None);
    }
}
