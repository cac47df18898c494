//! The refusal of words that are no command line.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::failure::Failure;

/// A parse error of clap, with its suggestion and without its usage lines.
pub(crate) fn refused(error: &clap::Error, command: &str) -> Failure {
    use ErrorKind::{DisplayHelpOnMissingArgumentOrSubcommand, MissingSubcommand};
    let text = error.render().to_string();
    if [DisplayHelpOnMissingArgumentOrSubcommand, MissingSubcommand].contains(&error.kind()) {
        let message = format!("missing command; `{command} --help` lists the commands");
        return Failure::unusable_arguments(message);
    }
    let message = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = message.trim_start_matches("error:").split_whitespace().collect();
    let message = words.join(" ");
    Failure::unusable_arguments(match similar(error) {
        Some(word) => format!("{message}: did you mean `{word}`? Try `{command} --help`"),
        None if is_bare_point(error) => format!(
            "{message}: a point follows its option, as in `--from 1,25`; try `{command} --help`"
        ),
        None => format!("{message}; try `{command} --help`"),
    })
}

/// Returns the word that clap suggests instead of an unknown one.
fn similar(error: &clap::Error) -> Option<String> {
    use ContextKind::{SuggestedArg, SuggestedSubcommand, SuggestedValue};
    let kinds = [SuggestedArg, SuggestedSubcommand, SuggestedValue].into_iter();
    let word = kinds.filter_map(|kind| error.get(kind)).find_map(|found| match found {
        ContextValue::String(word) => Some(word),
        ContextValue::Strings(words) => words.first(),
        _ => None,
    })?;
    // clap suggests `--max-intersections` for `--at`.
    let typed = unknown(error).map_or(word.len(), str::len);
    let is_alike = word.len() <= 2 * typed && typed <= 2 * word.len();
    is_alike.then(|| word.clone())
}

/// Returns the word that clap does not know.
fn unknown(error: &clap::Error) -> Option<&str> {
    use ContextKind::{InvalidArg, InvalidSubcommand, InvalidValue};
    // The argument of an invalid value is a known one, so the value comes first.
    let kinds = [InvalidValue, InvalidSubcommand, InvalidArg].into_iter();
    kinds.filter_map(|kind| error.get(kind)).find_map(|found| match found {
        ContextValue::String(word) => Some(word.as_str()),
        _ => None,
    })
}

/// True if the word that clap does not know is a point without an option.
fn is_bare_point(error: &clap::Error) -> bool {
    error.kind() == ErrorKind::UnknownArgument
        && unknown(error).is_some_and(|word| super::place(word).is_ok())
}
