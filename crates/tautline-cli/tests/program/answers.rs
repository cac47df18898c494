//! `tautline path`: answers and failures.

use serde_json::json;
use tautline::NavMesh;
use tautline::mesh::RawMesh;

use super::Workdir;

#[test]
fn a_path_goes_around_the_corners_of_an_obstacle() {
    let workdir = Workdir::with_maps();
    for search in ["auto", "optimal"] {
        let (code, answer) =
            workdir.json(&format!("path square.geojson --from 1,4 --to 9,4 --search {search}"));
        assert_eq!((code, &answer["status"]), (0, &json!("complete")));
        assert_eq!(answer["points"], json!([[1.0, 4.0], [4.0, 2.0], [6.0, 2.0], [9.0, 4.0]]));
        let length = answer["length"].as_f64().unwrap();
        // Two legs of √13 and one of 2.
        assert!((length - (2.0 * 13f64.sqrt() + 2.0)).abs() < 1e-12);
        assert!(answer["lower_bound"].as_f64().unwrap() <= length);
        assert_eq!(answer["cost"], answer["length"]);
        assert!(answer["expanded"].is_u64() && answer["time_us"].is_f64());
        assert_eq!((&answer["start_offset"], &answer["goal_offset"]), (&json!(0.0), &json!(0.0)));
        assert_eq!(answer["guarantee"], "optimal");
    }
}

#[test]
fn a_corridor_path_has_a_valid_lower_bound() {
    let workdir = Workdir::with_maps();
    let (code, answer) = workdir.json("path square.geojson --from 1,4 --to 9,4 --search corridor");
    assert_eq!((code, &answer["guarantee"]), (0, &json!("bounded")));
    assert_eq!(answer["lower_bound"], 8.0);
    assert!(answer["length"].as_f64().unwrap() >= 2.0 * 13f64.sqrt() + 2.0 - 1e-12);
}

#[test]
fn the_text_has_the_length_and_one_waypoint_a_line() {
    let ended = Workdir::with_maps().run("path square.geojson --from 1,4 --to 9,4");
    assert_eq!(ended.code, 0);
    assert!(ended.out.starts_with("complete: length 9.21"), "{}", ended.out);
    assert!(ended.out.contains("\n  4, 2\n  6, 2\n"), "{}", ended.out);
    assert_eq!(ended.err, "");
}

#[test]
fn coordinates_may_be_negative_in_both_spellings() {
    let workdir = Workdir::with_maps();
    for from in ["--from -3,4", "--from=-3,4"] {
        let (code, answer) = workdir.json(&format!("path square.geojson {from} --to -1,4"));
        assert_eq!((code, &answer["length"]), (0, &json!(2.0)));
    }
}

#[test]
fn start_equal_to_goal_is_one_point() {
    let (code, answer) = Workdir::with_maps().json("path two.mesh --from 0.5,0.25 --to 0.5,0.25");
    assert_eq!(code, 0);
    assert_eq!((&answer["points"], &answer["length"]), (&json!([[0.5, 0.25]]), &json!(0.0)));
}

#[test]
fn both_backends_answer_on_a_tile_map_and_only_the_mesh_path_touches_tile_corners() {
    let workdir = Workdir::with_maps();
    let (_, mesh) = workdir.json("path map.map --from 0.5,1.5 --to 2.5,1.5");
    assert_eq!(
        mesh["points"],
        json!([[0.5, 1.5], [1.0, 1.0], [2.0, 1.0], [2.5, 1.5]]),
        "around the pillar at [1, 2] x [1, 2]"
    );
    let (_, grid) = workdir.json("path map.map --from 0.5,1.5 --to 2.5,1.5 --backend grid");
    assert_eq!(grid["points"], json!([[0.5, 1.5], [0.5, 0.5], [2.5, 0.5], [2.5, 1.5]]));
    assert_eq!((&grid["length"], &grid["status"]), (&json!(4.0), &json!("complete")));
    assert_eq!((&grid["backend"], &mesh["backend"]), (&json!("grid"), &json!("navmesh")));
}

#[test]
fn tile_paths_end_at_tile_centres_or_at_the_points_and_say_so() {
    let workdir = Workdir::with_maps();
    let ask = "path map.map --from 0.25,1.5 --to 2.5,1.75 --backend grid";
    let ended = workdir.run(ask);
    let moved = "; start moved by 0.25 to the center of a tile; goal moved by 0.25 to the center";
    assert!(ended.out.contains(moved), "{}", ended.out);
    let (code, path) = workdir.json(&format!("{ask} --ends points"));
    assert_eq!((code, &path["status"], &path["length"]), (0, &json!("complete"), &json!(4.5)));
    assert_eq!((&path["start_offset"], &path["goal_offset"]), (&json!(0.0), &json!(0.0)));
    assert_eq!(path["points"].as_array().unwrap().last(), Some(&json!([2.5, 1.75])));
    workdir.assert_fails("path map.map --from 0,0 --to 1,0 --ends points", &["--ends", "grid"]);
}

#[test]
fn the_grid_backend_needs_a_tile_map() {
    let workdir = Workdir::with_maps();
    workdir.run("build map.map -o map.nav");
    for file in ["square.geojson", "two.mesh", "map.nav"] {
        let arguments = format!("path {file} --from 0.5,0.5 --to 0.5,0.5 --backend grid");
        workdir.assert_fails(&arguments, &["--backend grid", ".map", file]);
    }
}

#[test]
fn a_goal_beyond_a_pinch_is_unreachable_and_the_gap_is_reported() {
    let workdir = Workdir::with_maps();
    for backend in ["navmesh", "grid"] {
        let query = format!("path map.map --from 0.5,0.5 --to 3.5,2.5 --backend {backend}");
        let (code, failure) = workdir.json(&query);
        assert_eq!((code, &failure["status"]), (1, &json!("unreachable")));
        assert_eq!(failure["nearest"], json!([3.0, 2.0]));
        assert_eq!(failure["gap"].as_f64().unwrap(), 0.5f64.sqrt());
        let parts = [0, 1].map(|end| failure["components"][end].as_u64().unwrap());
        assert_ne!(parts[0], parts[1]);
        let pinch = json!({ "from": [3.0, 2.0], "to": [3.0, 2.0], "width": 0.0 });
        assert_eq!((&failure["narrowest"], &failure["side"]), (&pinch, &json!(null)));
        let ended = workdir.run(&query);
        assert_eq!((ended.code, ended.out.as_str()), (1, ""));
        assert!(ended.err.contains("(3, 2)"), "{}", ended.err);
    }
}

#[test]
fn endpoints_off_the_mesh_are_reported_with_the_nearest_point() {
    let workdir = Workdir::with_maps();
    let (code, failure) = workdir.json("path square.geojson --from 5,2.5 --to 9,4");
    assert_eq!((code, &failure["status"]), (1, &json!("start-outside")));
    assert_eq!((&failure["side"], &failure["components"]), (&json!("start"), &json!(null)));
    assert_eq!((&failure["nearest"], &failure["distance"]), (&json!([5.0, 2.0]), &json!(0.5)));
    let (code, failure) = workdir.json("path square.geojson --from 9,4 --to 12,8");
    assert_eq!((code, &failure["status"]), (1, &json!("goal-outside")));
    assert_eq!(failure["side"], "goal");
    assert_eq!((&failure["nearest"], &failure["distance"]), (&json!([10.0, 8.0]), &json!(2.0)));
    assert!(failure["message"].as_str().unwrap().contains("goal"));
}

#[test]
fn paths_keep_the_agent_radius_from_walls_and_endpoints_too_close_are_errors() {
    let workdir = Workdir::with_maps();
    let (code, answer) = workdir.json("path square.geojson --from 0,3 --to 9,3 --radius 0.5");
    assert_eq!((code, &answer["status"]), (0, &json!("complete")));
    let around = workdir.json("path square.geojson --from 0,3 --to 9,3").1;
    assert!(answer["length"].as_f64() > around["length"].as_f64());
    // The file stores the radius, so the message is the same.
    assert_eq!(workdir.run("build square.geojson -o square.nav --radius 0.3").code, 0);
    assert_eq!(workdir.json("info square.nav").1["agent_radius"], json!(0.3));
    for file in ["square.nav", "square.geojson --radius 0.3"] {
        let (code, failure) = workdir.json(&format!("path {file} --from 2,0.12 --to 9,3"));
        assert_eq!((code, &failure["status"]), (1, &json!("start-outside")));
        let message = failure["message"].as_str().unwrap();
        assert!(message.contains("0.12 from a wall, agent radius 0.30"), "{message}");
        let numbers = (&failure["wall_distance"], &failure["agent_radius"]);
        assert_eq!(numbers, (&json!(0.12), &json!(0.3)));
        let off = workdir.json(&format!("path {file} --from 2,1 --to 5,3")).1;
        assert_eq!((&off["status"], &off["wall_distance"]), (&json!("goal-outside"), &json!(null)));
    }
    for question in ["ray --from 2,0.12 --to 9,3", "wall --at 2,0.12", "field --to 9,3 --at 2,0.12"]
    {
        let (question, arguments) = question.split_once(' ').unwrap();
        let ended = workdir.run(&format!("query {question} square.nav {arguments}"));
        let text = ended.out + &ended.err;
        assert!(text.contains("0.12 from a wall, agent radius 0.30"), "{question}: {text}");
    }
}

#[test]
fn a_path_goes_around_a_wall() {
    let workdir = Workdir::new();
    workdir.put(
        "yard.geojson",
        r#"{"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {}, "geometry":
          {"type": "Polygon", "coordinates": [[[0, 0], [8, 0], [8, 8], [0, 8]]]}},
        {"type": "Feature", "properties": {"kind": "wall"}, "geometry":
          {"type": "LineString", "coordinates": [[4, 0], [4, 4]]}}]}"#,
    );
    let (code, answer) = workdir.json("path yard.geojson --from 1,0 --to 7,0");
    assert_eq!((code, &answer["points"]), (0, &json!([[1.0, 0.0], [4.0, 4.0], [7.0, 0.0]])));
    assert_eq!(answer["length"], json!(10.0));
}

#[test]
fn a_snapped_endpoint_is_reported_with_its_offset() {
    let workdir = Workdir::with_maps();
    let (code, answer) = workdir.json("path square.geojson --from 5,1.5 --to 5,2.25 --snap 0.5");
    assert_eq!((code, &answer["status"]), (0, &json!("complete")));
    assert_eq!((&answer["goal_offset"], &answer["length"]), (&json!(0.25), &json!(0.5)));
    let (code, failure) = workdir.json("path square.geojson --from 5,1.5 --to 5,2.25 --snap 0");
    assert_eq!((code, &failure["status"]), (1, &json!("goal-outside")));
}

#[test]
fn goal_policies_give_partial_paths_and_exit_code_0() {
    let workdir = Workdir::with_maps();
    let (code, answer) = workdir.json("path square.geojson --from 9,4 --to 12,4 --goal nearest");
    assert_eq!((code, &answer["status"]), (0, &json!("partial")));
    assert_eq!(answer["points"], json!([[9.0, 4.0], [10.0, 4.0]]));
    assert_eq!(answer["goal_offset"], 2.0);
    let query = "path map.map --from 0.5,0.5 --to 3.5,2.5 --goal";
    let (code, failure) = workdir.json(&format!("{query} nearest"));
    assert_eq!((code, &failure["status"]), (1, &json!("unreachable")));
    let (code, answer) = workdir.json(&format!("{query} nearest-reachable"));
    assert_eq!((code, &answer["status"]), (0, &json!("partial")));
    assert_eq!(answer["points"].as_array().unwrap().last(), Some(&json!([3.0, 2.0])));
}

#[test]
fn start_policies_move_the_start_and_the_path_is_complete() {
    let workdir = Workdir::with_maps();
    let (code, answer) = workdir.json("path square.geojson --from 12,4 --to 9,4 --start nearest");
    assert_eq!((code, &answer["status"]), (0, &json!("complete")));
    assert_eq!(answer["points"], json!([[10.0, 4.0], [9.0, 4.0]]));
    assert_eq!((&answer["start_offset"], &answer["goal_offset"]), (&json!(2.0), &json!(0.0)));
    for (backend, begin) in [("navmesh", json!([3.0, 2.0])), ("grid", json!([3.5, 2.5]))] {
        let query = format!("path map.map --from 0.5,0.5 --to 4.5,3.5 --backend {backend} --start");
        let (code, failure) = workdir.json(&format!("{query} nearest"));
        assert_eq!((code, &failure["status"]), (1, &json!("unreachable")));
        let (code, answer) = workdir.json(&format!("{query} nearest-reachable"));
        assert_eq!((code, &answer["status"]), (0, &json!("complete")));
        assert_eq!(answer["points"][0], begin, "{backend}");
        let ended = workdir.run(&format!("{query} nearest-reachable"));
        assert!(ended.out.contains("start moved by"), "{}", ended.out);
    }
    workdir
        .assert_fails("path map.map --from 0,0 --to 0,0 --start nearby", &["--start", "nearest"]);
}

#[test]
fn a_neighbour_of_minus_one_is_a_wall_even_between_cells_that_touch() {
    let workdir = Workdir::new();
    let apart =
        super::TWO_CELLS.replace("-1 -1 1\n", "-1 -1 -1\n").replace("2 0 -1 -1", "2 -1 -1 -1");
    workdir.put("apart.mesh", apart);
    let (code, failure) = workdir.json("path apart.mesh --from 0.25,0.25 --to 0.75,0.75");
    assert_eq!((code, &failure["status"]), (1, &json!("unreachable")));
}

#[test]
fn cells_of_different_costs_have_a_corridor_but_no_optimum_and_no_mesh_file() {
    let workdir = Workdir::new();
    let positions = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Into::into).to_vec();
    let mut raw = RawMesh { positions, costs: vec![2.0], ..RawMesh::default() };
    raw.push_cell(&[0, 1, 2, 3]);
    let mesh = NavMesh::from_raw(&raw).unwrap();
    workdir.put("mud.nav", tautline::io::write_nav(&mesh));
    let query = "path mud.nav --from 0,0 --to 1,0";
    let (code, answer) = workdir.json(query);
    assert_eq!((code, &answer["length"], &answer["cost"]), (0, &json!(1.0), &json!(2.0)));
    workdir.assert_fails(&format!("{query} --search optimal"), &["unsupported"]);
    workdir.assert_fails("build mud.nav -o mud.mesh", &["mud.mesh", "cost"]);
    assert_eq!(workdir.names(), ["mud.nav"]);
}

#[test]
fn points_out_of_range_are_invalid() {
    let workdir = Workdir::with_maps();
    for point in ["NaN,1", "1,inf", "1e300,0", "0,-1e300"] {
        for backend in ["navmesh", "grid"] {
            for (from, to) in [(point, "0.5,0.5"), ("0.5,0.5", point)] {
                let query = format!("path map.map --from {from} --to {to} --backend {backend}");
                let failure = workdir.assert_fails(&query, &["not finite or beyond 2^200"]);
                assert_eq!(failure["status"], "invalid-query");
            }
        }
    }
    for snap in ["-1", "NaN"] {
        workdir.assert_fails(&format!("path map.map --from 0,0 --to 0,0 --snap {snap}"), &["snap"]);
    }
}

#[test]
fn messages_print_extreme_numbers_short() {
    let workdir = Workdir::with_maps();
    for (arguments, word) in [
        ("--from 1e59,1 --to 2,2", "(1e59, 1)"),
        ("--from 1e300,1 --to 2,2", "(1e300, 1)"),
        ("--from 1,1 --to 5,1e-300", "length"),
        ("--from 1,1 --to -1e-40,9", "(-1e-40, 9)"),
        ("--from 1,1 --to 2,2 --snap -1e300", "-1e300"),
    ] {
        for map in ["square.geojson", "map.map --backend grid"] {
            let ended = workdir.run(&format!("path {map} {arguments}"));
            let text = ended.out + &ended.err;
            assert!(!text.contains("00000000"), "{map} {arguments}: {text}");
            assert!(map.starts_with("map") || text.contains(word), "{map} {arguments}: {text}");
        }
    }
}

#[test]
fn a_path_is_verified_on_request() {
    let workdir = Workdir::with_maps();
    let (code, path) = workdir.json("path square.geojson --from 1,4 --to 9,4 --verify");
    assert_eq!((code, &path["verified"]), (0, &json!(true)));
    workdir.assert_fails(
        "path map.map --from 0.5,0.5 --to 2.5,0.5 --backend grid --verify",
        &["--verify"],
    );
}

#[test]
fn a_spent_budget_reports_the_lower_bound() {
    let workdir = Workdir::with_maps();
    let (code, path) = workdir.json("path square.geojson --from 1,4 --to 9,4 --max-cost 8.1");
    assert_eq!((code, &path["status"]), (1, &json!("budget-exhausted")));
    assert!(path["lower_bound"].as_f64().unwrap() > 8.1, "{path}");
    let (code, path) = workdir.json("path square.geojson --from 1,4 --to 9,4 --max-expanded 0");
    assert_eq!((code, &path["expanded"]), (1, &json!(0)), "{path}");
    assert_eq!(workdir.json("path square.geojson --from 1,4 --to 9,4 --max-cost 9.5").0, 0);
}

#[test]
fn the_options_of_tiles_change_the_path() {
    let workdir = Workdir::new();
    workdir.put("rows.txt", "..#\n.#.\n...\n");
    let ask = |options: &str| {
        let command = "path rows.txt --from 0.5,0.5 --to 2.5,1.5 --backend grid";
        workdir.json(&format!("{command} {options}"))
    };
    let length = |options: &str| ask(options).1["length"].as_f64().unwrap();
    assert_eq!(length(""), 5.0);
    assert_eq!(length("--neighbors 4"), 5.0);
    let root = std::f64::consts::SQRT_2;
    assert!((length("--corners one-free --engine a-star") - (1.0 + 2.0 * root)).abs() < 1e-12);
    assert!(length("--corners one-free --smooth fixed-point") <= 1.0 + 2.0 * root);
    let open = "path rows.txt --from 0.5,0.5 --to 0.5,2.5 --backend grid --shortcut";
    assert_eq!(workdir.json(open).1["expanded"], json!(0));
    let (code, moved) = workdir.json(
        "path rows.txt --from 0.5,2.5 --to 1.5,1.5 --backend grid --goal nearest-reachable --replace ring",
    );
    assert_eq!((code, &moved["status"]), (0, &json!("partial")));
    workdir.assert_fails(
        "path rows.txt --from 0.5,2.5 --to 1.5,1.5 --backend grid --replace ring",
        &["--goal nearest-reachable"],
    );
    assert_eq!(length("--straight-cost 2 --diagonal-cost 3 --neighbors 4"), 5.0);
    let cost = |options: &str| ask(options).1["cost"].as_f64().unwrap();
    assert_eq!(cost("--straight-cost 2 --neighbors 4"), 2.0 * cost("--neighbors 4"));
    let expanded = |options: &str| ask(options).1["expanded"].as_u64().unwrap();
    let [blind, guided] =
        ["zero", "octile"].map(|h| expanded(&format!("--engine a-star --heuristic {h}")));
    assert!(blind >= guided, "{blind} {guided}");
    workdir.assert_fails(
        "path rows.txt --from 0.5,0.5 --to 2.5,1.5 --corners always",
        &["--backend grid"],
    );
    workdir.put("grey.pgm", "P2 3 1 255 255 128 255");
    let unsupported =
        "path grey.pgm --from 0.5,0.5 --to 2.5,0.5 --backend grid --engine jump-points";
    assert_eq!(workdir.json(unsupported).1["status"], json!("unsupported"), "tiles of two costs");
    let uneven = "..\n.\n";
    workdir.put("uneven.txt", uneven);
    workdir.assert_fails("info uneven.txt", &["line 2, column 2", "2 tiles in row 2"]);
}

/// A square of 4 in the middle of a square of 12, and an agent of radius 1: tangents to the circles around two corners.
#[test]
fn arcs_around_corners_have_the_length_of_the_circle() {
    let workdir = Workdir::with_maps();
    let ring = |low: f64, high: f64| {
        json!([[low, low], [high, low], [high, high], [low, high], [low, low]])
    };
    let yard = json!({ "type": "Polygon", "coordinates": [ring(0.0, 12.0), ring(4.0, 8.0)] });
    workdir.put("yard.geojson", yard.to_string());
    let ask = "path yard.geojson --from 2,6 --to 10,6 --radius 1";
    let (code, found) = workdir.json(&format!("{ask} --arcs --verify --svg arcs.svg"));
    // Each arc is drawn twice: its line, and the white one below.
    assert_eq!(workdir.text("arcs.svg").matches(" 0 0 1 ").count(), 4);
    let (curve, pieces) = (&found["curve"], found["curve"]["pieces"].as_array().unwrap());
    let kinds: Vec<_> = pieces.iter().map(|piece| piece["kind"].as_str().unwrap()).collect();
    assert_eq!((code, &kinds[..]), (0, &["segment", "arc", "segment", "arc", "segment"][..]));
    let turned = std::f64::consts::FRAC_PI_4 + 8f64.sqrt().recip().asin();
    let exact = 2.0 * 7f64.sqrt() + 4.0 + 2.0 * turned;
    assert!((curve["length"].as_f64().unwrap() - exact).abs() < 1e-9, "{curve}");
    assert!(found["length"].as_f64().unwrap() > exact);
    let angle = pieces[1]["angle"].as_f64().unwrap().abs();
    assert!((angle - turned).abs() < 1e-9 && pieces[1]["radius"] == 1.0, "{curve}");
    assert!(workdir.json(ask).1.get("curve").is_none());
    workdir.assert_fails(
        "path map.map --from 0.5,0.5 --to 1.5,0.5 --backend grid --arcs",
        &["--arcs"],
    );
}
