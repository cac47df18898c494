//! The tile numbers of a layer, in every encoding.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::bufread::{GzDecoder, ZlibDecoder};
use roxmltree::Node;

use super::document::Source;
use crate::error::ReadError;

/// A layer of tiles, and the size of its map in columns and rows.
#[derive(Debug)]
pub(super) struct Layer<'a> {
    pub(super) source: &'a Source<'a>,
    pub(super) node: Node<'a, 'a>,
    pub(super) size: (u32, u32),
}

impl Layer<'_> {
    /// Reads the number of every tile, row after row; 0 is no tile.
    pub(super) fn gids(&self) -> Result<Vec<u32>, ReadError> {
        let Self { source, node, size } = *self;
        let own: (u32, u32) = (source.number(node, "width")?, source.number(node, "height")?);
        if own != size {
            let expected = format!("a layer as large as the map, {} x {}", size.0, size.1);
            return Err(source.unexpected(node, &expected, &format!("{} x {}", own.0, own.1)));
        }
        let Some(data) = node.children().find(|child| child.has_tag_name("data")) else {
            return Err(source.unexpected(node, "the element `data` in a layer", "none"));
        };
        let text = data.text().unwrap_or_default().trim();
        let gids = match (data.attribute("encoding"), data.attribute("compression")) {
            (None, None) => self.elements(data)?,
            (Some("csv"), None) => self.numbers(data, text)?,
            (Some("base64"), compression) => self.bytes(data, text, compression)?,
            (encoding, _) => {
                let expected = "the encoding `csv` or `base64`";
                return Err(source.unexpected(data, expected, encoding.unwrap_or("none")));
            }
        };
        let count = size.0 as usize * size.1 as usize;
        if gids.len() == count {
            Ok(gids)
        } else {
            let expected = format!("{count} tiles in the layer's data");
            Err(source.unexpected(data, &expected, &gids.len().to_string()))
        }
    }

    /// Reads tiles as elements.
    fn elements(&self, data: Node) -> Result<Vec<u32>, ReadError> {
        let tiles = data.children().filter(|child| child.has_tag_name("tile"));
        tiles
            .map(|tile| match tile.attribute("gid") {
                None => Ok(0),
                Some(_) => self.source.number(tile, "gid"),
            })
            .collect()
    }

    /// Reads tiles as numbers between commas.
    fn numbers(&self, data: Node, text: &str) -> Result<Vec<u32>, ReadError> {
        let numbers = text.split(',').map(str::trim);
        let gid = |number: &str| {
            let wrong = |_| self.source.unexpected(data, "numbers between commas", number);
            number.parse().map_err(wrong)
        };
        numbers.map(gid).collect()
    }

    /// Reads tiles as bytes, four each, the low one first.
    fn bytes(
        &self,
        data: Node,
        text: &str,
        compression: Option<&str>,
    ) -> Result<Vec<u32>, ReadError> {
        let wrong = |expected: &str, found: &str| self.source.unexpected(data, expected, found);
        let packed = STANDARD.decode(text);
        let packed = packed.map_err(|error| wrong("base64", &error.to_string()))?;
        // One extra byte shows that there are too many.
        let most = 4 * u64::from(self.size.0) * u64::from(self.size.1) + 1;
        let mut bytes = Vec::new();
        let inflated = match compression {
            None | Some("") => packed[..].take(most).read_to_end(&mut bytes),
            Some("zlib") => ZlibDecoder::new(&packed[..]).take(most).read_to_end(&mut bytes),
            Some("gzip") => GzDecoder::new(&packed[..]).take(most).read_to_end(&mut bytes),
            Some(other) => return Err(wrong("the compression `zlib` or `gzip`", other)),
        };
        inflated.map_err(|error| wrong("data that can be inflated", &error.to_string()))?;
        let (words, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            let found = format!("{} bytes or more", bytes.len());
            return Err(wrong(&format!("{} bytes of tiles", most - 1), &found));
        }
        Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }
}
