//! Sizes of pictures.

use std::hint::black_box;

use tautline::draw::{Axis, Film, Oblique, Scene, Tint};
use tautline::{DVec2, Surface};

use crate::{each_count, rooms};

#[test]
fn pictures_of_any_size_are_drawn_or_refused() {
    let mesh = rooms();
    each_count(
        "Scene::layers, Scene::ends_on, Scene::to_png, Scene::tiles, Film::to_png, Oblique::to_png",
        |n| {
            let scene =
                Scene::new().mesh(&mesh).layers([n.short]).ends_on(Some(n.short), Some(n.short));
            let scene = scene.start([n.real; 2]);
            let tiles = [(n.short, n.short)];
            assert_eq!(scene.to_png(n.short).is_ok(), n.wide == 1);
            black_box(scene.tiles(&tiles, Tint::Open).to_svg());
            let frames = [vec![DVec2::ONE], vec![DVec2::splat(n.real)]];
            let film = Film {
                mesh: &mesh,
                axis: Axis::YUp,
                interval: n.real,
                radii: &[n.real],
                speeds: &[n.real],
                frames: &frames,
            };
            assert_eq!(film.to_png(n.short).is_ok(), n.wide == 1);
            black_box(film.to_svg());
            let heights = vec![0.0; mesh.edges().len()];
            let surface = Surface::new(mesh.clone(), heights).unwrap();
            let oblique = Oblique::new(&surface).seen_from([n.real; 3]);
            assert_eq!(oblique.to_png(n.short).is_ok(), n.wide == 1);
        },
    );
}
