//! The shapes of a map: components, in the local coordinates of their entities.
//!
//! Local coordinates are those of the map's plane: x and y, or x and −z. The transform of the entity and of its parents moves,
//! turns and scales them.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::prelude::Transform;

use crate::order;

/// The corners of the polygon of a circle: its sides then stand within a two-hundredth of the radius from the arc.
const CIRCLE: usize = 32;

/// A polygon, which may have holes. Rings may run in either direction.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect))]
pub struct NavOutline {
    /// The outer ring.
    pub exterior: Vec<Vec2>,
    /// The holes.
    pub holes: Vec<Vec<Vec2>>,
}

impl NavOutline {
    /// A polygon without holes.
    pub fn new<P: Into<Vec2>>(exterior: impl IntoIterator<Item = P>) -> Self {
        Self { exterior: exterior.into_iter().map(Into::into).collect(), holes: Vec::new() }
    }

    /// Cuts a hole.
    #[must_use]
    pub fn with_hole<P: Into<Vec2>>(mut self, hole: impl IntoIterator<Item = P>) -> Self {
        self.holes.push(hole.into_iter().map(Into::into).collect());
        self
    }

    /// A rectangle between two opposite corners.
    pub fn rect(corner: impl Into<Vec2>, opposite: impl Into<Vec2>) -> Self {
        let [a, b] = [corner.into(), opposite.into()];
        Self::new([a, Vec2::new(b.x, a.y), b, Vec2::new(a.x, b.y)])
    }

    /// A regular polygon around a circle, which touches it with each of its sides.
    #[must_use]
    pub fn circle(radius: f32) -> Self {
        let step = std::f32::consts::TAU / CIRCLE as f32;
        let out = radius / (step / 2.0).cos();
        Self::new((0..CIRCLE).map(|corner| Vec2::from_angle(step * corner as f32) * out))
    }
}

/// A shape made of polygons, such as a collider. [`ObstaclesFrom`](crate::ObstaclesFrom) makes obstacles of a component that has one.
pub trait NavShape {
    /// Returns the polygons, in the local coordinates of the entity. They may overlap.
    fn outlines(&self) -> Vec<NavOutline>;
}

macro_rules! outlined {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Default, Component)]
        #[require(Transform)]
        #[component(on_add = order::give)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
        pub struct $name {
            /// The polygons; together they are one shape.
            pub outlines: Vec<NavOutline>,
        }

        impl $name {
            /// A polygon.
            pub fn polygon<P: Into<Vec2>>(corners: impl IntoIterator<Item = P>) -> Self {
                NavOutline::new(corners).into()
            }

            /// A rectangle between two opposite corners.
            pub fn rect(corner: impl Into<Vec2>, opposite: impl Into<Vec2>) -> Self {
                NavOutline::rect(corner, opposite).into()
            }

            /// A rectangle around the place of the entity.
            #[must_use]
            pub fn rectangle(width: f32, height: f32) -> Self {
                let half = Vec2::new(width, height) / 2.0;
                Self::rect(-half, half)
            }

            /// A circle around the place of the entity: a polygon that touches it with each of its sides.
            #[must_use]
            pub fn circle(radius: f32) -> Self {
                NavOutline::circle(radius).into()
            }
        }

        impl From<NavOutline> for $name {
            fn from(outline: NavOutline) -> Self {
                Self { outlines: vec![outline] }
            }
        }
    };
}

outlined! {
    /// Walkable ground. Several grounds that touch are one.
    NavGround
}

outlined! {
    /// An obstacle: no ground for anybody.
    NavObstacle
}

/// A wall without thickness.
#[derive(Debug, Clone, PartialEq, Default, Component)]
#[require(Transform)]
#[component(on_add = order::give)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavWall {
    /// The points along it.
    pub points: Vec<Vec2>,
}

impl NavWall {
    /// A wall along points.
    pub fn new<P: Into<Vec2>>(points: impl IntoIterator<Item = P>) -> Self {
        Self { points: points.into_iter().map(Into::into).collect() }
    }
}

/// A named area of ground that costs more or less than other ground.
#[derive(Debug, Clone, PartialEq, Component)]
#[require(Transform)]
#[component(on_add = order::give)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavArea {
    /// The polygons.
    pub outlines: Vec<NavOutline>,
    /// The name, for filters. Areas may share one.
    pub name: String,
    /// The cost of a length of 1; ground without an area costs 1.
    pub cost: f64,
}

impl NavArea {
    /// An area of a shape, a name and a cost.
    pub fn new(outline: NavOutline, name: impl Into<String>, cost: f64) -> Self {
        Self { outlines: vec![outline], name: name.into(), cost }
    }
}

/// A door: a line that opens and closes without an edit of the map.
#[derive(Debug, Clone, PartialEq, Component)]
#[require(Transform)]
#[component(on_add = order::give)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavDoor {
    /// The points along it, from wall to wall.
    pub points: Vec<Vec2>,
    /// True if agents may pass.
    pub open: bool,
}

impl NavDoor {
    /// An open door along points.
    pub fn new<P: Into<Vec2>>(points: impl IntoIterator<Item = P>) -> Self {
        Self { points: points.into_iter().map(Into::into).collect(), open: true }
    }

    /// The same door, closed.
    #[must_use]
    pub fn closed(self) -> Self {
        Self { open: false, ..self }
    }
}

/// A link: a jump, a ladder or a teleport between two points.
#[derive(Debug, Clone, PartialEq, Component)]
#[require(Transform)]
#[component(on_add = order::give)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavLink {
    /// Its beginning.
    pub from: Vec2,
    /// Its end.
    pub to: Vec2,
    /// The floors of its ends; those of the entity if `None`.
    pub floors: Option<[u32; 2]>,
    /// The cost of using it once. A length of 1 on plain ground costs 1.
    pub cost: f64,
    /// True if it leads in one direction only.
    pub one_way: bool,
}

impl NavLink {
    /// A link for both directions, on the floor of its entity. It costs its length.
    pub fn new(from: impl Into<Vec2>, to: impl Into<Vec2>) -> Self {
        let [from, to] = [from.into(), to.into()];
        Self {
            from,
            to,
            floors: None,
            cost: from.as_dvec2().distance(to.as_dvec2()),
            one_way: false,
        }
    }

    /// The same link between two floors.
    #[must_use]
    pub fn between_floors(self, floors: [u32; 2]) -> Self {
        Self { floors: Some(floors), ..self }
    }

    /// The same link for one direction.
    #[must_use]
    pub fn one_way(self) -> Self {
        Self { one_way: true, ..self }
    }
}

/// A line where two floors meet, such as the end of a ramp: both grounds have it as part of their borders.
#[derive(Debug, Clone, PartialEq, Component)]
#[require(Transform)]
#[component(on_add = order::give)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavConnection {
    /// The two floors.
    pub floors: [u32; 2],
    /// The points along it.
    pub points: Vec<Vec2>,
}

impl NavConnection {
    /// A connection of two floors along points.
    pub fn new<P: Into<Vec2>>(floors: [u32; 2], points: impl IntoIterator<Item = P>) -> Self {
        Self { floors, points: points.into_iter().map(Into::into).collect() }
    }
}

/// Takes an entity's shape or agent out of its maps as long as it is there.
#[derive(Debug, Clone, Copy, Default, Component)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavIgnore;
