//! Outlines that change, and what each edit changes in their mesh.
//!
//! [`LiveOutlines`] holds the outlines behind a mesh. [`LiveOutlines::apply`] takes edits of outlines and
//! returns a [`MeshChange`], which the caller applies to the mesh.

mod edit;
mod error;
mod record;
mod changes;
mod anchors;
mod index;
mod inset;
mod body;
mod cuts;
mod cavity;
mod doors;
mod links;
mod kinds;
mod step;
mod faces;
mod emit;

use std::sync::Arc;

use navmesh_core::backend::{DoorChange, MeshPatch, SharedClearance};
use navmesh_core::{DVec2, Link, NavMesh};

pub use doors::DoorNumbers;
pub use edit::OutlineEdit;
pub use error::{EditError, RebuildReason};

use crate::builder::{LinkKey, LiveKey, NavMeshBuilder};
use crate::cells::links::placed_link;
use crate::error::BuildError;
use crate::input::reaches::Reaches;
use crate::options::OffMeshLinks;
use crate::report::{BuildReport, Repair};
use changes::AllChanges;
use index::SegmentIndex;
use inset::Inset;
use kinds::{KindUses, Kinds};
use record::Recorded;
use step::{LocalChange, Meanings};

/// The outlines behind a mesh that changes.
///
/// ```
/// use navmesh_build::{LiveOutlines, MeshChange, NavMeshBuilder, OutlineEdit};
/// use navmesh_core::Outline;
///
/// let mut builder = NavMeshBuilder::new();
/// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
/// let (mut outlines, mut mesh, _) = LiveOutlines::new(builder)?;
/// let crate_ = Outline::rect([4.0, 2.0], [6.0, 5.0]);
/// let step = outlines.apply(&mesh, &[OutlineEdit::AddObstacle(crate_)])?;
/// match step.change {
///     MeshChange::Patch(patch) => { mesh.apply_patch(&patch)?; }
///     MeshChange::Rebuilt { mesh: new, .. } => mesh = *new,
/// }
/// assert_eq!(mesh.area(), 74.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct LiveOutlines {
    builder: NavMeshBuilder,
    /// The segments that the mesh is made of, by ascending floor.
    floors: Vec<SegmentIndex>,
    /// True if there is a floor other than 0, or a floor connection.
    has_floors: bool,
    /// The ground behind the inset for agents with a radius; `None` while local steps are not possible.
    inset: Option<Inset>,
    doors: DoorNumbers,
    kinds: KindUses,
    /// The distance by which the outlines are welded; 0 for none.
    weld: f64,
    /// The reaches of all chains, on which the default distance depends.
    reaches: Reaches,
    /// The links after welding; none without a weld distance.
    welded_links: Vec<Link>,
    /// The points that vanished by welding: their outlines have no side there any more.
    vanished: Vec<DVec2>,
}

/// The outcome of edits.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct EditStep {
    /// The key of each edit, in order: of the outline that it added, replaced, removed or restored.
    pub keys: Vec<LiveKey>,
    /// The change of the mesh.
    pub change: MeshChange,
    /// True if rounding may have moved walls of other outlines, where these edits cut them. Then even a new obstacle may
    /// free ground as wide as the rounding.
    pub moves_others: bool,
    /// The edits that undo these, in the order in which to apply them. They restore keys and order.
    pub inverse: Vec<OutlineEdit>,
    /// The former numbers of the doors whose numbers these edits change; see [`LiveOutlines::renumber_doors`].
    pub doors: DoorNumbers,
    /// The repairs of new outlines. The index of an outline in [`Repair::place`] is that of its edit.
    pub repairs: Vec<Repair>,
}

/// The change of a mesh by edits of its outlines.
#[derive(Debug, Clone)]
pub enum MeshChange {
    /// Cells to remove and to add; apply it with [`NavMesh::apply_patch`].
    Patch(Box<MeshPatch>),
    /// A new mesh of all outlines.
    Rebuilt {
        /// The new mesh. Its ids have no relation to those of the old one.
        mesh: Box<NavMesh>,
        /// The reason why a local step was not enough.
        reason: RebuildReason,
    },
}

/// A change of the mesh, and what goes with it in [`EditStep`].
struct Changed {
    change: MeshChange,
    moves_others: bool,
    doors: DoorNumbers,
}

impl LiveOutlines {
    /// Builds the mesh of a builder and keeps its outlines.
    ///
    /// Later builds close links whose ends are blocked ([`OffMeshLinks::Close`]).
    ///
    /// Complexity: that of [`NavMeshBuilder::build`].
    ///
    /// # Errors
    ///
    /// Those of [`NavMeshBuilder::build`].
    pub fn new(mut builder: NavMeshBuilder) -> Result<(Self, NavMesh, BuildReport), BuildError> {
        let (mesh, report) = builder.build()?;
        builder.options.off_mesh_links = OffMeshLinks::Close;
        let (doors, kinds) = (DoorNumbers::of(&builder), KindUses::of(&builder));
        let (floors, has_floors) = (Vec::new(), false);
        let mut outlines = Self {
            builder,
            floors,
            has_floors,
            inset: None,
            doors,
            kinds,
            weld: 0.0,
            reaches: Reaches::default(),
            welded_links: Vec::new(),
            vanished: Vec::new(),
        };
        outlines.index_all();
        Ok((outlines, mesh, report))
    }

    /// Returns the builder with the outlines that stand.
    #[must_use]
    pub fn builder(&self) -> &NavMeshBuilder {
        &self.builder
    }

    /// Applies edits in order, and computes what they change in the mesh of the outlines that stand.
    ///
    /// Either all edits take effect or none. An outline that an edit removes keeps its key until
    /// [`LiveOutlines::forget`], so that [`OutlineEdit::Restore`] can bring it back.
    ///
    /// # Errors
    ///
    /// [`EditError`]; all outlines are then as before.
    pub fn apply(&mut self, mesh: &NavMesh, edits: &[OutlineEdit]) -> Result<EditStep, EditError> {
        let Recorded { keys, inverse, repairs, changes, new_links } = self.record_edits(edits)?;
        let changes_index = self.changes_index(&changes);
        match self.change(mesh, changes, &new_links) {
            Ok(Changed { change, moves_others, doors }) => {
                Ok(EditStep { keys, change, moves_others, inverse, doors, repairs })
            }
            Err(error) => {
                self.take_back(&keys, edits, inverse);
                if self.has_radius() || changes_index {
                    self.index_all();
                }
                Err(EditError::Unbuildable { error })
            }
        }
    }

    /// Applies edits to the outlines alone, for a mesh that already has changed: by the inverse of a patch,
    /// or in another copy. Returns the keys.
    ///
    /// The doors keep their numbers; [`LiveOutlines::renumber_doors`] takes over those of the mesh.
    ///
    /// # Errors
    ///
    /// [`EditError`], but not [`EditError::Unbuildable`]; all outlines are then as before.
    pub fn record(&mut self, edits: &[OutlineEdit]) -> Result<Vec<LiveKey>, EditError> {
        let Recorded { keys, mut changes, .. } = self.record_edits(edits)?;
        let is_followed = self.follow(&mut changes).is_ok() || !self.has_inset();
        if !is_followed || self.changes_index(&changes) {
            self.index_all();
        }
        Ok(keys)
    }

    /// Returns the border before the inset, for agents with a radius; `None` if it is not at hand.
    #[must_use]
    pub fn clearance(&self) -> Option<Arc<SharedClearance>> {
        self.inset.as_ref().map(Inset::clearance)
    }

    /// Takes over the numbers of doors in a mesh that is the present one from now on: those from before a step
    /// ([`EditStep::doors`]) if its patch was undone, or if the mesh from before its rebuild is back. Returns the former
    /// numbers of the same doors, which do the step again.
    ///
    /// Complexity: O(log n) a door.
    pub fn renumber_doors(&mut self, numbers: DoorNumbers) -> DoorNumbers {
        self.doors.renumber(numbers)
    }

    /// Takes over the numbers of doors in a fresh mesh of the builder. Returns the former numbers.
    ///
    /// Complexity: O(n log n) in the number of doors.
    pub fn renumber_all_doors(&mut self) -> DoorNumbers {
        self.doors.renumber_all(&self.builder)
    }

    /// Returns the change of the mesh.
    fn change(
        &mut self,
        mesh: &NavMesh,
        changes: AllChanges,
        new_links: &[LinkKey],
    ) -> Result<Changed, BuildError> {
        let changes_index = self.changes_index(&changes);
        match self.local_change(mesh, changes) {
            Ok((LocalChange { patch, moves_others }, doors)) => {
                Ok(Changed { change: MeshChange::Patch(Box::new(patch)), moves_others, doors })
            }
            Err(reason) => {
                let mesh = Box::new(self.builder.build_mesh()?);
                for &key in new_links {
                    self.check_ends(key, &mesh)?;
                }
                let doors = self.renumber_all_doors();
                if changes_index || self.has_inset() && self.inset.is_none() {
                    self.index_all();
                }
                let change = MeshChange::Rebuilt { mesh, reason };
                Ok(Changed { change, moves_others: true, doors })
            }
        }
    }

    /// Returns the local change of the mesh with the former numbers of doors, or the reason why only a whole build is right.
    fn local_change(
        &mut self,
        mesh: &NavMesh,
        mut changes: AllChanges,
    ) -> Result<(LocalChange, DoorNumbers), RebuildReason> {
        if changes.has_welds {
            return Err(RebuildReason::Weld);
        }
        let moves_ground = !changes.ground.is_empty();
        self.follow(&mut changes)?;
        if changes.has_links {
            return Err(RebuildReason::Links);
        }
        self.check_floors(&changes)?;
        let (former, doors) = self.doors.follow(mesh, &self.builder, &changes.keys);
        let mut local = match self.local_steps(mesh, &changes, doors) {
            Ok(local) => local,
            Err(reason) => {
                self.doors.renumber(former);
                return Err(reason);
            }
        };
        if moves_ground {
            local.patch.clearance = self.clearance();
            // The curve of a ring may be rounded in another way far from the edit.
            local.moves_others = true;
        }
        Ok((local, former))
    }

    /// Returns the local changes of all floors together.
    fn local_steps(
        &self,
        mesh: &NavMesh,
        changes: &AllChanges,
        doors: Vec<DoorChange>,
    ) -> Result<LocalChange, RebuildReason> {
        let builder = &self.builder;
        let kinds = Kinds::after(mesh, builder, &self.kinds, &changes.keys);
        let weld = self.weld;
        let meanings = Meanings { builder, weld, doors: &self.doors, kinds: &kinds };
        let mut all = LocalChange::default();
        for index in &self.floors {
            let Some(own) = changes.drawn.get(&index.layer) else { continue };
            let LocalChange { patch, moves_others } = step::patch(mesh, index, meanings, own)?;
            all.patch.removed.extend(patch.removed);
            all.patch.cells.extend(patch.cells);
            all.moves_others |= moves_others;
        }
        (all.patch.doors, all.patch.areas) = (doors, kinds.changes.clone());
        let links = || if weld == 0.0 { builder.links() } else { self.welded_links.clone() };
        links::check_ends(mesh, meanings, links, &all.patch)?;
        Ok(all)
    }

    /// Brings the inset up to date with edits of the ground. Drops it if a local step is not enough.
    fn follow(&mut self, changes: &mut AllChanges) -> Result<(), RebuildReason> {
        if !self.has_radius() {
            return Ok(());
        }
        if self.has_floors {
            return Err(RebuildReason::Floors);
        }
        let (Some(inset), [index, ..]) = (&mut self.inset, &mut self.floors[..]) else {
            return Err(RebuildReason::Radius);
        };
        let drawn = changes.drawn.entry(0).or_default();
        let followed = inset.follow(&self.builder, self.weld, &changes.ground, index, drawn);
        if followed.is_err() {
            self.inset = None;
        }
        followed
    }

    /// True if edits change more of the indexes than their own shapes.
    fn changes_index(&self, changes: &AllChanges) -> bool {
        // The ends of links are welded too.
        let welds_links = changes.has_links && self.weld != 0.0;
        changes.has_welds || welds_links || self.changes_floors(changes)
    }

    fn has_radius(&self) -> bool {
        self.builder.options.agent_radius != 0.0
    }

    /// True if local steps need an inset.
    fn has_inset(&self) -> bool {
        self.has_radius() && !self.has_floors
    }

    /// Checks that a mesh holds the ends of a link.
    fn check_ends(&self, key: LinkKey, mesh: &NavMesh) -> Result<(), BuildError> {
        // Welding may have moved the ends that stand in the builder.
        let mut placed = self.builder.link_keys().zip(mesh.links()).enumerate();
        let Some((number, (_, link))) = placed.find(|(_, (own, _))| *own == key) else {
            return Ok(());
        };
        placed_link(number, link, mesh, OffMeshLinks::Refuse).map(|_| ())
    }
}

#[cfg(test)]
mod tests;
