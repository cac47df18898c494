//! A level in three dimensions: over a bridge, under it, and from one to the other.

use tautline::terrain::{BakeOptions, Level, Up, bake};
use tautline::{MeshFinder, PathQuery};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A meadow, and a bridge 4 above it with a ramp at each end; z points upwards here.
    let strip = |[x, u]: [f64; 2], [low, high]: [f64; 2], half: f64| {
        [[x, -half, low], [u, -half, high], [u, half, high], [x, half, low]]
    };
    let quads = [
        strip([-20.0, 20.0], [0.0, 0.0], 15.0),
        strip([-14.0, -6.0], [0.0, 4.0], 2.0),
        strip([-6.0, 6.0], [4.0, 4.0], 2.0),
        strip([6.0, 14.0], [4.0, 0.0], 2.0),
    ];
    let triangles = (0..4)
        .flat_map(|quad| [[0, 1, 2], [0, 2, 3]].map(|three| three.map(|corner| 4 * quad + corner)));
    let level = Level::of_triangles(Up::Z, quads.into_iter().flatten(), triangles);
    let surface = bake(&level, &BakeOptions::default().step(0.4))?.surface;
    println!("{} cells on {} floors", surface.mesh().cell_count(), surface.mesh().layers().len());

    let finder = MeshFinder::new(surface.mesh().clone());
    let ends = [
        ("over the bridge", [-17.0, 0.0, 0.0], [17.0, 0.0, 0.0]),
        ("under the bridge", [0.0, -12.0, 0.0], [0.0, 12.0, 0.0]),
        ("from the bridge to below it", [0.0, 0.0, 4.0], [0.0, 0.0, 0.0]),
    ];
    for (name, from, to) in ends {
        let [start, goal] = [from, to].map(|point| surface.pick(point, 1.0, 1.0));
        let path = finder.find_path(&PathQuery::new(start?.place, goal?.place))?;
        let way = surface.along(&path, f64::INFINITY).ok_or("no ground")?;
        let highest = way.points.iter().map(|at| at.height).fold(f64::NEG_INFINITY, f64::max);
        println!(
            "{name}: {:.1} in the plan, {:.1} along the surface, up to {highest:.1}",
            path.length(),
            way.length
        );
    }
    Ok(())
}
