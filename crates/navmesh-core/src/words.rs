//! Words for the variants of an enum, in one place for files, programs and bindings.

use thiserror::Error;

/// An enum whose variants have words, in kebab-case as a rule: `Display` writes them, and `FromStr` reads them.
///
/// ```
/// use navmesh_core::{Search, Words};
/// let words: Vec<&str> = Search::WORDS.iter().map(|(word, _)| *word).collect();
/// assert_eq!(words, ["auto", "optimal", "corridor"]);
/// assert_eq!("corridor".parse(), Ok(Search::Corridor));
/// assert_eq!(Search::Corridor.to_string(), "corridor");
/// let error = "shortest".parse::<Search>().unwrap_err();
/// assert_eq!(error.to_string(), r#"expected "auto" or "optimal" or "corridor", not "shortest""#);
/// ```
pub trait Words: Copy + PartialEq + 'static {
    /// All variants with their words, in the order in which a program lists them.
    const WORDS: &'static [(&'static str, Self)];

    /// Returns the word of a variant.
    #[must_use]
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, variant)| *variant == self).map_or("", |(word, _)| word)
    }
}

/// The error for a word that no variant has; it lists those that are known.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected {}, not {word:?}", listed(known))]
pub struct UnknownWord {
    /// The word.
    pub word: String,
    /// The words of all variants.
    pub known: Vec<&'static str>,
}

fn listed(known: &[&'static str]) -> String {
    let quoted: Vec<String> = known.iter().map(|word| format!("{word:?}")).collect();
    quoted.join(" or ")
}

impl UnknownWord {
    /// Returns the variant of a word.
    ///
    /// # Errors
    ///
    /// [`UnknownWord`] if no variant has this word.
    pub fn parsed<T: Words>(word: &str) -> Result<T, Self> {
        let found = T::WORDS.iter().find(|(known, _)| *known == word);
        found.map(|&(_, variant)| variant).ok_or_else(|| Self {
            word: word.to_owned(),
            known: T::WORDS.iter().map(|(known, _)| *known).collect(),
        })
    }
}

/// Gives an enum its [`Words`], `Display` and `FromStr`; for the packages of the engine.
#[doc(hidden)]
#[macro_export]
macro_rules! words {
    ($($type:ident: $($variant:ident $word:literal),+;)+) => {$(
        impl $crate::Words for $type {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),+];
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad($crate::Words::word(*self))
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownWord;

            fn from_str(word: &str) -> Result<Self, $crate::UnknownWord> {
                $crate::UnknownWord::parsed(word)
            }
        }
    )+};
}
