//! One flow field for many agents on tiles, and the nearest of several goals.
//!
//! `cargo run -p examples --example flow_field`

use std::error::Error;

use tautline::{Grid, GridFinder};

fn main() -> Result<(), Box<dyn Error>> {
    let rows = [
        "............", //
        ".####.#####.",
        ".#........#.",
        ".#.######.#.",
        ".#.#....#...",
        "...#.##.#.#.",
        ".###..#...#.",
    ];
    let finder = GridFinder::new(Grid::from_rows(rows)?);
    let exits = [(11, 0), (0, 6)];
    let field = finder.flow_field(&exits)?;
    for (y, row) in rows.iter().enumerate() {
        let arrow = |x: usize| match field.direction(x as u32, y as u32) {
            Some(d) if d.x != 0.0 && d.y != 0.0 => {
                if d.x * d.y > 0.0 {
                    '\\'
                } else {
                    '/'
                }
            }
            Some(d) if d.y == 0.0 => {
                if d.x > 0.0 {
                    '>'
                } else {
                    '<'
                }
            }
            Some(d) => {
                if d.y > 0.0 {
                    'v'
                } else {
                    '^'
                }
            }
            None if exits.contains(&(x as u32, y as u32)) => 'O',
            None => '#',
        };
        println!("{}", (0..row.len()).map(arrow).collect::<String>());
    }

    let wells = [(4, 4), (11, 6), (2, 2), (7, 0)];
    for near in finder.nearest((5, 2), &wells, 2)? {
        println!("well {} at {:?} is {:.3} away", near.index, wells[near.index], near.cost);
    }
    Ok(())
}
