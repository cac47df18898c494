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
    costs(&read_tmx(text, layer, &mut |_| None).unwrap())
}

fn error(text: &str) -> (usize, usize, String) {
    match read_tmx(text, None, &mut |_| None).unwrap_err() {
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
        Some(more.replace("WORD", "false"))
    });
    assert_eq!(costs(&grid.unwrap()), [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    assert_eq!(asked, ["more.tsx"]);
    assert!(error(&text).2.contains("provides"));
    let error = read_tmx(&text, None, &mut |_| Some(more.to_owned())).unwrap_err();
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
    let error = read_tmx(&whole, Some("b"), &mut |_| None).unwrap_err();
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
