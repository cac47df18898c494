//! Collects outlines under stable keys, and runs the stages.

use navmesh_core::{NavMesh, Outline, Outlines};
use slotmap::{SlotMap, new_key_type};

use crate::assemble::assemble;
use crate::classify::classify;
use crate::clean::clean;
use crate::error::{BuildError, Role};
use crate::half_edges::HalfEdges;
use crate::merge::merge;
use crate::options::{BuildOptions, Merge};
use crate::report::BuildReport;
use crate::split::triangulate_crossing_free;

new_key_type! {
    /// The handle of an outline that was added to a [`NavMeshBuilder`].
    pub struct OutlineKey;
}

/// Collects outlines and builds meshes of them, as often as wanted.
///
/// `Clone + Send`: clone it and build in the background while the original takes the next changes.
#[doc(alias("bake", "NavMeshSurface", "recast"))]
#[derive(Debug, Clone, Default)]
pub struct NavMeshBuilder {
    outlines: SlotMap<OutlineKey, (Role, Outline)>,
    /// The keys in the order in which they were added.
    order: Vec<OutlineKey>,
    options: BuildOptions,
}

impl NavMeshBuilder {
    /// A builder without outlines.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A builder with all of `outlines`, in their order.
    #[must_use]
    pub fn from_outlines(outlines: Outlines) -> Self {
        let mut builder = Self::new();
        for outline in outlines.walkable {
            builder.add_walkable(outline);
        }
        for outline in outlines.obstacles {
            builder.add_obstacle(outline);
        }
        builder
    }

    /// The same builder with other options.
    #[must_use]
    pub fn with_options(mut self, options: BuildOptions) -> Self {
        self.options = options;
        self
    }

    /// Adds walkable ground.
    pub fn add_walkable(&mut self, outline: Outline) -> OutlineKey {
        self.add(Role::Walkable, outline)
    }

    /// Adds an obstacle: nobody walks there, whatever walkable outlines cover it.
    #[doc(alias("carve", "addObstacle", "NavMeshObstacle"))]
    pub fn add_obstacle(&mut self, outline: Outline) -> OutlineKey {
        self.add(Role::Obstacle, outline)
    }

    fn add(&mut self, role: Role, outline: Outline) -> OutlineKey {
        let key = self.outlines.insert((role, outline));
        self.order.push(key);
        key
    }

    /// Takes an outline out again; `None` where the key is not of this builder any more.
    ///
    /// Complexity: linear in the number of outlines.
    pub fn remove(&mut self, key: OutlineKey) -> Option<Outline> {
        let (_, outline) = self.outlines.remove(key)?;
        self.order.retain(|&kept| kept != key);
        Some(outline)
    }

    /// Everything added and not removed, in the order in which it was added.
    #[must_use]
    pub fn outlines(&self) -> Outlines {
        let of_role = |wanted: Role| {
            let all = self.order.iter().filter_map(|&key| self.outlines.get(key));
            all.filter(|(role, _)| *role == wanted).map(|(_, outline)| outline.clone()).collect()
        };
        Outlines { walkable: of_role(Role::Walkable), obstacles: of_role(Role::Obstacle) }
    }

    /// Builds the mesh; the builder keeps its outlines.
    ///
    /// The same outlines in the same order give the same mesh, bit for bit.
    /// Complexity: O(n log n) in the number of points, plus the number of crossings.
    ///
    /// # Errors
    ///
    /// Input that is no outline, or no walkable ground; each with its place. See [`BuildError`].
    pub fn build(&self) -> Result<(NavMesh, BuildReport), BuildError> {
        build_outlines(&self.outlines(), &self.options)
    }
}

/// Builds the mesh of everything that a walkable outline covers and no obstacle does.
///
/// # Errors
///
/// As [`NavMeshBuilder::build`].
pub fn build_outlines(
    outlines: &Outlines,
    options: &BuildOptions,
) -> Result<(NavMesh, BuildReport), BuildError> {
    let mut report = BuildReport::default();
    let soup = clean(outlines, &mut report)?;
    let triangulation = triangulate_crossing_free(soup, &mut report)?;
    let walkable = classify(&triangulation);
    report.triangles = walkable.iter().filter(|&&inside| inside).count();
    let mut cells = HalfEdges::of_walkable(&triangulation.triangles, &walkable);
    let points = triangulation.soup.points;
    drop(triangulation.triangles);
    if options.merge == Merge::LongestEdgeFirst {
        merge(&mut cells, &points);
    }
    let raw = assemble(&cells, &points);
    if raw.cell_count() == 0 {
        let (walkable, obstacles) = (outlines.walkable.len(), outlines.obstacles.len());
        return Err(BuildError::NothingWalkable { walkable, obstacles });
    }
    let mesh = NavMesh::from_raw(&raw)?;
    report.cells = mesh.cell_count();
    Ok((mesh, report))
}
