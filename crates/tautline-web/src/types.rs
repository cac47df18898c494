//! The types of arguments in TypeScript.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// An object with the options of the reading of a map file.
    #[wasm_bindgen(typescript_type = "FileOptions")]
    #[derive(Debug)]
    pub type FileOptionsObject;

    /// An object with the options of a build.
    #[wasm_bindgen(typescript_type = "BuildOptions")]
    #[derive(Debug)]
    pub type BuildOptionsObject;

    /// An object with the options of a build and of the reading of its file.
    #[wasm_bindgen(typescript_type = "BuildOptions & FileOptions")]
    #[derive(Debug)]
    pub type OpenOptionsObject;

    /// An object with the options of a query.
    #[wasm_bindgen(typescript_type = "QueryOptions")]
    #[derive(Debug)]
    pub type QueryOptionsObject;

    /// An object with the options of a distance field.
    #[wasm_bindgen(typescript_type = "FieldOptions")]
    #[derive(Debug)]
    pub type FieldOptionsObject;

    /// An object with the options of a set of radii.
    #[wasm_bindgen(typescript_type = "RadiusSetOptions")]
    #[derive(Debug)]
    pub type RadiusSetOptionsObject;

    /// An object with the options of a live mesh.
    #[wasm_bindgen(typescript_type = "LiveOptions")]
    #[derive(Debug)]
    pub type LiveOptionsObject;

    /// An object that says whether edits are recorded.
    #[wasm_bindgen(typescript_type = "{ recorded?: boolean }")]
    #[derive(Debug)]
    pub type RecordedObject;

    /// An object with edits of a live mesh.
    #[wasm_bindgen(typescript_type = "Edits")]
    #[derive(Debug)]
    pub type EditsObject;

    /// An object with the budget of searches.
    #[wasm_bindgen(typescript_type = "{ maxExpanded?: number }")]
    #[derive(Debug)]
    pub type BudgetObject;

    /// An object with the rules of agents.
    #[wasm_bindgen(typescript_type = "FilterRules")]
    #[derive(Debug)]
    pub type FilterObject;

    /// An object that is a polygon or a circle.
    #[wasm_bindgen(typescript_type = "Region")]
    #[derive(Debug)]
    pub type RegionObject;

    /// An object with the options of random points.
    #[wasm_bindgen(typescript_type = "RandomOptions")]
    #[derive(Debug)]
    pub type RandomOptionsObject;

    /// An object with goals of one kind.
    #[wasm_bindgen(typescript_type = "AnyGoal")]
    #[derive(Debug)]
    pub type AnyGoalObject;

    /// An object with the options of agents.
    #[wasm_bindgen(typescript_type = "AgentOptions")]
    #[derive(Debug)]
    pub type AgentOptionsObject;

    /// Points in one of their forms.
    #[wasm_bindgen(typescript_type = "Points")]
    #[derive(Debug)]
    pub type PointsObject;

    /// An object with the options of the searches on tiles.
    #[wasm_bindgen(typescript_type = "GridOptions")]
    #[derive(Debug)]
    pub type GridOptionsObject;
}

/// Returns an object, or undefined.
pub(crate) fn object(options: Option<impl Into<JsValue>>) -> JsValue {
    options.map_or(JsValue::UNDEFINED, Into::into)
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
