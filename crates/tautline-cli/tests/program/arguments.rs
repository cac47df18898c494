//! The command line: help, wrong arguments, closed pipes.

use std::process::{Command, Stdio};

use super::Room;

#[test]
fn help_and_version_are_no_failures() {
    let room = Room::new();
    for arguments in ["--help", "path --help", "scen --help", "--version", "help build"] {
        let ended = room.run(arguments);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{arguments}");
    }
    assert!(room.run("--help").out.contains("Exit codes: 0 done"));
}

#[test]
fn help_and_version_are_json_where_json_is_asked_for() {
    let room = Room::new();
    for arguments in ["--help", "help", "help path", "path --help"] {
        let (code, value) = room.json(arguments);
        assert_eq!((code, &value["status"]), (0, &"help".into()), "{arguments}");
        assert!(value["message"].as_str().unwrap().contains("Usage: tautline"), "{arguments}");
    }
    let (code, value) = room.json("--version");
    assert_eq!((code, &value["status"]), (0, &"version".into()));
    room.refused("help fly", &["fly"]);
}

#[test]
fn wrong_arguments_are_refused_in_one_message() {
    let room = Room::furnished();
    room.refused("", &["no command", "--help"]);
    room.refused("fly", &["fly"]);
    room.refused("info", &["<FILE>"]);
    room.refused("info square.geojson --wings", &["--wings"]);
    room.refused("info square.geojson two.mesh", &["two.mesh"]);
    room.refused("path square.geojson --from 1,2", &["--to"]);
    room.refused("path square.geojson --from 1 --to 2,2", &["--from", "1.5,-2"]);
    room.refused("path square.geojson --from 1,b --to 2,2", &["1,b"]);
    room.refused("path square.geojson --from --to 2,2", &["2,2"]);
    room.refused("path square.geojson --from 1,2 --to 2,2 --search best", &["best", "optimal"]);
    room.refused("path square.geojson --from 1,2 --to 2,2 --snap wide", &["wide"]);
    room.refused("query ray square.geojson --from 1 --to 2,2", &["`tautline query ray --help`"]);
    let ask = "path square.geojson --from 1,2 --to 2,2 --max-expanded -1";
    room.refused(ask, &["--max-expanded", "'-1'", "whole number from 0", "`tautline path --help`"]);
    room.refused("path square.geojson --from 1,2@-1 --to 2,2", &["--from", "behind an @"]);
    for count in ["0", "1.5", "1e3", "-1", "99999999999999999999"] {
        for option in ["--repeat", "--limit"] {
            let words = [option, count, "a whole number from 1", "`tautline scen --help`"];
            room.refused(&format!("scen map.map queries.scen {option} {count}"), &words);
        }
    }
}

#[test]
fn a_radius_that_cannot_be_is_refused() {
    let room = Room::furnished();
    room.refused("build square.geojson -o square.nav --radius wide", &["--radius", "wide"]);
    let would_do = "0, or from 2.87e-11 to 1.58e60";
    room.refused("build square.geojson -o square.nav --radius -1", &["agent radius -1", would_do]);
    room.refused("path square.geojson --from 1,1 --to 2,2 --radius nan", &["agent radius NaN"]);
    room.refused("path square.geojson --from 1,1 --to 2,2 --radius 9", &["too narrow", "9"]);
    for ask in ["path two.mesh --from 1,1 --to 2,2", "info two.mesh"] {
        room.refused(&format!("{ask} --radius 1"), &["--radius", "two.mesh"]);
    }
    let grid = "path map.map --from 0.5,0.5 --to 1.5,0.5 --radius 1 --backend grid";
    room.refused(grid, &["--radius", "--backend grid"]);
    assert!(!room.path("square.nav").exists());
}

#[test]
fn info_says_what_a_build_with_the_same_options_would_have() {
    let room = Room::furnished();
    let (_, built) = room.json("build square.geojson -o square.nav --radius 0.3");
    let (_, info) = room.json("info square.geojson --radius 0.3");
    for what in ["area", "cells", "agent_radius", "repairs"] {
        assert_eq!(info[what], built[what], "{what}");
    }
    assert_eq!(info["agent_radius"].as_f64(), Some(0.3));
}

#[test]
fn a_ring_that_crosses_itself_has_its_middle_or_not() {
    let room = Room::new();
    // Twice around the unit square, the second time around a square of four times its area as well.
    let ring = "[[0,0],[1,0],[1,1],[0,1],[0,0],[2,0],[2,2],[0,2],[0,0]]";
    room.put("loop.geojson", format!(r#"{{"type": "Polygon", "coordinates": [{ring}]}}"#));
    let area = |fill: &str| {
        let (code, built) = room.json(&format!("build loop.geojson -o loop.nav{fill}"));
        assert_eq!(code, 0, "{built}");
        built["area"].as_f64()
    };
    let areas = ["", " --fill non-zero", " --fill even-odd"].map(area);
    assert_eq!(areas, [Some(4.0), Some(4.0), Some(3.0)]);
    assert_eq!(room.json("info loop.geojson --fill even-odd").1["area"].as_f64(), Some(3.0));
    room.refused("build loop.geojson -o loop.nav --fill all", &["--fill", "even-odd"]);
}

#[test]
fn what_would_change_nothing_is_refused() {
    let room = Room::furnished();
    room.refused("build two.mesh -o two.nav --no-merge", &["--no-merge", "two.mesh"]);
    for file in ["two.mesh", "map.map"] {
        let ask = format!("build {file} -o out.nav --fill even-odd");
        room.refused(&ask, &["--fill", file]);
    }
    for backend in ["navmesh", "grid"] {
        let ask = format!("path map.map --backend {backend}");
        assert_eq!(room.run(&format!("{ask} --from 0.5,0.5@0 --to 1.5,0.5@0")).code, 0);
        let asked = format!("{ask} --from 0.5,0.5@3 --to 1.5,0.5");
        room.refused(&asked, &["no floor 3", "only one of this map is 0"]);
        room.refused(&format!("{ask} --from 0.5,0.5 --to 1.5,0.5@7"), &["no floor 7"]);
    }
}

#[test]
fn outputs_of_unknown_formats_are_refused_before_anything_is_read() {
    let room = Room::new();
    room.refused("build missing.geojson -o out.obj", &["out.obj", ".nav or .mesh"]);
    room.refused("build missing.geojson -o out", &["out", ".nav or .mesh"]);
    room.refused("draw missing.geojson -o out.jpg", &["out.jpg", ".svg or .png"]);
    room.refused("path missing.map --from 0,0 --to 1,1 --svg out.png", &["out.png", ".svg"]);
    room.refused("path missing.map --from 0,0 --to 1,1 --png out.svg", &["out.svg", ".png"]);
}

#[test]
fn a_reader_who_leaves_early_changes_no_exit_code() {
    let room = Room::furnished();
    for (arguments, code) in [
        (&["info", "square.geojson"][..], 0),
        (&["--help"], 0),
        (&["path", "map.map", "--from=0.5,1.5", "--to=3.5,2.5", "--json"], 1),
        (&["info", "no.map", "--json"], 2),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tautline"));
        command.current_dir(room.folder.path()).args(arguments);
        // The read end of the pipe is closed before the program starts.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = command.stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}");
    }
}
