//! `tautline crowd`: agents of a file, their trace and their pictures.

use serde_json::{Value, json};

use super::Workdir;

const AGENTS: &str = r#"{"agents": [
  {"id": "a", "at": [-4, 4], "radius": 0.5, "speed": 1.5, "goal": [9, 4]},
  {"id": "b", "at": [9, 5], "goal": [-4, 5], "priority": 1},
  {"id": "c", "at": [-4, 1]}
], "exits": [[-4.5, 7], [9.5, 7]]}"#;

const CROWD: &str = "crowd square.geojson --agents agents.json --seconds 30 --radius 0.5";

#[test]
fn agents_walk_to_goals_and_exits_and_leave_a_trace_and_pictures() {
    let workdir = Workdir::with_maps();
    workdir.put("agents.json", AGENTS);
    let files = "--trace t.jsonl --svg film.svg --png film.png";
    let (code, answer) = workdir.json(&format!("{CROWD} --step 0.25 {files}"));
    assert_eq!(
        (code, &answer["arrived"], &answer["standing"]),
        (0, &json!(3), &json!(2)),
        "{answer}"
    );
    assert_eq!((&answer["steps"], &answer["agents"]), (&json!(120), &json!(3)));
    assert!(answer["overlap_worst"].as_f64().unwrap() < 0.05, "{answer}");
    let trace = workdir.text("t.jsonl");
    let lines: Vec<Value> = trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 121); // the start, and one after each step
    assert_eq!(
        lines[0],
        json!({"t": 0.0, "agents": [[-4.0, 4.0, 0.0, 0.0], [9.0, 5.0, 0.0, 0.0], [-4.0, 1.0, 0.0, 0.0]]})
    );
    assert_eq!(
        (&lines[120]["t"], &lines[120]["agents"][2]),
        (&json!(30.0), &Value::Null),
        "it left"
    );
    let svg = workdir.text("film.svg");
    assert!(svg.starts_with("<svg") && svg.matches("<animateTransform").count() == 3);
    assert_eq!(workdir.bytes("film.png")[1..4], *b"PNG");
}

#[test]
fn an_agent_with_a_turning_rate_turns_before_it_walks() {
    let workdir = Workdir::with_maps();
    let agents = |rate: &str| format!(r#"{{"agents": [{{"at": [9, 4], "goal": [-4, 4]{rate}}}]}}"#);
    let at = |rate: &str| {
        workdir.put("agents.json", agents(rate));
        let (code, answer) = workdir.json(&CROWD.replace("30", "1 --trace t.jsonl"));
        assert_eq!(code, 0, "{answer}");
        let trace = workdir.text("t.jsonl");
        let last: Value = serde_json::from_str(trace.lines().last().unwrap()).unwrap();
        last["agents"][0][0].as_f64().unwrap()
    };
    assert!(at("") < 8.0);
    assert_eq!(at(r#", "turning_rate": 1"#), 9.0); // it heads to the right at first
    workdir.put("agents.json", agents(r#", "turning_rate": 0"#));
    let (code, answer) = workdir.json(CROWD);
    assert_eq!(code, 2, "{answer}");
    assert!(answer.to_string().contains("max_turning_rate is 0"), "{answer}");
}

#[test]
fn an_agent_without_a_path_is_named_with_the_reason() {
    let workdir = Workdir::with_maps();
    workdir.put(
        "agents.json",
        r#"{"agents": [{"at": [-4, 1], "goal": [-4, 4]}, {"id": "b", "at": [9, 5], "goal": [99, 5]}]}"#,
    );
    let (code, answer) = workdir.json(CROWD);
    assert_eq!((code, &answer["without_path"]), (0, &json!(1)), "{answer}");
    let [reason] = &answer["reasons"].as_array().unwrap()[..] else { panic!("{answer}") };
    assert_eq!(
        (&reason["agent"], &reason["kind"]),
        (&json!("b"), &json!("goal-outside")),
        "{answer}"
    );
    assert!(reason["reason"].as_str().unwrap().contains("99"), "{answer}");
}

#[test]
fn mistakes_in_the_file_of_agents_are_named() {
    let workdir = Workdir::with_maps();
    let cases = [
        ("{}", "a list `agents`"),
        (r#"{"agents": [{"at": [1, 1]}, {"at": [1]}]}"#, "agents[1].at: expected a point"),
        (r#"{"agents": [{"at": [1, 1], "sped": 2}]}"#, "agents[0].sped: unknown"),
        (r#"{"agents": [{"at": [1, 1], "radius": -1}]}"#, "agents[0]: radius is -1"),
        (r#"{"agents": [{"at": [99, 1]}]}"#, "agents[0]: "),
        (r#"{"agents": [], "exits": [[1, "a"]]}"#, "exits[0]: expected a point"),
        (r#"{"agents": [], "exits": [[1, 1], [99, 1]]}"#, "exits[1]: the point is off"),
        (r#"{"agents": [], "exits": "x"}"#, "exits: expected a list of points"),
        (r#"{"agents": [], "exit": [[1, 1]]}"#, "exit: unknown; expected one of agents, exits"),
    ];
    for (text, message) in cases {
        workdir.put("agents.json", text);
        workdir.assert_fails(CROWD, &["agents.json", message]);
    }
    workdir.put("agents.json", format!("\u{feff}{AGENTS}"));
    assert_eq!(workdir.json(CROWD).0, 0, "a byte order mark");
    workdir.put("agents.json", AGENTS);
    workdir.assert_fails(&format!("{CROWD} --step 2"), &["from 1/1024 to 1"]);
    workdir.assert_fails(&format!("{CROWD} --png film.svg"), &[".png"]);
    workdir.assert_fails(&format!("{CROWD} --trace agents.json"), &["both an input and an output"]);
}

/// Nothing answered the event of a link, so agents stood at its entrance for ever.
#[test]
fn agents_take_their_links_in_a_time() {
    let workdir = Workdir::with_maps();
    let polygon = |kind: &str, left: f64| {
        let right = left + 8.0;
        let ring = [[left, 0.0], [right, 0.0], [right, 8.0], [left, 8.0]];
        let geometry = json!({ "type": "Polygon", "coordinates": [ring] });
        json!({ "type": "Feature", "properties": { "kind": kind }, "geometry": geometry })
    };
    let line = json!({ "type": "LineString", "coordinates": [[7.5, 4.0], [10.5, 4.0]] });
    let link = json!({ "type": "Feature", "properties": { "kind": "link", "name": "jump", "cost": 3.0 }, "geometry": line });
    let features = [polygon("walkable", 0.0), polygon("walkable", 10.0), link];
    let map = json!({ "type": "FeatureCollection", "features": features });
    workdir.put("islands.geojson", map.to_string());
    workdir.put(
        "agents.json",
        r#"{"agents": [{"id": "a", "at": [1, 4], "radius": 0.3, "goal": [17, 4]},
            {"id": "b", "at": [17, 6], "radius": 0.3, "goal": [1, 6]}]}"#,
    );
    let call =
        "crowd islands.geojson --agents agents.json --seconds 60 --radius 0.3 --trace t.jsonl";
    for (option, seconds) in [("", 2.0), ("--link-seconds 5", 5.0)] {
        let (code, answer) = workdir.json(&format!("{call} {option}"));
        assert_eq!((code, &answer["arrived"]), (0, &json!(2)), "{answer}");
        let trace = workdir.text("t.jsonl");
        let lines = trace.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let entered: Vec<Value> = lines.filter(|line| line["links"].is_array()).collect();
        assert_eq!(entered.len(), 2, "{entered:?}");
        for line in entered {
            let took = line["links"][0]["until"].as_f64().unwrap() - line["t"].as_f64().unwrap();
            assert!((took - seconds).abs() < 1e-9, "{line}"); // a cost of 3 at 1.5 a second
        }
    }
}
