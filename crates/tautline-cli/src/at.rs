//! A place in the words of an answer.

use std::fmt;

use tautline::Place;
use tautline::error::Short;

/// Formats a point or a place as text: `1.5, -2` or `1.5, -2 on floor 3`.
pub(crate) struct At<P>(pub(crate) P);

impl<P: Into<Place> + Copy> fmt::Display for At<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { point, layer, .. } = self.0.into();
        let point = Short(point).to_string();
        f.write_str(point.trim_matches(['(', ')']))?;
        layer.map_or(Ok(()), |layer| write!(f, " on floor {layer}"))
    }
}
