//! Pictures, and the commands that take a radius: item 11.

use tempfile::TempDir;

use super::{run, run_in, sample};

/// The picture that a command draws to `out.svg`, and the exit code of the command.
fn drawn(arguments: &str) -> (i32, String) {
    let folder = TempDir::new().unwrap();
    let ended = run_in(folder.path(), arguments);
    let picture = std::fs::read_to_string(folder.path().join("out.svg"));
    (ended.code, picture.unwrap_or_else(|error| panic!("{error}: {}", ended.err)))
}

#[test]
fn draw_check_and_scen_take_a_radius() {
    let (plan, tiles) = (sample("floor_plan.geojson"), sample("tiles.map"));
    let (code, thin) = drawn(&format!("draw {plan} -o out.svg"));
    let (_, wide) = drawn(&format!("draw {plan} -o out.svg --radius 0.3 --fill even-odd"));
    assert_eq!(code, 0);
    // The colours of the margin and of the real walls.
    assert!(!thin.contains("#eaedf0") && wide.contains("#eaedf0"));
    assert_eq!(run(&format!("check {plan} --radius 0.3 --fill even-odd")).code, 0);
    let scenario = |radius: &str| run(&format!("scen {tiles} {tiles}.scen --radius {radius}")).out;
    assert!(scenario("0").contains("complete       10"), "{}", scenario("0"));
    assert_ne!(scenario("0.2").lines().nth(4), scenario("0").lines().nth(4), "other lengths");
}

#[test]
fn a_failed_path_marks_its_ends_and_the_gap() {
    let ask = format!("path {} --from 1.5,25 --to 20.4,12.5", sample("floor_plan.geojson"));
    let (code, picture) = drawn(&format!("{ask} --svg out.svg"));
    assert_eq!((code, picture.matches("stroke=\"#c1272d\"").count()), (1, 2), "a line and a ring");
}

#[test]
fn a_trace_claims_no_search_where_none_ran() {
    let ask = format!("path {} --from 1,25 --to 1,25", sample("floor_plan.geojson"));
    let folder = TempDir::new().unwrap();
    let ended = run_in(folder.path(), &format!("{ask} --trace out.svg"));
    assert!(ended.out.contains("no search was needed"), "{}", ended.out);
}

#[test]
fn a_field_has_a_legend_and_a_move_its_track() {
    let plan = sample("floor_plan.geojson");
    let (code, field) = drawn(&format!("query field {plan} --to 39,1 --svg out.svg"));
    // The colour of the greatest distances: the farthest pieces, and the last box of the legend.
    assert!(code == 0 && field.matches("fill=\"#5271a6\"").count() >= 2);
    let (code, track) = drawn(&format!("query move {plan} --from 25,1 --to 39,1 --svg out.svg"));
    let (_, map) = drawn(&format!("draw {plan} -o out.svg"));
    assert!(code == 0 && track.len() > map.len(), "the track is drawn on the map");
}

#[test]
fn tiles_show_their_costs_with_a_legend() {
    let ends = "--from 1.5,1.5 --to 21.5,15.5 --backend grid";
    let (code, picture) = drawn(&format!("path {} {ends} --svg out.svg", sample("village.tmx")));
    // The colour of the grass, which costs 2: its tiles, and its box in the legend.
    assert_eq!((code, picture.matches("fill=\"#efe0c8\"").count()), (0, 2));
}

#[test]
fn distances_with_paths_draw_every_path() {
    let ask = format!("query distances {} --from 1,25 --to 39,1", sample("floor_plan.geojson"));
    let (_, plain) = drawn(&format!("{ask} --to 20,20 --svg out.svg"));
    let (code, picture) = drawn(&format!("{ask} --to 20,20 --paths --svg out.svg"));
    assert_eq!(code, 0);
    for color in ["#d55e00", "#0072b2"] {
        let stroke = format!("stroke=\"{color}\"");
        assert!(picture.matches(&stroke).count() > plain.matches(&stroke).count(), "{color}");
    }
}

#[test]
fn cells_and_reach_draw_the_circle() {
    let plan = sample("floor_plan.geojson");
    for query in ["cells", "reach"] {
        let circle = |radius: &str| {
            drawn(&format!("query {query} {plan} --at 25,12 --within {radius} --svg out.svg"))
        };
        let stroke = "stroke=\"#7f9fba\"";
        assert!(circle("4").1.contains(stroke), "{query}");
        assert!(!circle("1e9").1.contains(stroke), "{query}: the circle is far outside");
    }
}
