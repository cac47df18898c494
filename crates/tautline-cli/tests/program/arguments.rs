//! The command line: help, invalid arguments, closed pipes.

use std::process::{Command, Stdio};

use serde_json::json;

use super::Workdir;

#[test]
fn help_and_version_exit_with_0() {
    let workdir = Workdir::new();
    for arguments in ["--help", "path --help", "scen --help", "--version", "help build"] {
        let ended = workdir.run(arguments);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{arguments}");
    }
    assert!(workdir.run("--help").out.contains("Exit codes: 0 success"));
}

#[test]
fn help_and_version_are_json_with_the_option_json() {
    let workdir = Workdir::new();
    for arguments in ["--help", "help", "help path", "path --help"] {
        let (code, value) = workdir.json(arguments);
        assert_eq!((code, &value["status"]), (0, &"help".into()), "{arguments}");
        assert!(value["message"].as_str().unwrap().contains("Usage: tautline"), "{arguments}");
    }
    let (code, value) = workdir.json("--version");
    assert_eq!((code, &value["status"]), (0, &"version".into()));
    workdir.assert_fails("help fly", &["fly"]);
}

#[test]
fn invalid_arguments_fail_with_one_message() {
    let workdir = Workdir::with_maps();
    workdir.assert_fails("", &["missing command", "--help"]);
    workdir.assert_fails("fly", &["fly"]);
    workdir.assert_fails("info", &["<FILE>"]);
    workdir.assert_fails("info square.geojson --wings", &["--wings"]);
    workdir.assert_fails("info square.geojson two.mesh", &["two.mesh"]);
    workdir.assert_fails("path square.geojson --from 1,2", &["--to"]);
    workdir.assert_fails("path square.geojson --from 1 --to 2,2", &["--from", "1.5,-2"]);
    workdir.assert_fails("path square.geojson --from 1,b --to 2,2", &["1,b"]);
    workdir.assert_fails("path square.geojson --from --to 2,2", &["2,2"]);
    workdir.assert_fails(
        "path square.geojson --from 1,2 --to 2,2 --search best",
        &["best", "optimal"],
    );
    workdir.assert_fails("path square.geojson --from 1,2 --to 2,2 --snap wide", &["wide"]);
    workdir.assert_fails(
        "query ray square.geojson --from 1 --to 2,2",
        &["`tautline query ray --help`"],
    );
    let ask = "path square.geojson --from 1,2 --to 2,2 --max-expanded -1";
    workdir.assert_fails(
        ask,
        &["--max-expanded", "'-1'", "whole number of at least 0", "`tautline path --help`"],
    );
    workdir.assert_fails("path square.geojson --from 1,2@-1 --to 2,2", &["--from", "after the @"]);
    for count in ["0", "1.5", "1e3", "-1", "99999999999999999999"] {
        for option in ["--repeat", "--limit"] {
            let words = [option, count, "whole number from 1", "`tautline scen --help`"];
            workdir.assert_fails(&format!("scen map.map queries.scen {option} {count}"), &words);
        }
    }
}

#[test]
fn misspelled_words_get_a_suggestion() {
    let workdir = Workdir::with_maps();
    workdir.assert_fails("paht square.geojson", &["did you mean `path`?"]);
    workdir.assert_fails("path square.geojson --frm 1,2 --to 2,2", &["did you mean `--from`?"]);
    workdir.assert_fails("query nearst square.geojson", &["did you mean `nearest`?"]);
    let ask = "path square.geojson --from 1,2 --to 2,2 --search optmal";
    workdir.assert_fails(ask, &["did you mean `optimal`?"]);
}

#[test]
fn all_missing_options_are_in_one_message() {
    let workdir = Workdir::with_maps();
    workdir.assert_fails("path", &["--from", "--to", "<FILE>"]);
    workdir.assert_fails("query distances square.geojson", &["starts and goals", "--from", "--to"]);
    workdir.assert_fails("query distances square.geojson --to 1,1", &["starts", "--from"]);
    workdir.assert_fails("query distances square.geojson --from 1,1", &["goals", "--to"]);
}

#[test]
fn help_begins_with_the_options_of_the_question() {
    let help = Workdir::new().run("path --help").out;
    let at = |word: &str| help.find(word).unwrap_or_else(|| panic!("{word}: {help}"));
    let order = ["--from", "--to", "--json", "Drawing:", "--png", "Building the mesh:", "--radius"];
    let later = ["Doors and areas:", "Searching:", "--max-cost", "With --backend grid:"];
    let places: Vec<usize> = order.into_iter().chain(later).map(at).collect();
    assert!(places.is_sorted(), "{places:?}: {help}");
}

#[test]
fn points_outside_the_map_are_compared_with_its_bounds() {
    let workdir = Workdir::with_maps();
    let extent = "the map extends from (-5, 0) to (10, 8)";
    for ask in [
        "path square.geojson --from 7,9.5 --to 1,1",
        "query ray square.geojson --from 7,9.5 --to 1,1",
    ] {
        let (code, failure) = workdir.json(ask);
        assert_eq!((code, &failure["bounds"]), (1, &json!([-5.0, 0.0, 10.0, 8.0])), "{ask}");
        let message = failure["message"].as_str().unwrap();
        assert!(
            message.contains(extent) && message.contains("if x and y are swapped, use 9.5, 7"),
            "{message}"
        );
    }
    let message = workdir.run("path square.geojson --from 70,95 --to 1,1").err;
    assert!(message.contains(extent) && !message.contains("swapped"), "{message}");
    let message = workdir.run("path square.geojson --from 5,2.5 --to 1,1").err;
    assert!(!message.contains("extends"), "the obstacle is within the bounds: {message}");
    let near_wall = workdir.run("path square.geojson --from 3,7.7 --to 1,1 --radius 0.6").err;
    assert!(
        near_wall.contains("agent radius 0.6") && !near_wall.contains("swapped"),
        "{near_wall}"
    );
    let ask = "query distances map.map --backend grid --from 1,4.5 --to 0.5,0.5";
    workdir.assert_fails(ask, &["outside the map", "(0, 0) to (5, 4)", "swapped, use 4.5, 1"]);
}

#[test]
fn people_see_six_digits_and_programs_all_of_them() {
    let workdir = Workdir::with_maps();
    let ask = "path square.geojson --from 1,4 --to 9,4";
    let ended = workdir.run(ask);
    assert!(ended.out.starts_with("complete: length 9.2111, optimal\n"), "{}", ended.out);
    let length = workdir.json(ask).1["length"].as_f64().unwrap();
    assert!((length - 9.211_102_550_927_978).abs() < 1e-12);
    for ask in [
        "info square.geojson --radius 0.3",
        "path square.geojson --from 1,4 --to 9,3 --radius 0.3",
        "path map.map --from 0.5,0.5 --to 3.5,2.5",
        "query visible square.geojson --at 1,4",
        "query field square.geojson --to 9,4 --at 1,4.123",
    ] {
        let ended = workdir.run(ask);
        let text = ended.out + &ended.err;
        let decimals = text.split(|c: char| !c.is_ascii_digit() && c != '.');
        let long = decimals.filter(|word| word.trim_matches('.').len() > 8);
        assert_eq!(long.collect::<Vec<_>>(), Vec::<&str>::new(), "{ask}: {text}");
    }
}

#[test]
fn an_invalid_radius_is_an_error() {
    let workdir = Workdir::with_maps();
    workdir.assert_fails("build square.geojson -o square.nav --radius wide", &["--radius", "wide"]);
    let valid_range = "0, or from 5.74e-12 to 1.52e60";
    workdir.assert_fails("build square.geojson -o square.nav --radius 1e-30", &[valid_range]);
    for ask in ["build square.geojson -o square.nav", "path square.geojson --from 1,1 --to 2,2"] {
        for radius in ["-1", "nan"] {
            workdir.assert_fails(&format!("{ask} --radius {radius}"), &["--radius", "at least 0"]);
        }
    }
    workdir
        .assert_fails("path square.geojson --from 1,1 --to 2,2 --radius 9", &["too narrow", "9"]);
    for ask in ["path two.mesh --from 1,1 --to 2,2", "info two.mesh"] {
        workdir.assert_fails(&format!("{ask} --radius 1"), &["--radius", "two.mesh"]);
    }
    let grid = "path map.map --from 0.5,0.5 --to 1.5,0.5 --radius 1 --backend grid";
    workdir.assert_fails(grid, &["--radius", "--backend grid"]);
    assert!(!workdir.path("square.nav").exists());
}

#[test]
fn info_reports_the_same_as_a_build_with_the_same_options() {
    let workdir = Workdir::with_maps();
    let (_, built) = workdir.json("build square.geojson -o square.nav --radius 0.3");
    let (_, info) = workdir.json("info square.geojson --radius 0.3");
    for key in ["area", "cells", "agent_radius", "repairs"] {
        assert_eq!(info[key], built[key], "{key}");
    }
    assert_eq!(info["agent_radius"].as_f64(), Some(0.3));
}

#[test]
fn the_fill_rule_decides_what_a_self_crossing_ring_covers() {
    let workdir = Workdir::new();
    // Once around the unit square, then around a square of four times its area.
    let ring = "[[0,0],[1,0],[1,1],[0,1],[0,0],[2,0],[2,2],[0,2],[0,0]]";
    workdir.put("loop.geojson", format!(r#"{{"type": "Polygon", "coordinates": [{ring}]}}"#));
    let area = |fill: &str| {
        let (code, built) = workdir.json(&format!("build loop.geojson -o loop.nav{fill}"));
        assert_eq!(code, 0, "{built}");
        built["area"].as_f64()
    };
    let areas = ["", " --fill non-zero", " --fill even-odd"].map(area);
    assert_eq!(areas, [Some(4.0), Some(4.0), Some(3.0)]);
    assert_eq!(workdir.json("info loop.geojson --fill even-odd").1["area"].as_f64(), Some(3.0));
    workdir.assert_fails("build loop.geojson -o loop.nav --fill all", &["--fill", "even-odd"]);
}

#[test]
fn a_build_beyond_the_limit_of_intersections_names_the_option() {
    let workdir = Workdir::new();
    let feature = |kind: &str, geometry: &str, coordinates: &str| {
        let geometry = format!(r#"{{"type": "{geometry}", "coordinates": {coordinates}}}"#);
        format!(
            r#"{{"type": "Feature", "properties": {{"kind": "{kind}"}}, "geometry": {geometry}}}"#
        )
    };
    let room = feature("walkable", "Polygon", "[[[0,0],[4,0],[4,4],[0,4],[0,0]]]");
    let walls = ["[[1,1],[3,3]]", "[[1,3],[3,1]]"].map(|ends| feature("wall", "LineString", ends));
    let features = [room, walls.join(",")].join(",");
    workdir.put(
        "cross.geojson",
        format!(r#"{{"type": "FeatureCollection", "features": [{features}]}}"#),
    );
    assert_eq!(workdir.json("info cross.geojson --max-intersections 1").0, 0);
    let shown = ["limit of 0", "near (2, 2)", "raise the limit with --max-intersections"];
    workdir.assert_fails("info cross.geojson --max-intersections 0", &shown);
}

#[test]
fn options_without_effect_are_errors() {
    let workdir = Workdir::with_maps();
    workdir.assert_fails("build two.mesh -o two.nav --no-merge", &["--no-merge", "two.mesh"]);
    workdir
        .assert_fails("info two.mesh --max-intersections 9", &["--max-intersections", "two.mesh"]);
    for file in ["two.mesh", "map.map"] {
        let ask = format!("build {file} -o out.nav --fill even-odd");
        workdir.assert_fails(&ask, &["--fill", file]);
    }
    for backend in ["navmesh", "grid"] {
        let ask = format!("path map.map --backend {backend}");
        assert_eq!(workdir.run(&format!("{ask} --from 0.5,0.5@0 --to 1.5,0.5@0")).code, 0);
        let asked = format!("{ask} --from 0.5,0.5@3 --to 1.5,0.5");
        workdir.assert_fails(&asked, &["no floor 3", "this map has only floor 0"]);
        workdir.assert_fails(&format!("{ask} --from 0.5,0.5 --to 1.5,0.5@7"), &["no floor 7"]);
    }
}

#[test]
fn unknown_output_formats_are_errors_before_any_file_is_read() {
    let workdir = Workdir::new();
    workdir.assert_fails("build missing.geojson -o out.obj", &["out.obj", ".nav or .mesh"]);
    workdir.assert_fails("build missing.geojson -o out", &["out", ".nav or .mesh"]);
    workdir.assert_fails("draw missing.geojson -o out.jpg", &["out.jpg", ".svg or .png"]);
    workdir
        .assert_fails("path missing.map --from 0,0 --to 1,1 --svg out.png", &["out.png", ".svg"]);
    workdir
        .assert_fails("path missing.map --from 0,0 --to 1,1 --png out.svg", &["out.svg", ".png"]);
}

#[test]
fn a_closed_pipe_changes_no_exit_code() {
    let workdir = Workdir::with_maps();
    for (arguments, code) in [
        (&["info", "square.geojson"][..], 0),
        (&["--help"], 0),
        (&["path", "map.map", "--from=0.5,1.5", "--to=3.5,2.5", "--json"], 1),
        (&["info", "no.map", "--json"], 2),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tautline"));
        command.current_dir(workdir.folder.path()).args(arguments);
        // The read end of the pipe is closed before the program starts.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = command.stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}");
    }
}
