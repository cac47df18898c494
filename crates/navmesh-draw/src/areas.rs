//! The classes of areas of a mesh, and the bands of costs of a tile map.

use navmesh_core::NavMesh;
use navmesh_grid::Grid;

use crate::style::colors;

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

/// The costs of the free tiles of a map, 1 left out: one band for each, or as many bands as there are colours.
#[derive(Debug)]
pub(crate) struct CostBands {
    /// The least and the largest cost of each band, ascending.
    pub(crate) all: Vec<[f64; 2]>,
}

impl CostBands {
    /// Complexity: linear in the tiles, and `c log c` in the tiles with other costs than 1.
    pub(crate) fn of(grid: &Grid) -> Self {
        let rows = 0..grid.height();
        let tiles = rows.flat_map(|y| (0..grid.width()).map(move |x| (x, y)));
        let mut costs: Vec<f64> =
            tiles.filter_map(|(x, y)| grid.cost(x, y)).filter(|&cost| cost != 1.0).collect();
        costs.sort_unstable_by(f64::total_cmp);
        costs.dedup();
        let count = costs.len().min(colors::AREAS.len());
        let first = |band: usize| band * costs.len() / count;
        let all = (0..count).map(|band| [costs[first(band)], costs[first(band + 1) - 1]]).collect();
        Self { all }
    }

    /// Returns the band of a cost; `None` for the cost 1.
    pub(crate) fn band(&self, cost: f64) -> Option<usize> {
        let band = self.all.partition_point(|[_, largest]| *largest < cost);
        self.all.get(band).is_some_and(|[least, _]| *least <= cost && cost != 1.0).then_some(band)
    }
}
