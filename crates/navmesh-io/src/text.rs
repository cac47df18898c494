//! A reader of text, by words or lines, that reports errors with line and column.

use std::str::FromStr;

use crate::error::ReadError;

/// A part of the text, and the byte where it begins.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) offset: usize,
}

impl<'a> Word<'a> {
    /// Iterates over the words, separated by white space.
    pub(crate) fn words(self) -> impl Iterator<Item = Word<'a>> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let (word, after) = rest.split_word();
            rest = after;
            (!word.text.is_empty()).then_some(word)
        })
    }

    /// Splits off the first word, which is empty if there is none. Returns it and the rest.
    pub(crate) fn split_word(self) -> (Word<'a>, Word<'a>) {
        let trimmed = self.text.trim_start();
        let offset = self.offset + (self.text.len() - trimmed.len());
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let (word, after) = trimmed.split_at(end);
        (Word { text: word, offset }, Word { text: after, offset: offset + end })
    }

    /// Returns the part without white space around it.
    pub(crate) fn trimmed(self) -> Word<'a> {
        let start = self.text.trim_start();
        Word { text: start.trim_end(), offset: self.offset + (self.text.len() - start.len()) }
    }
}

/// A text being read.
#[derive(Debug, Clone)]
pub(crate) struct Reader<'a> {
    text: &'a str,
    rest: Word<'a>,
}

impl<'a> Reader<'a> {
    /// Begins at the text's start, behind a byte order mark if there is one.
    pub(crate) fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { text, rest: Word { text, offset: 0 } }
    }

    /// Returns the next line without its end, or `None` at the end of the text.
    pub(crate) fn line(&mut self) -> Option<Word<'a>> {
        let Word { text, offset } = self.rest;
        if text.is_empty() {
            return None;
        }
        let end = text.find('\n').map_or(text.len(), |newline| newline + 1);
        let (line, after) = text.split_at(end);
        self.rest = Word { text: after, offset: offset + end };
        let line = line.strip_suffix('\n').unwrap_or(line);
        Some(Word { text: line.strip_suffix('\r').unwrap_or(line), offset })
    }

    /// Returns the next line that is not blank.
    pub(crate) fn filled_line(&mut self) -> Option<Word<'a>> {
        loop {
            let line = self.line()?;
            if !line.text.trim().is_empty() {
                return Some(line);
            }
        }
    }

    /// Returns the next word, on this line or a later one. `expected` describes it in the error.
    pub(crate) fn word(&mut self, expected: &str) -> Result<Word<'a>, ReadError> {
        let (word, after) = self.rest.split_word();
        self.rest = after;
        if word.text.is_empty() { Err(self.unexpected(word, expected)) } else { Ok(word) }
    }

    /// Returns the next word as a whole number.
    pub(crate) fn integer<T: FromStr>(&mut self, expected: &str) -> Result<T, ReadError> {
        let word = self.word(expected)?;
        self.parse(word, expected)
    }

    /// Returns the next word as a finite number.
    pub(crate) fn finite(&mut self, expected: &str) -> Result<f64, ReadError> {
        let word = self.word(expected)?;
        self.parse_finite(word, expected)
    }

    pub(crate) fn parse<T: FromStr>(&self, word: Word, expected: &str) -> Result<T, ReadError> {
        word.text.parse().map_err(|_| self.unexpected(word, expected))
    }

    pub(crate) fn parse_finite(&self, word: Word, expected: &str) -> Result<f64, ReadError> {
        let number: f64 = self.parse(word, expected)?;
        if number.is_finite() { Ok(number) } else { Err(self.unexpected(word, expected)) }
    }

    /// Returns the current position, for an error about a missing part.
    pub(crate) fn here(&self) -> Word<'a> {
        Word { text: "", offset: self.rest.offset }
    }

    /// Fails if anything but white space is left.
    pub(crate) fn end(&mut self, expected: &str) -> Result<(), ReadError> {
        let (word, _) = self.rest.split_word();
        if word.text.is_empty() { Ok(()) } else { Err(self.unexpected(word, expected)) }
    }

    /// Returns the error that `expected` was expected in place of `word`.
    pub(crate) fn unexpected(&self, word: Word, expected: &str) -> ReadError {
        let before = &self.text[..word.offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let found = if !word.text.is_empty() {
            excerpt(word.text)
        } else if self.text[word.offset..].trim().is_empty() {
            "the end of the text".to_owned()
        } else {
            "the end of the line".to_owned()
        };
        ReadError::Unexpected {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            expected: expected.to_owned(),
            found,
        }
    }
}

/// Returns the beginning of a text, quoted, with unprintable characters escaped.
fn excerpt(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
