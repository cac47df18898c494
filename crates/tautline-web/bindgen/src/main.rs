//! Writes the JavaScript and TypeScript around the compiled engine: `tautline-web-bindgen INPUT.wasm FOLDER NAME`.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder, name] = arguments.as_slice() else {
        eprintln!("usage: tautline-web-bindgen INPUT.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    match generate(input, folder, name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{input}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn generate(input: &str, folder: &str, name: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    let configured = bindgen.input_path(input).out_name(name).web(true);
    let configured = configured.map_err(|error| format!("{error:#}"))?;
    let configured =
        configured.typescript(true).remove_name_section(true).omit_default_module_path(false);
    // The generated code checks that arguments are texts and numbers.
    let configured = configured.remove_producers_section(true).debug(true);
    configured.generate(folder).map_err(|error| format!("{error:#}"))
}
