//! Numbered work on all threads.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::error::BakeError;

/// Does `count` pieces of work on all threads, and returns the results in order. Of several errors that of the lowest number counts,
/// on any number of threads.
///
/// `share_done` is called in this thread, with the share that is done. Once it returns an error, the work sees that it is to stop.
pub(crate) fn on_all_threads<T: Send>(
    count: usize,
    one: impl Fn(usize, &AtomicBool) -> Result<T, BakeError> + Sync,
    mut share_done: impl FnMut(f64) -> Result<(), BakeError>,
) -> Result<Vec<T>, BakeError> {
    share_done(0.0)?;
    let (next, stop) = (&AtomicUsize::new(0), &AtomicBool::new(false));
    let mut results: Vec<Option<Result<T, BakeError>>> = (0..count).map(|_| None).collect();
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(count);
    let end = std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, one) = (sender.clone(), &one);
            let take =
                || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < count);
            scope.spawn(move || {
                while let Some(number) = take() {
                    if sender.send((number, one(number, stop))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut end = Ok(());
        for (finished, (number, result)) in receiver.into_iter().enumerate() {
            if end.is_ok() {
                end = share_done((finished + 1) as f64 / count as f64);
                stop.store(end.is_err(), Ordering::Relaxed);
            }
            if result.is_err() || end.is_err() {
                // Work that has begun is before this in order, or ends soon; none begins any more.
                next.store(count, Ordering::Relaxed);
            }
            results[number] = Some(result);
        }
        end
    });
    end?;
    results.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_the_first_error_counts() {
        let numbers = on_all_threads(100, |number, _| Ok(number * 2), |_| Ok(()));
        assert_eq!(numbers.unwrap(), (0..100).map(|number| number * 2).collect::<Vec<_>>());
        for _ in 0..200 {
            let odd = |number: usize, _: &AtomicBool| match number % 7 {
                6 => Err(BakeError::TooManyTiles { tiles: number as u64, limit: 0 }),
                _ => Ok(number),
            };
            let first = on_all_threads(100, odd, |_| Ok(())).unwrap_err();
            assert_eq!(first, BakeError::TooManyTiles { tiles: 6, limit: 0 });
        }
        assert!(on_all_threads(0, |number, _| Ok(number), |_| Ok(())).unwrap().is_empty());
    }

    #[test]
    fn work_that_is_stopped_sees_it() {
        let waiting = |number: usize, stop: &AtomicBool| {
            while number > 0 && !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            Ok(number)
        };
        let once = |share: f64| if share > 0.0 { Err(BakeError::Empty) } else { Ok(()) };
        assert_eq!(on_all_threads(9, waiting, once).unwrap_err(), BakeError::Empty);
    }
}
