//! Reading ways between two points: what to ask, and links.

use navmesh_core::{DVec2, GoalPolicy, Link, LinkWay, PathQuery, Search, StartPolicy};

use super::super::number::{number, point};
use super::super::{Answer, Ask};
use super::{finite, put};

/// `X,Y -> X,Y`, then any of `snap S`, `search NAME`, `start POLICY`, `goal POLICY`, `from N`, `to N`, `nodes N`,
/// `cost C` and `closed NAME`, then `= LENGTH` or `= none`.
pub(super) fn ask(words: &str) -> Result<Ask, String> {
    let mut words = words.split_whitespace();
    let [start, goal] = two_ends(&mut words)?;
    let mut ask = Ask { query: PathQuery::new(start, goal), closed: Vec::new(), answer: None };
    while let Some(option) = words.next() {
        let value = words.next().ok_or_else(|| format!("nothing follows `{option}`"))?;
        let told = |what: &str| format!("`{value}` is no {what}");
        match option {
            "snap" => ask.query.snap = Some(number(value).ok_or_else(|| told("number"))?),
            "search" => ask.query.search = search(value).ok_or_else(|| told("search"))?,
            "goal" => ask.query.goal_policy = policy(value).ok_or_else(|| told("policy"))?,
            "start" => {
                ask.query.start_policy = start_policy(value).ok_or_else(|| told("policy"))?;
            }
            "from" => ask.query.start_layer = Some(value.parse().map_err(|_| told("floor"))?),
            "to" => ask.query.goal_layer = Some(value.parse().map_err(|_| told("floor"))?),
            "nodes" => ask.query.max_expanded = Some(value.parse().map_err(|_| told("count"))?),
            "cost" => ask.query.max_cost = Some(number(value).ok_or_else(|| told("number"))?),
            "closed" => ask.closed.push(value.to_owned()),
            "=" if value == "none" => put(&mut ask.answer, Answer::None, "=")?,
            "=" => put(&mut ask.answer, Answer::Cost(finite(value)?), "=")?,
            _ => return Err(format!("`{option}` is nothing to ask for")),
        }
    }
    Ok(ask)
}

/// `X,Y -> X,Y`.
fn two_ends<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<[DVec2; 2], String> {
    let end = |word: &str| point(word).ok_or_else(|| format!("`{word}` is no point"));
    let first = end(words.next().unwrap_or_default())?;
    if words.next() != Some("->") {
        return Err("`->` stands between two ends".to_owned());
    }
    Ok([first, end(words.next().unwrap_or_default())?])
}

/// `X,Y -> X,Y`, then any of `cost C`, `one-way`, further lanes, `lane X,Y -> X,Y`, and the floors of its ends, `from N`
/// and `to N`.
pub(super) fn link(words: &str) -> Result<Link, String> {
    let mut words = words.split_whitespace();
    let [from, to] = two_ends(&mut words)?;
    let mut link = Link::new(from, to, "");
    while let Some(option) = words.next() {
        match option {
            "one-way" => link.way = LinkWay::OneWay,
            "lane" => link.beside.push(two_ends(&mut words)?),
            _ => link_option(&mut link, option, words.next())?,
        }
    }
    Ok(link)
}

fn link_option(link: &mut Link, option: &str, value: Option<&str>) -> Result<(), String> {
    let value = value.ok_or_else(|| format!("nothing follows `{option}`"))?;
    let told = |what: &str| format!("`{value}` is no {what}");
    match option {
        "cost" => link.cost = number(value).ok_or_else(|| told("number"))?,
        "from" => link.from.layer = value.parse().map_err(|_| told("floor"))?,
        "to" => link.to.layer = value.parse().map_err(|_| told("floor"))?,
        _ => return Err(format!("`{option}` is nothing that a link has")),
    }
    Ok(())
}

fn search(name: &str) -> Option<Search> {
    Some(match name {
        "auto" => Search::Auto,
        "optimal" => Search::Optimal,
        "corridor" => Search::Corridor,
        _ => return None,
    })
}

fn policy(name: &str) -> Option<GoalPolicy> {
    Some(match name {
        "exact" => GoalPolicy::Exact,
        "nearest" => GoalPolicy::Nearest,
        "nearest-reachable" => GoalPolicy::NearestReachable,
        _ => return None,
    })
}

fn start_policy(name: &str) -> Option<StartPolicy> {
    Some(match name {
        "exact" => StartPolicy::Exact,
        "nearest" => StartPolicy::Nearest,
        "nearest-reachable" => StartPolicy::NearestReachable,
        _ => return None,
    })
}
