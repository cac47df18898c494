//! Meshes for agents with rules of their own.

use std::collections::BTreeMap;

use tautline::{Filter, MeshFinder};
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::failure::{JsResult, out_of_range};
use crate::options::Options;
use crate::types::FilterObject;

/// The rules of a filtered mesh, and the mesh without them.
#[derive(Debug, Clone)]
pub(super) struct Filtered {
    whole: MeshFinder,
    /// The names of areas with their costs; `None` forbids them.
    rules: BTreeMap<String, Option<f64>>,
}

#[wasm_bindgen]
impl Mesh {
    /// Returns the mesh for agents to which some areas are forbidden, or cost something else. Doors stay as they are.
    ///
    /// `forbid` lists names of areas, `costs` maps names to costs. Rules of an earlier call stay, unless they are for the same
    /// areas. Throws a RangeError if no area has a name, and for a cost that is not possible.
    pub fn filtered(&self, rules: FilterObject) -> JsResult<Mesh> {
        let given = Options::new(&rules.into(), &["forbid", "costs"])?;
        let filter = self.filter.as_ref();
        let mut rules = filter.map(|filter| filter.rules.clone()).unwrap_or_default();
        rules.extend(given.entries("costs")?.into_iter().map(|(name, cost)| (name, Some(cost))));
        rules.extend(given.texts("forbid")?.into_iter().map(|name| (name, None)));
        let filter = rules.iter().fold(Filter::new(), |filter, (name, cost)| match cost {
            Some(cost) => filter.cost(name, *cost),
            None => filter.forbid(name),
        });
        let mut finder = self.whole().clone();
        let id = finder.add_filter(&filter).map_err(out_of_range)?;
        let mut finder = finder.filtered(id).map_err(out_of_range)?;
        for door in self.finder.closed_doors() {
            finder.close_door(door).map_err(out_of_range)?;
        }
        let filter = Some(Filtered { whole: self.whole().clone(), rules });
        Ok(Self { filter, ..Self::of_finder(finder, self.repairs.clone()) })
    }
}

impl Mesh {
    /// Returns the finder on the mesh without the rules of agents.
    pub(crate) fn whole(&self) -> &MeshFinder {
        self.filter.as_ref().map_or(&self.finder, |filter| &filter.whole)
    }
}
