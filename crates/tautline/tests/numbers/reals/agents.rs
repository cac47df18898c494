//! Crowds.

use tautline::agents::{AgentOptions, Crowd, StepReport};
use tautline::{FieldQuery, Path, Place};

use super::{each_real, finders, outcome};

#[test]
fn crowds_take_any_real() {
    let good = AgentOptions::default();
    each_real(
        "AgentOptions::arrival, AgentOptions::gap, AgentOptions::max_acceleration, AgentOptions::max_speed, \
         AgentOptions::max_turning_rate, AgentOptions::radius, AgentOptions::yields, Crowd::set_options",
        |x| {
            let [mut crowd, mut changed] = finders().map(Crowd::new);
            let other = changed.add_class(finders()[0].clone());
            let key = changed.add([1.0, 1.0], good).unwrap();
            let all = [
                good.arrival(x),
                good.gap(x),
                good.max_acceleration(x),
                good.max_speed(x),
                good.max_turning_rate(x),
                good.radius(x),
                good.yields(x),
            ];
            let mut outcomes = Vec::new();
            for options in all {
                outcomes.push(outcome(crowd.add([1.0, 1.0], options)));
                outcomes.push(outcome(changed.set_options(key, options.class(other))));
            }
            changed.go_to(key, [19.0, 1.0]).unwrap();
            changed.step(0.1, 100).unwrap();
            outcomes
        },
    );
    each_real(
        "Crowd::add, Crowd::add_driven, Crowd::drive, Crowd::face, Crowd::go_to, Crowd::push, Crowd::step, Crowd::step_into, \
         Crowd::warp",
        |x| {
            let mut crowd = Crowd::new(finders()[0].clone());
            let key = crowd.add([1.0, 1.0], good).unwrap();
            let driven = crowd.add_driven([5.0, 5.0], good).unwrap();
            let all = [
                outcome(crowd.add([x, 1.0], good)),
                outcome(crowd.add_driven([x, 1.0], good)),
                outcome(crowd.drive(driven, [x, 1.0], [0.0, 0.0])),
                outcome(crowd.drive(driven, [5.0, 5.0], [x, 0.0])),
                outcome(crowd.warp(key, [x, 1.0])),
                outcome(crowd.push(key, [x, 1.0])),
                outcome(crowd.face(key, [x, 0.0])),
                outcome(crowd.go_to(key, [x, 1.0])),
                outcome(crowd.step(x, 100)),
                outcome(crowd.step_into(x, 100, &mut StepReport::default())),
            ];
            crowd.step(0.1, 100).unwrap();
            let places = [crowd.place(key), crowd.place(driven)];
            assert!(places.iter().all(|place| place.unwrap().point.is_finite()));
            all
        },
    );
    each_real("SharedGoals::path_from_into", |x| {
        let field = finders()[0].distance_field(&FieldQuery::new(&[[1.0, 1.0]])).unwrap();
        let shared: &dyn tautline::agents::SharedGoals = &field;
        [outcome(shared.path_from_into(Place::new([x, 1.0]), &mut Path::default()))]
    });
}
