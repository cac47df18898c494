//! Any text as a map of Tiled, of tiles and of hexagons, and what stands behind its first zero byte as every
//! tileset that it names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::io::{read_tmx, read_tmx_hexagons};

fuzz_target!(|text: &str| {
    let (map, tileset) = text.split_once('\0').unwrap_or((text, ""));
    let mut tilesets = |_: &str| Ok(tileset.to_owned());
    drop(read_tmx(map, None, &mut tilesets));
    drop(read_tmx_hexagons(map, None, &mut tilesets));
});
