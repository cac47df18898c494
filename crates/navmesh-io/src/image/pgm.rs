//! Portable graymaps, the images of ROS maps.
//!
//! Format: J. Poskanzer, "pgm", of the Netpbm suite. `P5` (bytes) or `P2` (text), width, height and
//! the value of white, separated by white space and by comments from `#` to the end of the line; then one
//! white space, and the greys from the top left.

use super::{Pixels, check_size};
use crate::error::ImageFault;

pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, ImageFault> {
    let mut header = Header { bytes, offset: 0 };
    let is_text = match bytes.get(..2) {
        Some(b"P2") => true,
        Some(b"P5") => false,
        _ => return Err(header.expected("a PNG signature, `P2` or `P5`")),
    };
    header.offset = 2;
    let width = header.number("the width")?;
    let height = header.number("the height")?;
    let white = header.number("the grey that is white, 1 to 65535")?;
    let white = match u16::try_from(white) {
        Ok(white) if white > 0 => white,
        _ => return Err(header.expected("the grey that is white, 1 to 65535")),
    };
    check_size(width, height, bytes.len(), 1)?;
    let count = width as usize * height as usize;
    let greys = if is_text { header.text(count, white)? } else { header.raster(count, white)? };
    Ok(Pixels { width, height, greys, white })
}

/// A graymap being read.
#[derive(Debug)]
struct Header<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl Header<'_> {
    /// Reads the next whole number, after white space and comments.
    fn number(&mut self, expected: &'static str) -> Result<u32, ImageFault> {
        let mut in_comment = false;
        while let Some(&byte) = self.bytes.get(self.offset) {
            match byte {
                b'\n' | b'\r' => in_comment = false,
                b'#' => in_comment = true,
                _ if in_comment || byte.is_ascii_whitespace() => {}
                _ => break,
            }
            self.offset += 1;
        }
        let digits = self.bytes[self.offset..].iter().take_while(|byte| byte.is_ascii_digit());
        let end = self.offset + digits.count();
        let number = std::str::from_utf8(&self.bytes[self.offset..end]).ok();
        let number = number.and_then(|digits| digits.parse().ok());
        let number = number.ok_or_else(|| self.expected(expected))?;
        self.offset = end;
        Ok(number)
    }

    /// Reads greys written as numbers.
    fn text(&mut self, count: usize, white: u16) -> Result<Vec<u16>, ImageFault> {
        let mut greys = Vec::with_capacity(count);
        for _ in 0..count {
            let grey = self.number("a grey for every pixel")?;
            let grey = u16::try_from(grey).ok().filter(|&grey| grey <= white);
            greys.push(grey.ok_or_else(|| self.expected("a grey that is not above white"))?);
        }
        Ok(greys)
    }

    /// Reads greys written as bytes: one each, or two if white is above 255, high byte first.
    fn raster(&mut self, count: usize, white: u16) -> Result<Vec<u16>, ImageFault> {
        self.offset += 1;
        let size = if white > 0xff { 2 } else { 1 };
        let raster = self.bytes.get(self.offset..).and_then(|rest| rest.get(..count * size));
        let Some(raster) = raster else {
            self.offset = self.bytes.len();
            return Err(self.expected("a grey for every pixel"));
        };
        let join = |bytes: &[u8]| bytes.iter().fold(0, |grey, &byte| grey << 8 | u16::from(byte));
        let greys: Vec<u16> = raster.chunks_exact(size).map(join).collect();
        match greys.iter().position(|&grey| grey > white) {
            None => Ok(greys),
            Some(pixel) => {
                self.offset += pixel * size;
                Err(self.expected("a grey that is not above white"))
            }
        }
    }

    fn expected(&self, expected: &'static str) -> ImageFault {
        ImageFault::Unexpected { offset: self.offset, expected }
    }
}
