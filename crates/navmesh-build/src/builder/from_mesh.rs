//! A built mesh → shapes, so that a mesh whose shapes are gone can be edited.

use navmesh_core::{Area, Door, EdgeId, FloorConnection, NavMesh, Outline, Wall};

use super::NavMeshBuilder;

impl NavMeshBuilder {
    /// Creates a builder of the ground of a mesh: one from a file, from a bake, from another program.
    ///
    /// Each cell becomes a walkable outline on its floor, and an area if it has one; each edge without a neighbour a wall, each
    /// edge between two floors a connection. Doors and links stay as they are, open. The builder joins nothing
    /// ([`BuildOptions::weld`](crate::BuildOptions::weld) is 0), so its mesh has the same ground, and the same ways over it,
    /// in other cells. Of a mesh for a radius the ground is that of the centers of agents, and shapes that are added later are
    /// inset by nothing: draw them wider by the radius.
    ///
    /// Complexity: O(n log n) in the edges.
    ///
    /// ```
    /// # use navmesh_build::NavMeshBuilder;
    /// # use navmesh_core::{NavMesh, Outline, RawMesh};
    /// let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]];
    /// let baked = NavMesh::from_raw(&RawMesh::of_cells(corners, &[&[0, 1, 2], &[0, 2, 3]]))?;
    /// let mut builder = NavMeshBuilder::from_mesh(&baked);
    /// builder.add_obstacle(Outline::rect([1.0, 1.0], [2.0, 2.0]));
    /// assert_eq!(builder.build_mesh()?.area(), 11.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_mesh(mesh: &NavMesh) -> Self {
        let mut builder = Self::default();
        builder.options.weld = Some(0.0);
        for slot in mesh.slots() {
            let layer = mesh.layer(slot);
            let outline = Outline::new(mesh.corners(slot));
            let mut floor = builder.on_layer(layer);
            floor.add_walkable(outline.clone());
            let area = mesh.area_of(slot).map(|area| &mesh.areas()[area.index()]);
            if area.is_some() || mesh.cost(slot) != 1.0 {
                let name = area.map_or_else(String::new, |area| area.name.to_string());
                floor.add_area(Area::new(outline, name, mesh.cost(slot)));
            }
            for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
                builder.add_border(mesh, edge, layer);
            }
        }
        for door in mesh.doors() {
            for &edge in &door.edges {
                let layer = mesh.layer(mesh.edge(edge).cell_slot());
                builder.on_layer(layer).add_door(Door::new(mesh.edge_ends(edge), &door.name));
            }
        }
        for link in mesh.links() {
            builder.add_link(link.clone());
        }
        builder
    }

    /// Adds what an edge of a cell is, if it is no edge between two cells of one floor.
    fn add_border(&mut self, mesh: &NavMesh, edge: EdgeId, layer: u32) {
        let ends = mesh.edge_ends(edge);
        match mesh.edge(edge).neighbor_slot().map(|slot| mesh.layer(slot)) {
            None => drop(self.on_layer(layer).add_wall(Wall::new(ends))),
            Some(other) if other > layer => {
                self.add_connection(FloorConnection::new([layer, other], ends));
            }
            Some(_) => {}
        }
    }
}
