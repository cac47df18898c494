//! Properties of other indoor formats.

use super::*;

#[test]
fn properties_of_other_indoor_formats_are_noted_once() {
    let of = |properties: &str| feature(properties, &polygon(&[TRIANGLE]));
    let text = collection(&[
        of(r#"{"level": 1, "indoor": "room"}"#),
        of(r#"{"level": 2, "layer": 2, "kind": "obstacle", "category": null}"#),
        of(r#"{"level_id": "a", "layer": 2}"#),
        of(r#"{"level": 0}"#),
    ]);
    let expected = "properties of 2 features mean nothing here and were ignored: \
                    `indoor` (use `kind`), `level` (use `layer`)";
    assert_eq!(notes(&text), [expected]);
    assert_eq!(notes(&of(r#"{"colour": "red", "level": null}"#)), [""; 0]);
}
