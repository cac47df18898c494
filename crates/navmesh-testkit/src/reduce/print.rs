//! Worlds and queries as Rust code.

use std::fmt::{self, Display};

use navmesh_core::{DVec2, GoalPolicy, Outline, Outlines, PathQuery, Search, Wall};

use super::Case;

/// Prints a value as the Rust expression that makes it.
///
/// ```
/// use navmesh_core::{Outline, PathQuery};
/// use navmesh_testkit::reduce::Rust;
/// let query = PathQuery::new([0.5, 1.0], [1e300, 2.0]).snap(0.0);
/// assert_eq!(Rust(&query).to_string(), "PathQuery::new([0.5, 1.0], [1e300, 2.0]).snap(0.0)");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Rust<T>(pub T);

/// A list of items as `open` … `close`, one a line, with `indent` spaces.
fn lines<T: Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
) -> fmt::Result {
    items.into_iter().try_for_each(|item| writeln!(f, "        {item},"))
}

impl Display for Rust<f64> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            number if number.is_nan() => f.write_str("f64::NAN"),
            f64::INFINITY => f.write_str("f64::INFINITY"),
            f64::NEG_INFINITY => f.write_str("f64::NEG_INFINITY"),
            number => write!(f, "{number:?}"),
        }
    }
}

impl Display for Rust<DVec2> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", Rust(self.0.x), Rust(self.0.y))
    }
}

impl Display for Rust<&[DVec2]> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points: Vec<String> = self.0.iter().map(|&p| Rust(p).to_string()).collect();
        if points.is_empty() {
            return f.write_str("[DVec2::ZERO; 0]");
        }
        write!(f, "[{}]", points.join(", "))
    }
}

impl Display for Rust<&Outline> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outline::new({})", Rust(self.0.exterior.as_slice()))?;
        self.0.holes.iter().try_for_each(|hole| write!(f, ".with_hole({})", Rust(hole.as_slice())))
    }
}

impl Display for Rust<&Wall> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Wall::new({})", Rust(self.0.points.as_slice()))
    }
}

impl Display for Rust<&Outlines> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Outlines {\n    walkable: vec![\n")?;
        lines(f, self.0.walkable.iter().map(Rust))?;
        f.write_str("    ],\n    obstacles: vec![\n")?;
        lines(f, self.0.obstacles.iter().map(Rust))?;
        f.write_str("    ],\n    walls: vec![\n")?;
        lines(f, self.0.walls.iter().map(Rust))?;
        f.write_str("    ],\n}")
    }
}

impl Display for Rust<&PathQuery> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PathQuery { start, goal, snap, search, goal_policy, .. } = *self.0;
        write!(f, "PathQuery::new({}, {})", Rust(start), Rust(goal))?;
        if let Some(snap) = snap {
            write!(f, ".snap({})", Rust(snap))?;
        }
        if search != Search::default() {
            write!(f, ".search(Search::{search:?})")?;
        }
        if goal_policy != GoalPolicy::default() {
            write!(f, ".goal_policy(GoalPolicy::{goal_policy:?})")?;
        }
        Ok(())
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "let outlines = {};", Rust(&self.outlines))?;
        write!(f, "let query = {};", Rust(&self.query))
    }
}
