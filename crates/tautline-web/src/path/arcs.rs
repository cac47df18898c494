//! The corners of a path as arcs.

use tautline::path::CurvePiece;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Path;
use crate::failure::{JsResult, unusable};
use crate::record::{Record, list, pair};

#[wasm_bindgen]
impl Path {
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
