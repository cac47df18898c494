use navmesh_core::RawMesh;

use super::*;

fn room() -> NavMesh {
    let points = [[0.0, 0.0], [8.0, 0.0], [8.0, 3.0], [0.0, 3.0]];
    NavMesh::from_raw(&RawMesh::of_cells(points, &[&[0, 1, 2, 3]])).expect("a room")
}

fn frames(count: usize) -> Vec<Vec<DVec2>> {
    let x = |frame: usize| 1.0 + 6.0 * frame as f64 / count as f64;
    (0..count).map(|frame| vec![[x(frame), 1.0].into(), [8.0 - x(frame), 2.0].into()]).collect()
}

fn film<'a>(mesh: &'a NavMesh, frames: &'a [Vec<DVec2>]) -> Film<'a> {
    let (radii, speeds) = (&[0.5, 0.25], &[1.5, 1.5]);
    Film { mesh, axis: Axis::YUp, interval: 0.1, radii, speeds, frames }
}

#[test]
fn each_agent_is_a_disc_that_moves_for_the_time_of_the_film() {
    let (mesh, frames) = (room(), frames(41));
    let svg = film(&mesh, &frames).to_svg();
    assert_eq!(svg.matches("<circle").count(), 2);
    assert_eq!(svg.matches("dur=\"4s\"").count(), 2);
    assert!(svg.contains(colors::AGENTS[0]) && svg.contains(colors::AGENTS[1]));
}

#[test]
fn a_long_film_shows_at_most_601_positions_and_the_last_one() {
    let (mesh, frames) = (room(), frames(5003));
    let svg = film(&mesh, &frames).to_svg();
    let values = svg.split("values=\"").nth(1).and_then(|rest| rest.split('"').next());
    let positions: Vec<&str> = values.expect("an animation").split(';').collect();
    assert!(positions.len() <= 601);
    let last = Layout::plain(mesh.bounds(), Axis::YUp).first.place(frames[5002][0]);
    assert!(positions.last().expect("a position").starts_with(&format!("{:.1}", last.x)));
}

#[test]
fn six_moments_show_every_agent_each() {
    let (mesh, frames) = (room(), frames(41));
    let film = film(&mesh, &frames);
    let svg = film.moments(&film.moments_layout());
    assert_eq!(svg.matches("<circle").count(), 12);
    assert_eq!(film.to_png(300).expect("a picture")[1..4], *b"PNG");
    for color in colors::AGENTS.into_iter().chain(colors::SPEEDS) {
        assert!(svg.contains(color), "the legend has no {color}");
    }
}

#[test]
fn films_without_frames_or_agents_are_maps() {
    let mesh = room();
    let empty = film(&mesh, &[]);
    assert!(!empty.to_svg().contains("<circle"));
    assert!(empty.to_png(300).is_ok());
}
