//! Filters: the mesh as one kind of traveller sees it.

use std::collections::BTreeMap;
use std::sync::Arc;

use slotmap::new_key_type;

use super::{NavMesh, RawMesh};
use crate::short::Short;

/// What areas cost a kind of traveller, and which it may not enter.
///
/// Areas are told by their names; a rule holds for all areas of its name, and of several for one name the
/// last. Ground without an area costs 1 and is open to all.
///
/// ```
/// use navmesh_core::Filter;
/// let on_foot = Filter::new().forbid("water").cost("mud", 3.0);
/// # let _ = on_foot;
/// ```
#[doc(alias("dtQueryFilter", "areaMask", "setAreaCost", "navigationLayers"))]
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Filter {
    rules: Vec<(String, Rule)>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
enum Rule {
    Cost(f64),
    Forbidden,
}

new_key_type! {
    /// A filter registered with a finder; see [`PathQuery::filter`](crate::PathQuery::filter).
    ///
    /// It is that finder's, and of the clones that were made of it since; another finder may know another filter by it.
    pub struct FilterId;
}

/// Why a filter cannot be applied to a mesh.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// The mesh has no area of this name.
    #[error("no area of the mesh is named {name:?}")]
    UnknownArea {
        /// The name.
        name: String,
    },
    /// No filter is registered by this id.
    #[error("no {filter:?} is registered with this finder")]
    NotRegistered {
        /// The id.
        filter: FilterId,
    },
    /// The cost is no number from 2⁻⁶⁴ to 2⁶⁴.
    #[error("the cost {} of area {name:?} is not from 2^-64 to 2^64", Short(*cost))]
    Cost {
        /// The area.
        name: String,
        /// The cost.
        cost: f64,
    },
}

impl Filter {
    /// The filter without rules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Forbids the areas of a name.
    #[must_use]
    pub fn forbid(mut self, area: impl Into<String>) -> Self {
        self.rules.push((area.into(), Rule::Forbidden));
        self
    }

    /// Makes a unit of length in the areas of a name cost this much.
    #[must_use]
    pub fn cost(mut self, area: impl Into<String>, cost: f64) -> Self {
        self.rules.push((area.into(), Rule::Cost(cost)));
        self
    }

    /// What holds for each area of a mesh.
    fn rules_for(&self, mesh: &NavMesh) -> Result<Vec<Option<Rule>>, FilterError> {
        let mut of_names: BTreeMap<&str, Option<Rule>> =
            mesh.areas.iter().map(|area| (area.name.as_str(), None)).collect();
        for (name, rule) in &self.rules {
            let known = of_names.get_mut(name.as_str());
            *known.ok_or_else(|| FilterError::UnknownArea { name: name.clone() })? = Some(*rule);
            match *rule {
                Rule::Cost(cost) if !RawMesh::COSTS.contains(&cost) => {
                    return Err(FilterError::Cost { name: name.clone(), cost });
                }
                _ => {}
            }
        }
        Ok(mesh.areas.iter().map(|area| of_names[area.name.as_str()]).collect())
    }
}

impl NavMesh {
    /// The mesh as a filter lets it be seen: without the ground that it forbids, and with its costs. Cells
    /// and edges keep their ids; components are those of what is left. Where doors are closed on the mesh, to the
    /// filtered one they are walls for good.
    ///
    /// Complexity: linear, and O(n log n) in the number of areas and rules.
    ///
    /// # Errors
    ///
    /// [`FilterError`], for names that no area has and costs that are none.
    pub fn filtered(self: &Arc<Self>, filter: &Filter) -> Result<Self, FilterError> {
        let rules = filter.rules_for(self)?;
        let is_forbidden = |slot: &u32| {
            let rule = self.area_of(*slot).and_then(|area| rules[area.index()]);
            matches!(rule, Some(Rule::Forbidden))
        };
        let mut mesh = self.without_cells(self.slots().filter(is_forbidden));
        for (area, rule) in mesh.areas.iter_mut().zip(&rules) {
            if let Some(Rule::Cost(cost)) = *rule {
                area.cost = cost;
            }
        }
        mesh.take_costs_of_areas(&rules);
        Ok(mesh)
    }

    /// Gives the cells of areas with a new cost that cost.
    fn take_costs_of_areas(&mut self, rules: &[Option<Rule>]) {
        let cost = |slot: u32| match self.area_of(slot).and_then(|area| rules[area.index()]) {
            Some(Rule::Cost(cost)) => cost,
            _ => self.cost(slot),
        };
        let costs: Vec<f64> = (0..self.slot_count() as u32).map(cost).collect();
        let left = || self.slots().map(|slot| costs[slot as usize]);
        if left().all(|cost| cost == 1.0) {
            (self.costs, self.lowest_cost) = (Vec::new(), 1.0);
        } else {
            self.lowest_cost = left().fold(f64::MAX, f64::min);
            self.costs = costs;
        }
    }
}
