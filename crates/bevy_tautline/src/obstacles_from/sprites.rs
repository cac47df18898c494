//! The rectangles of sprites.

use bevy_asset::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParamItem;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::Vec2;
use bevy_sprite::{Anchor, Sprite};

use super::ShapeSource;
use crate::shapes::NavOutline;

/// The images, the layouts of atlases and the anchors, on which the rectangle of a sprite depends.
type Parts = (
    Option<Res<'static, Assets<Image>>>,
    Option<Res<'static, Assets<TextureAtlasLayout>>>,
    Query<'static, 'static, &'static Anchor>,
);

/// The rectangle of a sprite, where and as large as it is drawn.
impl ShapeSource for Sprite {
    type Param = Parts;
    type Changed = Or<(Changed<Sprite>, Changed<Anchor>, AssetChanged<Sprite>)>;

    fn outlines(
        &self,
        entity: Entity,
        (images, layouts, anchors): &SystemParamItem<'_, '_, Parts>,
    ) -> Option<Vec<NavOutline>> {
        let of_part = || self.rect.map(|rect| rect.size());
        let of_image = || match &self.texture_atlas {
            Some(atlas) => atlas.texture_rect(layouts.as_ref()?).map(|rect| rect.size().as_vec2()),
            None => images.as_ref()?.get(&self.image).map(Image::size_f32),
        };
        let size: Vec2 = self.custom_size.or_else(of_part).or_else(of_image)?;
        let middle = anchors.get(entity).map_or(Vec2::ZERO, |anchor| -anchor.as_vec() * size);
        Some(vec![NavOutline::rect(middle - size / 2.0, middle + size / 2.0)])
    }
}
