//! Filters: the costs and the forbidden areas of one kind of agent.

use std::collections::BTreeMap;
use std::sync::Arc;

use slotmap::new_key_type;

use crate::error::Short;
use crate::mesh::{MeshArea, NavMesh, RawMesh};

/// The costs of areas for one kind of agent, and the areas that it may not enter.
///
/// Rules refer to areas by name and hold for all areas with that name. The last rule for a name counts.
/// Cells without an area cost 1 and are open to all.
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
    /// The id of a filter that is registered with a finder; see
    /// [`PathQuery::filter`](crate::PathQuery::filter).
    ///
    /// It is valid for that finder and its later clones. Another finder may use it for another filter.
    pub struct FilterId;
}

/// The reason why a filter cannot be applied to a mesh.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// The mesh has no area of this name. [`NavMesh::areas`] lists them.
    #[error("no area of the mesh is named {name:?}")]
    UnknownArea {
        /// The name.
        name: String,
    },
    /// No filter is registered with this id: it was removed, or is of another finder. Register it with `add_filter` first.
    #[error("no {filter:?} is registered with this finder")]
    NotRegistered {
        /// The id.
        filter: FilterId,
    },
    /// The cost is not a number from 2⁻⁶⁴ to 2⁶⁴. Use one in this range, or [`Filter::forbid`] for an area that is closed.
    #[error("the cost {} of area {name:?} is not from 2^-64 to 2^64", Short(*cost))]
    Cost {
        /// The area.
        name: String,
        /// The cost.
        cost: f64,
    },
}

impl Filter {
    /// Creates a filter without rules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Forbids the areas with a name.
    #[must_use]
    pub fn forbid(mut self, area: impl Into<String>) -> Self {
        self.rules.push((area.into(), Rule::Forbidden));
        self
    }

    /// Sets the cost of a unit of length in the areas with a name.
    #[must_use]
    pub fn cost(mut self, area: impl Into<String>, cost: f64) -> Self {
        self.rules.push((area.into(), Rule::Cost(cost)));
        self
    }

    /// Returns the rule for each area of a mesh.
    fn rules_for(&self, mesh: &NavMesh) -> Result<Vec<Option<Rule>>, FilterError> {
        let names = mesh.areas.numbers().map(|area| &*mesh.areas[area as usize].name);
        let mut of_names: BTreeMap<&str, Option<Rule>> = names.map(|name| (name, None)).collect();
        for (name, rule) in &self.rules {
            let known = of_names.get_mut(name.as_str());
            *known.ok_or_else(|| FilterError::UnknownArea { name: name.clone() })? = Some(*rule);
            if let Rule::Cost(cost) = *rule
                && !RawMesh::COSTS.contains(&cost)
            {
                return Err(FilterError::Cost { name: name.clone(), cost });
            }
        }
        let rule = |area: &MeshArea| of_names.get(&*area.name).copied().flatten();
        Ok(mesh.areas.iter().map(rule).collect())
    }
}

impl NavMesh {
    /// Returns the mesh without the areas that a filter forbids, and with the filter's costs.
    ///
    /// Cells and edges keep their ids. Components are found again in the remaining cells. Doors that are
    /// closed on the mesh are permanent walls of the filtered mesh.
    ///
    /// Complexity: linear, and O(n log n) in the number of areas and rules.
    ///
    /// # Errors
    ///
    /// [`FilterError`] for unknown area names and for costs out of range.
    pub fn filtered(self: &Arc<Self>, filter: &Filter) -> Result<Self, FilterError> {
        Ok(self.under_rules(&filter.rules_for(self)?))
    }

    /// Returns the mesh as [`NavMesh::filtered`] does, by the rules for areas that the mesh has.
    ///
    /// For meshes that change: an area that is gone has no cells for its rule. A cost out of range has no effect.
    ///
    /// Complexity: that of [`NavMesh::filtered`].
    #[must_use]
    pub fn filtered_where_known(self: &Arc<Self>, filter: &Filter) -> Self {
        let rule_of = |area: &MeshArea| {
            let named = filter.rules.iter().filter(|(name, _)| *name == area.name);
            let mut usable = named.map(|(_, rule)| *rule).filter(|rule| match rule {
                Rule::Cost(cost) => RawMesh::COSTS.contains(cost),
                Rule::Forbidden => true,
            });
            usable.next_back()
        };
        self.under_rules(&self.areas.iter().map(rule_of).collect::<Vec<_>>())
    }

    /// Returns the mesh under the rule for each of its areas.
    fn under_rules(self: &Arc<Self>, rules: &[Option<Rule>]) -> Self {
        let is_forbidden = |slot: &u32| {
            let rule = self.area_of(*slot).and_then(|area| rules[area.index()]);
            matches!(rule, Some(Rule::Forbidden))
        };
        let mut mesh = self.without_cells(self.slots().filter(is_forbidden));
        for (area, rule) in mesh.areas.iter_mut().zip(rules) {
            if let Some(Rule::Cost(cost)) = *rule {
                area.cost = cost;
            }
        }
        mesh.apply_costs(rules);
        mesh
    }

    /// Returns the mesh without the cells that cost more than `limit`; every other cell costs 1.
    ///
    /// Its shortest paths are the shortest that avoid all costly cells. Cells and edges keep their ids, as in
    /// [`NavMesh::filtered`].
    ///
    /// Complexity: linear.
    #[must_use]
    pub fn without_cells_above(self: &Arc<Self>, limit: f64) -> Self {
        let mut mesh = self.without_cells(self.slots().filter(|&slot| self.cost(slot) > limit));
        (mesh.costs, mesh.lowest_cost) = (Vec::new(), 1.0);
        mesh.areas.iter_mut().for_each(|area| area.cost = 1.0);
        mesh
    }

    /// Sets the costs of the cells whose areas have a new cost.
    fn apply_costs(&mut self, rules: &[Option<Rule>]) {
        let cost = |slot: u32| match self.area_of(slot).and_then(|area| rules[area.index()]) {
            Some(Rule::Cost(cost)) => cost,
            _ => self.cost(slot),
        };
        let costs: Vec<f64> = (0..self.slot_count() as u32).map(cost).collect();
        let live = || self.slots().map(|slot| costs[slot as usize]);
        if live().all(|cost| cost == 1.0) {
            (self.costs, self.lowest_cost) = (Vec::new(), 1.0);
        } else {
            self.lowest_cost = live().fold(f64::MAX, f64::min);
            self.costs = costs;
        }
    }
}
