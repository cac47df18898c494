//! Writes files whole or not at all.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The extension of a file to write, if it is one of `known`.
pub(crate) fn extension<'a>(file: &Path, known: &[&'a str]) -> Result<&'a str, Failure> {
    let found = file.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let matching = known.iter().find(|known| Some(**known) == found.as_deref());
    matching.copied().ok_or_else(|| {
        let wanted = known.iter().map(|known| format!(".{known}")).collect::<Vec<_>>().join(" or ");
        let message = format!("{}: the name of this output has to end in {wanted}", file.display());
        Failure::unusable_arguments(message)
    })
}

/// Refuses an output that would replace a file that is read, or another output.
pub(crate) fn check_apart(inputs: &[&Path], outputs: &[&Path]) -> Result<(), Failure> {
    let read: Vec<PathBuf> = inputs.iter().filter_map(|input| replaced_by(input)).collect();
    let mut written: Vec<PathBuf> = Vec::new();
    for output in outputs {
        let Some(place) = replaced_by(output) else { continue };
        let clash = match (read.contains(&place), written.contains(&place)) {
            (true, _) => "is read, and would be replaced by an output",
            (_, true) => "is named for two outputs",
            _ => {
                written.push(place);
                continue;
            }
        };
        let message = format!("{} {clash}: choose another name", output.display());
        return Err(Failure::unusable_arguments(message));
    }
    Ok(())
}

/// The file that writing to `file` replaces or makes, by its full name; none for devices, and where nothing
/// can be written.
fn replaced_by(file: &Path) -> Option<PathBuf> {
    match fs::metadata(file) {
        Ok(found) => found.is_file().then(|| fs::canonicalize(file).ok())?,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let file = followed(file);
            Some(fs::canonicalize(folder_of(&file)).ok()?.join(file.file_name()?))
        }
        Err(_) => None,
    }
}

/// Writes `bytes` to `file`: beside it first, then in its place in one step.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    try_write(file, bytes)
        .map_err(|error| Failure::unwritable(file, format_args!("cannot be written: {error}")))
}

fn try_write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(file) {
        // Devices and pipes are written to; only files are replaced.
        Ok(found) if !found.is_file() => {
            fs::OpenOptions::new().write(true).open(file)?.write_all(bytes)
        }
        // A link stays a link: what it points to is replaced.
        Ok(_) => replace(&fs::canonicalize(file)?, bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => replace(&followed(file), bytes),
        Err(error) => Err(error),
    }
}

/// Where a name leads whose last link may lead to nothing yet. Links in a circle were told apart
/// before: their metadata are another error.
fn followed(file: &Path) -> PathBuf {
    let mut file = file.to_path_buf();
    while let Ok(target) = fs::read_link(&file) {
        // Links are relative to the folder that they are in; an absolute one replaces it.
        file = file.parent().unwrap_or(Path::new("")).join(target);
    }
    file
}

fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(file);
    fs::metadata(folder)?;
    // The error in full names the temporary file, of which nobody has heard.
    let mut temporary = new_file_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    temporary.write_all(bytes)?;
    temporary.persist(file)?;
    Ok(())
}

/// The folder that a file is in, or will be.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// A temporary file with the permissions of an ordinary one.
fn new_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tautline-");
    #[cfg(unix)]
    let permissions: fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(permissions);
    builder.tempfile_in(folder)
}
