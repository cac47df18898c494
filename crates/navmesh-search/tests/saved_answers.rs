//! Answers of spatial queries survive serialization bit for bit.

#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used, reason = "a test's helper is a test")]

use std::fmt::Debug;
use std::sync::Arc;

use navmesh_core::{FieldQuery, ManyQuery, NavMesh, Place, RawMesh, Scratch};
use navmesh_search::question::{Field, Nearest};
use navmesh_search::run::Pace;
use navmesh_search::{DistanceField, MeshQueries, SearchMap};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn assert_comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(answer: &T) {
    let text = serde_json::to_string(answer).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), answer, "{text}");
}

#[test]
fn answers_of_queries_survive_serialization_bit_for_bit() {
    let positions = [[0.0, 0.0], [4.0, 0.1], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    let mut raw = RawMesh { positions, ..RawMesh::default() };
    raw.push_cell(&[0, 1, 2, 3]);
    let mesh = Arc::new(NavMesh::from_raw(&raw).unwrap());
    let (at, beyond) = ([1.0, 1.0 / 3.0], [9.0, -0.7]);
    let mut queries = MeshQueries::new(&mesh);
    assert_comes_back(&mesh.nearest(beyond).unwrap());
    assert_comes_back(&queries.cast_ray(at, beyond).unwrap());
    assert_comes_back(&queries.cast_ray(at, [2.0, 2.0]).unwrap());
    assert_comes_back(&queries.move_along(at, beyond).unwrap());
    assert_comes_back(&queries.nearest_wall(at, f64::INFINITY).unwrap().unwrap());
    assert_comes_back(&queries.visible_from(at).unwrap());
    let (map, mut scratch) = (SearchMap::new(Arc::clone(&mesh), |_, _, _| {}), Scratch::new());
    let goals = [Place::new(at)];
    let mut field = DistanceField::default();
    map.ask(&Field(&FieldQuery::new(&goals)), &mut scratch, Pace::Whole, &mut field).unwrap();
    assert_comes_back(&field.heading_at([3.0, 2.0]).unwrap());
    let (query, mut nearest) = (ManyQuery::new([3.0, 2.0], &goals), Vec::new());
    map.ask(&Nearest(&query, 1), &mut scratch, Pace::Whole, &mut nearest).unwrap();
    assert_comes_back(&nearest[0]);
}
