//! The links of a path, and its pieces by area.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Path;
use crate::record::{Record, list};

#[wasm_bindgen]
impl Path {
    /// The links that the path takes, in order.
    #[wasm_bindgen(getter, unchecked_return_type = "LinkUse[]")]
    pub fn links(&self) -> JsValue {
        list(self.path.links().iter().map(|used| {
            let link = self.ground.as_ref().and_then(|ground| ground.mesh.link(used.link));
            let name = link.map_or_else(String::new, |link| link.name.to_string());
            let record = Record::new().with("link", used.link.index() as u32).with("name", name);
            record.with("leg", used.leg as u32).with("cost", used.cost)
        }))
    }

    /// The pieces of the path by area and cost, in order. A link ends a piece and belongs to none.
    #[wasm_bindgen(getter, js_name = byArea, unchecked_return_type = "AreaShare[]")]
    pub fn by_area(&self) -> JsValue {
        let Some(ground) = &self.ground else { return list::<JsValue>([]) };
        let shares = self.path.by_area(&ground.mesh).unwrap_or_default();
        list(shares.iter().map(|share| {
            let name = share.area.map(|area| &*ground.mesh.areas()[area.0 as usize].name);
            let record = Record::new().with_some("area", name);
            record.with("length", share.length).with("cost", share.cost)
        }))
    }
}
