//! The search: windows and vertices in the order of the least cost of a way through them.

use navmesh_core::backend::collections::NONE;
use navmesh_core::backend::{Endpoint, Endpoints};
use navmesh_core::{DVec2, DVec3, NavMesh};

use super::faces::{Faces, next, within};
use super::fan::{Exit, exits};
use super::window::{Nearest, ROUNDING, Window};
use super::workspace::{Entry, Label, Reached, Root, Site, Workspace};

/// A search on the faces of a mesh.
#[derive(Debug)]
pub(super) struct Search<'a> {
    pub(super) faces: &'a Faces,
    pub(super) mesh: &'a NavMesh,
    pub(super) workspace: &'a mut Workspace,
    /// Straight distances to the goal are lower bounds: no link may be shorter, and the goal has one height.
    pub(super) aims: bool,
}

impl<'a> Search<'a> {
    /// Places the goal, the links and the start.
    pub(super) fn begin(
        faces: &'a Faces,
        mesh: &'a NavMesh,
        workspace: &'a mut Workspace,
        Endpoints { start, goal, .. }: &Endpoints,
    ) -> Self {
        workspace.clear(faces);
        let mut search = Self { faces, mesh, workspace, aims: false };
        let slots =
            |end: &Endpoint| -> Vec<u32> { end.incidences.iter().map(|at| at.cell.slot).collect() };
        let apart = search.add_site(goal.point, &slots(goal));
        search.aims = !mesh.has_links() && apart <= ROUNDING * faces.size;
        for connection in mesh.off_mesh_connections().iter() {
            search.add_site(connection.entry, &connection.entry_cells);
        }
        search.workspace.held.sort_unstable();
        search.add_source(start.point, &slots(start), 0.0, None, NONE);
        search
    }

    /// Expands entries until the goal is proved, or until so many are expanded in all. True once there is nothing to do.
    pub(super) fn advance(&mut self, most: u64, max_cost: f64) -> bool {
        while let Some(open) = self.workspace.queue.peek().copied() {
            self.workspace.bound = open.sum;
            if open.sum >= self.workspace.sites[0].cost || open.sum > max_cost {
                return true;
            }
            if self.workspace.expanded >= most {
                return false;
            }
            self.workspace.expanded += 1;
            self.workspace.queue.pop();
            match self.workspace.entries[open.node as usize] {
                Entry::Window(window) => self.expand(window, open.sum),
                Entry::Vertex(vertex) => self.leave(vertex, open.cost),
                Entry::Link(link) => self.land(link),
            }
        }
        self.workspace.bound = f64::INFINITY;
        true
    }

    /// Returns the faces of these cells that hold a point, or else the one nearest to holding it.
    fn faces_at(&self, point: DVec2, slots: &[u32]) -> Vec<u32> {
        let all = slots.iter().flat_map(|&slot| self.faces.of_slot(slot));
        let holds = |face: &u32| self.faces.facet(*face).holds(point);
        let holding: Vec<u32> = all.clone().filter(holds).collect();
        if !holding.is_empty() {
            return holding;
        }
        let least = |face: &u32| self.faces.facet(*face).least_share(point);
        all.max_by(|a, b| least(a).total_cmp(&least(b))).into_iter().collect()
    }

    /// Adds a site. Returns by how much its heights differ.
    fn add_site(&mut self, point: DVec2, slots: &[u32]) -> f64 {
        let faces = self.faces_at(point, slots);
        let site = self.workspace.sites.len() as u32;
        self.workspace.held.extend(faces.iter().map(|&face| (face, site)));
        let heights = faces.iter().map(|&face| self.faces.lift(face, point).z);
        let [low, high] =
            [f64::min, f64::max].map(|pick| heights.clone().reduce(pick).unwrap_or(0.0));
        let at = faces.first().map_or(point.extend(0.0), |&face| self.faces.lift(face, point));
        self.workspace.sites.push(Site { point, at, cost: f64::INFINITY, reached: None });
        high - low
    }

    /// Adds a root in each face of these cells that holds a point: what it reaches there, and the windows of the other sides.
    fn add_source(
        &mut self,
        point: DVec2,
        slots: &[u32],
        cost: f64,
        from: Option<Reached>,
        link: u32,
    ) {
        let mut faces = self.faces_at(point, slots);
        let mut index = 0;
        while let Some(&face) = faces.get(index) {
            let root = Root { at: self.faces.lift(face, point), cost, from, link };
            let root = self.add_root(root);
            self.reach_sites(face, root);
            for side in 3 * face..3 * face + 3 {
                self.reach_vertex(side, root);
                let is_passed =
                    self.faces.is_on(side, point) || self.push_part(side, root, [0.0, 1.0]);
                let beyond = self.faces.beyond(side);
                // Off the side by less than rounding: the face beyond may be entered anywhere.
                if !is_passed && beyond != NONE && !faces.contains(&(beyond / 3)) {
                    faces.push(beyond / 3);
                }
            }
            index += 1;
        }
    }

    fn add_root(&mut self, root: Root) -> u32 {
        self.workspace.roots.push(root);
        self.workspace.roots.len() as u32 - 1
    }

    /// Reaches the sites in a face straight from a root in it.
    fn reach_sites(&mut self, face: u32, root: u32) {
        let Root { at, cost, .. } = self.workspace.roots[root as usize];
        for site in self.sites_in(face) {
            let end = self.faces.lift(face, self.workspace.sites[site as usize].point);
            let reached = Reached { root, window: NONE, at: 0.0, face };
            self.reach_site(site, cost + at.distance(end), reached);
        }
    }

    fn sites_in(&self, face: u32) -> Vec<u32> {
        let held = &self.workspace.held;
        let first = held.partition_point(|&(other, _)| other < face);
        let of = held[first..].iter().take_while(|(other, _)| *other == face);
        of.map(|&(_, site)| site).collect()
    }

    fn reach_site(&mut self, site: u32, cost: f64, reached: Reached) {
        let known = &mut self.workspace.sites[site as usize];
        if cost < known.cost {
            (known.cost, known.reached) = (cost, Some(reached));
            if let Some(link) = site.checked_sub(1) {
                let connection = &self.mesh.off_mesh_connections()[link as usize];
                let cost = cost + connection.cost;
                self.workspace.open(Entry::Link(link), cost, cost);
            }
        }
    }

    /// Reaches the vertex at which a side of a face begins straight from a root in the face.
    fn reach_vertex(&mut self, side: u32, root: u32) {
        let Root { at, cost, .. } = self.workspace.roots[root as usize];
        let [vertex, axis] = [side, next(side)].map(|side| self.faces.at(side));
        let (_, back) = within(vertex, axis, at);
        let reached = Reached { root, window: NONE, at: 0.0, face: side / 3 };
        self.label(Label { cost: cost + at.distance(vertex), reached, corner: side, back });
    }

    fn label(&mut self, label: Label) {
        let vertex = self.faces.origin(label.corner);
        let known = &mut self.workspace.labels[vertex as usize];
        if known.is_some_and(|known| known.cost <= label.cost) {
            return;
        }
        if known.is_none() {
            self.workspace.touched.push(vertex);
        }
        *known = Some(label);
        if label.back != DVec2::ZERO {
            let bound = label.cost + self.rest(self.faces.points[vertex as usize]);
            self.workspace.open(Entry::Vertex(vertex), label.cost, bound);
        }
    }

    /// A lower bound on the cost from a point to the goal.
    fn rest(&self, from: DVec3) -> f64 {
        if self.aims { from.distance(self.workspace.sites[0].at) } else { 0.0 }
    }

    fn cost_of(&self, vertex: u32) -> f64 {
        self.workspace.labels[vertex as usize].map_or(f64::INFINITY, |label| label.cost)
    }

    /// Adds the window of a part of a side, as shares of it, seen from a root in its face. False if the root is on the side.
    fn push_part(&mut self, side: u32, root: u32, [from, to]: [f64; 2]) -> bool {
        let [origin, end] = [next(side), side].map(|side| self.faces.at(side));
        let (length, source) = within(origin, end, self.workspace.roots[root as usize].at);
        let source = DVec2::new(source.x, -source.y);
        let [from, to] = [length * (1.0 - to), length * (1.0 - from)];
        let window = Window { side: self.faces.beyond(side), from, to, source, root, before: NONE };
        if window.side != NONE && from < to && source.y < 0.0 {
            self.push(window, 0.0);
        }
        source.y < 0.0
    }

    /// Adds a window, unless no way through it can be better than a known one.
    fn push(&mut self, window: Window, least: f64) {
        let root = self.workspace.roots[window.root as usize].cost;
        let rest = if self.aims {
            window.least_to(self.faces, self.workspace.sites[0].at)
        } else {
            window.source.distance(DVec2::new(window.source.x.clamp(window.from, window.to), 0.0))
        };
        let bound = (root + rest).max(least);
        if bound >= self.workspace.sites[0].cost {
            return;
        }
        let number = self.workspace.windows.len() as u32;
        self.workspace.windows.push(window);
        self.workspace.open(Entry::Window(number), root, bound);
    }

    /// Goes on through a window: reaches what lies in its face, and adds the windows of the other two sides.
    fn expand(&mut self, number: u32, bound: f64) {
        let window = self.workspace.windows[number as usize];
        let (face, frame) = (window.side / 3, self.faces.frame(window.side));
        let root = self.workspace.roots[window.root as usize].cost;
        let [origin, end] = [window.side, next(window.side)].map(|side| self.faces.at(side));
        for site in self.sites_in(face) {
            let site_at = self.faces.lift(face, self.workspace.sites[site as usize].point);
            let (at, length) = window.reach(within(origin, end, site_at).1);
            let reached = Reached { root: window.root, window: number, at, face };
            self.reach_site(site, root + length, reached);
        }
        let at_apex = window.crossing(frame.apex);
        let to_apex = root + window.source.distance(frame.apex);
        if window.from <= at_apex && at_apex <= window.to {
            self.reach_apex(number, at_apex, to_apex);
        }
        let mut parts =
            [[window.from, window.to.min(at_apex)], [window.from.max(at_apex), window.to]];
        if let Some(nearer) = self.nearer(window.side, to_apex) {
            self.cut(&mut parts, at_apex, nearer);
        }
        for (is_right, part) in [false, true].into_iter().zip(parts) {
            let Some(next) = window.through(self.faces, frame, is_right, part) else { continue };
            let next = Window { before: number, ..next };
            if !self.is_useless(&window, is_right, &next) {
                self.push(next, bound);
            }
        }
    }

    /// Reaches the apex of the face that a window enters.
    fn reach_apex(&mut self, number: u32, at: f64, cost: f64) {
        let window = self.workspace.windows[number as usize];
        let frame = self.faces.frame(window.side);
        let corner = next(next(window.side));
        // Back to the source, in the frame of the side that begins at the apex and ends at the origin.
        let (axis, to) = (-frame.apex, window.source - frame.apex);
        let back = DVec2::new(to.dot(axis), axis.perp_dot(to).abs()) / axis.length();
        let reached = Reached { root: window.root, window: number, at, face: window.side / 3 };
        self.label(Label { cost, reached, corner, back });
        let known = &mut self.workspace.nearest[window.side as usize];
        if known.is_none() {
            self.workspace.entered.push(window.side);
        }
        if known.is_none_or(|known| cost < known.cost) {
            *known = Some(Nearest { cost, at });
        }
    }

    /// Returns where a shorter way through the same side to the apex of its face crosses it.
    fn nearer(&self, side: u32, cost: f64) -> Option<f64> {
        let known = self.workspace.nearest[side as usize]?;
        (known.cost < cost * (1.0 - ROUNDING)).then_some(known.at)
    }

    /// Leaves out lines that belong to no shortest path, because a way through `nearer` is shorter to the apex.
    ///
    /// Those that cross it in the face, and those that it crosses before the side: as no root lies among the lines of a window, it
    /// comes from the other side of them. The exit of a link may lie there, so with links those stay.
    fn cut(&self, [left, right]: &mut [[f64; 2]; 2], at_apex: f64, nearer: f64) {
        let has_links = self.mesh.has_links();
        if nearer < at_apex && left[1] >= nearer {
            left[1] = if has_links { nearer } else { left[0] };
        }
        if nearer > at_apex && right[0] <= nearer {
            right[0] = if has_links { nearer } else { right[1] };
        }
    }

    /// True if a known way to a vertex of the face before makes all ways through a window longer than others.
    fn is_useless(&self, before: &Window, is_right: bool, window: &Window) -> bool {
        let root = self.workspace.roots[window.root as usize].cost;
        let length = |at: f64| root + window.source.distance(DVec2::new(at, 0.0));
        let longer = |known: f64, at: f64| known < length(at) * (1.0 - ROUNDING);
        let [origin, end] = [window.side, next(window.side)].map(|side| self.faces.origin(side));
        let whole = self.faces.at(window.side).distance(self.faces.at(next(window.side)));
        // The vertex of the side before that the new side does not have, and the end of the window nearest to the other one.
        let (third, near) =
            if is_right { (before.side, window.to) } else { (next(before.side), window.from) };
        let to_third = self.faces.along(window.side, near).distance(self.faces.at(third));
        longer(self.cost_of(origin) + window.to, window.to)
            || longer(self.cost_of(end) + (whole - window.from), window.from)
            || longer(self.cost_of(self.faces.origin(third)) + to_third, near)
    }

    /// Goes on from a vertex, unless a better way to it came later than one of this cost.
    fn leave(&mut self, vertex: u32, cost: f64) {
        let label = self.workspace.labels[vertex as usize].filter(|label| label.cost >= cost);
        let Some(label) = label else { return };
        let at = self.faces.points[vertex as usize];
        let mut all = std::mem::take(&mut self.workspace.exits);
        all.clear();
        exits(self.faces, label.corner, label.back, &mut all);
        if !all.is_empty() {
            let root =
                self.add_root(Root { at, cost: label.cost, from: Some(label.reached), link: NONE });
            for &Exit { corner, from, to } in &all {
                self.reach_sites(corner / 3, root);
                let [first, last] = [next(corner), next(next(corner))];
                if from == 0.0 {
                    self.reach_vertex(first, root);
                }
                if to == 1.0 {
                    self.reach_vertex(last, root);
                }
                self.push_part(first, root, [from, to]);
            }
        }
        self.workspace.exits = all;
    }

    /// Goes on from the exit of a link.
    fn land(&mut self, link: u32) {
        let site = &self.workspace.sites[link as usize + 1];
        let connection = &self.mesh.off_mesh_connections()[link as usize];
        let cost = site.cost + connection.cost;
        let is_known =
            self.workspace.roots.iter().any(|root| root.link == link && root.cost <= cost);
        if !is_known {
            let from = site.reached;
            self.add_source(connection.exit, &connection.exit_cells, cost, from, link);
        }
    }
}
