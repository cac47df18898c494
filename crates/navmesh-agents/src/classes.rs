//! Classes of agents: each has a finder of its own, and the mesh on which its agents walk.

use std::fmt;
use std::sync::Arc;

use navmesh_core::{MeshPathfinder, NavMesh, Place};
use navmesh_search::{MeshQueries, QueryMemory};

use crate::agent::{AgentOptions, ClassId, CrowdError};
use crate::rows::Rows;

/// A finder, and its mesh.
#[derive(Clone)]
pub(crate) struct Class {
    pub(crate) finder: Arc<dyn MeshPathfinder>,
    pub(crate) mesh: Arc<NavMesh>,
}

impl fmt::Debug for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Class").field("mesh", &self.mesh).finish_non_exhaustive()
    }
}

impl Class {
    pub(crate) fn new(finder: impl MeshPathfinder + 'static) -> Self {
        Self { mesh: finder.current_mesh(), finder: Arc::new(finder) }
    }

    /// Returns an error for an agent that is wider than the mesh permits. A mesh of radius 0 permits every agent.
    pub(crate) fn check(&self, options: &AgentOptions) -> Result<(), CrowdError> {
        let (radius, of_mesh) = (options.radius, self.mesh.agent_radius());
        if of_mesh > 0.0 && radius > of_mesh {
            return Err(CrowdError::TooWide { radius, of_mesh });
        }
        Ok(())
    }
}

/// All classes.
#[derive(Debug, Clone)]
pub(crate) struct Classes {
    /// The classes, by their ids.
    all: Vec<Class>,
    /// The class with the smallest radius of a mesh, the first of several.
    ground: ClassId,
}

impl Classes {
    /// Joins classes, of which there is at least one.
    pub(crate) fn new(all: Vec<Class>) -> Self {
        let radius = |id: &usize| all[*id].mesh.agent_radius();
        let least = (0..all.len()).min_by(|a, b| radius(a).total_cmp(&radius(b)));
        Self { ground: ClassId(least.unwrap_or(0) as u32), all }
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns these classes and another one, whose id comes after theirs.
    pub(crate) fn with(&self, class: Class) -> Self {
        Self::new(self.all.iter().cloned().chain([class]).collect())
    }

    pub(crate) fn get(&self, id: ClassId) -> Result<&Class, CrowdError> {
        self.all.get(id.index()).ok_or(CrowdError::UnknownClass(id))
    }

    /// Returns the class of an agent of the crowd.
    pub(crate) fn of_row(&self, rows: &Rows, row: usize) -> &Class {
        &self.all[rows.options[row].class.index()]
    }

    pub(crate) fn mesh(&self, id: ClassId) -> &Arc<NavMesh> {
        &self.all[id.index()].mesh
    }

    /// Returns the class with the smallest radius of a mesh, the first of several. Its ground holds that of the wider
    /// agents on the same map.
    pub(crate) fn ground(&self) -> ClassId {
        self.ground
    }

    /// Returns the radius of an agent on the ground: if its own mesh ends farther from the walls, it is larger there.
    pub(crate) fn radius_on_ground(&self, rows: &Rows, row: usize) -> f64 {
        let inset = |id: ClassId| self.mesh(id).agent_radius();
        let options = &rows.options[row];
        options.radius + (inset(options.class) - inset(self.ground()))
    }

    /// Returns the place of an agent as one of another class: without the cell, which is one of its own mesh.
    fn place_for(&self, class: ClassId, rows: &Rows, row: usize) -> Place {
        let place = rows.places[row];
        if rows.options[row].class == class { place } else { Place { cell: None, ..place } }
    }
}

/// Queries on the meshes of all classes, with one memory.
pub(crate) struct ClassQueries<'m> {
    classes: &'m Classes,
    class: ClassId,
    queries: MeshQueries<'m>,
}

impl<'m> ClassQueries<'m> {
    pub(crate) fn new(classes: &'m Classes, memory: QueryMemory) -> Self {
        let class = ClassId::default();
        Self { classes, class, queries: MeshQueries::with_memory(classes.mesh(class), memory) }
    }

    /// Returns queries on the mesh of a class.
    pub(crate) fn of(&mut self, class: ClassId) -> &mut MeshQueries<'m> {
        if class != self.class {
            self.queries.set_mesh(self.classes.mesh(class));
            self.class = class;
        }
        &mut self.queries
    }

    /// True if an agent sees another one. Agents of two classes look on the mesh with the smaller radius, where both are.
    pub(crate) fn sees(&mut self, rows: &Rows, [own, other]: [usize; 2]) -> bool {
        let classes = [own, other].map(|row| rows.options[row].class);
        let [radius, others] = classes.map(|class| self.classes.mesh(class).agent_radius());
        let class = if others < radius { classes[1] } else { classes[0] };
        let [from, to] = [own, other].map(|row| self.classes.place_for(class, rows, row));
        self.of(class).sees(from, to).unwrap_or(false)
    }

    pub(crate) fn into_memory(self) -> QueryMemory {
        self.queries.into_memory()
    }
}
