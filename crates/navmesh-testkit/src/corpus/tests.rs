use navmesh_core::{Area, DVec2, GoalPolicy, Outline, Outlines, PathQuery, Search, StartPolicy};

use super::*;
use crate::worlds::world;

fn read(text: &str) -> CorpusCase {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error(text: &str) -> String {
    text.parse::<CorpusCase>().unwrap_err().to_string()
}

#[test]
fn every_line_says_what_the_page_says() {
    let case = read(
        "# not read\ntitle Two rooms\nstory One\n  and\n\ttwo.\nthread a/b#7\nnumbers by hand\n\n\
         walkable 0,0 4,0 4,4\nhole rect:1,1,2,2\nobstacle -0,1e-9 0.1+3ulp,2 3-1ulp,NaN inf,1\n\
         hole\n\
         wall 0,0 1,1\nfill even-odd\narea 31.5\ncomponents 2\ncrossings 3 exact, 1 rounded\nrepair spike: here\n\
         repair flat-ring: there\nradius 0.5\nshare 2.5 deep mud\nask 1,1 -> 2,2 snap 0 search corridor goal nearest = 1.5\n\
         ask 1,1 -> 2,2 = none\nask 0,0 -> 1,0\n",
    );
    assert_eq!((case.title.as_str(), case.story.as_str()), ("Two rooms", "One and two."));
    assert_eq!((case.thread.as_deref(), case.numbers.as_str()), (Some("a/b#7"), "by hand"));
    let Outlines { walkable, obstacles, walls, .. } = &case.outlines;
    assert_eq!((walls[0].points[1], case.fill), (DVec2::ONE, Fill::EvenOdd));
    assert_eq!(walkable[0].holes[0], Outline::rect([1.0, 1.0], [2.0, 2.0]).exterior);
    let points = &obstacles[0].exterior;
    assert!(points[0].x.is_sign_negative() && points[2].y.is_nan());
    assert_eq!(points[1].x, 0.1f64.next_up().next_up().next_up());
    assert_eq!((points[2].x, points[3].x), (3f64.next_down(), f64::INFINITY));
    assert_eq!(obstacles[0].holes, [Vec::new()]);
    let Some(Outcome::Mesh(ground)) = &case.outcome else { panic!("{case:?}") };
    assert_eq!((ground.area, ground.components), (31.5, 2));
    assert_eq!((ground.exact_crossings, ground.rounded_crossings), (3, 1));
    assert_eq!((case.radius, &ground.shares), (0.5, &vec![("deep mud".to_owned(), 2.5)]));
    assert_eq!(ground.repairs, ["spike: here", "flat-ring: there"]);
    let query = PathQuery::new([1.0, 1.0], [2.0, 2.0]).snap(0.0).search(Search::Corridor);
    let query = query.goal_policy(GoalPolicy::Nearest);
    assert_eq!(case.asks[0], Ask { query, closed: Vec::new(), answer: Some(Answer::Cost(1.5)) });
    assert_eq!(case.asks[1].answer, Some(Answer::None));
    assert_eq!(case.asks[2].answer, None);
}

#[test]
fn a_circle_has_its_points_on_the_circle_and_turns_left() {
    let ring = &read("title O\nwalkable circle:1,2,5,40").outlines.walkable[0].exterior;
    assert_eq!(ring.len(), 40);
    assert_eq!(
        [ring[0], ring[10], ring[20], ring[30]],
        [DVec2::new(6.0, 2.0), DVec2::new(1.0, 7.0), DVec2::new(-4.0, 2.0), DVec2::new(1.0, -3.0),]
    );
    for i in 0..40 {
        let [a, b, c] = [0, 1, 2].map(|step| ring[(i + step) % 40]);
        assert!((a.distance(DVec2::new(1.0, 2.0)) - 5.0).abs() < 1e-14);
        assert_eq!(
            navmesh_core::backend::geom::turn(a, b, c),
            navmesh_core::backend::geom::Turn::Left
        );
    }
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    assert_eq!(error(""), "line 1: there is no title");
    assert_eq!(error(" x\ntitle a"), "line 1: there is no line before this one to continue");
    let in_second_line = |line: &str| error(&format!("title a\n{line}"));
    for (line, what) in [
        ("title b", "a second `title`"),
        ("gate 0,0 1,1", "`gate` begins no line"),
        ("fill all", "`all` is no fill rule"),
        ("hole 0,0 1,1 2,2", "there is no outline for this hole"),
        ("patch much 0,0 1,1", "`much` is no number"),
        ("patch 2 0,0 1;1", "`1;1` is no point"),
        ("called mud", "there is nothing to name"),
        ("patch 2 0,0\ncalled a\ncalled b", "a second `called`"),
        ("ask 0,0 -> 1,1 start far", "`far` is no policy"),
        ("ask 0,0 -> 1,1 nodes many", "`many` is no count"),
        ("walkable 0,0 1;1", "`1;1` is no point"),
        ("walkable 0,0 1,1,1", "`1,1,1` is no point"),
        ("walkable 0,0 1,1+ulp", "`1,1+ulp` is no point"),
        ("walkable circle:0,0,1,6", "`circle:0,0,1,6` is no point"),
        ("walkable circle:0,0,1,1e9", "`circle:0,0,1,1e9` is no point"),
        ("walkable star:0,0,1,1", "`star:0,0,1,1` is no point"),
        ("radius wide", "`wide` is no number"),
        ("radius 1\nradius 2", "a second `radius`"),
        ("share 1", "a share has a name"),
        ("share much mud", "`much` is no number"),
        ("share 1 mud", "ground has both an area and components"),
        ("area inf", "`inf` is no number"),
        ("area 1", "ground has both an area and components"),
        ("repair spike", "ground has both an area and components"),
        ("error x\ncomponents 1", "an error has no ground"),
        ("components -1", "`-1` is no count"),
        ("crossings 1", "crossings are `N exact, M rounded`"),
        ("ask 0,0 1,1", "`->` stands between two ends"),
        ("ask 0,0 -> 1", "`1` is no point"),
        ("ask 0,0 -> 1,1 =", "nothing follows `=`"),
        ("ask 0,0 -> 1,1 = 1 = 2", "a second `=`"),
        ("ask 0,0 -> 1,1 goal far", "`far` is no policy"),
        ("link 0,0 1,1", "`->` stands between two ends"),
        ("link 0,0 -> 1,1 cost", "nothing follows `cost`"),
        ("link 0,0 -> 1,1 cost much", "`much` is no number"),
        ("link 0,0 -> 1,1 from below", "`below` is no floor"),
        ("link 0,0 -> 1,1 by car", "`by` is nothing that a link has"),
        ("link 0,0 -> 1,1\ncalled a\ncalled b", "a second `called`"),
        ("moved 0 left 1", "a link has an end `from` and an end `to`"),
        ("moved 0 to 1 2", "`2` follows the distance"),
        ("moved 0 to 1", "ground has both an area and components"),
        ("ask 0,0 -> 1,1 by car", "`by` is nothing to ask for"),
    ] {
        let last = 1 + line.lines().count();
        assert_eq!(in_second_line(line), format!("line {last}: {what}"));
    }
    let many = "walkable circle:0,0,1,100000\n".repeat(11);
    assert_eq!(in_second_line(&many), "line 12: more than 1000000 points");
}

#[test]
fn what_is_written_reads_back_bit_for_bit() {
    for seed in 0..120 {
        let world = world(seed);
        let asks = world
            .queries(3)
            .into_iter()
            .map(|query| Ask { query, closed: Vec::new(), answer: None })
            .collect();
        let (title, outlines) = (world.name, world.outlines);
        let case = CorpusCase { title, outlines, asks, ..CorpusCase::default() };
        assert_eq!(read(&case.to_string()), case);
    }
    let mud = Outline::rect([0.0, 0.0], [1.0, 2.0]).with_hole([[0.1, 0.1], [0.2, 0.1], [0.1, 0.2]]);
    let areas = vec![Area::new(mud.clone(), "deep mud", 0.1), Area::new(mud, "", 1e300)];
    let outlines = Outlines { areas, ..Outlines::default() };
    let query = PathQuery::new([0.0, 0.0], [1.0, 1.0]).start_policy(StartPolicy::Nearest);
    let reachable = query.start_policy(StartPolicy::NearestReachable);
    let asks = [query.max_expanded(7), reachable.max_cost(0.1)];
    let asks = asks.map(|query| Ask { query, closed: Vec::new(), answer: None }).to_vec();
    let case = CorpusCase { title: "patches".into(), outlines, asks, ..CorpusCase::default() };
    assert_eq!(read(&case.to_string()), case);
    let radius = "title A\n\nradius 0.1\n\narea 1\ncomponents 1\nshare 0.5 deep mud\n";
    assert_eq!(read(radius).to_string(), radius);
    let links = "title L\n\nwalkable 0,0 4,0 0,4\ndoor 0,0 1,1\ncalled gate\n\
                 link 0,0 -> 1,1 cost NaN one-way\ncalled deep well\nlink 2,0 -> 0,2 cost -1\n\n\
                 area 8\ncomponents 1\nmoved 1 to 0.5\nask 0,0 -> 1,1 closed gate closed well = 2\n";
    assert_eq!(read(links).to_string(), links);
    let floors = "title F\n\nfloor 0\nwalkable 0,0 4,0 0,4\nfloor 2\nwalkable 0,0 4,0 0,4\n\
                  link 1,1 -> 1,1 cost 6 to 2\ncalled ladder\n\nerror x\n";
    assert_eq!((read(floors).to_string(), read(floors).building.links.len()), (floors.into(), 1));
    let odd = "title odd\nwalkable -0,NaN inf,-inf 1e-300,5e-324 0.1+1ulp,1e300\n\nerror x: y\n";
    let text = read(odd).to_string();
    assert_eq!(read(&text).to_string(), text);
    assert!(text.contains("-0,NaN inf,-inf 1e-300,5e-324 0.10000000000000002,1e300"), "{text}");
}
