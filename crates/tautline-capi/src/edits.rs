//! The edits of a map: they add, replace, move and remove its shapes.

use tautline::build::{LiveKey, OutlineEdit};

use crate::border::{Buffer, Out, Plain, array, value};
use crate::handles::{get, lock};
use crate::map::Map;
use crate::shapes::{read_shape, replacing, tl_shape};
use crate::status::{Checked, Failure, guard, tl_status};
use crate::types::{tl_map, tl_point};

/// Returns the key of an id. All kinds of shapes share one range of ids.
fn key_of(map: &Map, id: u64) -> Checked<LiveKey> {
    let unknown =
        || Failure::new(tl_status::UnknownId, format_args!("no shape has the id {id:#x}"));
    map.live.builder().key_of_number(id).ok_or_else(unknown)
}

/// The kinds of edits in a batch.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum tl_edit_action {
    /// Adds `shape`.
    Add = 1,
    /// Removes the shape with `id`.
    Remove = 2,
    /// Puts `shape` in place of that with `id`, which is of the same kind. Its floor stays.
    Replace = 3,
}

/// An edit of a batch.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct tl_edit {
    /// A `tl_edit_action`.
    pub action: u32,
    /// 0.
    pub reserved: u32,
    /// The shape to remove or to replace.
    pub id: u64,
    /// The new shape, if there is one.
    pub shape: tl_shape,
}

// SAFETY: numbers and a plain struct.
unsafe impl Plain for tl_edit {}

fn apply(map: &mut Map, edits: &[OutlineEdit]) -> Checked<Vec<u64>> {
    if edits.is_empty() {
        return Ok(Vec::new());
    }
    let touches_costs = edits.iter().any(|edit| match edit.placed().0 {
        OutlineEdit::AddArea(_) | OutlineEdit::Replace(LiveKey::Area(_), _) => true,
        OutlineEdit::Remove(key) => matches!(key, LiveKey::Area(_)),
        _ => false,
    });
    let report = map.live.apply(edits).map_err(Failure::input)?;
    let ids = report.keys.iter().map(|key| key.number()).collect();
    if touches_costs {
        map.note_all()
    } else {
        map.note_walls()
    }
    Ok(ids)
}

/// Makes several edits at once: all of them, or none if one is not possible.
///
/// `ids` takes the id of the shape of each edit, in their order, also of one that was replaced or removed. It has room for
/// `count`, and may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_map_apply(
    map: tl_map,
    edits: *const tl_edit,
    count: usize,
    ids: *mut u64,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (edits, ids) = unsafe {
            let capacity = if ids.is_null() { 0 } else { count };
            (array(edits, count, "edits")?, Buffer::new(ids, capacity, std::ptr::null_mut())?)
        };
        let own = get(map)?;
        let mut map = lock(&own)?;
        let mut own_edits = Vec::with_capacity(edits.len());
        for edit in &edits {
            // SAFETY: the pointers in the shapes are the caller's, by the contract of the crate.
            let shape = || unsafe { read_shape(&edit.shape) };
            own_edits.push(match edit.action {
                1 => shape()?,
                2 => OutlineEdit::Remove(key_of(&map, edit.id)?),
                3 => replacing(&shape()?, key_of(&map, edit.id)?)?,
                action => return Err(Failure::argument(format_args!("{action} is no action"))),
            });
        }
        ids.give_if_any(&apply(&mut map, &own_edits)?);
        Ok(())
    })
}

/// Adds a shape. `*id`, which may be null, becomes its id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_map_add(
    map: tl_map,
    shape: *const tl_shape,
    id: *mut u64,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (shape, id) = unsafe {
            let shape = value(shape, "shape")?;
            (read_shape(&shape)?, Out::optional(id, "id")?)
        };
        let ids = apply(&mut *lock(&*get(map)?)?, &[shape])?;
        if let (Some(to), Some(&id)) = (id, ids.first()) {
            to.put(id);
        }
        Ok(())
    })
}

/// Moves a shape by a vector.
#[unsafe(no_mangle)]
pub extern "C" fn tl_map_move(map: tl_map, id: u64, by: tl_point) -> tl_status {
    guard(|| {
        let own = get(map)?;
        let mut map = lock(&own)?;
        let key = key_of(&map, id)?;
        map.live.move_by(key, by).map_err(Failure::input)?;
        if let LiveKey::Area(_) = key {
            map.note_all()
        } else {
            map.note_walls()
        }
        Ok(())
    })
}

/// Puts a shape in place of another one of the same kind, which keeps its id and its floor.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_map_replace(map: tl_map, id: u64, shape: *const tl_shape) -> tl_status {
    guard(|| {
        // SAFETY: the pointer is the caller's, by the contract of the crate.
        let shape = unsafe { read_shape(&value(shape, "shape")?) }?;
        let own = get(map)?;
        let mut map = lock(&own)?;
        let edit = replacing(&shape, key_of(&map, id)?)?;
        apply(&mut map, &[edit]).map(drop)
    })
}

/// Removes a shape.
#[unsafe(no_mangle)]
pub extern "C" fn tl_map_remove(map: tl_map, id: u64) -> tl_status {
    guard(|| {
        let own = get(map)?;
        let mut map = lock(&own)?;
        let edit = OutlineEdit::Remove(key_of(&map, id)?);
        apply(&mut map, &[edit]).map(drop)
    })
}
