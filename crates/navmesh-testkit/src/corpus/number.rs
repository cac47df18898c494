//! Numbers and points as the corpus writes them.

use navmesh_core::DVec2;

/// A number, with or without steps to its neighbours: `0.1`, `-0`, `inf`, `4+1ulp`.
pub(super) fn number(word: &str) -> Option<f64> {
    let Some(stepped) = word.strip_suffix("ulp") else { return word.parse().ok() };
    let sign = stepped.rfind(['+', '-'])?;
    let value: f64 = stepped[..sign].parse().ok()?;
    let steps: u16 = stepped[sign + 1..].parse().ok()?;
    let step = if stepped[sign..].starts_with('+') { f64::next_up } else { f64::next_down };
    Some((0..steps).fold(value, |value, _| step(value)))
}

/// Numbers separated by commas; `None` where there are not `N` of them.
pub(super) fn numbers<const N: usize>(word: &str) -> Option<[f64; N]> {
    let mut found = [0.0; N];
    let mut words = word.split(',');
    for value in &mut found {
        *value = number(words.next()?)?;
    }
    words.next().is_none().then_some(found)
}

pub(super) fn point(word: &str) -> Option<DVec2> {
    numbers(word).map(DVec2::from)
}

/// The most points that one word may stand for.
const MOST_POINTS: f64 = 100_000.0;

/// The points of `circle:x,y,r,n`, counter-clockwise from the rightmost one.
pub(super) fn circle(word: &str) -> Option<Vec<DVec2>> {
    let [x, y, radius, count] = numbers(word)?;
    if !(4.0..=MOST_POINTS).contains(&count) || count % 4.0 != 0.0 {
        return None;
    }
    let quarter = count / 4.0;
    let first = (0..quarter as u32).map(|j| {
        let t = f64::from(j) / quarter;
        let square = t * t;
        DVec2::new((1.0 - square) / (1.0 + square), 2.0 * t / (1.0 + square)) * radius
    });
    let mut around: Vec<DVec2> = first.collect();
    for turned in 0..3 * around.len() {
        around.push(around[turned].perp());
    }
    Some(around.into_iter().map(|offset| DVec2::new(x, y) + offset).collect())
}

/// A number as the shortest text that gives it again, bit for bit.
pub(super) fn written(number: f64) -> String {
    let text = format!("{number:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
