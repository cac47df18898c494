//! One question to each engine, in builds without the others.

#[cfg(feature = "mesh")]
use tautline::{BuildError, Door, MeshFinder, NavMeshBuilder, Outline, PathQuery, Wall};

/// Two rooms of 5 by 8 with a gate between them, from y = 5 to y = 8.
#[cfg(feature = "mesh")]
fn two_rooms() -> NavMeshBuilder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_wall(Wall::new([[5.0, 0.0], [5.0, 5.0]]));
    builder.add_door(Door::new([[5.0, 5.0], [5.0, 8.0]], "gate"));
    builder
}

#[cfg(feature = "mesh")]
#[test]
fn a_path_leads_through_a_door_until_it_closes() -> Result<(), BuildError> {
    let mut finder = MeshFinder::new(two_rooms().build_mesh()?);
    let query = PathQuery::new([1.0, 2.0], [9.0, 2.0]);
    assert_eq!(finder.find_path(&query).map(|path| path.length()), Ok(10.0));
    assert_eq!(finder.close_door("gate"), Ok(()));
    assert!(finder.find_path(&query).is_err());
    Ok(())
}

/// No name of `tautline` makes such a mesh without `weighted`, but `navmesh-core` does.
#[cfg(all(feature = "mesh", not(feature = "weighted")))]
#[test]
fn a_mesh_with_costs_is_refused_by_a_build_without_them() {
    use navmesh_core::{FieldQuery, ManyQuery, NavMesh, RawMesh};

    let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 1.0]];
    let mut raw = RawMesh::of_cells(points, &[&[0, 1, 4, 3], &[1, 2, 5, 4]]);
    raw.costs = vec![1.0, 3.0];
    let finder = MeshFinder::new(NavMesh::from_raw(&raw).unwrap());
    let (start, goal) = ([0.5, 0.5], [1.5, 0.5]);
    let kinds = [
        finder.find_path(&PathQuery::new(start, goal)).unwrap_err().kind(),
        finder.distances(&ManyQuery::new(start, &[goal])).unwrap_err().kind(),
        finder.distance_field(&FieldQuery::new(&[goal])).unwrap_err().kind(),
    ];
    assert_eq!(kinds, ["unsupported"; 3]);
}

#[cfg(feature = "weighted")]
#[test]
fn a_path_over_costs_has_a_proved_bound() -> Result<(), BuildError> {
    let mut builder = two_rooms();
    builder.add_area(tautline::Area::new(Outline::rect([4.0, 6.0], [6.0, 8.0]), "mud", 3.0));
    let finder = MeshFinder::new(builder.build_mesh()?);
    let path = finder.find_path(&PathQuery::new([1.0, 7.0], [9.0, 7.0])).unwrap();
    assert!(8.0 < path.cost() && path.cost() < 12.0, "{}", path.cost());
    assert!(path.lower_bound() >= 0.99 * path.cost());
    Ok(())
}

#[cfg(feature = "live")]
#[test]
fn an_obstacle_comes_and_goes() -> Result<(), Box<dyn std::error::Error>> {
    let mut map = tautline::LiveMesh::new(two_rooms())?;
    let query = PathQuery::new([1.0, 7.0], [9.0, 7.0]);
    let crate_key = map.add_obstacle(Outline::rect([2.0, 6.0], [3.0, 8.0]))?;
    assert!(map.finder().find_path(&query)?.length() > 8.0);
    map.remove(crate_key)?;
    assert_eq!(map.finder().find_path(&query)?.length(), 8.0);
    Ok(())
}

#[cfg(feature = "widths")]
#[test]
fn the_widest_way_is_as_wide_as_the_gate() -> Result<(), Box<dyn std::error::Error>> {
    let finder = MeshFinder::new(two_rooms().build_mesh()?);
    let way = finder.widths().widest([2.5, 4.0], [7.5, 4.0])?;
    assert_eq!(way.map(|way| way.width), Some(3.0));
    Ok(())
}

#[cfg(feature = "agents")]
#[test]
fn an_agent_arrives_in_the_other_room() -> Result<(), Box<dyn std::error::Error>> {
    use tautline::agents::{AgentOptions, Crowd};

    let mut crowd = Crowd::new(MeshFinder::new(two_rooms().build_mesh()?));
    let agent = crowd.add([1.0, 7.0], AgentOptions::default())?;
    crowd.go_to(agent, [9.0, 7.0])?;
    for _ in 0..1_000 {
        crowd.step(0.1, 10_000)?;
    }
    assert!(crowd.has_arrived(agent));
    Ok(())
}

#[cfg(feature = "grid")]
#[test]
fn a_path_on_tiles_leads_around_a_blocked_one() {
    use tautline::{Grid, GridFinder, PathQuery};

    let grid = Grid::from_rows(["...", ".#.", "..."]);
    let finder = GridFinder::new(grid.unwrap());
    let path = finder.find_path(&PathQuery::new([0.5, 1.5], [2.5, 1.5])).unwrap();
    assert!(path.length() > 2.0);
}
