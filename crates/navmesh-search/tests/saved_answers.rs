//! Answers of spatial queries survive serialization bit for bit.

#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used, reason = "a test's helper is a test")]

use std::fmt::Debug;
use std::sync::Arc;

use navmesh_core::{FieldQuery, ManyQuery, NavMesh, Place, RawMesh, Scratch};
use navmesh_search::{AnyAngle, MeshQueries};
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
    let (finder, mut scratch) = (AnyAngle::new(Arc::clone(&mesh)), Scratch::new());
    let goals = [Place::new(at)];
    let field = finder.distance_field(&FieldQuery::new(&goals), &mut scratch).unwrap();
    assert_comes_back(&field.heading_at([3.0, 2.0]).unwrap());
    let mut nearest = Vec::new();
    let query = ManyQuery::new([3.0, 2.0], &goals);
    finder.nearest(&query, 1, &mut scratch, &mut nearest).unwrap();
    assert_comes_back(&nearest[0]);
}
