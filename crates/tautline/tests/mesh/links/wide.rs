//! Wide links, divided into lanes.

use crate::links::cases::islands;
use navmesh_core::backend::{PathSummary, WritePath};
use navmesh_testkit::{MeshOracle, SplitMix64};
use tautline::build::Role;
use tautline::mesh::{LaneId, LinkId, LinkSide, MeshDefect, RawMesh};
use tautline::path::PathDefect;
use tautline::{
    BuildError, DVec2, Link, LiveMesh, MeshFinder, NavMesh, NavMeshBuilder, Outline, Path,
    PathQuery, Search,
};

#[test]
fn a_wide_link_is_one_link_and_paths_name_its_lane() {
    let ledge = Link::new([10.0, 2.0], [14.0, 2.0], "ledge").wide([10.0, 8.0], [14.0, 8.0], 7);
    assert_eq!((ledge.lanes().len(), ledge.cost, ledge.slack()), (7, 4.0, 1.0));
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    builder.add_walkable(Outline::rect([14.0, 0.0], [24.0, 10.0]));
    let key = builder.add_link(ledge);
    assert_eq!(builder.link_keys().collect::<Vec<_>>(), [key]);
    let mesh = builder.build().unwrap().0;
    assert_eq!(mesh.links().len(), 1);
    let mut finder = MeshFinder::new(mesh);
    for (y, lane, cost) in [(5.0, 3, 6.0), (7.0, 5, 6.0), (1.0, 0, 4.0 + 2.0 * 2f64.sqrt())] {
        for search in [Search::Optimal, Search::Corridor] {
            let query = PathQuery::new([9.0, y], [15.0, y]).search(search);
            let path = finder.find_path(&query).unwrap();
            let [used] = path.links() else { panic!("{path:?}") };
            assert_eq!((used.link, used.lane, path.cost()), (LinkId(0), lane, cost));
            path.verify_answer(&query, finder.mesh()).unwrap();
        }
    }
    let query = PathQuery::new([9.0, 5.0], [15.0, 5.0]);
    let path = finder.find_path(&query).unwrap();
    finder.close_door("ledge").unwrap();
    assert_eq!(finder.find_path(&query).unwrap_err().kind(), "closed-off");
    let mut doors = finder.doors().clone();
    doors.open_link(LinkId(0)).unwrap();
    assert_eq!(finder.with_doors(doors).unwrap().find_path(&query), Ok(path));
}

#[test]
fn the_verifier_rejects_a_wrong_lane() {
    let ledge = Link::new([10.0, 2.0], [14.0, 2.0], "ledge").wide([10.0, 8.0], [14.0, 8.0], 3);
    let mesh = islands(&[ledge]);
    let over = |lane: u32| {
        let mut path = Path::default();
        let cell = |at: [f64; 2]| mesh.incidences(at).next().unwrap().cell;
        let [here, there] = [[9.0, 5.0], [15.0, 5.0]].map(cell);
        for at in [[9.0, 5.0], [10.0, 5.0]] {
            path.push_waypoint(at.into());
        }
        path.push_cell(here);
        path.push_link(LaneId { link: LinkId(0), lane }, LinkSide::From, 4.0);
        for at in [[14.0, 5.0], [15.0, 5.0]] {
            path.push_waypoint(at.into());
        }
        path.push_cell(there);
        path.finish(PathSummary::default());
        path.verify(&mesh)
    };
    assert_eq!(over(1), Ok(()));
    for lane in [0, 2, 3] {
        assert!(matches!(over(lane), Err(PathDefect::Blocked { leg: 1, .. })), "{lane}");
    }
}

/// Returns a link between random segments of the two islands.
fn random_ledge(rng: &mut SplitMix64, lanes: u32) -> Link {
    let mut at = |least: f64, most: f64| {
        let mut number = |least, most| least + (most - least) * rng.below(257) as f64 / 256.0;
        DVec2::new(number(least, most), number(0.0, 10.0))
    };
    let ([a, b], [c, d]) = ([at(6.0, 10.0), at(6.0, 10.0)], [at(14.0, 24.0), at(14.0, 24.0)]);
    Link::new(a, c, "ledge").wide(b, d, lanes).cost(3.0).one_way()
}

#[test]
fn lanes_cost_at_most_their_slack_more_than_a_continuous_link() {
    let mesh = islands(&[]);
    let oracle = MeshOracle::new(&mesh);
    let (mut rng, mut costlier) = (SplitMix64::new(7), 0);
    for lanes in [2, 3, 5, 9, 17].repeat(8) {
        let mesh = islands(&[random_ledge(&mut rng, lanes)]);
        let finder = MeshFinder::new(mesh);
        let ledge = &finder.mesh().links()[0];
        let (first, last) = (ledge.lanes().next().unwrap(), ledge.lanes().last().unwrap());
        let anywhere = |[start, goal]: [DVec2; 2]| {
            let shares = (0..=256).map(|share| f64::from(share) / 256.0);
            let over = |share: f64| {
                let [entry, exit] = [0, 1].map(|end| first[end].lerp(last[end], share));
                let walk = |from: DVec2, to: DVec2| oracle.shortest(from, to).map(|found| found.0);
                Some(walk(start, entry)? + ledge.cost + walk(exit, goal)?)
            };
            shares.filter_map(over).fold(f64::INFINITY, f64::min)
        };
        for ends in
            [[[1.0, 2.0], [20.0, 8.0]], [[8.0, 1.0], [15.0, 1.0]], [[9.0, 9.0], [23.0, 0.5]]]
        {
            let path = finder.find_path(&PathQuery::new(ends[0], ends[1])).unwrap();
            let best = anywhere(ends.map(DVec2::from));
            assert!(path.cost() >= best - 1e-9, "{ledge:?}: {} is below {best}", path.cost());
            let most = best + ledge.slack() + 1e-9;
            assert!(path.cost() <= most, "{ledge:?}: {} is above {most}", path.cost());
            costlier += usize::from(path.cost() > best + 0.01);
        }
    }
    assert!(costlier > 20, "lanes that cost more: {costlier}");
}

/// Returns wide links side by side on a square with sides of 100.
fn ledges(count: u32, lanes: u32) -> Vec<Link> {
    let ledge = |number: u32| {
        let y = 1.0 + 97.0 * f64::from(number) / f64::from(count);
        let link = Link::new([1.0, y], [60.0, y], format!("ledge {number}"));
        link.wide([30.0, y + 0.5], [99.0, y + 0.3], lanes).cost(1.0)
    };
    (0..count).map(ledge).collect()
}

fn square(links: Vec<Link>) -> NavMeshBuilder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [100.0, 100.0]));
    for link in links {
        builder.add_link(link);
    }
    builder
}

/// Five links of 4,096 lanes took 10 s a query, and a link of 4·10⁹ lanes 128 GB.
#[test]
fn more_lanes_than_a_mesh_takes_are_refused_at_every_door() {
    const MOST: usize = Link::MAX_LANES;
    let four_billion = ledges(1, 4_000_000_000).remove(0);
    assert_eq!(four_billion.beside.len(), MOST + 1);
    for (links, beyond) in [
        (vec![four_billion], 0),
        (ledges(1, MOST as u32 + 2), 0),
        (ledges(5, 4096), 0),
        (ledges(20, 200), 10),
        (ledges(2, MOST as u32 / 2 + 2), 1),
    ] {
        let error = square(links.clone()).build_mesh().unwrap_err();
        let BuildError::TooManyLanes { place, limit } = error else { panic!("{error}") };
        assert_eq!((place.role, place.outline, limit), (Role::Link, beyond, MOST));
        let mesh = square(Vec::new()).build_mesh().unwrap();
        let defect = MeshDefect::TooManyLanes { link: beyond as u32 };
        assert_eq!(mesh.clone().with_links(links.clone()).unwrap_err().0, [defect]);
        assert_eq!(mesh.clone().with_links_anywhere(links.clone()).unwrap_err().0, [defect]);
        let raw = RawMesh { links: links.clone(), ..mesh.to_raw() };
        assert_eq!(NavMesh::from_raw(&raw).unwrap_err().0, [defect]);
        let mut live = LiveMesh::new(square(links[..beyond].to_vec())).unwrap();
        let error = live.add_link(links[beyond].clone()).unwrap_err();
        assert!(error.to_string().contains(&format!("more than {MOST} lanes")), "{error}");
        assert_eq!(live.mesh().links().len(), beyond);
    }
}

/// Links of one lane do not count, and a search leaves each exit few times.
#[test]
fn as_many_lanes_as_a_mesh_takes_are_searched() {
    let lanes = Link::MAX_LANES as u32 / 4 + 1;
    let mut links = ledges(4, lanes);
    links.extend((0..50).map(|i| {
        let y = 99.0 + f64::from(i) / 64.0;
        Link::new([1.0, y], [2.0, y], "").cost(9.0)
    }));
    let finder = MeshFinder::new(square(links).build_mesh().unwrap());
    let path = finder.find_path(&PathQuery::new([0.5, 0.5], [99.0, 99.0])).unwrap();
    assert!(path.cost() < 106.0, "{}", path.cost());
    let connections = finder.mesh().off_mesh_connections().len() as u64;
    assert_eq!(connections, 2 * (4 * u64::from(lanes) + 50));
    assert!(path.stats().expanded <= 2 * connections, "{:?}", path.stats());
}
