//! A game of real-time strategy: its map, its units, its rules, and what it saves.

use std::error::Error;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tautline::agents::{AgentKey, AgentOptions, Crowd, CrowdState, Event, FieldKey};
use tautline::build::OutlineKey;
use tautline::io::{read_state, write_state};
use tautline::live::{LiveMeshState, WallChange};
use tautline::{
    Area, BuildOptions, DVec2, DistanceField, Door, FieldQuery, Filter, FilterId, GoalPolicy,
    LiveMesh, MeshFinder, NavMeshBuilder, Outline, Wall,
};

/// The length of a side of the map, in metres.
pub(crate) const SIDE: f64 = 200.0;

/// The radii of soldiers and hovercraft, and of tanks.
pub(crate) const RADII: [f64; 2] = [0.4, 0.9];

/// The steps of a second.
pub(crate) const RATE: u64 = 60;

/// The most buildings at a time.
const MOST_BUILDINGS: usize = 300;

/// The most nodes that the path searches of a step expand.
const BUDGET: u64 = 2_000;

/// The type of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    /// Small, and slowed by mud.
    Soldier,
    /// Small and fast; mud is as good as any ground.
    Hovercraft,
    /// Large, and slowed by mud.
    Tank,
}

/// A building, with its key on each map and its corners.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Building {
    keys: [OutlineKey; 2],
    pub(crate) low: DVec2,
    pub(crate) high: DVec2,
}

/// The rules that a game is played by.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Rules {
    pub(crate) units: usize,
    /// The cost of mud; with 1 there is none.
    pub(crate) mud: f64,
    /// True if every second unit goes to the nearest of the rallying points of a side, by a field that it shares with others
    /// of its type.
    pub(crate) rallies: bool,
}

/// The running game.
pub(crate) struct Game {
    rules: Rules,
    /// The map for small units and the one for large units, which follow the same edits.
    maps: [LiveMesh; 2],
    /// The filter of hovercraft.
    over_mud: FilterId,
    pub(crate) crowd: Crowd,
    /// For each type the fields of the rallying points in the south and in the north, if units rally.
    fields: Vec<[FieldKey; 2]>,
    pub(crate) units: Vec<(AgentKey, Kind)>,
    pub(crate) buildings: Vec<Building>,
    random: u64,
    pub(crate) step: u64,
    pub(crate) counts: Counts,
}

/// The numbers of events so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub(crate) edits: u32,
    pub(crate) arrivals: u32,
    pub(crate) searches: u64,
    pub(crate) without_path: u32,
}

/// The saved game: the states of the engine beside what the game has of its own.
#[derive(Serialize, Deserialize)]
struct Saved {
    rules: Rules,
    maps: [LiveMeshState; 2],
    over_mud: FilterId,
    crowd: CrowdState,
    units: Vec<(AgentKey, Kind)>,
    buildings: Vec<Building>,
    random: u64,
    step: u64,
    counts: Counts,
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Returns the map for units of a radius: a field with mud, and a wall across it with three gates.
fn battlefield(radius: f64, mud: f64) -> Result<LiveMesh> {
    let options = BuildOptions::default().agent_radius(radius);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [SIDE, SIDE]));
    builder.add_area(Area::new(Outline::rect([60.0, 40.0], [140.0, 90.0]), "mud", mud));
    for [from, to] in [[0.0, 40.0], [46.0, 97.0], [103.0, 150.0], [156.0, SIDE]] {
        builder.add_wall(Wall::new([[from, 120.0], [to, 120.0]]));
    }
    for (name, x) in [("west", 40.0), ("middle", 97.0), ("east", 150.0)] {
        builder.add_door(Door::new([[x, 120.0], [x + 6.0, 120.0]], name));
    }
    Ok(LiveMesh::recorded(builder)?) // a recorded map can be saved
}

/// Returns the finders of the three types, in the order of their classes.
fn finders(maps: &[LiveMesh; 2], over_mud: FilterId) -> Result<[MeshFinder; 3]> {
    let [small, large] = maps.each_ref().map(LiveMesh::finder);
    let hovercraft = small.filtered(over_mud)?;
    Ok([small, hovercraft, large])
}

/// Returns the field of the rallying points of a side.
fn rally(finder: &MeshFinder, to_the_north: bool) -> Result<Arc<DistanceField>> {
    let y = if to_the_north { 165.0 } else { 15.0 };
    let points = [25.0, 75.0, 125.0, 175.0].map(|x| [x, y]);
    Ok(Arc::new(finder.distance_field(&FieldQuery::new(&points))?))
}

/// Adds the fields of each type, if units rally.
fn add_fields(
    crowd: &mut Crowd,
    finders: &[MeshFinder; 3],
    rules: Rules,
) -> Result<Vec<[FieldKey; 2]>> {
    let rallying = finders.iter().filter(|_| rules.rallies);
    let fields = rallying.map(|finder| {
        Ok([crowd.add_field(rally(finder, false)?), crowd.add_field(rally(finder, true)?)])
    });
    fields.collect()
}

/// Returns an empty crowd with a class for each type, and the options of their units.
fn crowd(maps: &[LiveMesh; 2], over_mud: FilterId) -> Result<(Crowd, [AgentOptions; 3])> {
    let [soldiers, hovercraft, tanks] = finders(maps, over_mud)?;
    let mut crowd = Crowd::new(soldiers);
    let [hovercraft, tanks] = [crowd.add_class(hovercraft), crowd.add_class(tanks)];
    let unit = AgentOptions::default().radius(RADII[0]).max_acceleration(10.0);
    let unit = unit.goal_policy(GoalPolicy::NearestReachable);
    let options = [
        unit.max_speed(3.0).slowed_by_costs(true),
        unit.class(hovercraft).max_speed(5.0),
        unit.class(tanks).radius(RADII[1]).max_speed(2.0).slowed_by_costs(true),
    ];
    Ok((crowd, options))
}

impl Game {
    pub(crate) fn new(rules: Rules) -> Result<Self> {
        let mut maps = [battlefield(RADII[0], rules.mud)?, battlefield(RADII[1], rules.mud)?];
        let over_mud = maps[0].add_filter(&Filter::new().cost("mud", 1.0))?;
        let (mut crowd, options) = crowd(&maps, over_mud)?;
        let fields = add_fields(&mut crowd, &finders(&maps, over_mud)?, rules)?;
        let (units, buildings) = (Vec::new(), Vec::new());
        let (random, step, counts) = (88_172_645_463_325_252, 0, Counts::default());
        let mut game =
            Self { rules, maps, over_mud, crowd, fields, units, buildings, random, step, counts };
        let columns = (rules.units as f64 / 10.0).sqrt().ceil() as usize * 10;
        let apart = (SIDE - 10.0) / columns as f64;
        for unit in 0..rules.units {
            let kind = [Kind::Soldier, Kind::Soldier, Kind::Hovercraft, Kind::Tank][unit % 4];
            let [column, row] = [unit % columns, unit / columns].map(|at| at as f64);
            let place = DVec2::new(5.0 + column * apart, 2.0 + row * 2.0);
            let key = game.crowd.add(place, options[kind as usize])?;
            game.units.push((key, kind));
            game.send(unit, true)?;
        }
        Ok(game)
    }

    /// Returns a number from 0 to 1, by xorshift (G. Marsaglia, "Xorshift RNGs", 2003).
    fn draw(&mut self) -> f64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Sends a unit to the north or to the south: to a point, or to the nearest rallying point.
    fn send(&mut self, unit: usize, to_the_north: bool) -> Result<()> {
        let (key, kind) = self.units[unit];
        if let Some(fields) = self.fields.get(kind as usize).filter(|_| unit % 8 < 4) {
            return Ok(self.crowd.flow_to(key, fields[usize::from(to_the_north)])?);
        }
        let x = 2.0 + (SIDE - 4.0) * self.draw();
        let y = self.draw() * 26.0 + if to_the_north { 150.0 } else { 2.0 };
        Ok(self.crowd.go_to(key, [x, y])?)
    }

    /// Tells the crowd what the last edit of both maps has changed.
    fn publish(&mut self) -> Result<()> {
        let [small, large] = self.maps.each_ref().map(|map| map.report().walls());
        let walls: [&WallChange; 3] = [small, small, large];
        let finders = finders(&self.maps, self.over_mud)?;
        for (finder, fields) in finders.iter().zip(&self.fields) {
            for (field, to_the_north) in fields.iter().zip([false, true]) {
                self.crowd.replace_field(*field, rally(finder, to_the_north)?)?;
            }
        }
        self.crowd.edit_maps(finders.into_iter().zip(walls))?;
        self.counts.edits += 1;
        Ok(())
    }

    /// Builds where the random numbers say, in front of the southern side.
    fn build(&mut self) -> Result<()> {
        let low = DVec2::new(2.0 + 192.0 * self.draw(), 45.0 + 100.0 * self.draw());
        let high = low + DVec2::new(1.0 + 3.0 * self.draw(), 1.0 + 3.0 * self.draw());
        let [small, large] = self.maps.each_mut();
        let keys = [small, large].map(|map| map.add_obstacle(Outline::rect(low, high)));
        let [small, large] = keys;
        self.buildings.push(Building { keys: [small?, large?], low, high });
        self.publish()
    }

    fn demolish(&mut self) -> Result<()> {
        let at = (self.draw() * self.buildings.len() as f64) as usize;
        let building = self.buildings.swap_remove(at);
        for (map, key) in self.maps.iter_mut().zip(building.keys) {
            map.remove(key)?;
        }
        self.publish()
    }

    fn set_gate(&mut self, is_closed: bool) -> Result<()> {
        for map in &mut self.maps {
            if is_closed { map.close_door("middle") } else { map.open_door("middle") }?;
        }
        self.publish()
    }

    /// Edits the map as the rules want it in this step, and refreshes the indexes of the searches a little.
    pub(crate) fn edit(&mut self) -> Result<()> {
        let step = self.step;
        if step.is_multiple_of(4) && self.buildings.len() < MOST_BUILDINGS {
            self.build()?;
        }
        if step % 30 == 15 && self.buildings.len() > 20 {
            self.demolish()?;
        }
        match step % (5 * RATE) {
            150 => self.set_gate(true)?,
            299 => self.set_gate(false)?,
            _ => {}
        }
        for map in &mut self.maps {
            map.refresh_index(200);
        }
        Ok(())
    }

    /// Moves the units. One that has arrived is sent to the other side.
    pub(crate) fn walk(&mut self) -> Result<()> {
        let report = self.crowd.step(1.0 / RATE as f64, BUDGET)?;
        self.counts.searches += report.searches;
        for event in report.events {
            match event {
                Event::Arrived { agent } | Event::Settled { agent } => {
                    self.counts.arrivals += 1;
                    let is_north = self.crowd.place(agent).is_some_and(|at| at.point.y > 100.0);
                    let unit = self.units.iter().position(|unit| unit.0 == agent);
                    self.send(unit.ok_or("an agent is a unit")?, !is_north)?;
                }
                // It waits, and goes on by itself when the map lets it.
                Event::NoPath { .. } => self.counts.without_path += 1,
                _ => {}
            }
        }
        self.step += 1;
        Ok(())
    }

    pub(crate) fn play(&mut self) -> Result<()> {
        self.edit()?;
        self.walk()
    }

    pub(crate) fn save(&self) -> Result<Vec<u8>> {
        let [small, large] = self.maps.each_ref().map(LiveMesh::state);
        let is_recorded = "the maps are recorded";
        Ok(write_state(&Saved {
            rules: self.rules,
            maps: [small.ok_or(is_recorded)?, large.ok_or(is_recorded)?],
            over_mud: self.over_mud,
            crowd: self.crowd.state(),
            units: self.units.clone(),
            buildings: self.buildings.clone(),
            random: self.random,
            step: self.step,
            counts: self.counts,
        })?)
    }

    pub(crate) fn load(bytes: &[u8]) -> Result<Self> {
        let saved: Saved = read_state(bytes)?;
        let Saved { rules, over_mud, units, buildings, random, step, counts, .. } = saved;
        let [small, large] = saved.maps.map(LiveMesh::from_state);
        let maps = [small?, large?];
        let (mut crowd, _) = crowd(&maps, over_mud)?;
        let fields = add_fields(&mut crowd, &finders(&maps, over_mud)?, rules)?;
        crowd.restore(saved.crowd)?;
        Ok(Self { rules, maps, over_mud, crowd, fields, units, buildings, random, step, counts })
    }

    /// The least distance of a unit from a building, beyond its radius.
    pub(crate) fn least_clearance(&self) -> f64 {
        let mut least = f64::INFINITY;
        for &(key, kind) in &self.units {
            let Some(place) = self.crowd.place(key) else { continue };
            let radius = RADII[usize::from(kind == Kind::Tank)];
            for &Building { low, high, .. } in &self.buildings {
                let outside = (low - place.point).max(place.point - high).max(DVec2::ZERO);
                least = least.min(outside.length() - radius);
            }
        }
        least
    }

    /// The places of all units, with every bit.
    pub(crate) fn bits(&self) -> Vec<[u64; 2]> {
        let places = self.units.iter().filter_map(|&(key, _)| self.crowd.place(key));
        places.map(|place| place.point.to_array().map(f64::to_bits)).collect()
    }
}
