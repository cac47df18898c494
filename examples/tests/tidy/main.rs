//! The house rules that a machine can check. They live here because this package is never
//! published, and so always stands beside everything that it looks at.
//!
//! 1. `source` – finds the files, and tells code from comments, texts and tests.
//! 2. `rust_rules` – what holds for every `.rs` file.
//! 3. `manifest_rules` – who may depend on whom, and that each dependency says why.
//! 4. `doc_rules` – every question says what it costs, how it fails and how it is asked.
//! 5. `page_rules` – pages whose links lead somewhere, and a README that shows code that runs.
//! 6. `prose_rules` – doc comments that put the subject first.
//! 7. `shape_rules` – folders of few modules, and no parameters packed into tuples.
//! 8. `glossary_rules` – words of ours that gave way to the field's.
//! 9. `constant_rules` – tables of constants that say what the code says.
//! 10. `import_rules` – files that import each other in no circle.
//! 11. `registry_rules` – pages and licences as registries show them, away from the repository.
//! 12. `language_rules` – a table of what each language has, which names what there is.
//! 13. `commit_rules` – subjects of commits that fit a line, where the history can be seen.
//!
//! A rule is a function from what it reads to complaints, and each is shown a made-up sample that
//! breaks it, so that it is known to be able to fail.

mod source;
mod rust_rules;
mod manifest_rules;
mod doc_rules;
mod page_rules;
mod prose_rules;
mod shape_rules;
mod glossary_rules;
mod constant_rules;
mod import_rules;
mod registry_rules;
mod language_rules;
mod commit_rules;

use std::fs;

use source::{File, files_named, read, root};

/// Fails with all complaints at once, one a line.
fn assert_tidy(complaints: impl IntoIterator<Item = String>) {
    let complaints: Vec<String> = complaints.into_iter().collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

fn rust_files() -> Vec<File> {
    let files = files_named(".rs");
    assert!(files.len() > 100, "only {} files found: is this the workspace?", files.len());
    files
}

#[test]
fn files_and_functions_are_short() {
    let files = rust_files();
    assert_tidy(files.iter().flat_map(rust_rules::long_file));
    assert_tidy(files.iter().flat_map(rust_rules::long_functions));
}

#[test]
fn files_are_named_after_their_modules() {
    assert_tidy(rust_files().iter().filter_map(rust_rules::nameless_file));
}

#[test]
fn libraries_panic_only_with_a_reason() {
    let files = rust_files();
    let library = files.iter().filter(|file| rust_rules::is_library_code(&file.path));
    assert_tidy(library.flat_map(rust_rules::panicking_calls));
}

#[test]
fn libraries_ask_nothing_of_the_world() {
    let files = rust_files();
    let library = files.iter().filter(|file| rust_rules::is_library_code(&file.path));
    assert_tidy(library.flat_map(rust_rules::worldly_calls));
}

#[test]
fn every_question_is_told_whole() {
    let questions: Vec<File> = rust_files().into_iter().filter(doc_rules::asks).collect();
    assert!(questions.len() > 30, "only {} files ask something", questions.len());
    let library = questions.iter().filter(|file| rust_rules::is_library_code(&file.path));
    assert_tidy(library.flat_map(doc_rules::half_told));
}

#[test]
fn nothing_is_left_for_later() {
    let texts = rust_files().into_iter().chain(files_named("Cargo.toml"));
    assert_tidy(texts.flat_map(|file| rust_rules::marks(&file)));
}

#[test]
fn no_library_names_a_rival() {
    let files: Vec<_> =
        rust_files().into_iter().filter(|file| file.path.starts_with("crates/")).collect();
    for rival in ["navmesh_rs", "grid_pathfinding"] {
        assert!(rust_rules::files_that_name(rival, &files).is_empty(), "{rival}");
    }
}

#[test]
fn one_file_names_the_triangulator() {
    let files: Vec<_> =
        rust_files().into_iter().filter(|file| file.path.starts_with("crates/")).collect();
    let named = rust_rules::files_that_name("spade", &files);
    assert_eq!(named, ["crates/navmesh-build/src/triangulate/delaunay.rs"]);
    let manifests = files_named("Cargo.toml");
    let dependents = manifests.iter().filter(|file| manifest_rules::depends_on(file, "spade"));
    let dependents: Vec<&str> = dependents.map(|file| file.path.as_str()).collect();
    assert_eq!(dependents, ["benches/Cargo.toml", "crates/navmesh-build/Cargo.toml"]);
}

#[test]
fn the_first_chapter_computes_nothing() {
    let files = rust_files();
    let chapters = files.iter().filter(|file| file.path.ends_with("src/lib.rs"));
    assert_tidy(chapters.flat_map(rust_rules::functions_in_first_chapter));
}

#[test]
fn packages_depend_only_downwards() {
    assert_tidy(files_named("Cargo.toml").iter().flat_map(manifest_rules::forbidden_edges));
}

#[test]
fn every_dependency_says_why() {
    assert_tidy(files_named("Cargo.toml").iter().flat_map(manifest_rules::unexplained));
}

#[test]
fn links_between_pages_lead_somewhere() {
    let exists = |path: &str| root().join(path).exists();
    let pages = files_named(".md");
    assert_tidy(pages.iter().flat_map(|page| page_rules::dead_links(page, exists)));
    assert_tidy(pages.iter().flat_map(|page| page_rules::dead_parts(page, &pages)));
}

/// The pages that registries show.
fn registry_pages() -> Vec<File> {
    let pages = files_named("README.md").into_iter();
    let shown = |path: &str| path.starts_with("crates/") && !path.contains("tautline-capi");
    pages.filter(|page| shown(&page.path)).collect()
}

/// `TAUTLINE_REWRITE=1` writes the page anew instead.
#[test]
fn the_readme_of_the_crate_is_that_of_the_repository() {
    let manifest = read("Cargo.toml");
    let repository = registry_rules::repository(&manifest).unwrap_or_default();
    let expected = registry_rules::with_absolute_links(&read("README.md"), repository);
    let path = "crates/tautline/README.md";
    if std::env::var_os("TAUTLINE_REWRITE").is_some() {
        fs::write(root().join(path), &expected).unwrap_or_else(|e| panic!("{path}: {e}"));
    }
    assert!(read(path).text == expected, "{path} is stale: TAUTLINE_REWRITE=1 writes it");
}

#[test]
fn links_on_registries_lead_into_the_repository() {
    let manifest = read("Cargo.toml");
    let repository = registry_rules::repository(&manifest).unwrap_or_default();
    let exists = |path: &str| root().join(path).exists();
    let pages = registry_pages();
    assert!(pages.len() > 10, "only {} pages", pages.len());
    assert_tidy(
        pages.iter().flat_map(|page| registry_rules::dead_on_a_registry(page, repository, exists)),
    );
    assert_tidy(rust_files().iter().flat_map(registry_rules::relative_doc_links));
}

#[test]
fn the_repository_has_one_address() {
    let manifest = read("Cargo.toml");
    let repository = registry_rules::repository(&manifest).unwrap_or_default();
    let texts = [".md", ".toml", ".json", ".rs"].into_iter().flat_map(files_named);
    assert_tidy(texts.flat_map(|file| registry_rules::other_addresses(&file, repository)));
}

#[test]
fn all_packages_have_one_version() {
    let workspace = read("Cargo.toml");
    let manifests = files_named("Cargo.toml").into_iter().chain(files_named("package.json"));
    let packages = manifests.filter(|file| {
        let inner =
            ["/header/", "/bindgen/", "/tests/"].iter().any(|folder| file.path.contains(folder));
        file.path.starts_with("crates/") && !inner
    });
    let stated: Vec<File> =
        packages.filter(|file| registry_rules::version(file).is_some()).collect();
    assert!(stated.len() >= 3, "{}", stated.len());
    for file in stated {
        assert_eq!(
            registry_rules::version(&file),
            registry_rules::version(&workspace),
            "{}",
            file.path
        );
    }
}

#[test]
fn published_packages_have_their_licences_as_files() {
    for manifest in files_named("Cargo.toml") {
        let published = !manifest.text.contains("publish = false");
        let folder = manifest.path.strip_suffix("Cargo.toml").unwrap_or_default();
        if !published || !folder.starts_with("crates/") {
            continue;
        }
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let path = format!("{folder}{licence}");
            let data = fs::symlink_metadata(root().join(&path));
            assert!(data.is_ok_and(|data| data.is_file()), "{path} is not a file");
            assert_eq!(read(&path).text, read(licence).text, "{path}");
        }
    }
}

#[test]
fn the_readme_shows_the_first_example_as_it_is() {
    let (readme, example) = (read("README.md"), read("examples/first_path.rs"));
    assert_tidy(page_rules::missing_program(&readme, &example));
}

#[test]
fn the_page_of_examples_lists_every_one() {
    let files = rust_files();
    let paths = files.iter().map(|file| file.path.as_str());
    let examples = paths.filter_map(|path| path.strip_prefix("examples/"));
    let examples = examples.filter(|path| !path.contains('/'));
    assert_tidy(page_rules::unlisted(&read("examples/README.md"), examples));
}

#[test]
fn doc_sentences_put_the_subject_first() {
    let files = rust_files();
    assert_tidy(files.iter().flat_map(prose_rules::riddles));
    let [all, rare] = prose_rules::rare_openings(&files);
    assert!(
        rare * 50 <= all,
        "{rare} of {all} doc sentences open with What, How, Where, Who, Of or So"
    );
}

#[test]
fn folders_have_few_modules() {
    assert_tidy(shape_rules::crowded_folders(&rust_files()));
}

#[test]
fn parameters_are_not_packed_into_tuples() {
    let files = rust_files();
    let library = files.iter().filter(|file| rust_rules::is_library_code(&file.path));
    assert_tidy(library.flat_map(shape_rules::packed_parameters));
}

#[test]
fn retired_words_do_not_come_back() {
    let files = rust_files();
    let others = files.iter().filter(|file| !file.path.ends_with("tidy/glossary_rules.rs"));
    assert_tidy(others.flat_map(glossary_rules::retired_words));
}

#[test]
fn tables_of_constants_say_what_the_code_says() {
    let text = |path: &str| std::fs::read_to_string(root().join(path)).ok();
    let (complaints, compared) = constant_rules::stale_values(&read("docs/conventions.md"), text);
    assert_tidy(complaints);
    assert!(compared > 60, "{compared}");
}

#[test]
fn files_import_each_other_in_no_circle() {
    assert_tidy(import_rules::circles(&rust_files()));
}

#[test]
fn subjects_of_commits_are_short() {
    // An archive and a shallow clone have no history to look at.
    assert_tidy(commit_rules::history().iter().flat_map(|all| commit_rules::long_subjects(all)));
}

#[test]
fn the_table_of_languages_names_what_there_is() {
    let page = read("docs/languages.md");
    let all = |ending: &str, folder: &str| -> Vec<File> {
        files_named(ending).into_iter().filter(|file| file.path.contains(folder)).collect()
    };
    let records = all(".txt", "docs/api/");
    let mut python = all(".pyi", "pytautline/");
    python.extend(all(".py", "pytautline/"));
    let web = all(".rs", "tautline-web/src/");
    let c = [read("crates/tautline-capi/include/tautline.h")];
    let columns: [&[File]; 4] = [&records, &python, &web, &c];
    let names = (1..).zip(columns);
    assert_tidy(names.flat_map(|(column, own)| language_rules::unknown_names(&page, column, own)));
    assert_tidy(language_rules::missing_questions(&page, &records));
}
