//! Single cases of links, one for each statement of docs/links.md.

use navmesh_core::backend::{PathSummary, WritePath};
use tautline::build::MovedLink;
use tautline::incremental::{IncrementalSearch, Stage};
use tautline::mesh::{LinkId, LinkSide, MeshDefect};
use tautline::path::PathDefect;
use tautline::{
    BuildError, BuildOptions, DVec2, FieldQuery, Filter, FloorConnection, Floors, GoalPolicy,
    Goals, Guarantee, Link, ManyQuery, MeshFinder, NavMesh, NavMeshBuilder, Outline, Outlines,
    Path, PathError, PathQuery, PathToGoal, Place, Search, build_floors,
};

/// Builds two islands of 10 by 10, 4 apart, the first with a wall from (5, 0) to (5, 9), and links.
pub(crate) fn islands(links: &[Link]) -> NavMesh {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    builder.add_obstacle(Outline::rect([5.0, 0.0], [6.0, 9.0]));
    builder.add_walkable(Outline::rect([14.0, 0.0], [24.0, 10.0]));
    for link in links {
        builder.add_link(link.clone());
    }
    builder.build().unwrap().0
}

fn find(mesh: &NavMesh, start: [f64; 2], goal: [f64; 2]) -> Result<Path, PathError> {
    MeshFinder::new(mesh.clone()).find_path(&PathQuery::new(start, goal))
}

fn points(path: &Path) -> Vec<[f64; 2]> {
    path.waypoints().iter().map(|point| point.to_array()).collect()
}

#[test]
fn a_path_lists_the_links_that_it_uses() {
    let mesh = islands(&[Link::new([10.0, 5.0], [14.0, 5.0], "jump").cost(7.0)]);
    let path = find(&mesh, [7.0, 1.0], [17.0, 9.0]).unwrap();
    assert_eq!(points(&path), [[7.0, 1.0], [10.0, 5.0], [14.0, 5.0], [17.0, 9.0]]);
    assert_eq!((path.length(), path.cost()), (10.0, 17.0));
    let [used] = path.links() else { panic!("{path:?}") };
    assert_eq!((used.link, used.entered, used.leg, used.cost), (LinkId(0), LinkSide::From, 1, 7.0));
    assert_eq!(path.link_of_leg(1), Some(used));
    assert_eq!((path.link_of_leg(0), path.guarantee()), (None, Guarantee::Optimal));
    let back = find(&mesh, [17.0, 9.0], [7.0, 1.0]).unwrap();
    assert_eq!((back.cost(), back.links()[0].entered), (17.0, LinkSide::To));
}

#[test]
fn a_position_along_a_path_jumps_from_the_entry_of_a_link_to_its_exit() {
    let mesh = islands(&[Link::new([10.0, 5.0], [14.0, 5.0], "jump")]);
    let path = find(&mesh, [7.0, 1.0], [17.0, 9.0]).unwrap();
    assert_eq!(path.point_at(2.5), Some([8.5, 3.0].into()));
    assert_eq!(path.point_at(5.0), Some([14.0, 5.0].into()));
    assert_eq!(path.point_at(10.0), Some([17.0, 9.0].into()));
    assert_eq!(path.tangent_at(5.0), Some(DVec2::new(0.6, 0.8)));
    let all: Vec<DVec2> = path.resample(2.5).collect();
    assert_eq!(all.len(), 6, "nothing is added over the link: {all:?}");
}

#[test]
fn a_link_is_used_only_if_it_is_cheaper_even_within_one_cell() {
    let costly = islands(&[Link::new([1.0, 1.0], [9.0, 1.0], "costly").cost(100.0)]);
    assert!(find(&costly, [1.0, 1.0], [9.0, 1.0]).unwrap().links().is_empty());
    let slide = islands(&[Link::new([15.0, 1.0], [23.0, 1.0], "slide").cost(0.5)]);
    let path = find(&slide, [15.0, 2.0], [23.0, 2.0]).unwrap();
    assert_eq!((path.links().len(), path.cost(), path.length()), (1, 2.5, 2.0));
    let fair = islands(&[Link::new([15.0, 1.0], [23.0, 1.0], "fair")]);
    let path = find(&fair, [15.0, 1.0], [23.0, 1.0]).unwrap();
    assert!(path.links().is_empty(), "where start and goal share a cell one walks");
}

#[test]
fn a_free_teleporter_is_used_at_any_distance() {
    let mesh = islands(&[Link::new([0.0, 10.0], [24.0, 0.0], "pad").cost(0.0)]);
    let path = find(&mesh, [0.0, 10.0], [24.0, 0.0]).unwrap();
    assert_eq!((path.cost(), path.length(), path.links().len()), (0.0, 0.0, 1));
    path.verify(&mesh).unwrap();
    assert_eq!(points(&path), [[0.0, 10.0], [24.0, 0.0]]);
    assert_eq!((path.point_at(0.0), path.tangent_at(0.0)), (Some([0.0, 10.0].into()), None));
    assert_eq!(path.point_at(1.0), Some([24.0, 0.0].into()));
}

#[test]
fn one_way_links_are_one_way_and_unreachable_goals_need_no_search() {
    let there = Link::new([10.0, 5.0], [14.0, 5.0], "down").one_way();
    let mesh = islands(std::slice::from_ref(&there));
    assert!(find(&mesh, [7.0, 1.0], [17.0, 9.0]).is_ok());
    let error = find(&mesh, [17.0, 9.0], [7.0, 1.0]).unwrap_err();
    assert_eq!(error.kind(), "unreachable");
    let nearest = error.explain(&mesh).nearest.map(|near| near.point);
    assert_eq!(nearest, Some([14.0, 1.0].into()));
    let finder = MeshFinder::new(mesh);
    let none = PathQuery::new([17.0, 9.0], [7.0, 1.0]).max_expanded(0);
    assert_eq!(finder.find_path(&none).unwrap_err().kind(), "unreachable");
    let near = none.max_expanded(99).goal_policy(GoalPolicy::NearestReachable);
    assert_eq!(finder.find_path(&near).unwrap().waypoints().last(), Some(&[14.0, 1.0].into()));
    let circle = [there, Link::new([14.0, 9.0], [10.0, 9.0], "up").one_way()];
    assert!(find(&islands(&circle), [17.0, 9.0], [7.0, 1.0]).is_ok());
}

#[test]
fn links_close_and_open_by_name_and_by_id() {
    let links = [
        Link::new([10.0, 5.0], [14.0, 5.0], "bridge").cost(4.0),
        Link::new([10.0, 0.0], [14.0, 0.0], "ferry").cost(20.0),
    ];
    let mut finder = MeshFinder::new(islands(&links));
    let query = PathQuery::new([9.0, 5.0], [15.0, 5.0]);
    assert_eq!(finder.find_path(&query).unwrap().cost(), 6.0);
    finder.close_door("bridge").unwrap();
    let path = finder.find_path(&query).unwrap();
    assert_eq!(path.links()[0].link, LinkId(1));
    let closed = finder.mesh_for_query(&query).unwrap();
    path.verify(&closed).unwrap();
    assert!(!closed.is_link_open(LinkId(0)) && closed.is_link_open(LinkId(1)));
    finder.close_door("ferry").unwrap();
    assert_eq!(finder.find_path(&query).unwrap_err().kind(), "closed-off");
    assert!(!path.still_valid(&finder.mesh_for_query(&query).unwrap()));
    let mut doors = finder.doors().clone();
    doors.open_link(LinkId(0)).unwrap();
    assert!(doors.close_link(LinkId(2)).is_err());
    let finder = finder.with_doors(doors).unwrap();
    assert_eq!(finder.find_path(&query).unwrap().cost(), 6.0);
}

#[test]
fn links_into_forbidden_areas_are_unusable() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [4.0, 4.0]));
    builder.add_walkable(Outline::rect([6.0, 0.0], [10.0, 4.0]));
    builder.add_area(tautline::Area::new(Outline::rect([3.0, 0.0], [4.0, 4.0]), "mud", 1.0));
    builder.add_link(Link::new([4.0, 2.0], [6.0, 2.0], "jump"));
    let mut finder = MeshFinder::new(builder.build().unwrap().0);
    let dry = finder.add_filter(&Filter::new().forbid("mud")).unwrap();
    let query = PathQuery::new([1.0, 2.0], [9.0, 2.0]);
    assert_eq!(finder.find_path(&query).unwrap().cost(), 8.0);
    assert_eq!(finder.find_path(&query.filter(dry)).unwrap_err().kind(), "closed-off");
}

#[test]
fn keys_name_links_in_the_order_of_the_mesh() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    let first = builder.add_link(Link::new([1.0, 1.0], [9.0, 9.0], "first"));
    let second = builder.add_link(Link::new([1.0, 9.0], [9.0, 1.0], "second"));
    assert_eq!(builder.link_keys().collect::<Vec<_>>(), [first, second]);
    assert_eq!(builder.remove_link(first).unwrap().name, "first");
    assert!(builder.remove_link(first).is_none());
    let mesh = builder.build().unwrap().0;
    assert_eq!((mesh.links().len(), mesh.links()[0].name.as_str()), (1, "second"));
}

/// The islands are 24 by 10, so their diagonal is 26.
#[test]
fn a_link_costs_at_most_two_to_the_twentieth_diagonals() {
    let (mesh, most) = (islands(&[]), 26.0 * 2f64.powi(20));
    let link = |cost| [Link::new([10.0, 5.0], [14.0, 5.0], "ferry").cost(cost)];
    let ferry = mesh.clone().with_links(link(most)).unwrap();
    assert_eq!(find(&ferry, [9.0, 5.0], [15.0, 5.0]).unwrap().cost(), most + 2.0);
    let error = mesh.with_links(link(most.next_up())).unwrap_err();
    assert_eq!(error.0, [MeshDefect::BadLinkCost { link: 0 }]);
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [24.0, 10.0]));
    builder.add_link(link(most.next_up())[0].clone());
    let error = builder.build().unwrap_err();
    assert!(matches!(error, BuildError::BadLinkCost { max, .. } if max == most), "{error}");
}

#[test]
fn link_ends_off_the_mesh_are_snapped_or_reported() {
    let build = |link: Link, radius: f64| {
        let mut builder = NavMeshBuilder::new();
        builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
        builder.add_link(link);
        builder.with_options(BuildOptions::default().agent_radius(radius)).build()
    };
    let (mesh, report) = build(Link::new([0.0, 0.0], [5.0, 5.0], ""), 1.0).unwrap();
    assert!(mesh.links()[0].from.point.abs_diff_eq(DVec2::ONE, 1e-9));
    let [moved] = report.moved_links[..] else { panic!("{report:?}") };
    assert_eq!((moved.link, moved.side), (0, LinkSide::From));
    assert!((moved.distance - 2f64.sqrt()).abs() < 1e-9);
    let (tiny, report) = build(Link::new([5.0, 5.0], [1e-300, 5.0], ""), 0.0).unwrap();
    assert_eq!(tiny.links()[0].to.point, DVec2::new(0.0, 5.0), "as for all coordinates that small");
    let underflow = MovedLink { link: 0, side: LinkSide::To, distance: 1e-300 };
    assert_eq!(report.moved_links, [underflow]);
    let error = build(Link::new([5.0, 5.0], [5.0, 13.0], ""), 0.0).unwrap_err();
    let expected = "link 0, vertex 1: (5, 13) is off the walkable area of floor 0, which is 3 away";
    assert_eq!(error.to_string(), expected);
    let error = build(Link::new([5.0, 5.0], [6.0, 5.0], "").on_layers([0, 2]), 0.0).unwrap_err();
    assert!(
        error.to_string().ends_with("is off the walkable area of floor 2, which is empty"),
        "{error}"
    );
    for cost in [-1.0, f64::NAN, f64::INFINITY] {
        let error = build(Link::new([5.0, 5.0], [6.0, 5.0], "").cost(cost), 0.0).unwrap_err();
        assert!(matches!(error, BuildError::BadLinkCost { .. }), "{error}");
    }
    let error = build(Link::new([5.0, 5.0], [f64::NAN, 5.0], "").cost(1.0), 0.0).unwrap_err();
    assert!(matches!(error, BuildError::BadCoordinate { .. }), "{error}");
    let strict = mesh.with_links([Link::new([0.5, 5.0], [5.0, 5.0], "")]).unwrap_err();
    assert_eq!(strict.0, [MeshDefect::LinkOffMesh { link: 0, lane: 0, side: LinkSide::From }]);
}

#[test]
fn a_ladder_connects_two_floors_at_one_point() {
    let hall = |x: f64| Outlines {
        walkable: vec![Outline::rect([x, 0.0], [x + 10.0, 4.0])],
        ..Outlines::default()
    };
    let building = Floors::default()
        .with_floor(0, hall(0.0))
        .with_floor(1, hall(0.0))
        .with_floor(2, hall(10.0))
        .with_connection(FloorConnection::new([1, 2], [[10.0, 0.0], [10.0, 4.0]]))
        .with_link(Link::new([5.0, 2.0], [5.0, 2.0], "ladder").on_layers([0, 1]).cost(6.0));
    let (mesh, report) = build_floors(&building, &BuildOptions::default()).unwrap();
    assert!(report.moved_links.is_empty());
    let query = PathQuery::new([2.0, 2.0], [2.0, 2.0]).start_layer(0).goal_layer(1);
    let finder = MeshFinder::new(mesh.clone());
    let path = finder.find_path(&query).unwrap();
    assert_eq!(points(&path), [[2.0, 2.0], [5.0, 2.0], [5.0, 2.0], [2.0, 2.0]]);
    assert_eq!(path.cost(), 12.0);
    path.verify_answer(&query, &mesh).unwrap();
    let corridor = finder.find_path(&query.search(Search::Corridor)).unwrap();
    corridor.verify_answer(&query, &mesh).unwrap();
    assert_eq!(corridor.cost(), 12.0);
}

#[test]
fn the_verifier_rejects_unknown_links() {
    let mesh = islands(&[Link::new([10.0, 5.0], [14.0, 5.0], "down").cost(7.0).one_way()]);
    let sound = find(&mesh, [7.0, 1.0], [17.0, 9.0]).unwrap();
    let copy = |link: u32, entered: LinkSide, cost: f64, exit: [f64; 2]| {
        let mut path = Path::default();
        let cells = sound.cells();
        let place = sound.links()[0].cell + 1;
        path.push_waypoint(sound.waypoints()[0]);
        path.push_waypoint(sound.waypoints()[1]);
        for &cell in &cells[..place] {
            path.push_cell(cell);
        }
        path.push_link(LinkId(link), entered, cost);
        path.push_waypoint(exit.into());
        path.push_waypoint(sound.waypoints()[3]);
        for &cell in &cells[place..] {
            path.push_cell(cell);
        }
        path.finish(PathSummary::default());
        path.verify(&mesh)
    };
    assert_eq!(copy(0, LinkSide::From, 7.0, [14.0, 5.0]), Ok(()));
    let blocked = |result| matches!(result, Err(PathDefect::Blocked { leg: 1, .. }));
    assert!(blocked(copy(1, LinkSide::From, 7.0, [14.0, 5.0])), "there is no link 1");
    assert!(blocked(copy(0, LinkSide::To, 7.0, [14.0, 5.0])), "the other direction");
    assert!(blocked(copy(0, LinkSide::From, 7.0, [14.0, 4.0])), "not there");
    let costly = copy(0, LinkSide::From, 6.0, [14.0, 5.0]);
    assert!(matches!(costly, Err(PathDefect::LinkCost { link: 0, .. })), "{costly:?}");
}

#[test]
fn distances_fields_and_areas_count_links() {
    let mesh = islands(&[Link::new([10.0, 5.0], [14.0, 5.0], "down").cost(7.0).one_way()]);
    let finder = MeshFinder::new(mesh);
    let places = [[9.0, 5.0], [16.0, 5.0], [30.0, 5.0]].map(Place::from);
    assert_eq!(
        finder.distances(&ManyQuery::new(places[0], &places)).unwrap(),
        [0.0, 10.0, f64::INFINITY]
    );
    let matrix = finder.distance_matrix(&places[..2], &places[..2]).unwrap();
    assert_eq!(matrix, [[0.0, 10.0], [f64::INFINITY, 0.0]]);
    let near = finder.nearest(&ManyQuery::new(places[0], &places[1..]), 5).unwrap();
    assert_eq!((near.len(), near[0].goal, near[0].distance), (1, 0, 10.0));
    let PathToGoal { path, goal } =
        finder.path_to_any(&ManyQuery::to_any([9.0, 5.0], Goals::Points(&places[1..]))).unwrap();
    assert_eq!((path.cost(), goal), (10.0, Some(0)));
    let line = [[[20.0, 0.0], [20.0, 10.0]].map(Place::from)];
    let path =
        finder.path_to_any(&ManyQuery::to_any([9.0, 5.0], Goals::Segments(&line))).unwrap().path;
    assert_eq!((path.cost(), path.length(), path.links().len()), (14.0, 7.0, 1));
    let field = finder.distance_field(&FieldQuery::new(&[[16.0, 5.0]])).unwrap();
    let heading = field.heading_at([9.0, 5.0]).unwrap();
    assert_eq!((heading.distance, heading.next.point), (10.0, [10.0, 5.0].into()));
    assert_eq!(heading.link, Some((LinkId(0).into(), LinkSide::From)));
    let at_the_entry = field.heading_at([10.0, 5.0]).unwrap();
    assert_eq!((at_the_entry.direction(), at_the_entry.link), (None, heading.link));
    assert_eq!(field.heading_at([18.0, 5.0]).unwrap().link, None);
    let other_way = finder.distance_field(&FieldQuery::new(&[[9.0, 5.0]])).unwrap();
    assert_eq!(other_way.heading_at([16.0, 5.0]).unwrap_err().kind(), "unreachable");
}

/// Builds a row of islands of one cell, each connected with the next by a link of cost 2.
fn chain(count: u32) -> NavMesh {
    let mut builder = NavMeshBuilder::new();
    for number in 0..count {
        let x = f64::from(3 * number);
        builder.add_walkable(Outline::rect([x, 0.0], [x + 1.0, 1.0]));
        if number > 0 {
            builder.add_link(Link::new([x - 2.0, 0.5], [x, 0.5], "jump"));
        }
    }
    builder.build().unwrap().0
}

#[test]
fn a_budget_counts_links_and_a_search_may_stop_between_them() {
    let finder = MeshFinder::new(chain(9));
    let query = PathQuery::new([0.5, 0.5], [24.5, 0.5]);
    let whole = finder.find_path(&query).unwrap();
    assert_eq!((whole.cost(), whole.links().len(), whole.stats().expanded), (24.0, 8, 8));
    for budget in 0..8 {
        let mut path = Path::default();
        let stopped = finder.find_path_into(
            &query.max_expanded(budget),
            &mut tautline::Scratch::new(),
            &mut path,
        );
        let is_spent = matches!(stopped, Err(PathError::BudgetExhausted { expanded, lower_bound })
            if expanded == budget && (23.9..=24.0).contains(&lower_bound));
        assert!(is_spent, "{budget}: {stopped:?}");
        path.verify(finder.mesh()).unwrap();
        // The partial path ends at the exit of its last link.
        assert_eq!(path.links().len() as u64, budget, "{path:?}");
    }
    assert_eq!(finder.find_path(&query.max_expanded(8)).as_ref(), Ok(&whole));
    let mut search = finder.begin_path(&query).unwrap();
    let mut slices = 1;
    while search.advance(1) == Stage::InProgress {
        slices += 1;
        assert!(search.progress().expanded < slices);
    }
    assert_eq!(search.finish(), Ok(whole));
    assert!(slices >= 8, "{slices}");
}

#[test]
fn new_links_are_open_and_update_the_components_even_with_closed_doors() {
    let ferry = Link::new([10.0, 5.0], [14.0, 5.0], "ferry");
    let mut finder = MeshFinder::new(islands(std::slice::from_ref(&ferry)));
    finder.close_door("ferry").unwrap();
    let query = PathQuery::new([9.0, 5.0], [15.0, 5.0]);
    let closed = finder.mesh_for_query(&query).unwrap();
    let down = Link::new([10.0, 6.0], [14.0, 6.0], "down").one_way();
    let mut mesh = NavMesh::clone(&closed).with_links([down]).unwrap();
    mesh.assert_invariants();
    let none = tautline::ClosedDoors::new(&std::sync::Arc::new(mesh.clone()));
    mesh.set_doors(&none).unwrap();
    let finder = MeshFinder::new(mesh);
    assert_eq!(finder.find_path(&query).unwrap().links().len(), 1);
    let back = finder.find_path(&query.reversed());
    assert!(back.is_err_and(|error| error.proves_unreachable()));
}

#[test]
fn doors_closed_on_a_mesh_stay_closed_for_its_finders() {
    let links = [
        Link::new([10.0, 5.0], [14.0, 5.0], "bridge").cost(4.0),
        Link::new([10.0, 0.0], [14.0, 0.0], "ferry").cost(20.0),
        Link::new([1.0, 1.0], [4.0, 9.0], "slide").cost(1.0),
    ];
    let mesh = std::sync::Arc::new(islands(&links));
    let mut doors = tautline::ClosedDoors::new(&mesh);
    doors.close("bridge").unwrap();
    let closed = mesh.with_doors(&doors).unwrap();
    let mut finder = MeshFinder::new(closed);
    let query = PathQuery::new([9.0, 5.0], [14.0, 0.0]);
    let taken = |finder: &MeshFinder| finder.find_path(&query).unwrap().links()[0].link;
    assert_eq!(taken(&finder), LinkId(1));
    finder.close_door("slide").unwrap();
    assert_eq!(taken(&finder), LinkId(1));
    finder.open_door("bridge").unwrap();
    assert_eq!(taken(&finder), LinkId(1));
    finder.close_door("ferry").unwrap();
    assert!(finder.find_path(&query).is_err_and(|error| error.proves_unreachable()));
}
