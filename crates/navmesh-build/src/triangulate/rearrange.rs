//! Items brought to other places of their array.

/// How many items are moved at once; with a copy of theirs, and of as many before them, they fit into a cache.
const BLOCK: usize = 1 << 15;

/// Brings every item to its place, as `changed` has it there; no two have one place.
///
/// A new array would be fresh memory, which costs more than the moving where it is large; following the items from place
/// to place leads all over the array. So they are moved block by block, out of copies of a few thousand: most go no farther than
/// to a neighbouring block where the items are nearly in order. Those that do are kept aside, all of them at once.
///
/// Complexity: linear.
pub(crate) fn rearrange<T: Copy>(items: &mut [T], places: &[u32], changed: impl Fn(T) -> T) {
    let block_of = |place: u32| place as usize / BLOCK;
    let is_far = |&(from, &to): &(u32, &u32)| block_of(from).abs_diff(block_of(to)) > 1;
    let far: Vec<(u32, T)> =
        (0..).zip(places).filter(is_far).map(|(from, &to)| (to, items[from as usize])).collect();
    let mut before = Vec::new();
    for start in (0..items.len()).step_by(BLOCK) {
        let (end, beyond) =
            ((start + BLOCK).min(items.len()), (start + 2 * BLOCK).min(items.len()));
        let here = items[start..end].to_vec();
        let comes_here = |place: u32| (start..end).contains(&(place as usize));
        let kept = [(start - before.len(), &before), (start, &here)];
        for (first, kept) in kept {
            for (&item, &place) in kept.iter().zip(&places[first..]) {
                if comes_here(place) {
                    items[place as usize] = changed(item);
                }
            }
        }
        for from in end..beyond {
            if comes_here(places[from]) {
                items[places[from] as usize] = changed(items[from]);
            }
        }
        before = here;
    }
    far.into_iter().for_each(|(place, item)| items[place as usize] = changed(item));
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::SplitMix64;

    use super::*;

    /// Places that are nearly in order but for a few, in no order, and in order, of few and of several blocks.
    #[test]
    fn every_item_comes_to_its_place() {
        let mut random = SplitMix64::new(1);
        for (count, reach) in [0, 1, 1000, BLOCK, BLOCK + 1, 7 * BLOCK / 2]
            .into_iter()
            .flat_map(|count| [0, 50, BLOCK, count].map(|reach| (count, reach)))
        {
            let mut places: Vec<u32> = (0..count as u32).collect();
            for i in 0..count {
                let other = if random.below(100) == 0 { count } else { (i + reach + 1).min(count) };
                places.swap(i, i + random.below(other - i));
            }
            let mut items: Vec<u32> = places.clone();
            rearrange(&mut items, &places, |place| place + 1);
            assert!((1..=count as u32).eq(items), "{count} {reach}");
        }
    }
}
