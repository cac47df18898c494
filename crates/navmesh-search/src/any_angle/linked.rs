//! One goal on ground with links: exact, by setting out again from where they lead.
//!
//! Between two links a shortest path is the shortest walk. So the search looks for the entries of links as it
//! looks for the goal, by exact side tests from every interval by which their cells are entered. An entry that is
//! reached puts the link's exit on a list, with the length of the way and the link's cost; and when no interval
//! that is open has a lower bound, the search sets out from that exit as it did from the start. A shorter way to
//! an exit that was set out from before sets out from it again. So nothing is lost where bounds are not
//! consistent, and the first way to the goal that no bound can beat is the shortest.
//!
//! What is known of vertices holds for all roots, since a way over links is a way. Three things hold only on
//! foot, and are done without: landmarks; blocks, beyond a cell of which a link may lead; and, where a link costs
//! less than the straight line is long, that line as a bound. Then the bound is the straight line or the way to
//! the nearest such link and on from the one that comes out nearest to the goal, whichever is less.

use navmesh_core::{DVec2, Leap, NavMesh, Observer};

use super::aim::{Aim, Arrival, Single};
use super::cells::CellSet;
use super::event::{Event, SeenInterval, Watched};
use super::leaps::{Leaps, Shortcuts};
use super::node::{NONE, Node, Origin, Root};
use super::queue::{Open, Queue};
use super::search::{Index, Room, Run};
use super::sides::Sides;

/// A way to the entry of a link, or to the goal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reached {
    /// The length is that at the exit of the link: with its cost.
    pub(super) way: Arrival,
    /// The cell that holds the place: the last one of the way where no door leads to it.
    pub(super) cell: u32,
}

/// An exit that the search has set out from: as a root, and the way to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Landing {
    pub(super) root: u32,
    pub(super) leap: u32,
    pub(super) reached: Reached,
}

/// What a search knows of leaps; kept in the caller's scratch.
#[derive(Debug, Default)]
pub(super) struct Leaping {
    /// The shortest way over each leap found so far.
    ways: Vec<Option<Reached>>,
    /// The leaps over which a way was found that has not been set out from; stale ones included.
    waiting: Queue,
    /// By ascending root.
    pub(super) landings: Vec<Landing>,
    /// The cells that hold the goal or an entry.
    cells: CellSet,
    /// The cell in which the shortest way found so far comes to the goal.
    pub(super) goal_cell: u32,
}

impl Leaping {
    pub(super) fn clear(&mut self) {
        self.ways.clear();
        self.waiting.clear();
        self.landings.clear();
    }

    fn begin(&mut self, leaps: &Leaps, room: &Room, cells: usize) {
        self.clear();
        self.ways.resize(leaps.all().len(), None);
        self.cells.begin(cells);
        let goal_cells = room.goal_cells.iter().copied();
        goal_cells.chain(leaps.entry_cells()).for_each(|cell| self.cells.insert(cell));
    }
}

/// What is left to the goal at least, on ground with shortcuts.
#[derive(Debug, Clone, Copy)]
struct Detour {
    shortcuts: Shortcuts,
    /// What is left from the nearest entry of a shortcut on, at least.
    beyond: f64,
}

impl Detour {
    /// What is left at least for whoever goes to a shortcut first, from this far off the middle of them.
    fn beginning(&self, distance: f64) -> f64 {
        (distance - self.shortcuts.reach).max(0.0) + self.beyond
    }
}

/// One goal, which links may lead to.
pub(super) struct Linked<'a, 'o, O> {
    pub(super) single: Single<'o, O>,
    leaps: &'a Leaps,
    detour: Option<Detour>,
    leaping: Leaping,
}

impl<'a, 'o, O> Linked<'a, 'o, O> {
    /// What is known of leaps is in `leaping`, and put back there by [`Linked::into_leaping`].
    pub(super) fn new(leaps: &'a Leaps, single: Single<'o, O>, leaping: Leaping) -> Self {
        let detour = detour_to(leaps, single.goal);
        Self { single, leaps, detour, leaping }
    }

    pub(super) fn into_leaping(self) -> Leaping {
        self.leaping
    }

    /// The bound of the exit to be set out from next.
    pub(super) fn waiting(&self) -> f64 {
        self.leaping.waiting.peek().map_or(f64::INFINITY, |open| open.f())
    }

    fn left_from(&self, point: DVec2) -> f64 {
        left_from(self.detour.as_ref(), point, self.single.goal)
    }

    /// Notes a way to the goal.
    fn note(&mut self, way: Arrival, cell: u32) {
        if self.single.best.is_none_or(|best| way.length < best.length) {
            self.single.best = Some(way);
            self.leaping.goal_cell = cell;
        }
    }

    /// Notes a way to the entry of a leap, to which cost is added.
    fn note_entry(&mut self, leap: u32, way: Arrival, cell: u32) {
        let Leap { cost, exit, .. } = self.leaps.all()[leap as usize];
        let way = Arrival { length: way.length + cost, ..way };
        if self.is_shorter(leap, way.length) {
            self.leaping.ways[leap as usize] = Some(Reached { way, cell });
            let least = way.length + self.left_from(exit);
            self.leaping.waiting.push(Open::new(least, leap));
        }
    }

    fn is_shorter(&self, leap: u32, length: f64) -> bool {
        self.leaping.ways[leap as usize].is_none_or(|known| length < known.way.length)
    }
}

/// How long the way between two places is at least, links counted.
pub(super) fn least_between(leaps: &Leaps, from: DVec2, goal: DVec2) -> f64 {
    left_from(detour_to(leaps, goal).as_ref(), from, goal) * (1.0 - 4.0 * f64::EPSILON)
}

fn left_from(detour: Option<&Detour>, point: DVec2, goal: DVec2) -> f64 {
    let straight = point.distance(goal);
    detour.map_or(straight, |detour| {
        straight.min(detour.beginning(point.distance(detour.shortcuts.middle)))
    })
}

/// A way that takes shortcuts enters one first, and comes out of one last.
fn detour_to(leaps: &Leaps, goal: DVec2) -> Option<Detour> {
    let shortcuts = leaps.shortcuts?;
    let short = leaps.all().iter().filter(|leap| leap.is_shortcut());
    let exits = short.map(|leap| leap.exit.distance(goal));
    let beyond = shortcuts.least_cost + exits.fold(f64::INFINITY, f64::min);
    Some(Detour { shortcuts, beyond })
}

impl Room {
    /// Prepares for a search that links may lead anywhere.
    pub(super) fn begin_with_links(&mut self, mesh: &NavMesh, index: &Index, leaps: &Leaps) {
        self.clear(mesh);
        // A shortest path comes to each link but once.
        self.vertices.begin(mesh.vertex_count() + 2 * leaps.all().len());
        self.way.lead_freely(mesh, &index.blocks);
        self.goal_cells.extend(self.endpoints.goal.incidences.iter().map(|i| i.cell.slot));
        self.beacon = None;
    }
}

impl<'a, 'o, S: Sides, O: Observer<SeenInterval>> Run<'a, S, Linked<'a, 'o, O>> {
    /// Begins: from the start, and with the entries in its own cells.
    pub(super) fn set_out_from_start(&mut self) {
        let count = self.doors.cell_count();
        let Self { aim, room, .. } = self;
        aim.leaping.begin(aim.leaps, room, count);
        let root = room.roots.len() as u32;
        self.leave_start();
        let cells: Vec<u32> =
            self.room.endpoints.start.incidences.iter().map(|i| i.cell.slot).collect();
        self.look_around(root, &cells, None);
    }

    /// Searches on until nothing can beat the way found, nothing is open or the budget is spent.
    pub(super) fn advance_over_links(&mut self) {
        loop {
            self.advance();
            if self.in_hand.is_some() || !(self.land() || self.goes_on()) {
                return;
            }
        }
    }

    /// True where an open node is of interest: the exit that it had to wait for turned out to be none.
    fn goes_on(&mut self) -> bool {
        let open = self.room.queue.peek().copied();
        open.is_some_and(|open| !self.aim.is_done(open.f()))
    }

    /// Sets out from the exit with the lowest bound; false where none is of interest.
    fn land(&mut self) -> bool {
        while let Some(&open) = self.aim.leaping.waiting.peek() {
            if self.aim.single.is_done(open.f()) {
                return false;
            }
            self.aim.leaping.waiting.pop();
            let leap = open.node();
            let Some(reached) = self.aim.leaping.ways[leap as usize] else { continue };
            let known = self.aim.leaping.landings.iter().rev().find(|known| known.leap == leap);
            if known.is_none_or(|known| reached.way.length < known.reached.way.length) {
                self.set_out_from(leap, reached);
                return true;
            }
        }
        false
    }

    fn set_out_from(&mut self, leap: u32, reached: Reached) {
        let leaps = self.aim.leaps;
        let Leap { exit, exit_cells, idle_way_back, .. } = &leaps.all()[leap as usize];
        let (root, first) = (self.room.roots.len() as u32, self.room.nodes.len());
        let own = Root::afresh(*exit, reached.way.length);
        self.room.roots.push(own);
        self.aim.leaping.landings.push(Landing { root, leap, reached });
        let from = Origin { root: own, number: root, step: NONE };
        exit_cells.iter().for_each(|&cell| self.leave_cell(&from, cell));
        self.look_around(root, exit_cells, *idle_way_back);
        self.in_hand = self.enqueue(first, NONE);
    }

    /// Notes what is in the cells that a root stands in: entries of links, but for one, and the goal.
    fn look_around(&mut self, root: u32, cells: &[u32], but: Option<u32>) {
        let leaps = self.aim.leaps;
        let from = Origin { root: self.room.roots[root as usize], number: root, step: NONE };
        for &cell in cells {
            if self.room.goal_cells.contains(&cell) {
                self.aim.note(Arrival::straight(&from, self.aim.single.goal), cell);
            }
            for leap in leaps.out_of(cell).filter(|&leap| Some(leap) != but) {
                let way = Arrival::straight(&from, leaps.all()[leap as usize].entry);
                self.aim.note_entry(leap, way, cell);
            }
        }
    }
}

impl<O: Observer<SeenInterval>> Aim for Linked<'_, '_, O> {
    #[inline(always)]
    fn is_in(&self, _: &Room, cell: u32) -> bool {
        self.leaping.cells.contains(cell)
    }

    #[inline(always)]
    fn bound<S: Sides>(run: &Run<'_, S, Self>, node: &Node) -> f64 {
        let (root, sight) = run.sight(node);
        let straight = sight.way_to(run.aim.single.goal);
        root.g
            + run.aim.detour.as_ref().map_or(straight, |detour| {
                let to_shortcuts = sight.way_to(detour.shortcuts.middle);
                let via = detour.beginning(to_shortcuts).max(sight.gap() + detour.beyond);
                straight.min(via)
            })
    }

    fn arrive<S: Sides>(run: &mut Run<'_, S, Self>, node: &Node, from: &Origin) -> bool {
        let cell = run.doors.get(node.door).leads_to();
        if run.room.goal_cells.contains(&cell)
            && let Some(way) = run.last_leg(node, from, run.aim.single.goal)
        {
            run.aim.note(way, cell);
        }
        let leaps = run.aim.leaps;
        for leap in leaps.out_of(cell) {
            let Leap { entry, cost, .. } = leaps.all()[leap as usize];
            let least = from.root.g + from.root.point.distance(entry) + cost;
            if run.aim.is_shorter(leap, least)
                && let Some(way) = run.last_leg(node, from, entry)
            {
                run.aim.note_entry(leap, way, cell);
            }
        }
        true
    }

    #[inline(always)]
    fn is_done(&mut self, least: f64) -> bool {
        self.waiting() < least || self.single.is_done(least)
    }

    #[inline(always)]
    fn see<S: Sides>(run: &mut Run<'_, S, Self>, event: Event) {
        if O::LOOKS {
            event.show(run);
        }
    }
}

impl<O: Observer<SeenInterval>> Watched for Linked<'_, '_, O> {
    type Observer = O;

    fn observer(&mut self) -> &mut O {
        self.single.observer
    }
}
