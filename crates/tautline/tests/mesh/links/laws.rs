//! The laws of a pathfinder on meshes with links, with doors open and closed.

use std::sync::Arc;

use navmesh_testkit::laws::Law;
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::worlds::with_options;
use navmesh_testkit::{LawReport, LawSuite, LinkOracle, SplitMix64};
use tautline::mesh::LinkId;
use tautline::{DVec2, Link, LinkWay, MeshFinder, NavMesh, PathQuery, Search};

use crate::doors::closed::{closed_doors, pick_closed, rebuilt_without};
use crate::laws::Searching;
use crate::sites::{Site, sites};

pub(crate) fn check(
    name: &str,
    finder: &MeshFinder,
    truth: &NavMesh,
    queries: &[PathQuery],
) -> LawReport {
    let oracle = LinkOracle::new(truth);
    let mut report = LawReport::default();
    for search in [Search::Optimal, Search::Corridor] {
        let finder = Searching(finder.clone(), search);
        let mut suite = LawSuite::new(format!("{name}, {:?}", truth.links()), &finder, &oracle);
        if truth.links().iter().any(|link| link.way == LinkWay::OneWay) {
            suite = suite.exempt(Law::Reversal);
        }
        if search == Search::Corridor {
            suite = suite.exempt(Law::Stretch);
        }
        report += suite.assert_holds(queries);
    }
    report
}

fn queries(site: &Site, count: usize) -> Vec<PathQuery> {
    let pairs = site.points.windows(2).take(count);
    pairs.map(|pair| PathQuery::new(pair[0], pair[1])).collect()
}

#[test]
fn every_law_holds_with_links() {
    let mut total = LawReport::default();
    for (seed, site) in (0..).zip(sites(100)) {
        let mesh = with_links(site.mesh.clone(), seed);
        let finder = MeshFinder::new(mesh.clone());
        total += check(&site.name, &finder, &mesh, &queries(&site, 10));
    }
    assert!(total.links > 300 && total.unreachable > 50 && total.on_pinch > 50, "{total}");
    println!("{total}");
}

#[test]
fn every_law_holds_with_links_snap_distances_policies_and_budgets() {
    let mut total = LawReport::default();
    for (seed, site) in (0..).zip(sites(60)) {
        let mesh = with_links(site.mesh.clone(), seed);
        let finder = MeshFinder::new(mesh.clone());
        total += check(&site.name, &finder, &mesh, &with_options(&queries(&site, 20)));
    }
    let rare = [total.partial, total.outside, total.unreachable, total.exhausted, total.links];
    assert!(rare.into_iter().all(|count| count > 30), "{total}");
    println!("{total}");
}

#[test]
fn every_law_holds_with_links_and_closed_doors() {
    let mut total = LawReport::default();
    for (seed, site) in (0..).zip(sites(60)) {
        let mesh = Arc::new(with_links(site.mesh.clone(), seed));
        let (edges, _) = pick_closed(&mesh, &mut SplitMix64::new(seed));
        let truth =
            rebuilt_without(&mesh, &edges, &[]).unwrap().with_links(mesh.links().to_vec()).unwrap();
        let finder = MeshFinder::new(Arc::clone(&mesh));
        let finder = finder.with_doors(closed_doors(&mesh, &edges, &[])).unwrap();
        total += check(&site.name, &finder, &truth, &with_options(&queries(&site, 12)));
    }
    assert!(total.links > 100 && total.unreachable > 50 && total.on_thin_wall > 50, "{total}");
    println!("{total}");
}

/// Returns the link with only the lanes that have both ends on the mesh.
fn link_on_mesh(link: &Link, mesh: &NavMesh) -> Option<Link> {
    let is_on_mesh = |lane: &[DVec2; 2]| lane.iter().all(|&end| mesh.locate(end).is_some());
    let mut lanes = link.lanes().filter(is_on_mesh);
    let [from, to] = lanes.next()?;
    let mut kept = Link { beside: lanes.collect(), ..link.clone() };
    (kept.from.point, kept.to.point) = (from, to);
    Some(kept)
}

#[test]
fn links_with_an_end_in_a_closed_cell_are_unusable() {
    let (mut costs, mut none, mut lost) = (0, 0, 0);
    for (seed, site) in (0..).zip(sites(150)) {
        let mut rng = SplitMix64::new(seed);
        let mesh = Arc::new(with_links(site.mesh.clone(), seed));
        let (edges, cells) = pick_closed(&mesh, &mut rng);
        let Some(rebuilt) = rebuilt_without(&mesh, &edges, &cells) else { continue };
        let mut doors = closed_doors(&mesh, &edges, &cells);
        let shut: Vec<bool> = mesh.links().iter().map(|_| rng.chance(20)).collect();
        let mut links = Vec::new();
        for ((link, &is_shut), id) in mesh.links().iter().zip(&shut).zip(0..) {
            if is_shut {
                doors.close_link(LinkId(id)).unwrap();
            } else {
                links.extend(link_on_mesh(link, &rebuilt));
            }
        }
        lost += mesh.links().len() - links.len();
        let rebuilt = rebuilt.with_links(links).unwrap();
        let oracle = LinkOracle::new(&rebuilt);
        let finder = MeshFinder::new(mesh).with_doors(doors).unwrap();
        for query in queries(&site, 8).into_iter().map(|query| query.snap(0.0)) {
            let place = |point| (oracle.ground().cells_at(point), point);
            let best = oracle.best_cost(&place(query.start), &place(query.goal));
            for search in [Search::Optimal, Search::Corridor] {
                let found = finder.find_path(&query.search(search)).map(|path| path.cost());
                let context = || format!("{}, {query:?}: {found:?}, {best:?}", site.name);
                match (&found, best) {
                    (Ok(cost), Some(best)) => {
                        let slack = 1e-9 * best.max(*cost);
                        assert!(*cost >= best - slack, "{}", context());
                        assert!(
                            *cost <= best + slack || search == Search::Corridor,
                            "{}",
                            context()
                        );
                        costs += 1;
                    }
                    _ => {
                        assert!(found.is_err() && best.is_none(), "{}", context());
                        none += 1;
                    }
                }
            }
        }
    }
    assert!(costs > 500 && none > 500 && lost > 100, "{costs} {none} {lost}");
}
