//! The links of a path, its pieces by area, and its corners as arcs.

use tautline::path::CurvePiece;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Path;
use crate::failure::{JsResult, unusable};
use crate::record::{Record, list, pair};

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

    /// Returns the path with arcs around the corners, as an agent of the radius of the mesh walks it.
    ///
    /// It is no longer than the path, and keeps the radius from every wall. On a mesh for points, and where costs differ, all
    /// pieces are straight. The first call on a mesh prepares the whole map. Throws an error for a path on tiles.
    #[wasm_bindgen(unchecked_return_type = "Curve")]
    pub fn arcs(&self) -> JsResult<JsValue> {
        let Some(ground) = &self.ground else {
            return Err(unusable("arcs are those of a path on a mesh"));
        };
        let curve = self.path.arcs(ground.corners());
        let pieces = list(curve.pieces.iter().map(piece));
        Ok(Record::new().with("length", curve.length).with("pieces", pieces).into())
    }
}

fn piece(piece: &CurvePiece) -> Record {
    let [from, to] = piece.ends().map(pair);
    let with_kind = |kind: &str| Record::new().with("kind", kind).with("from", from).with("to", to);
    match piece {
        CurvePiece::Arc { center, radius, angle, .. } => {
            let record = with_kind("arc").with("center", pair(*center));
            record.with("radius", *radius).with("angle", *angle)
        }
        CurvePiece::Link { .. } => with_kind("link"),
        _ => with_kind("segment"),
    }
}
