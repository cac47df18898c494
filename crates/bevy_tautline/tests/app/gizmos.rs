//! The wish for gizmos with colours, as lines in Bevy's buffers.

use bevy_app::App;
use bevy_asset::{AssetPlugin, Assets};
use bevy_gizmos::config::GizmoConfigStore;
use bevy_gizmos::{GizmoAsset, GizmoPlugin};
use bevy_tautline::prelude::*;
use bevy_tautline::{NavGizmos, NavGizmosPlugin, NavOutline};

use crate::game::{Game, app_with, tick};

/// Returns the number of points in the buffers of all gizmos.
fn points(app: &mut App) -> usize {
    app.ticks(1);
    let assets = app.world().resource::<Assets<GizmoAsset>>();
    assets
        .iter()
        .map(|(_, asset)| {
            asset.buffer().list_positions.len() + asset.buffer().strip_positions.len()
        })
        .sum()
}

#[test]
fn gizmos_with_colours() {
    let mut app = app_with(TautlinePlugin::default(), tick());
    app.add_plugins((AssetPlugin::default(), GizmoPlugin, NavGizmosPlugin));
    app.world_mut()
        .spawn((NavMap::for_radii(&[0.4]), NavGround::rect([-20.0, -10.0], [20.0, 10.0])));
    let empty = points(&mut app);
    app.world_mut().spawn(NavArea::new(NavOutline::rect([-1.0, -5.0], [1.0, 5.0]), "mud", 2.0));
    let map = points(&mut app);
    app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.ticks(1);
    let agent = points(&mut app);
    assert!(empty >= 8 && map > empty && agent > map, "{empty} {map} {agent}");
    let mut store = app.world_mut().resource_mut::<GizmoConfigStore>();
    store.config_mut::<NavGizmos>().1.cells = None;
    assert!(points(&mut app) < agent);
}
