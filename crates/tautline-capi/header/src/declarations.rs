//! The declarations of the header that cbindgen writes.
//!
//! Reads that text alone: one declaration a paragraph, each after its comment. It is no reader of C.

/// A declaration with its comment.
#[derive(Debug)]
pub(crate) enum Declaration {
    Constant { name: String, value: String },
    Enum(Group),
    Struct(Group),
    Function(Function),
}

/// An enum or a struct.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) doc: String,
    pub(crate) name: String,
    pub(crate) members: Vec<Member>,
}

/// A variant, with its number as the type; a field; or a parameter.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) doc: String,
    pub(crate) kind: String,
    pub(crate) name: String,
}

/// A function.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) doc: String,
    pub(crate) result: String,
    pub(crate) name: String,
    pub(crate) parameters: Vec<Member>,
}

/// Returns the declarations of a header, in their order.
pub(crate) fn declarations(header: &str) -> Result<Vec<Declaration>, String> {
    let mut found = Vec::new();
    let mut doc = String::new();
    // Above the guard stands the comment of the whole header.
    let mut lines = header.lines().skip_while(|line| !line.starts_with("#define TAUTLINE_H"));
    while let Some(line) = lines.next() {
        if line.starts_with("#endif") && line.contains("TAUTLINE_H") {
            break;
        } else if line == "/**" {
            doc = comment(&mut lines);
        } else if let Some(constant) = line.strip_prefix("#define TL_") {
            let (name, value) = constant.split_once(' ').ok_or(line)?;
            found.push(Declaration::Constant { name: name.into(), value: value.into() });
        } else if let Some(name) = line.strip_prefix("enum tl_") {
            let members = members(&mut lines.by_ref().skip_while(|line| *line != " {").skip(1))?;
            found.push(Declaration::Enum(group(&mut doc, name, members)));
        } else if let Some(name) = line.strip_prefix("typedef struct tl_") {
            let name = name.trim_end_matches(" {");
            found.push(Declaration::Struct(group(&mut doc, name, members(&mut lines)?)));
        } else if line.contains(" tl_") && line.contains('(') {
            let mut whole = line.to_owned();
            while !whole.ends_with(';') {
                whole += lines.next().ok_or("a function has no end")?;
            }
            found.push(Declaration::Function(function(std::mem::take(&mut doc), &whole)?));
        }
    }
    Ok(found)
}

fn group(doc: &mut String, name: &str, members: Vec<Member>) -> Group {
    Group { doc: std::mem::take(doc), name: name.into(), members }
}

/// Reads the rest of a comment.
fn comment<'a>(lines: &mut impl Iterator<Item = &'a str>) -> String {
    let text = lines.take_while(|line| line.trim() != "*/");
    let text = text.map(|line| line.trim().trim_start_matches('*').trim());
    text.collect::<Vec<_>>().join("\n")
}

/// Reads the variants or fields up to the closing brace.
fn members<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Result<Vec<Member>, String> {
    let (mut found, mut doc) = (Vec::new(), String::new());
    while let Some(line) = lines.next() {
        let text = line.trim();
        if text.starts_with('}') {
            return Ok(found);
        } else if text == "/**" {
            doc = comment(lines);
        } else if let Some((name, number)) = text.trim_end_matches(',').split_once(" = ") {
            let doc = std::mem::take(&mut doc);
            found.push(Member { doc, kind: number.into(), name: name.into() });
        } else {
            found.push(member(std::mem::take(&mut doc), text.trim_end_matches(';'))?);
        }
    }
    Err("an enum or a struct has no end".into())
}

/// Reads a field or a parameter: its type, and its name at the end.
fn member(doc: String, text: &str) -> Result<Member, String> {
    let at = text.rfind([' ', '*']).ok_or_else(|| format!("no name in {text:?}"))?;
    let (kind, name) = text.split_at(at + 1);
    let kind = kind.replace("const ", "").replace("struct ", "");
    let kind = kind.split_whitespace().collect();
    Ok(Member { doc, kind, name: name.into() })
}

fn function(doc: String, text: &str) -> Result<Function, String> {
    let (head, parameters) = text.split_once('(').ok_or(text)?;
    let Member { kind: result, name, .. } = member(String::new(), head)?;
    let parameters = parameters.trim_end_matches(");");
    let parameters = parameters.split(',').filter(|parameter| *parameter != "void");
    let parameters = parameters.map(|parameter| member(String::new(), parameter.trim()));
    Ok(Function { doc, result, name, parameters: parameters.collect::<Result<_, _>>()? })
}
