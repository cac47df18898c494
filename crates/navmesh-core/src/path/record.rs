//! The compact form of a path, to send or to store.

use glam::DVec2;

use super::{Guarantee, Path, PathStatus};
use crate::mesh::NavMesh;

/// The points of a path, its length and its guarantee, without its cells and counts.
///
/// As JSON it takes less than half of a whole [`Path`]. It cannot be verified or located by cells again.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PathRecord {
    /// The waypoints, and the points where the path changes floors.
    pub points: Vec<DVec2>,
    /// The floor on which the path leaves each point, and the floor of its end; empty on a mesh without
    /// floors.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub floors: Vec<u32>,
    /// The length of all walked legs, in map units.
    pub length: f64,
    /// The guarantee for the cost.
    pub guarantee: Guarantee,
    /// Complete if the path reaches the goal.
    #[cfg_attr(feature = "serde", serde(default))]
    pub status: PathStatus,
}

impl Path {
    /// Returns the compact form of the path on its mesh.
    ///
    /// Complexity: that of [`Path::by_floor`].
    ///
    /// ```
    /// # use navmesh_core::backend::{PathSummary, WritePath};
    /// # use navmesh_core::{NavMesh, Path, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?; // 4 by 3
    /// # let mut path = Path::default();
    /// # path.push_waypoint([1.0, 1.0].into());
    /// # path.push_waypoint([3.0, 1.0].into());
    /// # path.push_cell(room.cell_id(0));
    /// # path.finish(PathSummary::default());
    /// let record = path.record(&room);
    /// assert_eq!(record.points, path.waypoints());
    /// assert_eq!((record.length, record.floors.len()), (2.0, 0)); // no floors
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[must_use]
    pub fn record(&self, mesh: &NavMesh) -> PathRecord {
        let (length, guarantee, status) = (self.length(), self.guarantee(), self.status());
        let (mut points, mut floors) = (Vec::new(), Vec::new());
        if mesh.has_layers() {
            for section in self.by_floor(mesh) {
                // The last section ended here, and a link begins and ends at points of its own.
                if points.last() == section.points.first() {
                    points.pop();
                    floors.pop();
                }
                floors.resize(floors.len() + section.points.len(), section.layer);
                points.extend(section.points);
            }
        } else {
            points.clone_from(&self.waypoints);
        }
        PathRecord { points, floors, length, guarantee, status }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RawMesh;
    use crate::backend::{PathSummary, WritePath};

    /// A square on floor 0 and one on floor 3 beside it, joined along x = 1.
    fn ramp() -> (NavMesh, Path) {
        let mut raw = RawMesh::default();
        for point in [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]] {
            raw.positions.push(point.into());
        }
        raw.push_cell(&[0, 1, 4, 5]);
        raw.push_cell(&[1, 2, 3, 4]);
        raw.layers = vec![0, 3];
        raw.join_matching_edges();
        let mesh = NavMesh::from_raw(&raw).unwrap();
        let mut path = Path::default();
        path.push_waypoint([0.5, 0.5].into());
        path.push_waypoint([1.75, 0.5].into());
        path.push_cells([mesh.cell_id(0), mesh.cell_id(1)]);
        path.finish(PathSummary::default());
        (mesh, path)
    }

    #[test]
    fn a_record_names_the_floor_on_which_each_point_is_left() {
        let (mesh, path) = ramp();
        let record = path.record(&mesh);
        assert_eq!(record.points, [[0.5, 0.5], [1.0, 0.5], [1.75, 0.5]].map(DVec2::from));
        assert_eq!(record.floors, [0, 3, 3]);
        assert_eq!((record.length, record.guarantee), (1.25, Guarantee::Optimal));
    }

    #[test]
    fn the_record_of_an_empty_path_is_empty() {
        let (mesh, _) = ramp();
        let record = Path::default().record(&mesh);
        assert!(record.points.is_empty() && record.floors.is_empty());
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_record_takes_less_than_half_of_a_path_as_json_and_survives_it() {
        let (mesh, mut path) = ramp();
        path.clear();
        for number in 0..10 {
            let x = 0.05 + f64::from(number) / 11.0;
            path.push_waypoint([x, if number % 2 == 0 { 0.125 } else { 0.875 }].into());
        }
        // Paths on the measured maps have some five cells a waypoint.
        path.push_cells([mesh.cell_id(0); 50]);
        path.finish(PathSummary::default());
        let record = path.record(&mesh);
        let [whole, short] =
            [serde_json::to_string(&path).unwrap(), serde_json::to_string(&record).unwrap()];
        assert!(2 * short.len() < whole.len(), "{} of {} bytes", short.len(), whole.len());
        assert_eq!(serde_json::from_str::<PathRecord>(&short).unwrap(), record);
    }
}
