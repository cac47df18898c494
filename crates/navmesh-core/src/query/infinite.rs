//! The serde form of an option that may be infinite: text where JSON has no number.

#![cfg(feature = "serde")]

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Form {
    Number(f64),
    Text(String),
}

/// Writes a number, or the text `inf` or `NaN`.
#[expect(clippy::ref_option, reason = "the signature is that of serde")]
pub(super) fn serialize<S: Serializer>(value: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    let form = |value: f64| match value.is_finite() {
        true => Form::Number(value),
        false => Form::Text(value.to_string()),
    };
    value.map(form).serialize(to)
}

/// Reads what [`serialize`] writes.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    Ok(match Option::<Form>::deserialize(from)? {
        None => None,
        Some(Form::Number(number)) => Some(number),
        Some(Form::Text(text)) => Some(text.parse().map_err(D::Error::custom)?),
    })
}

#[cfg(test)]
mod tests {
    use crate::PathQuery;

    #[test]
    fn infinite_options_survive_as_json() {
        let query = PathQuery::new([0.0, 0.0], [1.0, 1.0]).snap(f64::INFINITY).max_cost(0.1);
        let text = serde_json::to_string(&query.gap(f64::INFINITY)).unwrap();
        let read: PathQuery = serde_json::from_str(&text).unwrap();
        assert_eq!((read, read.max_cost), (query.gap(f64::INFINITY), Some(0.1)));
        assert!(serde_json::from_str::<PathQuery>(&text.replace("inf", "far")).is_err());
    }
}
