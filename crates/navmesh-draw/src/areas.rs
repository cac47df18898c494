//! The classes of areas of a mesh.

use navmesh_core::NavMesh;

/// The areas of one name and one cost.
#[derive(Debug)]
pub(crate) struct AreaClass<'a> {
    pub(crate) name: &'a str,
    /// The cost of a unit of length.
    pub(crate) cost: f64,
    /// False if no cell is of this class.
    pub(crate) has_cells: bool,
}

/// The classes of areas of a mesh, in the order of its areas.
#[derive(Debug)]
pub(crate) struct AreaClasses<'a> {
    pub(crate) all: Vec<AreaClass<'a>>,
    /// The class of each area.
    pub(crate) of_area: Vec<usize>,
}

impl<'a> AreaClasses<'a> {
    /// Complexity: linear in the cells, and in the areas times the classes.
    pub(crate) fn of(mesh: &'a NavMesh) -> Self {
        let mut all: Vec<AreaClass<'_>> = Vec::new();
        let of_area: Vec<usize> = mesh
            .areas()
            .iter()
            .map(|area| {
                let is_same =
                    |class: &AreaClass| class.name == area.name && class.cost == area.cost;
                all.iter().position(is_same).unwrap_or_else(|| {
                    all.push(AreaClass { name: &area.name, cost: area.cost, has_cells: false });
                    all.len() - 1
                })
            })
            .collect();
        for area in mesh.slots().filter_map(|slot| mesh.area_of(slot)) {
            all[of_area[area.index()]].has_cells = true;
        }
        Self { all, of_area }
    }
}
