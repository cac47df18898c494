//! The components in the registry of types.

use bevy_app::App;

use crate::agent::{
    DesiredVelocity, Destination, Driven, NavAgent, NavAgentState, NavField, NavFilter, NavHeading,
    NavPath,
};
use crate::map::{NavFloor, NavMap, OnMaps};
use crate::order::NavOrder;
use crate::request::{NavAnswer, NavRequest};
use crate::shapes::{
    NavArea, NavConnection, NavDoor, NavGround, NavIgnore, NavLink, NavObstacle, NavWall,
};

/// Registers all components, and the types that they are made of.
pub(crate) fn register(app: &mut App) {
    app.register_type::<DesiredVelocity>()
        .register_type::<Destination>()
        .register_type::<Driven>()
        .register_type::<NavAgent>()
        .register_type::<NavAgentState>()
        .register_type::<NavField>()
        .register_type::<NavFilter>()
        .register_type::<NavHeading>()
        .register_type::<NavPath>()
        .register_type::<NavFloor>()
        .register_type::<NavMap>()
        .register_type::<OnMaps>()
        .register_type::<NavOrder>()
        .register_type::<NavAnswer>()
        .register_type::<NavRequest>()
        .register_type::<NavArea>()
        .register_type::<NavConnection>()
        .register_type::<NavDoor>()
        .register_type::<NavGround>()
        .register_type::<NavIgnore>()
        .register_type::<NavLink>()
        .register_type::<NavObstacle>()
        .register_type::<NavWall>();
}
