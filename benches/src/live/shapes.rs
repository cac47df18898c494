//! The shapes that are added to a map.

use navmesh_testkit::SplitMix64;
use tautline::{DVec2, NavMesh, Outline};

/// A family of shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// An axis-parallel box of 1 to 3 units.
    Crate,
    /// A regular octagon of about as much.
    Octagon,
    /// A wall of 12 by 0.5 units at any angle.
    Wall,
    /// A building of 16 by 16 units.
    Building,
}

impl Family {
    /// All families, with their names.
    pub const ALL: [(Self, &str); 4] = [
        (Self::Crate, "crates 1–3"),
        (Self::Octagon, "octagons"),
        (Self::Wall, "walls 12×0.5"),
        (Self::Building, "buildings 16×16"),
    ];

    /// A shape around a point.
    pub fn at(self, centre: DVec2, random: &mut SplitMix64) -> Outline {
        let mut between = |low: f64, high: f64| low + (high - low) * random.unit();
        match self {
            Self::Crate => {
                let half = DVec2::new(between(0.5, 1.5), between(0.5, 1.5));
                Outline::rect(centre - half, centre + half)
            }
            Self::Octagon => {
                let radius = between(0.5, 1.5);
                let turn = DVec2::from_angle(std::f64::consts::FRAC_PI_4);
                let first = DVec2::new(radius, 0.3);
                let corners =
                    std::iter::successors(Some(first), |corner| Some(turn.rotate(*corner)));
                Outline::new(corners.take(8).map(|corner| centre + corner))
            }
            Self::Wall => {
                let along = DVec2::from_angle(between(0.0, std::f64::consts::TAU));
                let [long, wide] = [along * 6.0, along.perp() * 0.25];
                Outline::new(
                    [-long - wide, long - wide, long + wide, wide - long].map(|at| centre + at),
                )
            }
            Self::Building => Outline::rect(centre - 8.0, centre + 8.0),
        }
    }
}

/// A point of the walkable area, in a cell that is drawn by its corners.
pub fn ground(mesh: &NavMesh, random: &mut SplitMix64) -> DVec2 {
    loop {
        let slot = random.below(mesh.slot_count()) as u32;
        if mesh.edge_range(slot).is_empty() {
            continue;
        }
        let corners: Vec<DVec2> = mesh.corners(slot).collect();
        let [a, b] = [*random.pick(&corners), *random.pick(&corners)];
        return a.lerp(b, random.unit()).lerp(mesh.centroid(slot), random.unit());
    }
}
