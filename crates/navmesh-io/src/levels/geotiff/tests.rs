use std::io::Cursor;

use navmesh_testkit::SplitMix64;
use tiff::encoder::colortype::{ColorType, Gray16, Gray32Float, GrayI16, RGB8};
use tiff::encoder::{TiffEncoder, TiffValue};
use tiff::tags::Tag;

use super::*;

/// Returns a file of an image with tags.
fn file<C: ColorType>(columns: u32, data: &[C::Inner], tags: &[(Tag, &dyn Written)]) -> Vec<u8>
where
    [C::Inner]: TiffValue,
{
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut bytes).unwrap();
    let rows = (data.len() / C::SAMPLE_FORMAT.len()) as u32 / columns;
    let mut image = encoder.new_image::<C>(columns, rows).unwrap();
    for (tag, value) in tags {
        value.write(*tag, &mut |tag, value| match value {
            Value::Floats(value) => image.encoder().write_tag(tag, value).unwrap(),
            Value::Shorts(value) => image.encoder().write_tag(tag, value).unwrap(),
            Value::Text(value) => image.encoder().write_tag(tag, value).unwrap(),
        });
    }
    image.write_data(data).unwrap();
    bytes.into_inner()
}

enum Value<'a> {
    Floats(&'a [f64]),
    Shorts(&'a [u16]),
    Text(&'a str),
}

trait Written {
    fn write(&self, tag: Tag, write: &mut dyn FnMut(Tag, Value<'_>));
}

impl<const COUNT: usize> Written for [f64; COUNT] {
    fn write(&self, tag: Tag, write: &mut dyn FnMut(Tag, Value<'_>)) {
        write(tag, Value::Floats(self));
    }
}

impl<const COUNT: usize> Written for [u16; COUNT] {
    fn write(&self, tag: Tag, write: &mut dyn FnMut(Tag, Value<'_>)) {
        write(tag, Value::Shorts(self));
    }
}

impl Written for &str {
    fn write(&self, tag: Tag, write: &mut dyn FnMut(Tag, Value<'_>)) {
        write(tag, Value::Text(self));
    }
}

const SCALE: (Tag, &dyn Written) = (Tag::ModelPixelScaleTag, &[2.5f64, 2.5, 0.0]);
const TIE: (Tag, &dyn Written) = (Tag::ModelTiepointTag, &[0.0f64, 0.0, 0.0, 1000.0, 5000.0, 0.0]);

/// A directory of the kind of raster and of the model.
fn keys(raster: u16, model: u16) -> [u16; 12] {
    [1, 1, 0, 2, 1024, 0, 1, model, 1025, 0, 1, raster]
}

#[test]
fn heights_lie_in_the_middles_of_cells_or_at_points() {
    let data = [1.0f32, 2.0, 3.0, 4.0, 5.0, -9999.0];
    for (kind, first) in [(1u16, [1001.25, 4996.25]), (2, [1000.0, 4997.5])] {
        let keys = keys(kind, 1);
        let tags: [(Tag, &dyn Written); 4] =
            [SCALE, TIE, (Tag::GeoKeyDirectoryTag, &keys), (Tag::GdalNodata, &"-9999")];
        let map = read_geotiff(&file::<Gray32Float>(3, &data, &tags)).unwrap();
        assert_eq!((map.origin.to_array(), map.spacing, map.columns), (first, 2.5, 3));
        // The lower row first.
        assert_eq!(map.heights[..2], [4.0, 5.0]);
        assert!(map.heights[2].is_nan() && map.heights[3..] == [1.0, 2.0, 3.0]);
        assert_eq!(map.level().triangles.len(), 2);
    }
}

#[test]
fn whole_numbers_and_plain_images_are_heights() {
    let map = read_geotiff(&file::<GrayI16>(2, &[-3, 5, 7, i16::MIN], &[])).unwrap();
    assert_eq!((map.origin, map.spacing), (DVec2::ZERO, 1.0));
    assert_eq!(map.heights, [7.0, -32768.0, -3.0, 5.0]);
    let map = read_geotiff(&file::<Gray16>(1, &[65535, 0], &[])).unwrap();
    assert_eq!(map.heights, [0.0, 65535.0]);
}

#[test]
fn maps_that_no_plan_has_are_refused_with_the_reason() {
    let refused = |bytes: Vec<u8>| read_geotiff(&bytes).unwrap_err().to_string();
    let with = |tags: &[(Tag, &dyn Written)]| file::<Gray32Float>(2, &[0.0; 4], tags);
    let degrees = keys(1, 2);
    assert!(refused(with(&[SCALE, TIE, (Tag::GeoKeyDirectoryTag, &degrees)])).contains("degrees"));
    let flat: (Tag, &dyn Written) = (Tag::ModelPixelScaleTag, &[2.0f64, 3.0, 0.0]);
    assert!(refused(with(&[flat, TIE])).contains("2 by 3"));
    assert!(refused(with(&[(Tag::ModelTransformationTag, &[1.0f64; 16])])).contains("turned"));
    assert!(refused(file::<RGB8>(1, &[1, 2, 3], &[])).contains("3 bands"));
    assert!(refused(b"II*\0".to_vec()).contains("damaged"));
    assert!(refused(Vec::new()).contains("damaged"));
    let never: (Tag, &dyn Written) =
        (Tag::ModelTiepointTag, &[0.0f64, 0.0, 0.0, f64::NAN, 0.0, 0.0]);
    assert!(refused(with(&[SCALE, never])).contains("not finite"));
}

#[test]
fn damaged_files_are_errors() {
    let keys = keys(1, 1);
    let tags: [(Tag, &dyn Written); 3] = [SCALE, TIE, (Tag::GeoKeyDirectoryTag, &keys)];
    let whole = file::<Gray32Float>(8, &[1.0; 64], &tags);
    let mut rng = SplitMix64::new(1);
    let mut read = 0;
    for _ in 0..4_000 {
        let mut bytes = whole.clone();
        for _ in 0..=rng.below(4) {
            let at = rng.below(bytes.len());
            bytes[at] = rng.next_u64() as u8;
        }
        bytes.truncate(if rng.chance(20) { rng.below(bytes.len()) } else { bytes.len() });
        if let Ok(map) = read_geotiff(&bytes) {
            read += 1;
            assert!(map.columns > 0 && map.heights.len() as u64 <= HeightMap::MOST);
        }
    }
    assert!(read > 100, "{read}");
}
