//! The README and the pages of `docs/`, one module each, so that `cargo test` runs their code.

macro_rules! pages {
    ($($name:ident: $path:literal,)*) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!($path)]
            pub mod $name {}
        )*
    };
}

pages! {
    readme: "../../README.md",
    agents: "../../docs/agents.md",
    agents_with_a_size: "../../docs/agents-with-a-size.md",
    costs: "../../docs/costs.md",
    doors_and_filters: "../../docs/doors-and-filters.md",
    floors: "../../docs/floors.md",
    input: "../../docs/input.md",
    levels: "../../docs/levels.md",
    live: "../../docs/live.md",
    links: "../../docs/links.md",
    paths: "../../docs/paths.md",
    saved_games: "../../docs/saved-games.md",
    spatial_queries: "../../docs/spatial-queries.md",
    tile_maps: "../../docs/tile-maps.md",
    from_godot_and_unity: "../../docs/migrating/godot-and-unity.md",
    from_landmass: "../../docs/migrating/landmass.md",
    from_polyanya: "../../docs/migrating/polyanya.md",
    from_recast_and_detour: "../../docs/migrating/recast-and-detour.md",
    from_tiles: "../../docs/migrating/tiles.md",
}
