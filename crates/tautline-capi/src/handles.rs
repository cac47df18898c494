//! Handles: ids of objects in one table, so that a stale, foreign or null handle is an error and never a crash.

use std::any::Any;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use slotmap::{Key, KeyData, SlotMap, new_key_type};

use crate::status::{Checked, Failure, tl_status};

new_key_type! {
    struct ObjectKey;
}

/// An object behind a handle, of the type that the kind of the handle names.
type Object = Arc<dyn Any + Send + Sync>;

/// A kind of handle.
pub(crate) trait Handle: Copy {
    /// The object behind it.
    type Own: Any + Send + Sync;

    /// The name in messages.
    const NAME: &str;

    fn id(self) -> u64;
    fn of_id(id: u64) -> Self;
}

/// Makes a struct with an id the handle of a type.
macro_rules! handle {
    ($handle:ident, $own:ty) => {
        impl $crate::handles::Handle for $handle {
            type Own = $own;

            const NAME: &str = stringify!($handle);

            fn id(self) -> u64 {
                self.id
            }

            fn of_id(id: u64) -> Self {
                Self { id }
            }
        }
    };
}
pub(crate) use handle;

static OBJECTS: LazyLock<RwLock<SlotMap<ObjectKey, Object>>> = LazyLock::new(RwLock::default);

/// Puts an object into the table.
pub(crate) fn insert<H: Handle>(own: H::Own) -> H {
    let object: Object = Arc::new(own);
    let mut objects = OBJECTS.write().unwrap_or_else(PoisonError::into_inner);
    H::of_id(objects.insert(object).data().as_ffi())
}

/// Returns the object of a handle.
pub(crate) fn get<H: Handle>(handle: H) -> Checked<Arc<H::Own>> {
    let objects = OBJECTS.read().unwrap_or_else(PoisonError::into_inner);
    let object = key::<ObjectKey>(handle.id()).and_then(|key| objects.get(key)).cloned();
    object.and_then(|object| object.downcast().ok()).ok_or_else(|| foreign(handle))
}

/// Removes an object from the table. A null handle is left alone.
pub(crate) fn remove<H: Handle>(handle: H) -> Checked<()> {
    if handle.id() == 0 {
        return Ok(());
    }
    get(handle)?;
    let object = {
        let mut objects = OBJECTS.write().unwrap_or_else(PoisonError::into_inner);
        key::<ObjectKey>(handle.id()).and_then(|key| objects.remove(key))
    };
    // Dropped outside of the lock: it may be large.
    object.map(drop).ok_or_else(|| foreign(handle))
}

fn foreign<H: Handle>(handle: H) -> Failure {
    let (name, id) = (H::NAME, handle.id());
    let message = format!("the {name} {id:#x} is null, freed or no {name}");
    Failure::new(tl_status::BadHandle, message)
}

/// Returns the key of an id, if it can be one.
pub(crate) fn key<K: Key>(id: u64) -> Option<K> {
    let data = KeyData::from_ffi(id);
    (data.as_ffi() == id).then(|| data.into())
}

/// Locks an object. After a panic inside it nothing is known about its state.
pub(crate) fn lock<T>(own: &Mutex<T>) -> Checked<MutexGuard<'_, T>> {
    own.lock().map_err(|_| broken())
}

/// Locks an object for reading.
pub(crate) fn read<T>(own: &RwLock<T>) -> Checked<RwLockReadGuard<'_, T>> {
    own.read().map_err(|_| broken())
}

/// The failure of an object in which a call panicked.
pub(crate) fn broken() -> Failure {
    Failure::new(tl_status::Panic, "an earlier call has panicked in this object; free it")
}
