//! The program with the mistakes of new users: items 9, 10 and 12.

use super::{assert_refused, json, run, sample};

const IN_THE_PARK: &str = "--from 9.961,53.5635 --to 9.9708,53.5664";

#[test]
fn degrees_are_refused_with_both_ways_out() {
    let ask = format!("path {} {IN_THE_PARK}", sample("park.geojson"));
    assert_refused(&ask, &["longitude and latitude", "--project", "--planar"]);
    let path = json(&format!("{ask} --project"));
    let length = path["length"].as_f64().unwrap();
    // 0.0098 degrees of longitude at that latitude are 649 m, 0.0029 of latitude 323 m.
    assert!((725.0..1500.0).contains(&length), "metres: {path}");
    assert!(path["degrees"]["points"].is_array(), "{path}");
    assert_eq!(run(&format!("{ask} --planar")).code, 0);
}

#[test]
fn people_see_six_digits_and_programs_see_all() {
    let ask = format!("path {} --from 1,25 --to 39,1", sample("floor_plan.geojson"));
    let text = run(&ask).out;
    assert!(text.starts_with("complete: length 52.4987, optimal\n"), "{text}");
    let digits = json(&ask)["length"].to_string().len();
    assert!(digits > 10, "{digits} characters");
}

#[test]
fn points_outside_the_map_are_compared_with_its_bounds() {
    let map = sample("floor_plan.geojson");
    let ended = run(&format!("path {map} --from 25,27.5 --to 39,1"));
    assert_eq!(ended.code, 1);
    for words in ["extends from (0.4, 0) to (39.6, 25.6)", "if x and y are swapped, use 27.5, 25"] {
        assert!(ended.err.contains(words), "{}", ended.err);
    }
}

#[test]
fn a_negative_radius_is_refused_with_the_valid_numbers() {
    let ask = format!("path {} --from 1,25 --to 39,1", sample("floor_plan.geojson"));
    assert_refused(&format!("{ask} --radius -1"), &["--radius", "-1", "at least 0"]);
    assert_refused(&format!("{ask} --radius=-1"), &["--radius", "-1", "at least 0"]);
}

#[test]
fn misspelled_words_get_a_suggestion() {
    let map = sample("floor_plan.geojson");
    assert_refused(&format!("paht {map}"), &["did you mean `path`?"]);
    assert_refused(&format!("path {map} --frm 1,25 --to 39,1"), &["did you mean `--from`?"]);
    assert_refused(&format!("query nearst {map} --at 1,1"), &["did you mean `nearest`?"]);
}

#[test]
fn suggestions_are_near_to_what_was_typed() {
    let map = sample("floor_plan.geojson");
    let ended = run(&format!("query random {map} --at 3,3 --within 2"));
    assert!(ended.code == 2 && !ended.err.contains("did you mean"), "{}", ended.err);
    assert_refused(&format!("path {map} 1,25 39,1"), &["1,25", "a point follows its option"]);
    assert_refused(&format!("info {}", sample("tiles.map.scen")), &["tautline scen MAP SCEN"]);
}

#[test]
fn unknown_names_and_counts_are_refused_with_the_known_ones() {
    let ask = format!("path {} --from 2,15@0 --to 2,15@1", sample("building.geojson"));
    assert_refused(&format!("{ask} --close gate"), &["\"gate\"", "it has \"office\""]);
    let ask = format!("path {} --from 12,30 --to 92,16", sample("meadow.geojson"));
    assert_refused(&format!("{ask} --forbid lava"), &["\"lava\"", "\"mud\", \"road\", \"water\""]);
    let map = sample("floor_plan.geojson");
    assert_refused(&format!("query random {map} --count 0"), &["whole number from 1 to 10000000"]);
}

#[test]
fn regions_without_a_circle_or_a_polygon_are_refused() {
    let map = sample("floor_plan.geojson");
    assert_refused(&format!("query cells {map}"), &["--at", "--within", "--corner"]);
    assert_refused(&format!("query cells {map} --corner 1,1"), &["at least three corners"]);
    assert_refused(&format!("query any {map} --from 1,25 --corner 9,9"), &["three corners"]);
}

#[test]
fn messages_name_the_end_or_the_limit_that_stopped_the_query() {
    let map = sample("floor_plan.geojson");
    for query in ["wall", "visible"] {
        let ended = run(&format!("query {query} {map} --at 25,100"));
        assert!(ended.code == 1 && ended.err.contains("the point (25, 100)"), "{}", ended.err);
    }
    let ended = run(&format!("path {map} --from 1,25 --to 39,1 --max-cost 3"));
    assert!(ended.err.contains("every path costs more than the limit 3"), "{}", ended.err);
    let corner = run(&format!("query field {} --to 1,1 --backend grid", sample("tiles.map")));
    assert!(corner.code == 0 && !corner.out.starts_with("0 of"), "{}", corner.err);
    let blocked = run(&format!("query field {} --to 4.5,2.5 --backend grid", sample("maze.txt")));
    assert!(blocked.code == 1 && blocked.err.contains("the goal (4.5, 2.5)"), "{}", blocked.err);
}

#[test]
fn the_program_joins_tile_paths_to_the_given_points() {
    let tiles = sample("tiles.map");
    let ask = format!("path {tiles} --from 4.2,4.9 --to 21.3,3.1 --backend grid");
    let centers = json(&ask);
    assert!(centers["start_offset"].as_f64().unwrap() > 0.0, "{centers}");
    let points = json(&format!("{ask} --ends points"));
    assert_eq!(points["points"][0], serde_json::json!([4.2, 4.9]));
    assert_eq!((&points["start_offset"], &points["status"]), (&0.0.into(), &"complete".into()));
}

#[test]
fn all_missing_options_are_in_one_message() {
    assert_refused("path", &["--from", "--to", "<FILE>"]);
    assert_refused(&format!("query ray {}", sample("floor_plan.geojson")), &["--from", "--to"]);
}

#[test]
fn a_field_without_points_prints_a_summary() {
    let text = run(&format!("query field {} --to 39,1", sample("floor_plan.geojson"))).out;
    assert!(text.contains("cells with a path to 1 goal"), "{text}");
    assert!(text.contains("farthest corner: ") && !text.contains("bytes"), "{text}");
}

#[test]
fn help_lists_the_options_of_the_question_first() {
    let help = run("path --help").out;
    let at = |word: &str| help.find(word).unwrap_or_else(|| panic!("{word}: {help}"));
    assert!(["--from", "--to", "--png", "--radius", "--max-cost"].map(at).is_sorted(), "{help}");
    assert!(help.contains("1/16 of the radius"), "the default snap: {help}");
    let help = run("query nearest --help").out;
    let at = |word: &str| help.find(word).unwrap_or_else(|| panic!("{word}: {help}"));
    assert!(["--at", "--within", "--png", "--radius"].map(at).is_sorted(), "{help}");
    assert!(!help.contains("--smooth"), "only a mesh answers this query: {help}");
}

#[test]
fn every_format_has_a_sample_that_the_program_reads() {
    for name in [
        "floor_plan.geojson",
        "building.geojson",
        "tiles.map",
        "maze.txt",
        "village.tmx",
        "cave.png",
        "warehouse.yaml",
        "warehouse.pgm",
        "garden.mesh",
    ] {
        let info = json(&format!("info {}", sample(name)));
        assert!(info["area"].as_f64().is_none_or(|area| area > 0.0), "{name}: {info}");
        assert_ne!(info["status"], "unusable-input", "{name}: {info}");
    }
    let answers = json(&format!("scen {} {}", sample("tiles.map"), sample("tiles.map.scen")));
    assert_eq!((&answers["complete"], &answers["failed"]), (&10.into(), &0.into()), "{answers}");
}

#[test]
fn a_scenario_of_another_map_names_the_queries_that_failed() {
    let ended = run(&format!("scen {} {}", sample("garden.mesh"), sample("tiles.map.scen")));
    assert_eq!(ended.code, 1, "{}", ended.out);
    assert!(ended.out.contains("query 0: ") || ended.out.contains("query 1: "), "{}", ended.out);
}
