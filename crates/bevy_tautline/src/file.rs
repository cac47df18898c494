//! Maps from files: assets whose shapes become children of an entity.

mod outlines;
mod cells;

use bevy_app::{App, Plugin, Update};
use bevy_asset::io::Reader;
use bevy_asset::prelude::*;
use bevy_asset::{AssetLoadFailedEvent, AssetLoader, LoadContext};
use bevy_ecs::prelude::*;
use bevy_reflect::TypePath;
use bevy_transform::prelude::Transform;
use tautline::NavMesh;
use tautline::io::{ReadError, read_geojson, read_mesh, read_nav};
use tautline::mesh::MeshDefects;

use crate::events::MapFailed;
use crate::map::{NavFloor, NavMap, OnMaps};
use crate::shapes::{NavArea, NavConnection, NavDoor, NavGround, NavLink, NavObstacle, NavWall};

/// Loads files as [`NavFile`] and spawns their shapes. Bevy's `AssetPlugin` has to be there before.
#[derive(Debug, Clone, Copy, Default)]
pub struct NavFilePlugin;

/// The shapes of a file: GeoJSON (`.geojson`), or the cells of a mesh of the engine (`.nav`) or of Polyanya (`.mesh`).
///
/// A mesh serves as ground, with its areas, doors, links and floors. It has to be one for points: agents keep their own
/// distance from walls. All coordinates are rounded to `f32`.
#[derive(Debug, Clone, Asset, TypePath)]
pub struct NavFile {
    parts: Vec<Part>,
}

/// The file whose shapes are on the map. They are children of the entity, with the names of the file as `Name`, and change
/// with the file. If the entity is a map, they are on that one alone; otherwise on the maps of its [`OnMaps`].
///
/// A file that cannot be read triggers [`MapFailed`], and the shapes before stay.
#[derive(Debug, Clone, PartialEq, Eq, Component)]
#[require(Transform)]
pub struct NavMapFile(pub Handle<NavFile>);

/// A shape of a file.
#[derive(Debug, Clone)]
struct Part {
    name: String,
    floor: u32,
    shape: Shape,
}

#[derive(Debug, Clone)]
enum Shape {
    Ground(NavGround),
    Obstacle(NavObstacle),
    Wall(NavWall),
    Area(NavArea),
    Door(NavDoor),
    Link(NavLink),
    Connection(NavConnection),
}

/// A child that came from the file of its parent.
#[derive(Component)]
struct FromFile;

impl Part {
    /// Adds the components of the shape to an entity.
    fn insert(&self, entity: &mut EntityCommands<'_>) {
        if !self.name.is_empty() {
            entity.insert(Name::new(self.name.clone()));
        }
        if self.floor != 0 {
            entity.insert(NavFloor(self.floor));
        }
        match self.shape.clone() {
            Shape::Ground(ground) => entity.insert(ground),
            Shape::Obstacle(obstacle) => entity.insert(obstacle),
            Shape::Wall(wall) => entity.insert(wall),
            Shape::Area(area) => entity.insert(area),
            Shape::Door(door) => entity.insert(door),
            Shape::Link(link) => entity.insert(link),
            Shape::Connection(connection) => entity.insert(connection),
        };
    }
}

/// The reason why a file is no map.
#[derive(Debug)]
#[non_exhaustive]
pub enum NavFileError {
    /// The file cannot be read.
    Io(std::io::Error),
    /// The text is not UTF-8.
    NotUtf8(std::string::FromUtf8Error),
    /// The text or the bytes do not follow the format.
    Format(ReadError),
    /// The cells are no mesh.
    Mesh(MeshDefects),
    /// The mesh was built for agents of this radius, and its walls are lost. Build it for points, or load its GeoJSON.
    Radius(f64),
}

impl std::fmt::Display for NavFileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::NotUtf8(error) => error.fmt(f),
            Self::Format(error) => error.fmt(f),
            Self::Mesh(defects) => defects.fmt(f),
            Self::Radius(radius) => {
                write!(f, "the mesh was built for agents of radius {radius}; build it for radius 0")
            }
        }
    }
}

impl std::error::Error for NavFileError {}

impl From<ReadError> for NavFileError {
    fn from(error: ReadError) -> Self {
        Self::Format(error)
    }
}

/// Reads the three formats.
#[derive(Default, TypePath)]
struct Loader;

impl AssetLoader for Loader {
    type Asset = NavFile;
    type Settings = ();
    type Error = NavFileError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<NavFile, NavFileError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await.map_err(NavFileError::Io)?;
        let path = context.path().path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        Ok(NavFile { parts: parts(bytes, extension.unwrap_or_default())? })
    }

    fn extensions(&self) -> &[&str] {
        &["nav", "mesh", "geojson"]
    }
}

fn parts(bytes: Vec<u8>, extension: &str) -> Result<Vec<Part>, NavFileError> {
    let text = |bytes| String::from_utf8(bytes).map_err(NavFileError::NotUtf8);
    match extension {
        "nav" => cells::parts(&read_nav(&bytes)?),
        "mesh" => {
            let raw = read_mesh(&text(bytes)?)?;
            cells::parts(&NavMesh::from_raw(&raw).map_err(NavFileError::Mesh)?)
        }
        _ => Ok(outlines::parts(&read_geojson(&text(bytes)?)?)),
    }
}

impl Plugin for NavFilePlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<NavFile>().register_asset_loader(Loader);
        app.add_systems(Update, (report, forget, place).chain());
    }
}

/// Tells the entities of files that cannot be read.
fn report(
    mut commands: Commands,
    mut failed: MessageReader<AssetLoadFailedEvent<NavFile>>,
    files: Query<(Entity, &NavMapFile)>,
) {
    for event in failed.read() {
        for (entity, _) in files.iter().filter(|(_, file)| file.0.id() == event.id) {
            commands.trigger(MapFailed { entity, reason: event.error.to_string() });
        }
    }
}

type Parent<'a> =
    (Entity, Ref<'a, NavMapFile>, Option<&'a OnMaps>, Has<NavMap>, Option<&'a Children>);

/// Spawns the shapes of files that are new or have changed.
fn place(
    mut commands: Commands,
    mut events: MessageReader<AssetEvent<NavFile>>,
    assets: Res<Assets<NavFile>>,
    files: Query<Parent<'_>>,
    own: Query<(), With<FromFile>>,
) {
    let changed: Vec<AssetId<NavFile>> = (events.read())
        .filter_map(|event| match event {
            AssetEvent::Added { id } | AssetEvent::Modified { id } => Some(*id),
            _ => None,
        })
        .collect();
    for (parent, file, maps, is_map, children) in &files {
        let Some(asset) = assets.get(&file.0) else { continue };
        if !file.is_changed() && !changed.contains(&file.0.id()) {
            continue;
        }
        for child in children.into_iter().flatten().filter(|&&child| own.contains(child)) {
            commands.entity(*child).try_despawn();
        }
        let maps = if is_map { Some(OnMaps(vec![parent])) } else { maps.cloned() };
        for part in &asset.parts {
            let mut child = commands.spawn((FromFile, Transform::default(), ChildOf(parent)));
            part.insert(&mut child);
            if let Some(maps) = &maps {
                child.insert(maps.clone());
            }
        }
    }
}

/// Despawns the shapes of entities that have no file any more.
fn forget(
    mut commands: Commands,
    mut removed: RemovedComponents<NavMapFile>,
    parents: Query<&Children, Without<NavMapFile>>,
    own: Query<(), With<FromFile>>,
) {
    for parent in removed.read() {
        let children = parents.get(parent).into_iter().flatten();
        for child in children.filter(|&&child| own.contains(child)) {
            commands.entity(*child).try_despawn();
        }
    }
}
