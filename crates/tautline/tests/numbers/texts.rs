//! Counts that files announce, without the data behind them.

use navmesh_io::{ImageRules, read_geojson, read_image, read_map, read_mesh, read_nav, read_scen};

use crate::{each_count, rooms};

#[test]
fn texts_that_announce_too_much_are_refused() {
    each_count("a .map", |n| {
        let wide = format!("type octile\nheight 1\nwidth {}\nmap\n..\n", n.wide);
        let high = format!("type octile\nheight {}\nwidth 2\nmap\n..\n", n.wide);
        assert_eq!([wide, high].map(|text| read_map(&text).is_ok()), [false, n.wide == 1]);
    });
    each_count("a .mesh", |n| {
        let n = n.wide;
        let vertex = format!("mesh\n2\n1 0\n0 0 {n}");
        let texts = [format!("mesh\n2\n{n} 0"), format!("mesh\n2\n0 {n}"), vertex];
        for (index, text) in texts.iter().enumerate() {
            assert_eq!(read_mesh(text).is_ok(), n == 0, "{index}: {n}");
        }
        assert!(
            read_mesh(&format!("mesh\n2\n1 1\n0 0 0\n{n}")).is_ok_and(|raw| raw.cell_count() == 1)
                == (n == 0)
        );
    });
    each_count("a .scen", |n| {
        let n = n.wide;
        let lines = read_scen(&format!("{n} a {n} {n} {n} {n} {n} {n} 1\n"));
        assert_eq!(lines.is_ok(), n <= u64::from(u32::MAX));
    });
}

#[test]
fn images_that_announce_too_much_are_refused() {
    each_count("a PGM", |n| {
        for [width, height, white] in [[n.wide, n.wide, 255], [n.wide, 1, 255], [1, 1, n.wide]] {
            for kind in ["P5", "P2"] {
                let text = format!("{kind} {width} {height} {white}\n1");
                let is_small = width == 1 && height == 1 && (1..=255).contains(&white);
                let is_read = read_image(text.as_bytes(), &ImageRules::default()).is_ok();
                assert_eq!(
                    is_read,
                    is_small && (kind == "P5" && white == 255 || kind == "P2"),
                    "{text}"
                );
            }
        }
    });
    each_count("a PNG", |n| {
        for [width, height] in [[n.short, n.short], [n.short, 1], [1, n.short]] {
            assert!(read_image(&png_header(width, height), &ImageRules::default()).is_err());
        }
    });
}

/// Returns a PNG file of grey pixels that ends after its header.
fn png_header(width: u32, height: u32) -> Vec<u8> {
    let mut chunk = b"IHDR".to_vec();
    chunk.extend([width, height].map(u32::to_be_bytes).concat());
    chunk.extend([8, 0, 0, 0, 0]);
    let sum = crc(&chunk).to_be_bytes();
    [&b"\x89PNG\r\n\x1a\n\0\0\0\x0d"[..], &chunk, &sum].concat()
}

/// Returns the checksum of a chunk.
fn crc(bytes: &[u8]) -> u32 {
    let shifted = |sum: u32| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
    let byte = |sum: u32, &byte: &u8| (0..8).fold(sum ^ u32::from(byte), |sum, _| shifted(sum));
    !bytes.iter().fold(u32::MAX, byte)
}

/// Every number of 32 bits in the header of a mesh, one after the other.
#[test]
fn bytes_of_meshes_that_announce_too_much_are_refused() {
    let bytes = navmesh_io::write_nav(&rooms());
    each_count("a .nav", |n| {
        for at in (8..80).step_by(4) {
            let mut changed = bytes.clone();
            changed[at..at + 4].copy_from_slice(&n.short.to_le_bytes());
            assert!(read_nav(&changed).is_err() || changed == bytes, "{at}");
        }
    });
}

#[test]
fn places_that_announce_too_many_lanes_are_refused() {
    each_count("lanes of a link", |n| {
        let text = format!(
            r#"{{"type":"FeatureCollection","features":[{{"type":"Feature","properties":{{"kind":"link","name":"l",
            "lanes":{0},"layer":{0},"layers":[{0},{0}],"cost":{0}}},"geometry":{{"type":"MultiLineString",
            "coordinates":[[[0,0],[1,0]],[[0,1],[1,1]]]}}}}]}}"#,
            n.wide
        );
        let _ = read_geojson(&text);
    });
}

#[cfg(feature = "tiled")]
#[test]
fn tiled_maps_that_announce_too_much_are_refused() {
    each_count("a .tmx", |n| {
        for (width, height) in [(n.wide, n.wide), (n.wide, 1), (1, n.wide)] {
            for orientation in ["orthogonal", "hexagonal"] {
                let text = format!(
                    r#"<map orientation="{orientation}" staggeraxis="x" staggerindex="odd" width="{width}" height="{height}">
                    <tileset firstgid="{width}"><tile id="{height}"/></tileset>
                    <layer width="{width}" height="{height}"><data encoding="csv">1</data></layer></map>"#
                );
                let tiles = navmesh_io::read_tmx(&text, None, &mut |_| Err(String::new())).is_ok();
                let hexagons =
                    navmesh_io::read_tmx_hexagons(&text, None, &mut |_| Err(String::new())).is_ok();
                let is_one = (width, height) == (1, 1);
                assert_eq!(
                    [tiles, hexagons],
                    ["orthogonal", "hexagonal"].map(|o| is_one && o == orientation)
                );
            }
        }
    });
}
