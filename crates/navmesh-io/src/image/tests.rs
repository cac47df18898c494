use super::*;

/// A PNG of these samples, as another program would write it.
fn png_of(color: ::png::ColorType, depth: ::png::BitDepth, width: u32, samples: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let bits = color.samples() * depth as usize;
    let line = (width as usize * bits).div_ceil(8);
    let height = (samples.len() / line) as u32;
    let mut encoder = ::png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == ::png::ColorType::Indexed {
        encoder.set_palette([0, 0, 0, 255, 255, 255, 255, 0, 0].to_vec());
        encoder.set_trns([255, 255, 0].to_vec());
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(samples).unwrap();
    writer.finish().unwrap();
    bytes
}

/// The cost of each tile, row after row; 0 for a blocked one.
fn costs(grid: &Grid) -> Vec<f64> {
    let tiles = (0..grid.tile_count() as u32).map(|slot| grid.tile(slot));
    tiles.map(|(x, y)| grid.cost(x, y).unwrap_or(0.0)).collect()
}

fn read(bytes: &[u8]) -> Vec<f64> {
    costs(&read_image(bytes, &ImageRules::default()).unwrap())
}

#[test]
fn black_is_blocked_and_grey_costs_in_every_kind_of_png() {
    use ::png::{BitDepth::*, ColorType::*};
    let grey = png_of(Grayscale, Eight, 2, &[0, 255, 51, 1]);
    assert_eq!(read(&grey), [0.0, 1.0, 5.0, 255.0]);
    assert_eq!(read(&png_of(Grayscale, One, 9, &[0b0101_0000, 0x80])), {
        [0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    });
    assert_eq!(read(&png_of(Grayscale, Sixteen, 2, &[0, 0, 0x33, 0x33])), [0.0, 5.0]);
    assert_eq!(read(&png_of(GrayscaleAlpha, Eight, 2, &[255, 0, 255, 9])), [0.0, 1.0]);
    assert_eq!(read(&png_of(Rgb, Eight, 2, &[0, 0, 0, 51, 51, 51])), [0.0, 5.0]);
    let rgba = png_of(Rgba, Sixteen, 1, &[255, 255, 255, 255, 255, 255, 0, 0]);
    assert_eq!(read(&rgba), [0.0]);
    // Palette entries: black, white, and a red that is transparent.
    assert_eq!(read(&png_of(Indexed, Eight, 3, &[0, 1, 2])), [0.0, 1.0, 0.0]);
}

#[test]
fn rules_set_the_blocked_brightness_and_grey_costs() {
    let image = png_of(::png::ColorType::Grayscale, ::png::BitDepth::Eight, 4, &[0, 100, 200, 255]);
    let rules = ImageRules::default();
    let with = |rules| costs(&read_image(&image, &rules).unwrap());
    assert_eq!(with(rules.costs(GreyCosts::Ignored)), [0.0, 1.0, 1.0, 1.0]);
    assert_eq!(with(rules.blocked_up_to(0.5)), [0.0, 0.0, 1.275, 1.0]);
    assert_eq!(with(rules.blocked_up_to(100.0 / 255.0)), [0.0, 0.0, 1.275, 1.0]);
    assert_eq!(with(rules.blocked_up_to(1.0)), [0.0; 4]);
}

#[test]
fn graymaps_are_read_as_text_and_as_bytes() {
    assert_eq!(read(b"P2 # a comment\n2 2 # another\n10\n0 10\n5 1\n"), [0.0, 1.0, 2.0, 10.0]);
    assert_eq!(read(b"P5\n2 1\n255\n\x00\xff"), [0.0, 1.0]);
    assert_eq!(read(b"P5 1 2 1000 \x01\xf4\x03\xe8"), [2.0, 1.0]);
}

#[test]
fn errors_have_a_byte_offset() {
    let offset = |bytes: &[u8]| match read_image(bytes, &ImageRules::default()).unwrap_err() {
        ReadError::Image(ImageFault::Unexpected { offset, .. }) => offset,
        other => panic!("{other}"),
    };
    assert_eq!(offset(b""), 0);
    assert_eq!(offset(b"P6\n"), 0);
    assert_eq!(offset(b"P5\n2 x"), 5);
    assert_eq!(offset(b"P5\n2 1\n70000\n12"), 12);
    assert_eq!(offset(b"P5\n2 1\n255\n1"), 12);
    assert_eq!(offset(b"P5\n2 1\n9\n\x01\x0a"), 10);
    assert_eq!(offset(b"P2\n2 1\n9\n1 "), 11);
}

#[test]
fn an_oversized_image_is_refused_before_any_allocation() {
    let is_too_large = |bytes: &[u8]| {
        let error = read_image(bytes, &ImageRules::default()).unwrap_err();
        matches!(error, ReadError::Image(ImageFault::Size { .. }))
    };
    assert!(is_too_large(b"P5\n4000000000 4000000000\n255\n"));
    assert!(is_too_large(b"P5\n100 100\n255\n\x00"));
    assert!(is_too_large(b"P5\n0 9\n255\n\x00"));
    let grey = png_of(::png::ColorType::Grayscale, ::png::BitDepth::Eight, 1, &[9]);
    assert!(is_too_large(&claiming([0x40, 0, 0, 0], grey)), "2^30 by 2^30 pixels");
}

/// Bytes that could hold the pixels at one bit each cannot hold them at eight bytes each.
#[test]
fn the_size_limit_of_a_png_depends_on_its_pixel_size() {
    let deep = png_of(::png::ColorType::Rgba, ::png::BitDepth::Sixteen, 1, &[0; 8]);
    let flat = png_of(::png::ColorType::Grayscale, ::png::BitDepth::One, 8, &[0]);
    for (small, is_possible) in [(deep, false), (flat, true)] {
        let mut image = claiming([0, 0, 4, 0], small);
        image.resize(2000, 0);
        let error = read_image(&image, &ImageRules::default()).unwrap_err();
        let is_accepted = !matches!(error, ReadError::Image(ImageFault::Size { .. }));
        assert_eq!(is_accepted, is_possible, "{error}");
    }
}

/// A sound PNG with its header changed: it claims to have this width, and the same height.
fn claiming(side: [u8; 4], mut image: Vec<u8>) -> Vec<u8> {
    image[16..20].copy_from_slice(&side);
    image[20..24].copy_from_slice(&side);
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&image[12..29]);
    image[29..33].copy_from_slice(&checksum.finalize().to_be_bytes());
    image
}
