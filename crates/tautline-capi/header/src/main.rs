//! Writes the C header from the sources of the package, and from it the declarations in C#:
//! `tautline-capi-header FOLDER HEADER CSHARP`.

mod csharp;
mod declarations;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, header, csharp] = arguments.as_slice() else {
        eprintln!("usage: tautline-capi-header FOLDER HEADER CSHARP");
        return ExitCode::from(2);
    };
    match generate(Path::new(folder), Path::new(header), Path::new(csharp)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{folder}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn generate(folder: &Path, header: &Path, csharp: &Path) -> Result<(), Box<dyn Error>> {
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml"))?;
    let builder = cbindgen::Builder::new().with_config(config).with_crate(folder);
    builder.generate()?.write_to_file(header);
    let declarations = declarations::declarations(&fs::read_to_string(header)?)?;
    let files = csharp::write(&declarations)?;
    fs::write(csharp.join("Types.cs"), files.types)?;
    fs::write(csharp.join("Native.cs"), files.functions)?;
    Ok(())
}
