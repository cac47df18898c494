//! A path as a curve of straight segments and circular arcs.

use serde_json::{Value, json};
use tautline::error::Short;
use tautline::path::{ArcCorners, CurvePiece, CurvedPath};
use tautline::{NavMesh, Path};

use crate::arguments::{Backend, PathArgs};
use crate::at::At;
use crate::failure::Failure;
use crate::report::Report;

/// Returns an error if `--arcs` is given for tiles.
pub(super) fn check(arguments: &PathArgs) -> Result<(), Failure> {
    if arguments.arcs && arguments.finder.backend == Backend::Grid {
        let message = "--arcs applies to meshes, not to --backend grid";
        return Err(Failure::unusable_arguments(message));
    }
    Ok(())
}

/// Returns the curve of a path, if it is asked for.
pub(super) fn curve(
    arguments: &PathArgs,
    path: &Path,
    mesh: Option<&NavMesh>,
) -> Option<CurvedPath> {
    let mesh = mesh.filter(|_| arguments.arcs)?;
    Some(path.arcs(&ArcCorners::of(mesh)))
}

/// Reports the curve of a path.
pub(super) fn describe(report: &mut Report, curve: &CurvedPath) {
    report.say(format_args!("as a curve: length {}", Short(curve.length)));
    for piece in &curve.pieces {
        match *piece {
            CurvePiece::Segment { from, to } => {
                report.say(format_args!("  segment from {} to {}", At(from), At(to)));
            }
            CurvePiece::Arc { from, to, center, .. } => {
                let [from, to, center] = [from, to, center].map(At);
                report.say(format_args!("  arc from {from} to {to} around {center}"));
            }
            CurvePiece::Link { from, to } => {
                report.say(format_args!("  link from {} to {}", At(from), At(to)));
            }
        }
    }
    let pieces: Value = curve.pieces.iter().map(to_json).collect();
    report.put("curve", json!({ "length": curve.length, "pieces": pieces }));
}

fn to_json(piece: &CurvePiece) -> Value {
    let [from, to] = piece.ends().map(|end| end.to_array());
    match *piece {
        CurvePiece::Segment { .. } => json!({ "kind": "segment", "from": from, "to": to }),
        CurvePiece::Link { .. } => json!({ "kind": "link", "from": from, "to": to }),
        CurvePiece::Arc { center, radius, angle, .. } => json!({
            "kind": "arc",
            "from": from,
            "to": to,
            "center": center.to_array(),
            "radius": radius,
            "angle": angle,
        }),
    }
}
