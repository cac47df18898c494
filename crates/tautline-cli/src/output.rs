//! Writes output files, each completely or not at all.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Returns the extension of an output file, which must be one of `known`.
pub(crate) fn extension<'a>(file: &Path, known: &[&'a str]) -> Result<&'a str, Failure> {
    let found = file.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let matching = known.iter().find(|known| Some(**known) == found.as_deref());
    matching.copied().ok_or_else(|| {
        let wanted = known.iter().map(|known| format!(".{known}")).collect::<Vec<_>>().join(" or ");
        let message =
            format!("{}: the name of the output file must end in {wanted}", file.display());
        Failure::unusable_arguments(message)
    })
}

/// Returns an error if an output would replace an input or another output.
pub(crate) fn check_apart(inputs: &[&Path], outputs: &[&Path]) -> Result<(), Failure> {
    let read: Vec<PathBuf> = inputs.iter().filter_map(|input| replaced_by(input)).collect();
    let mut written: Vec<PathBuf> = Vec::new();
    for output in outputs {
        let Some(place) = replaced_by(output) else { continue };
        let clash = match (read.contains(&place), written.contains(&place)) {
            (true, _) => "is both an input and an output",
            (_, true) => "is given for two outputs",
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

/// Returns the canonical name of the file that writing to `file` replaces or creates; `None` for
/// devices and unwritable names.
fn replaced_by(file: &Path) -> Option<PathBuf> {
    match fs::metadata(file) {
        Ok(found) => found.is_file().then(|| fs::canonicalize(file).ok())?,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let file = follow_links(file);
            Some(fs::canonicalize(folder_of(&file)).ok()?.join(file.file_name()?))
        }
        Err(_) => None,
    }
}

/// Writes `bytes` to a temporary file and renames it to `file`.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    try_write(file, bytes)
        .map_err(|error| Failure::unwritable(file, format_args!("cannot write: {error}")))
}

fn try_write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(file) {
        // Devices and pipes are written to, not replaced.
        Ok(found) if !found.is_file() => {
            fs::OpenOptions::new().write(true).open(file)?.write_all(bytes)
        }
        // A symbolic link stays; its target is replaced.
        Ok(_) => replace(&fs::canonicalize(file)?, bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => replace(&follow_links(file), bytes),
        Err(error) => Err(error),
    }
}

/// Follows symbolic links to a file that may not exist yet. Cyclic links do not get here: reading
/// their metadata is another error.
fn follow_links(file: &Path) -> PathBuf {
    let mut file = file.to_path_buf();
    while let Ok(target) = fs::read_link(&file) {
        // A relative link starts at its own folder; an absolute link replaces it.
        file = file.parent().unwrap_or(Path::new("")).join(target);
    }
    file
}

fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(file);
    fs::metadata(folder)?;
    // The full error names the temporary file, which means nothing to the user.
    let mut temporary = new_file_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    temporary.write_all(bytes)?;
    temporary.persist(file)?;
    Ok(())
}

/// Returns the folder of a file.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Creates a temporary file with the permissions of a regular file.
fn new_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tautline-");
    #[cfg(unix)]
    let permissions: fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(permissions);
    builder.tempfile_in(folder)
}
