//! Places in the input of a build.

/// The role of an element of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Role {
    /// A walkable outline.
    Walkable,
    /// An outline that blocks whatever it covers.
    Obstacle,
    /// A line that no path crosses.
    Wall,
    /// An outline that gives walkable area a name and a cost.
    Area,
    /// A line that can be closed.
    Door,
    /// An off-mesh connection.
    Link,
    /// A line along which two floors meet.
    FloorConnection,
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Walkable => "walkable outline",
            Self::Obstacle => "obstacle",
            Self::Wall => "wall",
            Self::Area => "area",
            Self::Door => "door",
            Self::Link => "link",
            Self::FloorConnection => "floor connection",
        })
    }
}

/// A place in the input. All counts start at 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InputPlace {
    /// The role of the element.
    pub role: Role,
    /// The index of the element among those of its role.
    pub outline: usize,
    /// The index of the ring: 0 is the exterior, holes follow; always 0 for lines. For links, the
    /// lane.
    pub ring: usize,
    /// The index of the point in its ring or line, as given. For links, 0 and 1 are the lane's
    /// ends.
    pub vertex: usize,
}

impl InputPlace {
    /// Returns the first vertex of an element.
    pub(crate) fn first(role: Role, outline: usize) -> Self {
        Self { role, outline, ring: 0, vertex: 0 }
    }
}

impl std::fmt::Display for InputPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { role, outline, ring, vertex } = self;
        match role {
            Role::Link if *ring > 0 => write!(f, "{role} {outline}, lane {ring}, vertex {vertex}"),
            Role::Wall | Role::Door | Role::Link | Role::FloorConnection => {
                write!(f, "{role} {outline}, vertex {vertex}")
            }
            _ => write!(f, "{role} {outline}, ring {ring}, vertex {vertex}"),
        }
    }
}
