//! Writing a case so that it reads as it was, bit for bit.

use std::fmt::{self, Display};

use navmesh_core::{
    Area, DVec2, Door, Floor, FloorConnection, GoalPolicy, Link, LinkSide, LinkWay, Outline,
    Outlines, Search, StartPolicy,
};

use super::number::written;
use super::{Answer, Ask, CorpusCase, Ground, Moved, Outcome};
use crate::oracle::Fill;

impl Display for CorpusCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "title {}", self.title)?;
        line_unless_empty(f, "story", &self.story)?;
        line_unless_empty(f, "thread", self.thread.as_deref().unwrap_or_default())?;
        line_unless_empty(f, "numbers", &self.numbers)?;
        writeln!(f)?;
        write_outlines(f, &self.outlines)?;
        for Floor { layer, outlines } in &self.building.floors {
            writeln!(f, "floor {layer}")?;
            write_outlines(f, outlines)?;
        }
        for FloorConnection { layers: [one, other], points } in &self.building.connections {
            write_points(f, &format!("join {one} {other}"), points)?;
        }
        self.building.links.iter().try_for_each(|link| write_link(f, link))?;
        if self.radius != 0.0 {
            writeln!(f, "radius {}", written(self.radius))?;
        }
        if self.fill == Fill::EvenOdd {
            writeln!(f, "fill even-odd")?;
        }
        writeln!(f)?;
        match &self.outcome {
            None => {}
            Some(Outcome::Error(kind)) => writeln!(f, "error {kind}")?,
            Some(Outcome::Mesh(ground)) => write_ground(f, ground)?,
        }
        self.asks.iter().try_for_each(|ask| write_ask(f, ask))
    }
}

fn line_unless_empty(f: &mut fmt::Formatter<'_>, keyword: &str, text: &str) -> fmt::Result {
    if text.is_empty() { Ok(()) } else { writeln!(f, "{keyword} {text}") }
}

fn write_outlines(f: &mut fmt::Formatter<'_>, outlines: &Outlines) -> fmt::Result {
    outlines.walkable.iter().try_for_each(|o| write_outline(f, "walkable", o))?;
    outlines.obstacles.iter().try_for_each(|o| write_outline(f, "obstacle", o))?;
    outlines.walls.iter().try_for_each(|wall| write_points(f, "wall", &wall.points))?;
    outlines.areas.iter().try_for_each(|area| write_area(f, area))?;
    outlines.doors.iter().try_for_each(|door| write_door(f, door))?;
    outlines.links.iter().try_for_each(|link| write_link(f, link))
}

fn write_outline(f: &mut fmt::Formatter<'_>, role: &str, outline: &Outline) -> fmt::Result {
    write_points(f, role, &outline.exterior)?;
    outline.holes.iter().try_for_each(|hole| write_points(f, "hole", hole))
}

fn write_area(f: &mut fmt::Formatter<'_>, Area { outline, name, cost }: &Area) -> fmt::Result {
    write_outline(f, &format!("patch {}", written(*cost)), outline)?;
    line_unless_empty(f, "called", name)
}

fn write_door(f: &mut fmt::Formatter<'_>, Door { points, name }: &Door) -> fmt::Result {
    write_points(f, "door", points)?;
    line_unless_empty(f, "called", name)
}

/// The cost is written always: that of the straight line is rounded, and need not be what it was.
fn write_link(f: &mut fmt::Formatter<'_>, link: &Link) -> fmt::Result {
    let [from, to] = [link.from.point, link.to.point].map(point_text);
    write!(f, "link {from} -> {to} cost {}", written(link.cost))?;
    for [from, to] in link.lanes().skip(1).map(|lane| lane.map(point_text)) {
        write!(f, " lane {from} -> {to}")?;
    }
    for (end, layer) in [("from", link.from.layer), ("to", link.to.layer)] {
        if layer > 0 {
            write!(f, " {end} {layer}")?;
        }
    }
    f.write_str(if link.way == LinkWay::OneWay { " one-way\n" } else { "\n" })?;
    line_unless_empty(f, "called", &link.name)
}

fn write_points(f: &mut fmt::Formatter<'_>, keyword: &str, points: &[DVec2]) -> fmt::Result {
    let points: Vec<String> = points.iter().map(|&point| point_text(point)).collect();
    writeln!(f, "{}", format!("{keyword} {}", points.join(" ")).trim_end())
}

fn point_text(point: DVec2) -> String {
    format!("{},{}", written(point.x), written(point.y))
}

fn write_ground(f: &mut fmt::Formatter<'_>, ground: &Ground) -> fmt::Result {
    writeln!(f, "area {}", written(ground.area))?;
    writeln!(f, "components {}", ground.components)?;
    let [exact, rounded] = [ground.exact_crossings, ground.rounded_crossings];
    if exact + rounded > 0 {
        writeln!(f, "crossings {exact} exact, {rounded} rounded")?;
    }
    ground.repairs.iter().try_for_each(|repair| writeln!(f, "repair {repair}"))?;
    let mut shares = ground.shares.iter();
    shares.try_for_each(|(name, area)| writeln!(f, "share {} {name}", written(*area)))?;
    ground.moved.iter().try_for_each(|Moved { link, side, distance }| {
        let side = if *side == LinkSide::From { "from" } else { "to" };
        writeln!(f, "moved {link} {side} {}", written(*distance))
    })
}

fn write_ask(f: &mut fmt::Formatter<'_>, ask: &Ask) -> fmt::Result {
    let query = &ask.query;
    write!(f, "ask {} -> {}", point_text(query.start), point_text(query.goal))?;
    if let Some(snap) = query.snap {
        write!(f, " snap {}", written(snap))?;
    }
    match query.search {
        Search::Optimal => write!(f, " search optimal")?,
        Search::Corridor => write!(f, " search corridor")?,
        _ => {}
    }
    match query.start_policy {
        StartPolicy::Nearest => write!(f, " start nearest")?,
        StartPolicy::NearestReachable => write!(f, " start nearest-reachable")?,
        _ => {}
    }
    match query.goal_policy {
        GoalPolicy::Nearest => write!(f, " goal nearest")?,
        GoalPolicy::NearestReachable => write!(f, " goal nearest-reachable")?,
        _ => {}
    }
    for (end, layer) in [("from", query.start_layer), ("to", query.goal_layer)] {
        layer.map_or(Ok(()), |layer| write!(f, " {end} {layer}"))?;
    }
    if let Some(nodes) = query.max_expanded {
        write!(f, " nodes {nodes}")?;
    }
    if let Some(cost) = query.max_cost {
        write!(f, " cost {}", written(cost))?;
    }
    ask.closed.iter().try_for_each(|name| write!(f, " closed {name}"))?;
    match ask.answer {
        None => writeln!(f),
        Some(Answer::None) => writeln!(f, " = none"),
        Some(Answer::Cost(cost)) => writeln!(f, " = {}", written(cost)),
    }
}
