//! Single paths: endpoints, costs, sizes, maps from outside, and cases that once were wrong.

mod answers;
mod endpoints;
mod area_costs;
mod costly_ground;
mod radius;
mod any_angle_on_tiles;
mod benchmark_maps;
mod rotated_meshes;
mod replanning;
mod funnel_cases;
mod high_degree_cells;
