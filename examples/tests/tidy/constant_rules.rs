//! Tables of constants that say what the code says.

use crate::source::File;

/// A value of a table: the constant, the file that should declare it, and the numbers that the row states for it.
struct Row {
    name: String,
    path: String,
    /// The number as a whole, and its first factor: a row may give units of rounding, as its constant does.
    stated: [f64; 2],
}

/// The values of the tables of a page that differ from the code, and the number of values compared.
pub(crate) fn stale_values(
    page: &File,
    read: impl Fn(&str) -> Option<String>,
) -> (Vec<String>, usize) {
    let (mut complaints, mut compared) = (Vec::new(), 0);
    let mut is_agents = false;
    for line in page.text.lines() {
        if line.starts_with("## ") {
            is_agents = line.contains("agents");
        }
        for Row { name, path, stated } in rows(line, is_agents) {
            let declared = read(&path).and_then(|text| declaration(&text, &name));
            match declared.map(|text| evaluated(&text)) {
                None => complaints.push(format!("{}: no `{name}` in {path}", page.path)),
                Some(None) => {}
                Some(Some(value)) => {
                    compared += 1;
                    if !stated.contains(&value) {
                        complaints.push(format!("{}: `{name}` is {value} in {path}", page.path));
                    }
                }
            }
        }
    }
    (complaints, compared)
}

/// The values of one line of a table; none where the line states no numbers of constants.
fn rows(line: &str, is_agents: bool) -> Vec<Row> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let [_, names, places, values, _, _] = cells[..] else { return Vec::new() };
    let names: Vec<&str> = quoted(names).collect();
    let is_constant = |name: &&str| name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    let package = places.split_whitespace().next().unwrap_or_default();
    let package = if is_agents { "agents" } else { package };
    let places: Vec<&str> = quoted(places).collect();
    let pieces: Vec<&str> = values.split(", ").collect();
    if places.is_empty() || !names.iter().all(is_constant) || pieces.len() < names.len() {
        return Vec::new();
    }
    let folder = if package.starts_with("tautline") {
        package.to_owned()
    } else {
        format!("navmesh-{package}")
    };
    let row = |(i, name): (usize, &&str)| {
        let place = places.get(i).or(places.last())?;
        let path = format!("crates/{folder}/src/{place}.rs");
        Some(Row { name: (*name).to_owned(), path, stated: number(pieces[i])? })
    };
    names.iter().enumerate().filter_map(row).collect()
}

fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The number that a text begins with, such as `4 · 2⁻⁵²`, and its first factor.
fn number(text: &str) -> Option<[f64; 2]> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let first = factor(words.first()?)?;
    let second = match words[1..] {
        ["·", second, ..] => factor(second)?,
        ["to", _, "·", second, ..] => factor(second)?,
        _ => 1.0,
    };
    Some([first * second, first])
}

fn factor(word: &str) -> Option<f64> {
    let plain = word.replace('−', "-").replace("½", "0.5").replace(',', "");
    let is_raised = |c: &char| "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".contains(*c);
    let raised: String = plain.chars().filter(is_raised).filter_map(lowered).collect();
    let base: String = plain.chars().filter(|c| !is_raised(c)).collect();
    if !raised.is_empty() {
        return Some(base.parse::<f64>().ok()?.powi(raised.parse().ok()?));
    }
    match plain.split_once('/') {
        Some((over, under)) => Some(over.parse::<f64>().ok()? / under.parse::<f64>().ok()?),
        None => plain.parse().ok(),
    }
}

fn lowered(c: char) -> Option<char> {
    let place = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|raised| raised == c)?;
    "-0123456789".chars().nth(place)
}

/// The expression of a constant.
fn declaration(text: &str, name: &str) -> Option<String> {
    let start = text.find(&format!("const {name}:"))?;
    let (_, after) = text[start..].split_once('=')?;
    Some(after.split(';').next()?.trim().to_owned())
}

/// The value of an expression of numbers; `None` if it names other constants.
fn evaluated(text: &str) -> Option<f64> {
    let mut plain = text.replace("f64::EPSILON", &format!("{:e}", f64::EPSILON)).replace('_', "");
    for ending in ["as f64", "u64", "usize", "u32"] {
        plain = plain.replace(ending, "");
    }
    let plain: String =
        plain.chars().filter(|c| !c.is_whitespace() && !"()".contains(*c)).collect();
    let product = |text: &str| -> Option<f64> {
        let mut value = 1.0;
        for part in text.split('*') {
            value *= match part.split_once("<<") {
                Some((one, by)) => one.parse::<f64>().ok()? * 2f64.powi(by.parse().ok()?),
                None => part.parse().ok()?,
            };
        }
        Some(value)
    };
    match plain.split_once('/') {
        Some((over, under)) => Some(product(over)? / product(under)?),
        None => product(&plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_differs_is_seen_and_one_that_agrees_is_not() {
        let text = "## Limits\n| `NEAR`, `FAR` | core `a/b` | 4 · 2⁻⁵² of x, 2⁻¹⁰ | why |\n| `GONE` | core `a/b` | 7 | why |\n\
                    ## Behaviour of agents\n| `HORIZON` | `walls` | 2.5 s | why |\n";
        let page = File { path: "p.md".to_owned(), text: text.to_owned() };
        let read = |path: &str| match path {
            "crates/navmesh-core/src/a/b.rs" => {
                Some("const NEAR: f64 = 4.0;\nconst FAR: f64 = 1.0 / (1 << 9) as f64;".to_owned())
            }
            "crates/navmesh-agents/src/walls.rs" => Some("const HORIZON: f64 = 2.5;".to_owned()),
            _ => None,
        };
        let (complaints, compared) = stale_values(&page, read);
        let expected = [
            "p.md: `FAR` is 0.001953125 in crates/navmesh-core/src/a/b.rs",
            "p.md: no `GONE` in crates/navmesh-core/src/a/b.rs",
        ];
        assert_eq!((complaints, compared), (expected.map(str::to_owned).into(), 3));
    }
}
