use super::*;

use base64::Engine;
use std::io::Write;

const TILES: &str = r#"<tileset firstgid="1"><tile id="1"><properties>
    <property name="walkable" type="bool" value="false"/></properties></tile>
    <tile id="2"><properties><property name="cost" type="float" value="4"/>
    <property name="colour">red</property></properties></tile></tileset>"#;

fn map(layers: &str) -> String {
    format!(r#"<map orientation="orthogonal" width="3" height="2">{TILES}{layers}</map>"#)
}

fn csv(name: &str, numbers: &str, more: &str) -> String {
    format!(
        r#"<layer name="{name}" width="3" height="2">{more}<data encoding="csv">{numbers}</data></layer>"#
    )
}

/// The cost of each tile, row after row; 0 for a blocked one.
fn costs(grid: &Grid) -> Vec<f64> {
    let tiles = (0..grid.tile_count() as u32).map(|slot| grid.tile(slot));
    tiles.map(|(x, y)| grid.cost(x, y).unwrap_or(0.0)).collect()
}

fn read(text: &str, layer: Option<&str>) -> Vec<f64> {
    costs(&read_tmx(text, layer, &mut |_| Err("not here".into())).unwrap())
}

fn error(text: &str) -> (usize, usize, String) {
    match read_tmx(text, None, &mut |_| Err("not here".into())).unwrap_err() {
        ReadError::Unexpected { line, column, expected, .. } => (line, column, expected),
        other => panic!("{other}"),
    }
}

#[test]
fn an_upper_layer_replaces_properties_and_each_can_be_read_alone() {
    let walls = r#"<properties><property name="walkable" type="bool" value="false"/></properties>"#;
    let ground = csv("ground", "1,1,2,\n2,3,0", "");
    let text =
        map(&format!(r#"{ground}<group name="g">{}</group>"#, csv("walls", "0,1,0,0,0,1", walls)));
    assert_eq!(read(&text, Some("ground")), [1.0, 1.0, 0.0, 0.0, 4.0, 0.0]);
    assert_eq!(read(&text, Some("walls")), [0.0; 6]);
    assert_eq!(read(&text, None), [1.0, 0.0, 0.0, 0.0, 4.0, 0.0]);
    let bridge = walls.replace("false", "true");
    let text = map(&format!("{ground}{}", csv("bridge", "0,0,1,0,0,0", &bridge)));
    assert_eq!(read(&text, None), [1.0, 1.0, 1.0, 0.0, 4.0, 0.0]);
    // A tile without a word lies on a wall: the wall stays. A turned tile is the same tile.
    let turned = (1u32 << 31 | 3).to_string();
    let text = map(&format!("{ground}{}", csv("top", &format!("{turned},0,1,0,0,0"), "")));
    assert_eq!(read(&text, None), [4.0, 1.0, 0.0, 0.0, 4.0, 0.0]);
}

#[test]
fn every_encoding_gives_the_same_tiles() {
    let gids = [1u32, 2, 3, 0, 1, 1];
    let expected = [1.0, 0.0, 4.0, 0.0, 1.0, 1.0];
    let raw: Vec<u8> = gids.iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    zlib.write_all(&raw).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&raw).unwrap();
    let packed = [
        ("", raw),
        (r#" compression="zlib""#, zlib.finish().unwrap()),
        (r#" compression="gzip""#, gzip.finish().unwrap()),
    ];
    for (compression, bytes) in packed {
        let text = base64::engine::general_purpose::STANDARD.encode(bytes);
        let text = map(&format!(
            r#"<layer width="3" height="2"><data encoding="base64"{compression}>
            {text}
            </data></layer>"#
        ));
        assert_eq!(read(&text, None), expected);
    }
    let elements: String = gids.iter().map(|gid| format!(r#"<tile gid="{gid}"/>"#)).collect();
    let text = map(&format!(r#"<layer width="3" height="2"><data>{elements}</data></layer>"#));
    assert_eq!(read(&text, None), expected);
}

#[test]
fn tilesets_may_be_listed_in_any_order() {
    let text = map(&csv("a", "7,8,9,0,1,2", ""));
    let other = r#"<tileset firstgid="7"><tile id="1"><properties>
        <property name="walkable" value="false"/></properties></tile></tileset>"#;
    let (before, after) = (
        text.replacen("<tileset", &format!("{other}<tileset"), 1),
        text.replace("</map>", &format!("{other}</map>")),
    );
    assert_eq!(read(&before, None), read(&after, None));
    assert_eq!(read(&before, None)[..3], [1.0, 0.0, 1.0]);
}

#[test]
fn a_tileset_in_its_own_file_is_requested_by_name() {
    let text = map(&csv("a", "7,8,9,0,1,2", ""))
        .replace("</map>", r#"<tileset firstgid="7" source="more.tsx"/></map>"#);
    let more = r#"<tileset><tile id="1"><properties>
        <property name="walkable" value="WORD"/></properties></tile></tileset>"#;
    let mut asked = Vec::new();
    let grid = read_tmx(&text, None, &mut |name| {
        asked.push(name.to_owned());
        Ok(more.replace("WORD", "false"))
    });
    assert_eq!(costs(&grid.unwrap()), [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    assert_eq!(asked, ["more.tsx"]);
    let error = read_tmx(&text, None, &mut |name| Err(format!("no file sets/{name}"))).unwrap_err();
    let column = text.lines().nth(3).unwrap().find("<tileset").map(|at| at + 1);
    assert_eq!((error.line(), error.column()), (Some(4), column));
    assert!(
        error.to_string().ends_with("\"more.tsx\" is missing: no file sets/more.tsx"),
        "{error}"
    );
    let error = read_tmx(&text, None, &mut |_| Ok(more.to_owned())).unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(2), Some(9)));
    assert!(error.to_string().contains("more.tsx"), "{error}");
}

#[test]
fn errors_have_a_line_and_a_column() {
    let whole = map(&csv("a", "1,1,1,1,1,1", ""));
    let wrong = |from: &str, to: &str| error(&whole.replace(from, to));
    assert_eq!(read(&whole, None), [1.0; 6]);
    assert_eq!(wrong("</map>", "").2, "well-formed XML");
    assert_eq!(wrong("orthogonal", "hexagonal").0, 1);
    assert_eq!(wrong("<map ", "<map infinite=\"1\" ").0, 1);
    assert_eq!(wrong("</map>", "</mop>").2, "well-formed XML");
    assert_eq!(wrong("\"false\"", "\"no\"").0, 2);
    assert_eq!(wrong("value=\"4\"", "value=\"-4\"").0, 3);
    assert_eq!(wrong("1,1,1,1,1,1", "1,1,1,1,1").0, 4);
    assert_eq!(wrong("1,1,1,1,1,1", "1,1,x,1,1,1").0, 4);
    assert_eq!(wrong("\"csv\"", "\"xml\"").0, 4);
    assert_eq!(wrong("\"csv\"", "\"base64\" compression=\"zstd\"").0, 4);
    assert_eq!(wrong("name=\"a\" width=\"3\"", "width=\"2\"").0, 4);
    let error = read_tmx(&whole, Some("b"), &mut |_| Err("not here".into())).unwrap_err();
    assert!(error.to_string().contains("\"b\""), "{error}");
}

#[test]
fn an_oversized_map_is_refused_before_any_allocation() {
    let whole = map(&csv("a", "1", ""));
    let huge = whole.replace("width=\"3\" height=\"2\"", "width=\"4294967295\" height=\"65536\"");
    assert!(error(&huge).2.contains("2^28"));
    // Few bytes that inflate to many more than the layer has tiles.
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    zlib.write_all(&vec![0; 1 << 20]).unwrap();
    let bomb = base64::engine::general_purpose::STANDARD.encode(zlib.finish().unwrap());
    let text = map(&format!(
        r#"<layer width="3" height="2"><data encoding="base64" compression="zlib">{bomb}</data></layer>"#
    ));
    assert!(error(&text).2.contains("24 bytes"));
}

#[test]
fn a_tile_beyond_every_tileset_is_an_error() {
    let count =
        |count: &str| TILES.replace("<tileset ", &format!("<tileset tilecount=\"{count}\" "));
    let tiles = |numbers: &str, tileset: &str| {
        map(&csv("a", numbers, "")).replace(TILES, tileset).replace(
            "</map>",
            r#"<tileset
            firstgid="7" tilecount="2"/></map>"#,
        )
    };
    assert_eq!(read(&tiles("1,4,7,8,0,1", &count("4")), None), [1.0, 1.0, 1.0, 1.0, 0.0, 1.0]);
    let refused = |text: &str| {
        let told = read_tmx(text, None, &mut |_| Err("not here".into())).unwrap_err();
        let (place, found) = (told.line(), told.to_string());
        assert_eq!(place, Some(4), "{told}");
        found
    };
    // Between two tilesets, and behind the last one.
    let told = refused(&tiles("1,1,5,1,1,1", &count("4")));
    assert!(told.contains("in column 2, row 0 (from 0), found \"5\""), "{told}");
    let flipped = (1u32 << 31 | 9).to_string();
    let told = refused(&tiles(&format!("1,1,1,1,{flipped},1"), &count("4")));
    assert!(told.contains("in column 1, row 1 (from 0), found \"9\""), "{told}");
    // A collection of images keeps the numbers of its tiles when others are removed.
    assert_eq!(read(&tiles("1,2,3,1,1,1", &count("1")), None), [1.0, 0.0, 4.0, 1.0, 1.0, 1.0]);
    refused(&tiles("1,2,4,1,1,1", &count("1")));
    // A tileset that does not tell its count ends where the next one begins.
    assert_eq!(read(&tiles("1,1,6,1,1,1", TILES), None), [1.0; 6]);
    refused(&map(&csv("a", "0,0,0,0,0,1", "")).replace(TILES, "\n\n\n"));
}

#[test]
fn a_document_type_is_skipped_and_entities_are_refused() {
    let whole = map(&csv("a", "1,2,3,1,1,0", ""));
    let expected = [1.0, 0.0, 4.0, 1.0, 1.0, 0.0];
    for doctype in [
        r#"<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">"#,
        r#"<!DOCTYPE map PUBLIC "-//Tiled" "map.dtd" [ <!ELEMENT map ANY> ]>"#,
    ] {
        assert_eq!(read(&format!("<?xml version=\"1.0\"?>\n{doctype}\n{whole}"), None), expected);
    }
    let text = format!("<!DOCTYPE map [\n <!ENTITY a \"1\">\n]>\n{whole}");
    assert_eq!(error(&text), (2, 2, "XML without entities of its own".to_owned()));
}
