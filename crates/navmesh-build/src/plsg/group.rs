//! Items by number: a sort that only counts.

/// The items by ascending key, those of one key in the order in which they come, and where each key's items start: one
/// start more than there are keys.
///
/// Complexity: linear.
pub(crate) fn grouped<T: Copy + Default>(
    keys: usize,
    items: impl Iterator<Item = (u32, T)> + Clone,
) -> (Vec<u32>, Vec<T>) {
    // Two places on, so that filling moves each start to where it belongs.
    let mut starts = vec![0u32; keys + 2];
    items.clone().for_each(|(key, _)| starts[key as usize + 2] += 1);
    for key in 2..starts.len() {
        starts[key] += starts[key - 1];
    }
    let mut sorted = vec![T::default(); starts[keys + 1] as usize];
    for (key, item) in items {
        let start = &mut starts[key as usize + 1];
        sorted[*start as usize] = item;
        *start += 1;
    }
    starts.pop();
    (starts, sorted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_one_key_stay_in_their_order() {
        let items = [(2, 'a'), (0, 'b'), (2, 'c'), (4, 'd'), (0, 'e')];
        let (starts, sorted) = grouped(5, items.into_iter());
        assert_eq!((starts, sorted), (vec![0, 2, 2, 4, 4, 5], vec!['b', 'e', 'a', 'c', 'd']));
        assert_eq!(grouped::<u8>(0, std::iter::empty()), (vec![0], vec![]));
    }
}
