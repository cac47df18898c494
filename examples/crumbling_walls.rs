//! Walls of a town fall one by one, and a path across it becomes shorter; draws a strip of pictures.
//!
//! `cargo run -p examples --example crumbling_walls -- strip.svg`; without a name the picture goes to the
//! temporary folder of the system.

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;

use tautline::draw::{Scene, Tint};
use tautline::{DVec2, LiveMesh, LivePaths, NavMeshBuilder, Outline, PathQuery};

/// The width of a picture of the strip, in pixels of SVG.
const WIDTH: f64 = 420.0;

fn main() -> Result<(), Box<dyn Error>> {
    // Five walls with gaps at alternate ends, so that the path winds.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [36.0, 24.0]));
    let mut walls = Vec::new();
    for wall in 0..5_u32 {
        let left = 5.0 + 6.0 * f64::from(wall);
        let low = if wall % 2 == 0 { 0.0 } else { 3.0 };
        walls.push(builder.add_obstacle(Outline::rect([left, low], [left + 1.5, low + 21.0])));
    }
    let mut map = LiveMesh::new(builder)?;
    let query = PathQuery::new([2.0, 2.0], [34.0, 3.0]);
    let path = map.finder().find_path(&query)?;
    let mut paths = LivePaths::of(&map);
    let key = paths.add(&mut map, &query, path).ok_or("the path is of this map")?;
    let mut strip = vec![picture(&map, &paths, Vec::new())];

    // A wall falls, its stones lie where it stood, and the path is asked for again.
    for fallen in [2, 1, 3] {
        map.remove(walls[fallen])?;
        let mut new = map.report().added.clone();
        let affected = map.affected(&mut paths)?;
        for asked in paths.replan(&map, affected.keys(), u64::MAX).paths {
            println!("a wall falls: {:.2} saved", asked.saved);
        }
        let left = 5.0 + 6.0 * fallen as f64;
        for stone in 0..3_u32 {
            let at = DVec2::new(left - 1.0 + f64::from(stone), 9.0 + 3.0 * f64::from(stone));
            map.add_obstacle(Outline::rect(at, at + 1.0))?;
            new.extend(&map.report().added);
            let affected = map.affected(&mut paths)?;
            paths.replan(&map, affected.keys(), u64::MAX);
        }
        let present = new.into_iter().filter(|&cell| map.mesh().has_cell(cell));
        let cells = present.map(|cell| map.mesh().corners(cell.slot).collect());
        strip.push(picture(&map, &paths, cells.collect()));
    }
    let length = paths.paths().path(key).map_or(0.0, |path| path.length());
    println!("the path is {length:.2} long, {:.2} is straight", query.start.distance(query.goal));

    let given = std::env::args_os().nth(1).map(PathBuf::from);
    let file = given.unwrap_or_else(|| std::env::temp_dir().join("tautline_crumbling_walls.svg"));
    std::fs::write(&file, side_by_side(&strip)?)?;
    println!("written to {}", file.display());
    Ok(())
}

/// Draws the map with its new cells in green, and the live paths.
fn picture(map: &LiveMesh, paths: &LivePaths, new: Vec<Vec<DVec2>>) -> String {
    let scene = Scene::new().mesh(map.mesh()).shapes(&new, Tint::Touched);
    let live = paths.paths().keys().filter_map(|key| paths.paths().path(key));
    live.fold(scene, Scene::path).to_svg()
}

/// Joins pictures to one.
fn side_by_side(pictures: &[String]) -> Result<String, std::fmt::Error> {
    let height = WIDTH * 24.0 / 36.0 + 30.0;
    let width = (WIDTH + 12.0) * pictures.len() as f64;
    let mut svg =
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">"#);
    for (index, picture) in pictures.iter().enumerate() {
        let left = (WIDTH + 12.0) * index as f64;
        // The picture keeps its view box, and takes the size of its place.
        let (head, body) = picture.split_once('>').ok_or(std::fmt::Error)?;
        let view_box = head.split('"').skip_while(|part| !part.ends_with("viewBox=")).nth(1);
        let view_box = view_box.ok_or(std::fmt::Error)?;
        let place = format!(r#"x="{left}" y="0" width="{WIDTH}" height="{height}""#);
        writeln!(svg, r#"<svg {place} viewBox="{view_box}">{body}"#)?;
    }
    Ok(svg + "</svg>\n")
}
