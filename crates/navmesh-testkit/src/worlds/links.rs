//! Links drawn at random over any small mesh, where they hurt: between corners, pinches, walls and floors.

use navmesh_core::{DVec2, Link, LinkWay, NavMesh};

use crate::rng::SplitMix64;

/// The mesh with up to seven links: most of them between corners and middles of edges, some inside one cell,
/// some between equal points of two floors, many one way, some of up to three lanes. Their cost is 0, less than the straight distance,
/// equal to it, or more; in a third of the seeds never less.
#[must_use]
pub fn with_links(mesh: NavMesh, seed: u64) -> NavMesh {
    let mut rng = SplitMix64::new(seed ^ 0x11A5);
    let mut widths = SplitMix64::new(seed ^ 0x1A4E);
    let slots: Vec<u32> = mesh.slots().collect();
    let (is_fair, one_way) = (seed.is_multiple_of(3), *rng.pick(&[0, 40, 100]));
    let count = 1 + rng.below(7);
    let mut links: Vec<Link> = Vec::new();
    for number in 0..count {
        let from = *rng.pick(&slots);
        let to = if rng.chance(15) { from } else { *rng.pick(&slots) };
        let [mut a, b] = [from, to].map(|slot| place(&mesh, slot, &mut rng));
        // Often where another link ends: one comes out and goes on at once.
        if let Some(other) = links.last().filter(|_| rng.chance(25)) {
            a = (other.to.point, other.to.layer);
        }
        let mut link = Link::new(a.0, b.0, format!("link {number}")).on_layers([a.1, b.1]);
        let share =
            *rng.pick(if is_fair { &[1.0, 1.0, 1.25] } else { &[0.0, 0.25, 0.75, 1.0, 2.0] });
        link.cost = link.span() * share;
        if rng.chance(one_way) {
            link.way = LinkWay::OneWay;
        }
        let is_on_its_floor = mesh.layer(from) == link.from.layer;
        for _ in 0..widths.below(3) * usize::from(is_on_its_floor && widths.chance(25)) {
            let lane = [from, to].map(|slot| place(&mesh, slot, &mut widths).0);
            link.beside.push(lane);
        }
        links.push(link);
    }
    mesh.with_links(links).expect("ends are taken from the ground")
}

/// A place of a cell: a corner, the middle of an edge where floats can say it, or its middle.
fn place(mesh: &NavMesh, slot: u32, rng: &mut SplitMix64) -> (DVec2, u32) {
    let corners: Vec<DVec2> = mesh.corners(slot).collect();
    let corner = rng.below(corners.len());
    let (a, b) = (corners[corner], corners[(corner + 1) % corners.len()]);
    let point = *rng.pick(&[a, (a + b) / 2.0, mesh.centroid(slot), mesh.centroid(slot)]);
    let point = if mesh.feature_at(slot, point).is_some() { point } else { a };
    (point, mesh.layer(slot))
}
