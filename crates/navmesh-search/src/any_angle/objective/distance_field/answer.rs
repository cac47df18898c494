//! The answers of a field: distance, heading and path.

use navmesh_core::backend::{PathSummary, WritePath};
use navmesh_core::{DVec2, NavMesh, Path, PathError, PathStatus, Place, SearchStats};

use super::Shortest;
use crate::any_angle::off_mesh::connection_state::Reached;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::session::reconstruct::Trail;
use crate::distances::BoundedDistance;
use crate::field::{FieldSource, Heading};

impl FieldSource for Shortest {
    fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    fn bounds(&self, place: Place) -> Result<BoundedDistance, PathError> {
        let stood = self.lead_near(place).map_err(|error| self.explained(place, error));
        let (lead, _, start_offset) = stood?;
        let moved = start_offset + self.goal_offset(lead.root);
        Ok(BoundedDistance { distance: lead.length, lower_bound: lead.length, moved })
    }

    fn heading(&self, place: Place) -> Result<Heading, PathError> {
        self.heading_from(place).map_err(|error| self.explained(place, error))
    }

    fn path_into(&self, place: Place, path: &mut Path) -> Result<(), PathError> {
        path.clear();
        let stood = self.lead_near(place).map_err(|error| self.explained(place, error));
        let (lead, from, start_offset) = stood?;
        let trail = Trail {
            mesh: &self.mesh,
            portals: self.index.portals(&self.mesh),
            roots: &self.roots,
            steps: &self.steps,
            connections: &self.connections,
            exits: &self.exits,
        };
        path.push_waypoint(from);
        if let Some(corner) = lead.corner {
            path.push_waypoint(corner);
        }
        path.push_cell(self.mesh.cell_id(lead.cell));
        let solution = Solution { length: lead.length, root: lead.root, step: lead.step };
        trail.push_path(Reached { solution, cell: lead.cell }, path);
        path.finish(PathSummary {
            status: PathStatus::Complete,
            start_layer: self.mesh.layer(lead.cell),
            start_offset,
            goal_offset: self.goal_offset(lead.root),
            stats: SearchStats::default(),
            ..PathSummary::default()
        });
        path.name_floors(&self.mesh, None);
        Ok(())
    }

    fn goals(&self) -> Vec<DVec2> {
        self.goals.iter().map(|goal| goal.point).collect()
    }

    fn limit(&self) -> f64 {
        self.limit
    }

    fn bytes(&self) -> usize {
        size_of_val(self.views.items())
            + size_of_val(&self.roots[..])
            + size_of_val(&self.steps[..])
            + (self.views.len() + 1) * size_of::<u32>()
            + size_of_val(&self.homes[..])
            + size_of_val(&self.exits[..])
    }
}
