//! The pool of threads of a batch.
//!
//! A forked process has none of its parent's threads, so a pool belongs to one process and is made anew in
//! another. Each number of threads has a pool of its own, which stays for the next call.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The largest number of threads that a caller may ask for; more are an error.
const MOST_THREADS: usize = 1024;

/// The pools of one process.
#[derive(Debug)]
struct Pools {
    process: u32,
    pools: Vec<Arc<ThreadPool>>,
}

static POOLS: Mutex<Pools> = Mutex::new(Pools { process: 0, pools: Vec::new() });

/// Returns the pool with this number of threads, by default of as many as the process may use.
pub(crate) fn pool(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    let threads = match threads {
        None => std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS),
        Some(threads @ 1..=MOST_THREADS) => threads,
        Some(threads) => {
            let message = format!("threads is from 1 to {MOST_THREADS}, not {threads}");
            return Err(PyValueError::new_err(message));
        }
    };
    pool_of(threads)
}

fn pool_of(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let mut own = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if own.process != std::process::id() {
        // The threads of these pools are gone; dropping the pools would wait for them.
        std::mem::forget(std::mem::take(&mut own.pools));
        own.process = std::process::id();
    }
    if let Some(pool) = own.pools.iter().find(|pool| pool.current_num_threads() == threads) {
        return Ok(pool.clone());
    }
    let named = ThreadPoolBuilder::new().num_threads(threads);
    let built = named.thread_name(|number| format!("tautline {number}")).build();
    let pool = Arc::new(built.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
    own.pools.push(pool.clone());
    Ok(pool)
}
