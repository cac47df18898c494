//! Agents and steps.

use std::hint::black_box;

use tautline::agents::{AgentOptions, Crowd, StepReport};

use crate::{each_count, finder};

#[test]
fn crowds_take_any_number() {
    each_count("Crowd::step, Crowd::step_into", |n| {
        let finder = finder();
        let mut crowd = Crowd::new(finder);
        let good = AgentOptions::default();
        let key = crowd.add([1.0, 1.0], good).unwrap();
        for options in [
            good.radius(n.real),
            good.max_speed(n.real),
            good.max_acceleration(n.real),
            good.max_turning_rate(n.real),
            good.arrival(n.real),
            good.gap(n.real),
            good.yields(n.real),
        ] {
            if let Ok(key) = crowd.add([2.0, 2.0], options) {
                crowd.go_to(key, [19.0, 1.0]).unwrap();
            }
        }
        assert_eq!(crowd.add([n.real, 0.0], good).is_ok(), n.wide <= 1);
        crowd.go_to(key, [n.real, n.real]).unwrap();
        assert_eq!(crowd.step(n.real, 100).is_ok(), n.wide <= 1);
        for _ in 0..3 {
            assert!(crowd.step(0.1, n.wide).is_ok());
        }
        black_box(crowd.drive(key, [1.0, 1.0], [n.real, n.real])).ok();
        crowd.step(0.1, n.wide).unwrap();
        crowd.step_into(0.1, n.wide, &mut StepReport::default()).unwrap();
    });
}
