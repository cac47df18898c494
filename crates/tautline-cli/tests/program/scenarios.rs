//! `tautline scen`: scenarios and reference lengths.

use serde_json::{Value, json};

use super::Workdir;

/// Queries on `map.map`: around the pillar, along a row, and from a point to itself.
const SCEN: &str = "version 1\n\
    0\tmap.map\t5\t4\t0\t1\t2\t1\t4\n\
    0\tmap.map\t5\t4\t0\t0\t2\t0\t2\n\
    0\tmap.map\t5\t4\t3\t2\t3\t2\t0\n";
const THROUGH_THE_PINCH: &str = "0\tmap.map\t5\t4\t2\t1\t3\t2\t1.41421356\n";
/// The lengths 1 + √2, 2 and 0.
const REFERENCE: &str = "0,2.414213562373095\n1,2\n2,0\n";

fn workdir() -> Workdir {
    let workdir = Workdir::with_maps();
    workdir.put("map.map.scen", SCEN);
    workdir.put("map.ref.csv", REFERENCE);
    workdir
}

#[test]
fn all_queries_are_answered_counted_and_timed() {
    let (code, sum) = workdir().json("scen map.map map.map.scen --repeat 3");
    assert_eq!(code, 0);
    let counts = ["queries", "complete", "partial", "failed"].map(|key| sum[key].clone());
    assert_eq!(counts, [3, 3, 0, 0].map(Value::from));
    let total = sum["total_length"].as_f64().unwrap();
    assert!((total - (3.0 + 2f64.sqrt())).abs() < 1e-12);
    for key in ["build_ms", "mean_us", "p50_us", "p99_us", "max_us", "expanded_mean"] {
        assert!(sum[key].is_f64(), "{key}");
    }
    assert!(sum["p50_us"].as_f64() <= sum["p99_us"].as_f64());
    assert!(sum["cells"].is_u64());
    assert_eq!(sum["peak_rss_kb"].is_u64(), cfg!(target_os = "linux"));
    assert!(sum.get("mismatches").is_none());
}

#[test]
fn answers_are_written_one_line_a_query_with_exact_numbers() {
    let workdir = workdir();
    workdir.put("map.map.scen", format!("{SCEN}{THROUGH_THE_PINCH}"));
    let (code, sum) = workdir.json("scen map.map map.map.scen --paths out.jsonl --repeat 2");
    assert_eq!((code, &sum["failed"]), (1, &json!(1)));
    let lines: Vec<Value> =
        workdir.text("out.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["points"], json!([[0.5, 1.5], [1.0, 1.0], [2.0, 1.0], [2.5, 1.5]]));
    assert_eq!(lines[0]["length"].as_f64(), Some(0.5f64.sqrt() + 1.0 + 0.5f64.sqrt()));
    assert_eq!(
        lines[2],
        json!({"i": 2, "status": "complete", "length": 0.0, "points": [[3.5, 2.5]]})
    );
    assert_eq!(lines[3], json!({"i": 3, "status": "unreachable", "length": null, "points": []}));
}

#[test]
fn lengths_equal_to_the_references_exit_with_0() {
    let workdir = workdir();
    for options in [
        "--search optimal --ref map.ref.csv",
        "--search auto --ref map.ref.csv",
        "--search corridor --ref map.ref.csv",
        "--backend grid --ref map.ref.csv",
        "--backend grid --ref map.map.scen",
    ] {
        let (code, sum) = workdir.json(&format!("scen map.map map.map.scen {options}"));
        assert_eq!((code, &sum["mismatches"]), (0, &json!(0)), "{options}");
        assert!(sum["max_rel_error"].as_f64().unwrap() < 1e-9, "{options}");
    }
}

#[test]
fn a_scenario_with_two_decimals_has_a_tolerance_of_half_a_hundredth() {
    let workdir = workdir();
    // A step down the diagonal of four free tiles: √2.
    let line = |length: &str| format!("0\tmap.map\t5\t4\t3\t2\t4\t3\t{length}\n");
    for (length, code) in [("1.41421356", 0), ("1.414", 0), ("1.412", 1), ("1.41", 0), ("1.42", 1)]
    {
        workdir.put("one.scen", line(length));
        let (found, sum) = workdir.json("scen map.map one.scen --backend grid --ref one.scen");
        assert_eq!((found, &sum["mismatches"]), (code, &json!(code)), "{length}: {sum}");
    }
}

#[test]
fn differences_are_counted_and_exit_with_1() {
    let workdir = workdir();
    workdir.put("long.csv", "0,2.42\n1,2\n2,0\n");
    workdir.put("short.csv", "0,2.41\n1,2\n2,0\n");
    for (options, code) in [
        ("--search optimal --ref long.csv", 1),
        ("--search optimal --ref short.csv", 1),
        ("--search corridor --ref long.csv", 1),
        ("--search corridor --ref short.csv", 0),
    ] {
        let (found, sum) = workdir.json(&format!("scen map.map map.map.scen {options}"));
        assert_eq!((found, &sum["mismatches"]), (code, &json!(code)), "{options}");
    }
    workdir.put("wrong.scen", SCEN.replace("\t4\n0", "\t4.5\n0"));
    let (code, sum) = workdir.json("scen map.map wrong.scen --backend grid --ref map.ref.csv");
    assert_eq!((code, &sum["mismatches"]), (1, &json!(1)));
    assert_eq!(sum["status"], "differences");
    workdir.put("map.map.scen", format!("{SCEN}{THROUGH_THE_PINCH}"));
    workdir.put("four.csv", format!("{REFERENCE}3,1.4142135623730951\n"));
    let (code, sum) = workdir.json("scen map.map map.map.scen --ref four.csv");
    assert_eq!((code, &sum["mismatches"]), (1, &json!(1)), "a failed query");
    workdir.put("pinch.scen", THROUGH_THE_PINCH);
    let (code, sum) = workdir.json("scen map.map pinch.scen");
    assert_eq!((code, sum["total_length"].to_string().as_str()), (1, "0.0"));
}

#[test]
fn a_scenario_without_any_path_has_a_total_length_of_zero() {
    let workdir = workdir();
    workdir.put("pinch.scen", THROUGH_THE_PINCH);
    let (code, sum) = workdir.json("scen map.map pinch.scen");
    assert_eq!((code, &sum["failed"], &sum["status"]), (1, &json!(1), &json!("failed-queries")));
    let total = sum["total_length"].as_f64().unwrap();
    assert!(total == 0.0 && total.is_sign_positive(), "{total:?}");
}

#[test]
fn meshes_are_maps_too_and_a_limit_shortens_the_list() {
    let workdir = workdir();
    workdir.json("build map.map -o map.nav");
    workdir.json("build map.map -o map.mesh");
    for map in ["map.nav", "map.mesh"] {
        let (code, sum) =
            workdir.json(&format!("scen {map} map.map.scen --limit 2 --ref map.ref.csv"));
        assert_eq!((code, &sum["queries"], &sum["mismatches"]), (0, &json!(2), &json!(0)));
        workdir
            .assert_fails(&format!("scen {map} map.map.scen --backend grid"), &["--backend grid"]);
    }
}

#[test]
fn scenarios_of_other_maps_are_errors() {
    let workdir = workdir();
    workdir.put("other.scen", SCEN.replace("5\t4\t3", "6\t4\t3"));
    let failure = workdir.assert_fails("scen map.map other.scen", &["line 4", "6 x 4", "5 x 4"]);
    assert_eq!((&failure["line"], &failure["file"]), (&json!(4), &json!("other.scen")));
    workdir.put("empty.scen", "version 1\n");
    workdir.assert_fails("scen map.map empty.scen", &["no query"]);
    workdir.put("bad.scen", SCEN.replace("\t2\t0\t2\n", "\t2\t0\tfar\n"));
    assert_eq!(workdir.assert_fails("scen map.map bad.scen", &["far"])["line"], 3);
    workdir.assert_fails("scen map.map missing.scen", &["missing.scen"]);
    let call = "scen map.map map.map.scen --ref";
    workdir.put("two.csv", "0,1\n1,2\n");
    workdir.assert_fails(&format!("{call} two.csv"), &["2 lengths for 3 queries"]);
    workdir.put("four.csv", format!("{REFERENCE}3,9\n"));
    workdir.assert_fails(&format!("{call} four.csv"), &["4 lengths for 3 queries"]);
    workdir.assert_fails(&format!("{call} four.csv --limit 2"), &["4 lengths for 3 queries"]);
    assert_eq!(workdir.json(&format!("{call} map.ref.csv --limit 2")).0, 0);
    workdir.put("odd.csv", "0,1\n1;2\n");
    assert_eq!(workdir.assert_fails(&format!("{call} odd.csv"), &["comma"])["line"], 2);
    workdir.assert_fails(&format!("{call} map.map.scen"), &["--backend grid"]);
    workdir.assert_fails("scen map.map map.map.scen --paths no/out.jsonl", &["no/out.jsonl"]);
}

#[test]
fn the_map_arena_agrees_with_its_references_on_both_backends() {
    // The benchmark maps are not part of the project; without them this is tested on small maps.
    let Some(data) = std::env::var_os("TAUTLINE_DATA") else { return };
    let data = std::path::absolute(data).unwrap();
    let base = data.join("movingai/dao/arena").display().to_string();
    let workdir = Workdir::new();
    for options in ["", "--search corridor", "--backend grid"] {
        let call = format!("scen {base}.map {base}.map.scen --ref {base}.ref.csv {options}");
        let (code, sum) = workdir.json(&call);
        assert_eq!((code, &sum["mismatches"]), (0, &json!(0)), "{options}: {sum}");
        assert_eq!(sum["queries"], sum["complete"], "{options}");
    }
}

#[test]
fn every_path_of_a_scenario_is_verified_on_request() {
    let (code, sum) = workdir().json("scen map.map map.map.scen --verify");
    assert_eq!((code, &sum["defects"]), (0, &json!(0)));
    let refused = "scen map.map map.map.scen --verify --backend grid";
    workdir().assert_fails(refused, &["--verify"]);
}
