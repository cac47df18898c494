//! Options with a fixed set of values.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// The values of an option: the word, what it parses to, and its help text.
pub(super) type Choices<T, const N: usize> = [(&'static str, T, &'static str); N];

/// Parses one of the words.
pub(super) fn one_of<T: Copy + Send + Sync + 'static>(
    choices: &'static [(&'static str, T, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let words = choices.iter().map(|&(word, _, help)| PossibleValue::new(word).help(help));
    PossibleValuesParser::new(words).try_map(|word| {
        let chosen = choices.iter().find(|&&(name, ..)| name == word);
        chosen.map(|&(_, value, _)| value).ok_or("unknown value")
    })
}
