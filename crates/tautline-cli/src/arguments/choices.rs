//! Options that take one of a few words.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// The words of an option, what each stands for, and what help says of it.
pub(super) type Choices<T, const N: usize> = [(&'static str, T, &'static str); N];

/// Reads one of the words.
pub(super) fn one_of<T: Copy + Send + Sync + 'static>(
    choices: &'static [(&'static str, T, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let words = choices.iter().map(|&(word, _, help)| PossibleValue::new(word).help(help));
    PossibleValuesParser::new(words).try_map(|word| {
        let chosen = choices.iter().find(|&&(name, ..)| name == word);
        chosen.map(|&(_, value, _)| value).ok_or("this is none of the words")
    })
}
