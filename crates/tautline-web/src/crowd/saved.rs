//! Crowds as bytes.

use tautline::io::{read_state, write_state};
use wasm_bindgen::prelude::wasm_bindgen;

use super::commands::class_map;
use super::{AnyMapObject, Class, Crowd};
use crate::failure::{JsResult, unusable, wrong_type};
use crate::field::DistanceField;

#[wasm_bindgen]
extern "C" {
    /// A `DistanceField`.
    #[wasm_bindgen(typescript_type = "DistanceField")]
    #[derive(Debug)]
    pub type AnyFieldObject;

    /// Returns the field once more.
    #[wasm_bindgen(method, structural, catch, js_name = __copy)]
    fn copy(this: &AnyFieldObject) -> JsResult<DistanceField>;
}

#[wasm_bindgen]
impl Crowd {
    /// Returns the agents as bytes, without their maps and fields.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn save(&mut self) -> JsResult<Vec<u8>> {
        self.follow_maps()?;
        write_state(&self.crowd.state()).map_err(unusable)
    }

    /// Makes a crowd of the bytes of `toBytes`. It has the same future, bit for bit.
    ///
    /// `maps` are the maps of its classes in their order, as they were; `fields` those that its agents follow, in the order in
    /// which they were first given to `flowTo`. Throws an error if a byte is damaged or missing, and for too few of either.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(
        bytes: &[u8],
        maps: Vec<AnyMapObject>,
        fields: Option<Vec<AnyFieldObject>>,
    ) -> JsResult<Crowd> {
        let mut classes = maps.iter().map(class_map);
        let first = classes.next().ok_or_else(|| wrong_type("maps: expected a map or more"))?;
        let mut crowd = Self::on(first?);
        for map in classes {
            let map = map?;
            let id = crowd.crowd.add_class(map.finder());
            crowd.classes.push(Class::new(id, map));
        }
        for field in fields.unwrap_or_default() {
            let field = field.copy().map_err(|_| wrong_type("fields: expected distance fields"))?;
            crowd.add_field(field.shared().clone());
        }
        let agents = read_state(bytes).map_err(unusable)?;
        crowd.crowd.restore(agents).map_err(unusable)?;
        Ok(crowd)
    }
}
