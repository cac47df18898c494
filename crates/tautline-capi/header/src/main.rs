//! Writes the C header from the sources of the package: `tautline-capi-header FOLDER HEADER`.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, header] = arguments.as_slice() else {
        eprintln!("usage: tautline-capi-header FOLDER HEADER");
        return ExitCode::from(2);
    };
    match generate(Path::new(folder), header) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{folder}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn generate(folder: &Path, header: &str) -> Result<(), String> {
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml"))?;
    let builder = cbindgen::Builder::new().with_config(config).with_crate(folder);
    let bindings = builder.generate().map_err(|error| error.to_string())?;
    bindings.write_to_file(header);
    Ok(())
}
