//! PNG images, decoded to greys.

use png::{BitDepth, ColorType, Decoder, Limits, Transformations};

use super::{Pixels, check_size};
use crate::error::ImageFault;

/// The first bytes of every PNG file.
pub(crate) const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];

/// The most bits that a byte can hold: Deflate expands it to at most 1032 bytes.
const BITS_PER_BYTE: u64 = 1032 * 8;

/// The memory that the decoder may use besides the pixels, in bytes: for its window and text chunks.
const DECODER_MEMORY: usize = 1 << 24;

pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, ImageFault> {
    let mut decoder = Decoder::new(bytes);
    decoder.set_transformations(Transformations::EXPAND);
    let header = decoder.read_header_info().map_err(damaged)?;
    let (width, height) = (header.width, header.height);
    let pixel_bits = header.color_type.samples() as u64 * header.bit_depth as u64;
    check_size(width, height, bytes.len(), BITS_PER_BYTE / pixel_bits)?;
    // The largest pixels are four channels of two bytes.
    let memory = (width as usize).saturating_mul(height as usize).saturating_mul(8);
    decoder.set_limits(Limits { bytes: memory.saturating_add(DECODER_MEMORY) });
    let mut reader = decoder.read_info().map_err(damaged)?;
    let mut samples = zeros(reader.output_buffer_size()).ok_or(ImageFault::Size {
        width,
        height,
        bytes: bytes.len(),
    })?;
    let frame = reader.next_frame(&mut samples).map_err(damaged)?;
    let channels = frame.color_type.samples();
    let (greys, white) = if frame.bit_depth == BitDepth::Sixteen {
        let wide: Vec<u16> =
            samples.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
        (wide.chunks_exact(channels).map(|pixel| grey(pixel, frame.color_type)).collect(), u16::MAX)
    } else {
        let pixels = samples.chunks_exact(channels).map(|pixel| {
            let mut wide = [0u16; 4];
            for (wide, &sample) in wide.iter_mut().zip(pixel) {
                *wide = u16::from(sample);
            }
            grey(&wide[..channels], frame.color_type)
        });
        (pixels.collect(), 0xff)
    };
    Ok(Pixels { width, height, greys, white })
}

/// Allocates memory for the samples; `None` if there is not enough.
fn zeros(length: usize) -> Option<Vec<u8>> {
    let mut samples = Vec::new();
    samples.try_reserve_exact(length).ok()?;
    samples.resize(length, 0);
    Some(samples)
}

/// Returns the grey of a pixel; black if it is transparent.
fn grey(pixel: &[u16], color: ColorType) -> u16 {
    match (color, pixel) {
        (ColorType::GrayscaleAlpha | ColorType::Rgba, [.., 0]) => 0,
        (ColorType::Rgb | ColorType::Rgba, &[red, green, blue, ..]) => {
            let [red, green, blue] = [red, green, blue].map(u32::from);
            ((299 * red + 587 * green + 114 * blue + 500) / 1000) as u16
        }
        (_, pixel) => pixel.first().copied().unwrap_or(0),
    }
}

fn damaged(error: png::DecodingError) -> ImageFault {
    ImageFault::Damaged { message: error.to_string() }
}
