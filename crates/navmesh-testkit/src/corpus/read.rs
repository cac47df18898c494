//! Reading a case, line by line; any text gives a case or an error with its line.

use std::str::FromStr;

use navmesh_core::{
    Area, DVec2, Door, Floor, FloorConnection, Link, LinkSide, Outline, Outlines, Wall,
};

use super::number::{circle, number, numbers, point};
use super::{CorpusCase, CorpusError, Ground, Moved, Outcome};
use crate::oracle::Fill;

mod ways;

impl FromStr for CorpusCase {
    type Err = CorpusError;

    fn from_str(text: &str) -> Result<Self, CorpusError> {
        let mut reader = Reader::default();
        for (line, words) in joined_lines(text)? {
            reader.take(&words).map_err(|what| CorpusError { line, what })?;
        }
        let line = text.lines().count().max(1);
        reader.finish().map_err(|what| CorpusError { line, what })
    }
}

/// The lines that say something, each with those that continue it, and its number.
fn joined_lines(text: &str) -> Result<Vec<(usize, String)>, CorpusError> {
    let mut joined: Vec<(usize, String)> = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        let (line, says) = (index + 1, raw.trim());
        if says.is_empty() || says.starts_with('#') {
            continue;
        }
        match joined.last_mut() {
            Some((_, last)) if raw.starts_with([' ', '\t']) => *last += &format!(" {says}"),
            None if raw.starts_with([' ', '\t']) => {
                let what = "there is no line before this one to continue".to_owned();
                return Err(CorpusError { line, what });
            }
            _ => joined.push((line, says.to_owned())),
        }
    }
    Ok(joined)
}

/// The most points of all outlines together.
const MOST_POINTS: usize = 1_000_000;

/// The kind of the last outline.
#[derive(Clone, Copy, Default)]
enum Last {
    #[default]
    Walkable,
    Obstacle,
    Patch,
}

/// The element that the next `called` names.
#[derive(Clone, Copy, Default)]
enum Nameless {
    #[default]
    Nothing,
    Patch,
    Door,
    Link,
}

/// The state of the reader.
#[derive(Default)]
struct Reader {
    case: CorpusCase,
    /// The outline that a hole belongs to.
    last: Last,
    nameless: Nameless,
    points: usize,
    error: Option<String>,
    area: Option<f64>,
    components: Option<usize>,
    crossings: Option<[usize; 2]>,
    repairs: Vec<String>,
    shares: Vec<(String, f64)>,
    moved: Vec<Moved>,
    radius: Option<f64>,
}

type Read = Result<(), String>;

impl Reader {
    fn take(&mut self, line: &str) -> Read {
        let (keyword, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match keyword {
            "title" => set(&mut self.case.title, rest, keyword),
            "story" => set(&mut self.case.story, rest, keyword),
            "numbers" => set(&mut self.case.numbers, rest, keyword),
            "thread" => put(&mut self.case.thread, rest.to_owned(), keyword),
            "walkable" | "obstacle" | "hole" | "wall" | "door" => self.take_points(keyword, rest),
            "patch" => self.take_patch(rest),
            "floor" => self.take_floor(rest),
            "join" => self.take_connection(rest),
            "link" => self.take_link(rest),
            "called" => self.take_name(rest),
            "fill" if rest == "even-odd" => {
                self.case.fill = Fill::EvenOdd;
                Ok(())
            }
            "fill" => Err(format!("`{rest}` is no fill rule")),
            "radius" => put(&mut self.radius, any_number(rest)?, keyword),
            "error" => put(&mut self.error, rest.to_owned(), keyword),
            "area" => put(&mut self.area, finite(rest)?, keyword),
            "components" => put(&mut self.components, count(rest)?, keyword),
            "crossings" => put(&mut self.crossings, crossings(rest)?, keyword),
            "repair" => {
                self.repairs.push(rest.to_owned());
                Ok(())
            }
            "share" => {
                self.shares.push(share(rest)?);
                Ok(())
            }
            "moved" => {
                self.moved.push(moved(rest)?);
                Ok(())
            }
            "ask" => {
                self.case.asks.push(ways::ask(rest)?);
                Ok(())
            }
            _ => Err(format!("`{keyword}` begins no line")),
        }
    }

    fn take_points(&mut self, keyword: &str, words: &str) -> Read {
        let points = self.points_of(words)?;
        let Outlines { walkable, obstacles, walls, areas, doors, .. } = &mut self.case.outlines;
        let outline = |exterior| Outline { exterior, holes: Vec::new() };
        match keyword {
            "wall" => walls.push(Wall { points }),
            "door" => {
                doors.push(Door { points, name: String::new() });
                self.nameless = Nameless::Door;
            }
            "walkable" => {
                walkable.push(outline(points));
                self.last = Last::Walkable;
            }
            "obstacle" => {
                obstacles.push(outline(points));
                self.last = Last::Obstacle;
            }
            _ => {
                let outline = match self.last {
                    Last::Walkable => walkable.last_mut(),
                    Last::Obstacle => obstacles.last_mut(),
                    Last::Patch => areas.last_mut().map(|area| &mut area.outline),
                };
                outline.ok_or("there is no outline for this hole")?.holes.push(points);
            }
        }
        Ok(())
    }

    /// `COST POINTS`.
    fn take_patch(&mut self, words: &str) -> Read {
        let (cost, words) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let cost = any_number(cost)?;
        let outline = Outline { exterior: self.points_of(words)?, holes: Vec::new() };
        self.case.outlines.areas.push(Area::new(outline, "", cost));
        self.last = Last::Patch;
        self.nameless = Nameless::Patch;
        Ok(())
    }

    /// A link of the building, where floors have begun.
    fn take_link(&mut self, words: &str) -> Read {
        let link = ways::link(words)?;
        self.links().push(link);
        self.nameless = Nameless::Link;
        Ok(())
    }

    fn links(&mut self) -> &mut Vec<Link> {
        let CorpusCase { outlines, building, .. } = &mut self.case;
        if building.floors.is_empty() { &mut outlines.links } else { &mut building.links }
    }

    /// The name of the patch, the door or the link before it.
    fn take_name(&mut self, name: &str) -> Read {
        let outlines = &mut self.case.outlines;
        let last = match self.nameless {
            Nameless::Nothing => None,
            Nameless::Patch => outlines.areas.last_mut().map(|area| &mut area.name),
            Nameless::Door => outlines.doors.last_mut().map(|door| &mut door.name),
            Nameless::Link => self.links().last_mut().map(|link| &mut link.name),
        };
        set(last.ok_or("there is nothing to name")?, name, "called")
    }

    /// Starts floor `number`; the shapes that follow are on it.
    fn take_floor(&mut self, number: &str) -> Read {
        let layer = count(number)?.try_into().map_err(|_| format!("`{number}` is no floor"))?;
        let CorpusCase { outlines, building, .. } = &mut self.case;
        let drawn = std::mem::take(outlines);
        match building.floors.last_mut() {
            Some(last) => last.outlines = drawn,
            None if drawn == Outlines::default() => {}
            None => return Err("something is drawn before the first floor".to_owned()),
        }
        building.floors.push(Floor { layer, ..Floor::default() });
        self.nameless = Nameless::Nothing;
        Ok(())
    }

    /// `N M POINTS`.
    fn take_connection(&mut self, words: &str) -> Read {
        let mut parts = words.splitn(3, char::is_whitespace);
        let mut floor = || {
            let word = parts.next().unwrap_or_default();
            word.parse::<u32>().map_err(|_| format!("`{word}` is no floor"))
        };
        let layers = [floor()?, floor()?];
        let points = self.points_of(parts.next().unwrap_or_default())?;
        self.case.building.connections.push(FloorConnection { layers, points });
        Ok(())
    }

    /// The points that the words stand for; of all outlines together not too many.
    fn points_of(&mut self, words: &str) -> Result<Vec<DVec2>, String> {
        let points = points_of(words, MOST_POINTS - self.points)?;
        self.points += points.len();
        Ok(points)
    }

    fn finish(mut self) -> Result<CorpusCase, String> {
        if self.case.title.is_empty() {
            return Err("there is no title".to_owned());
        }
        self.case.radius = self.radius.unwrap_or_default();
        if let Some(last) = self.case.building.floors.last_mut() {
            last.outlines = std::mem::take(&mut self.case.outlines);
        }
        let is_listed =
            !(self.repairs.is_empty() && self.shares.is_empty() && self.moved.is_empty());
        let says_ground = self.crossings.is_some() || is_listed;
        self.case.outcome = match (self.error, self.area, self.components) {
            (None, None, None) if !says_ground => None,
            (Some(error), None, None) if !says_ground => Some(Outcome::Error(error)),
            (None, Some(area), Some(components)) => {
                let [exact_crossings, rounded_crossings] = self.crossings.unwrap_or_default();
                let (repairs, shares, moved) = (self.repairs, self.shares, self.moved);
                Some(Outcome::Mesh(Ground {
                    area,
                    components,
                    exact_crossings,
                    rounded_crossings,
                    repairs,
                    shares,
                    moved,
                }))
            }
            (Some(_), _, _) => return Err("an error has no ground".to_owned()),
            _ => return Err("ground has both an area and components".to_owned()),
        };
        Ok(self.case)
    }
}

fn set(text: &mut String, value: &str, keyword: &str) -> Read {
    if text.is_empty() {
        *text = value.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(())
    } else {
        Err(format!("a second `{keyword}`"))
    }
}

fn put<T>(place: &mut Option<T>, value: T, keyword: &str) -> Read {
    if place.replace(value).is_none() { Ok(()) } else { Err(format!("a second `{keyword}`")) }
}

/// The points that the words stand for; not more than `limit`.
fn points_of(words: &str, limit: usize) -> Result<Vec<DVec2>, String> {
    let mut all = Vec::new();
    for word in words.split_whitespace() {
        let (shape, arguments) = word.split_once(':').unwrap_or(("point", word));
        let points = match shape {
            "point" => point(arguments).map(|point| vec![point]),
            "rect" => numbers(arguments).map(|[left, bottom, right, top]| {
                let corners = [[left, bottom], [right, bottom], [right, top], [left, top]];
                corners.map(DVec2::from).to_vec()
            }),
            "circle" => circle(arguments),
            _ => None,
        };
        all.extend(points.ok_or_else(|| format!("`{word}` is no point"))?);
        if all.len() > limit {
            return Err(format!("more than {MOST_POINTS} points"));
        }
    }
    Ok(all)
}

fn any_number(word: &str) -> Result<f64, String> {
    number(word).ok_or_else(|| format!("`{word}` is no number"))
}

fn finite(word: &str) -> Result<f64, String> {
    number(word).filter(|n| n.is_finite()).ok_or_else(|| format!("`{word}` is no number"))
}

fn count(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| format!("`{word}` is no count"))
}

/// `A NAME`.
fn share(words: &str) -> Result<(String, f64), String> {
    let (area, name) = words.split_once(char::is_whitespace).ok_or("a share has a name")?;
    Ok((name.trim().to_owned(), finite(area)?))
}

/// `N exact, M rounded`.
fn crossings(words: &str) -> Result<[usize; 2], String> {
    let parts = words.strip_suffix(" rounded").and_then(|rest| rest.split_once(" exact, "));
    let (exact, rounded) = parts.ok_or("crossings are `N exact, M rounded`")?;
    Ok([count(exact)?, count(rounded)?])
}

/// `LINK from|to DISTANCE`.
fn moved(words: &str) -> Result<Moved, String> {
    let mut words = words.split_whitespace();
    let link = count(words.next().unwrap_or_default())?;
    let side = match words.next() {
        Some("from") => LinkSide::From,
        Some("to") => LinkSide::To,
        _ => return Err("a link has an end `from` and an end `to`".to_owned()),
    };
    let distance = finite(words.next().unwrap_or_default())?;
    match words.next() {
        None => Ok(Moved { link, side, distance }),
        Some(more) => Err(format!("`{more}` follows the distance")),
    }
}
