//! The arrays of a `.nav` file, one after the other.

use glam::{DVec2, DVec3};
use navmesh_core::{Clearance, EdgeId, Link, LinkEnd, LinkWay, MeshArea, MeshDoor, SurfaceDetail};

use crate::error::ByteFault;

/// The arrays after the header that were not read yet.
pub(super) struct Arrays<'a> {
    pub(super) rest: &'a [u8],
}

impl Arrays<'_> {
    /// Reads a clearance with these numbers of corners, rings and openings. The header has read its counts.
    pub(super) fn take_clearance(&mut self, [corners, rings, openings]: [u32; 3]) -> Clearance {
        self.skip(12);
        let radius = self.take(1, f64::from_le_bytes)[0];
        let corners = self.take_points(corners);
        let ring_ends = self.take(rings as usize, u32::from_le_bytes);
        let ring_layers = self.take(rings as usize, u32::from_le_bytes);
        let sides = self.take(2 * openings as usize, u32::from_le_bytes);
        let openings = sides.chunks_exact(2).map(|sides| [sides[0], sides[1]]).collect();
        Clearance { radius, corners, ring_ends, ring_layers, openings }
    }

    /// Reads the areas of these costs, with this number of bytes of names in all.
    pub(super) fn take_areas(
        &mut self,
        costs: Vec<f64>,
        length: u32,
    ) -> Result<Vec<MeshArea>, ByteFault> {
        let names = self.take_names(costs.len(), length);
        let names = names.map_err(|area| ByteFault::AreaName { area })?;
        Ok(names.into_iter().zip(costs).map(|(name, cost)| MeshArea { name, cost }).collect())
    }

    /// Reads doors, with these numbers of edges, bytes of names and cells of margins in all.
    pub(super) fn take_doors(&mut self, counts: [u32; 4]) -> Result<Vec<MeshDoor>, ByteFault> {
        let [doors, edges, length, cells] = counts.map(|count| count as usize);
        let ends = self.take(doors, u32::from_le_bytes);
        let edges = self.take(edges, |four| EdgeId(u32::from_le_bytes(four)));
        let edges = pieces(&edges, &ends).map_err(|door| ByteFault::DoorEdges { door })?;
        let ends = self.take(doors, u32::from_le_bytes);
        let cells = self.take(cells, u32::from_le_bytes);
        let margins = pieces(&cells, &ends).map_err(|door| ByteFault::DoorMargin { door })?;
        let names = self.take_names(doors, length as u32);
        let names = names.map_err(|door| ByteFault::DoorName { door })?;
        let parts = edges.into_iter().zip(margins);
        let doors = names.into_iter().zip(parts).map(|(name, (edges, margin))| MeshDoor {
            name,
            edges: edges.to_vec(),
            margin: margin.to_vec(),
        });
        Ok(doors.collect())
    }

    /// Reads links, with these numbers of lanes besides their first and of bytes of names in all.
    pub(super) fn take_links(&mut self, counts: [u32; 3]) -> Result<Vec<Link>, ByteFault> {
        let [count, beside, length] = counts;
        let links = count as usize;
        let points = self.take_points(2 * count);
        let lanes: Vec<[DVec2; 2]> =
            self.take_points(2 * beside).chunks(2).map(|ends| [ends[0], ends[1]]).collect();
        let costs = self.take(links, f64::from_le_bytes);
        let layers = self.take(2 * links, u32::from_le_bytes);
        let ways = self.take(links, u32::from_le_bytes);
        let lane_ends = self.take(links, u32::from_le_bytes);
        let lanes = pieces(&lanes, &lane_ends).map_err(|link| ByteFault::LinkLanes { link })?;
        let names = self.take_names(links, length);
        let names = names.map_err(|link| ByteFault::LinkName { link })?;
        let link = |(link, name): (usize, String)| {
            let way = match ways[link] {
                0 => LinkWay::TwoWay,
                1 => LinkWay::OneWay,
                found => return Err(ByteFault::LinkWay { link, found }),
            };
            let end = |at: usize| LinkEnd { point: points[at], layer: layers[at] };
            let (from, to, beside) = (end(2 * link), end(2 * link + 1), lanes[link].to_vec());
            Ok(Link { name, from, to, beside, cost: costs[link], way })
        };
        names.into_iter().enumerate().map(link).collect()
    }

    /// Reads the detail of heights of this number of cells, with these numbers of points and triangles.
    pub(super) fn take_detail(&mut self, cells: usize, counts: [u32; 2]) -> SurfaceDetail {
        let [points, triangles] = counts.map(|count| count as usize);
        let coordinates = self.take(3 * points, f64::from_le_bytes);
        let (coordinates, _) = coordinates.as_chunks::<3>();
        let points = coordinates.iter().map(|&point| DVec3::from(point)).collect();
        let point_ends = self.take(cells, u32::from_le_bytes);
        let corners = self.take(3 * triangles, u32::from_le_bytes);
        let triangles = corners.as_chunks::<3>().0.to_vec();
        let triangle_ends = self.take(cells, u32::from_le_bytes);
        SurfaceDetail { points, point_ends, triangles, triangle_ends }
    }

    /// Reads this number of names, after their ends. Fails with the index of a broken one.
    fn take_names(&mut self, count: usize, length: u32) -> Result<Vec<String>, usize> {
        let ends = self.take(count, u32::from_le_bytes);
        let (bytes, rest) = self.rest.split_at(length as usize);
        self.rest = rest;
        let text = |(index, name)| std::str::from_utf8(name).map(str::to_owned).map_err(|_| index);
        pieces(bytes, &ends)?.into_iter().enumerate().map(text).collect()
    }

    /// Skips bytes that the header has read.
    pub(super) fn skip(&mut self, count: usize) {
        self.rest = &self.rest[count..];
    }

    pub(super) fn take_points(&mut self, count: u32) -> Vec<DVec2> {
        self.take(2 * count as usize, f64::from_le_bytes)
            .chunks_exact(2)
            .map(|pair| DVec2::new(pair[0], pair[1]))
            .collect()
    }

    /// Reads `count` numbers of `N` bytes each.
    pub(super) fn take<const N: usize, T>(
        &mut self,
        count: usize,
        decode: impl Fn([u8; N]) -> T,
    ) -> Vec<T> {
        let (numbers, rest) = self.rest.split_at(count * N);
        self.rest = rest;
        let (chunks, _) = numbers.as_chunks::<N>();
        chunks.iter().map(|&chunk| decode(chunk)).collect()
    }
}

/// Splits a slice into pieces by their ends. Fails with the index of a piece whose end is invalid.
fn pieces<'a, T>(whole: &'a [T], ends: &[u32]) -> Result<Vec<&'a [T]>, usize> {
    if ends.last().copied().unwrap_or(0) as usize != whole.len() {
        return Err(ends.len().saturating_sub(1));
    }
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let piece = |(start, &end): (u32, &u32)| whole.get(start as usize..end as usize);
    let piece = |(index, ends)| piece(ends).ok_or(index);
    starts.zip(ends).enumerate().map(piece).collect()
}
