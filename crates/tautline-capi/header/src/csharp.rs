//! The declarations of the header in C#: public enums and structs, and the functions for the classes on top of them.
//!
//! A struct has the fields of C in the same order. Where C has a number for a choice or a truth, its comment says so, and
//! the field has the type of the enum, or a property of type `bool`. Structs with pointers stay internal.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::declarations::{Declaration, Function, Group, Member};

const TOP: &str = "// Made from tautline.h; do not edit.\nusing System;\nusing System.Runtime.InteropServices;\n\n";

/// The names of the types in C#, by those in C.
struct Names(BTreeMap<String, String>);

/// The two files: types and functions.
pub(crate) struct Files {
    pub(crate) types: String,
    pub(crate) functions: String,
}

/// Returns the declarations in C#.
pub(crate) fn write(declarations: &[Declaration]) -> Result<Files, String> {
    let names = Names::of(declarations);
    let mut types = format!("{TOP}namespace Tautline\n{{\n");
    let mut functions = format!("{TOP}namespace Tautline\n{{\n");
    functions +=
        "    /// <summary>The functions of the C library, under their names there.</summary>\n";
    functions += "    internal static unsafe class Native\n    {\n";
    functions += "        private const string Library = \"tautline_c\";\n";
    for declaration in declarations {
        match declaration {
            Declaration::Constant { name, value } => {
                let name = pascal(name);
                let _ = writeln!(functions, "        internal const uint {name} = {value};");
            }
            Declaration::Enum(group) => types += &enum_of(group, &names)?,
            Declaration::Struct(group) => types += &struct_of(group, &names)?,
            Declaration::Function(function) => functions += &function_of(function, &names)?,
        }
    }
    types.push_str("}\n");
    functions.push_str("    }\n}\n");
    Ok(Files { types, functions })
}

impl Names {
    fn of(declarations: &[Declaration]) -> Self {
        let mut names = BTreeMap::new();
        let plain = [("uint32_t", "uint"), ("uint64_t", "ulong"), ("uint8_t", "byte")];
        let plain = plain.into_iter().chain([("size_t", "UIntPtr"), ("char", "byte")]);
        let plain = plain.chain([("double", "double"), ("float", "float"), ("void*", "IntPtr")]);
        names.extend(plain.map(|(c, own)| (c.to_owned(), own.to_owned())));
        for declaration in declarations {
            let (Declaration::Enum(group) | Declaration::Struct(group)) = declaration else {
                continue;
            };
            let suffix = match group.members.as_slice() {
                [only] if only.name == "id" => "Handle",
                members if members.iter().any(|member| has_pointer(&member.kind, &names)) => "Data",
                _ => "",
            };
            names.insert(format!("tl_{}", group.name), pascal(&group.name) + suffix);
        }
        Self(names)
    }

    fn get(&self, kind: &str) -> Result<String, String> {
        if let Some(name) = self.0.get(kind) {
            return Ok(name.clone());
        }
        let pointed = kind.strip_suffix('*').ok_or_else(|| format!("unknown type {kind:?}"))?;
        Ok(self.get(pointed)? + "*")
    }
}

/// True for a pointer of which the caller says the length, and for a struct with one.
fn has_pointer(kind: &str, names: &BTreeMap<String, String>) -> bool {
    kind.ends_with('*') && kind != "void*"
        || names.get(kind).is_some_and(|name| name.ends_with("Data"))
}

fn enum_of(group: &Group, names: &Names) -> Result<String, String> {
    let mut text = summary(&group.doc, "    ");
    let _ = writeln!(
        text,
        "    public enum {} : uint\n    {{",
        names.get(&format!("tl_{}", group.name))?
    );
    let prefix = format!("TL_{}_", group.name.to_uppercase());
    for variant in &group.members {
        text += &summary(&variant.doc, "        ");
        let name = pascal(variant.name.trim_start_matches(&prefix));
        let _ = writeln!(text, "        {name} = {},", variant.kind);
    }
    Ok(text + "    }\n\n")
}

fn struct_of(group: &Group, names: &Names) -> Result<String, String> {
    let name = names.get(&format!("tl_{}", group.name))?;
    let is_internal = name.ends_with("Handle") || name.ends_with("Data");
    let mut text = summary(&group.doc, "    ");
    let shown = if is_internal { "internal unsafe" } else { "public" };
    let _ = writeln!(
        text,
        "    [StructLayout(LayoutKind.Sequential)]\n    {shown} partial struct {name}\n    {{"
    );
    for field in &group.members {
        text += &field_of(field, names, is_internal)?;
    }
    if group.members.first().is_some_and(|field| field.name == "size") {
        let made = format!("new {name} {{ size = (uint)sizeof({name}) }}");
        let _ = writeln!(
            text,
            "        internal static unsafe {name} Sized()\n        {{\n            return {made};\n        }}"
        );
    }
    Ok(text + "    }\n\n")
}

fn field_of(field: &Member, names: &Names, is_internal: bool) -> Result<String, String> {
    let Member { doc, name, .. } = field;
    let kind = names.get(&field.kind)?;
    if is_internal {
        return Ok(format!("        internal {kind} {name};\n"));
    }
    let doc_lines = |doc: &str| summary(doc, "        ");
    let shown = pascal(name);
    let property = |doc: &str, kind: &str, body: &str| {
        let own = names.get(&field.kind).unwrap_or_default();
        format!(
            "        private {own} {name};\n{}        public {kind} {shown} {{ {body} }}\n",
            doc_lines(doc)
        )
    };
    if name == "size" || name == "reserved" {
        return Ok(format!("        internal {kind} {name};\n"));
    }
    if let Some(truth) = doc.strip_prefix("Not 0 ") {
        let body = format!("get {{ return {name} != 0; }} set {{ {name} = value ? 1u : 0u; }}");
        return Ok(property(&format!("True {truth}"), "bool", &body));
    }
    if kind == "UIntPtr" {
        let body = format!("get {{ return checked((int){name}.ToUInt64()); }}");
        return Ok(property(doc, "int", &body));
    }
    let choice = doc.strip_prefix("A `").and_then(|rest| rest.split_once('`'));
    let kind = choice.map_or(Ok(kind), |(choice, _)| names.get(choice))?;
    Ok(format!("{}        public {kind} {shown};\n", doc_lines(doc)))
}

fn function_of(function: &Function, names: &Names) -> Result<String, String> {
    let mut parameters = Vec::new();
    for Member { kind, name, .. } in &function.parameters {
        parameters.push(format!("{} {name}", names.get(kind)?));
    }
    let result = names.get(&function.result)?;
    let mut text = format!("\n{}", summary(&function.doc, "        "));
    text += "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]\n";
    let (name, parameters) = (&function.name, parameters.join(", "));
    let _ = writeln!(text, "        internal static extern {result} {name}({parameters});");
    Ok(text)
}

/// Returns a comment as the documentation of an item.
fn summary(doc: &str, indent: &str) -> String {
    let doc = doc.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let doc = doc.replace('\n', &format!("\n{indent}/// "));
    let text = format!("{indent}/// <summary>{doc}</summary>\n");
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Returns a name with words in capitals or with underscores between them as C# writes it: `max_cost` is `MaxCost`.
fn pascal(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + &rest.to_lowercase()
    };
    name.split('_').map(word).collect()
}
