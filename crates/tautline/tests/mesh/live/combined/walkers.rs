//! A crowd on the map of a script: one class keeps out of the water, and all agents follow every edit.

use tautline::agents::{AgentOptions, AgentState, ClassId, Crowd};
use tautline::live::WallsBefore;
use tautline::{FilterId, LiveMesh, MeshFinder, PathQuery};

/// The agents.
pub(super) struct Walkers {
    crowd: Crowd,
    classes: [ClassId; 2],
    filter: FilterId,
}

impl Walkers {
    /// Sends an agent along each query, half of them in the class of the filter.
    pub(super) fn new(map: &LiveMesh, filter: FilterId, queries: &[PathQuery]) -> Self {
        let [all, dry] = finders(map, filter);
        let mut crowd = Crowd::new(all);
        let classes = [ClassId::default(), crowd.add_class(dry)];
        let mut walkers = Self { crowd, classes, filter };
        walkers.send(queries);
        walkers
    }

    fn send(&mut self, queries: &[PathQuery]) {
        let radius = match self.crowd.mesh().agent_radius() {
            0.0 => 0.2,
            radius => radius,
        };
        let options = AgentOptions::default().radius(radius).arrival(0.1);
        for (at, query) in queries.iter().enumerate() {
            let options = options.class(self.classes[at % 2]).slowed_by_costs(at % 3 == 0);
            // The start may be in the water.
            if let Ok(key) = self.crowd.add(query.start_place(), options) {
                self.crowd.go_to(key, query.goal_place()).unwrap();
            }
        }
    }

    /// Tells the crowd of the last edit, walks some steps, and checks everyone. Returns how many walked.
    pub(super) fn follow(&mut self, map: &LiveMesh, queries: &[PathQuery], story: &str) -> u32 {
        let [all, dry] = finders(map, self.filter);
        let before = self.crowd.keys().find_map(|key| {
            let is_dry = self.crowd.options(key)?.class == self.classes[1];
            self.crowd.agent_mesh(key).filter(|_| is_dry).cloned()
        });
        // The edit may have changed the water.
        let dry_walls = before
            .map(|mesh| WallsBefore::whole(&mesh).after_rebuild(&dry.current_mesh()))
            .unwrap_or_default();
        self.crowd.edit_maps([(all, map.report().walls()), (dry, &dry_walls)]).unwrap();
        self.send(queries);
        let mut walked = 0;
        for _ in 0..4 {
            self.crowd.step(0.25, u64::MAX).unwrap();
            walked += self.check(map, story);
        }
        // Few agents are enough, and the last ones are the newest.
        while self.crowd.len() > 12 {
            let first = self.crowd.keys().next().unwrap();
            self.crowd.remove(first).unwrap();
        }
        walked
    }

    /// Checks that everyone is on the mesh of its class, as it is now, and waits only where no path leads on.
    fn check(&self, map: &LiveMesh, story: &str) -> u32 {
        let finders = finders(map, self.filter);
        let mut walked = 0;
        for key in self.crowd.keys() {
            let place = self.crowd.place(key).unwrap();
            let class = self.crowd.options(key).unwrap().class;
            let finder = &finders[class.index()];
            let mesh = finder.current_mesh();
            assert!(mesh.own_incidence(&place).is_some(), "{story}: {place}");
            match self.crowd.agent_state(key).unwrap() {
                AgentState::Walks => walked += 1,
                AgentState::Waits => {
                    let goal = self.crowd.goal(key).unwrap();
                    let found = finder.find_path(&PathQuery::new(place, goal));
                    assert!(found.is_err(), "{story}: {place} waits, and {goal} can be reached");
                }
                _ => {}
            }
        }
        walked
    }
}

/// The finders of the classes.
fn finders(map: &LiveMesh, filter: FilterId) -> [MeshFinder; 2] {
    let all = map.finder();
    let dry = all.filtered(filter).unwrap();
    [all, dry]
}
