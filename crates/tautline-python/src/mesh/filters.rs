//! Meshes for agents with rules of their own.

use std::collections::BTreeMap;

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use tautline::mesh::FilterError;
use tautline::{Filter, MeshFinder};

use super::Mesh;

/// The rules of a filtered mesh, and the mesh without them.
#[derive(Debug, Clone)]
pub(super) struct Filtered {
    pub(super) whole: MeshFinder,
    /// The names of areas with their costs; `None` forbids them.
    pub(super) rules: BTreeMap<String, Option<f64>>,
}

#[pymethods]
impl Mesh {
    /// Return the mesh for agents to which some areas are forbidden, or cost something else. Doors stay as they are.
    ///
    /// ``forbid`` lists names of areas, ``costs`` maps names to costs. Rules of an earlier call stay, unless they are for the
    /// same areas. It takes a copy of the map.
    ///
    /// Raises ``KeyError`` if no area has a name, ``ValueError`` for a cost that is not possible.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> ditch = (shapely.box(4, 2, 6, 8), 1.0, "ditch")
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), areas=[ditch])
    /// >>> mesh.path((4, 5), (6, 5)).length, mesh.filtered(forbid=["ditch"]).path((4, 5), (6, 5)).length
    /// (2.0, 8.0)
    /// >>> mesh.filtered(costs={"ditch": 3}).path((4, 5), (6, 5)).cost
    /// 6.0
    #[pyo3(signature = (*, forbid=Vec::new(), costs=BTreeMap::new()))]
    fn filtered(
        &self,
        py: Python<'_>,
        forbid: Vec<String>,
        costs: BTreeMap<String, f64>,
    ) -> PyResult<Self> {
        let mut rules = self.filter.as_ref().map(|filter| filter.rules.clone()).unwrap_or_default();
        rules.extend(costs.into_iter().map(|(name, cost)| (name, Some(cost))));
        rules.extend(forbid.into_iter().map(|name| (name, None)));
        py.detach(|| self.under(rules))
    }
}

impl Mesh {
    /// Returns the finder on the mesh without the rules of agents.
    pub(crate) fn whole(&self) -> &MeshFinder {
        self.filter.as_ref().map_or(&self.finder, |filter| &filter.whole)
    }

    /// Returns the mesh under rules alone, with the same closed doors.
    pub(super) fn under(&self, rules: BTreeMap<String, Option<f64>>) -> PyResult<Self> {
        let whole = self.whole();
        let filter = rules.iter().fold(Filter::new(), |filter, (name, cost)| match cost {
            Some(cost) => filter.cost(name, *cost),
            None => filter.forbid(name),
        });
        let mut finder = whole.clone();
        let id = finder.add_filter(&filter).map_err(|error| match error {
            FilterError::UnknownArea { .. } => PyKeyError::new_err(error.to_string()),
            _ => PyValueError::new_err(error.to_string()),
        })?;
        let finder = finder.filtered(id);
        let mut finder = finder.map_err(|error| PyValueError::new_err(error.to_string()))?;
        for door in self.finder.closed_doors() {
            let closed = finder.close_door(door);
            closed.map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        let filter = Some(Filtered { whole: whole.clone(), rules });
        Ok(Self { filter, ..Self::of_finder(finder, self.axis, self.repairs.clone()) })
    }
}
