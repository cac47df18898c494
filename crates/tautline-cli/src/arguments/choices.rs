//! Options with a fixed set of values.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tautline::{UnknownWord, Words};

/// Parses the word of a variant; each has a help text.
pub(super) fn one_of<T: Words + Send + Sync, const N: usize>(
    help: &'static [(T, &'static str); N],
) -> impl TypedValueParser<Value = T> {
    let words = help.iter().map(|&(variant, help)| PossibleValue::new(variant.word()).help(help));
    PossibleValuesParser::new(words).try_map(|word| UnknownWord::parsed::<T>(&word))
}
