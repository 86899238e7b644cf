internal import Yams

/// Explains YAML errors in plain words.
enum YAMLErrorMapper {
  /// The error at its place, with help for common mistakes in writing Swift and diagrams in YAML.
  static func fileError(_ error: any Error, _ source: SourceText) -> SceneFileError {
    switch error as? YamlError {
    case .scanner(let context, let problem, let mark, _)?, .parser(let context, let problem, let mark, _)?,
      .composer(let context, let problem, let mark, _)?:
      var mark = mark
      if problem.hasPrefix("Maximum nesting") {
        return source.error(
          at: source.offset(of: mark), "nested too deeply; expected at most \(YAMLReader.maximumDepth) levels")
      }
      // libyaml reports this at the next token, which may be at the end of the file.
      if problem == "could not find expected ':'", let context { mark = context.mark }
      // The end of the file is far from the bracket that is not closed.
      if let close = Self.closers[problem], let context {
        let open = source.offset(of: context.mark)
        return source.error(
          at: open, "invalid YAML: expected `,` or `\(close)` after the parts of this list",
          help: helpWithText(in: source.line(source.position(at: open).line)))
      }
      let offset = source.offset(of: mark)
      return source.error(at: offset, "invalid YAML: \(problem)", help: help(for: problem, at: offset, in: source))
    case .reader(let problem, _, let value, _)?:
      return source.error(at: source.offset(ofScalar: value) ?? 0, "invalid YAML: \(problem)")
    case .duplicatedKeysInMapping(let keys, let context)?:
      let first = source.offset(of: context.mark)
      let key = keys.first ?? ""
      return source.error(at: source.offset(ofSecond: key, after: first) ?? first, "duplicate key `\(key)`")
    default: return source.error(at: 0, "invalid YAML: \(error)")
    }
  }

  /// The bracket whose absence libyaml reports with a text.
  private static let closers = ["did not find expected ',' or '}'": "}", "did not find expected ',' or ']'": "]"]

  private static func help(for problem: String, at offset: Int, in source: SourceText) -> String? {
    let number = source.position(at: offset).line
    if let open = (1..<max(number, 1)).first(where: { hasOpenQuote(source.line($0)) }) {
      return "is a quote missing in line \(open)?"
    }
    let line = source.line(number)
    let value = line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }
    let key = line.prefix { $0 != ":" }.filter { $0 != " " }
    if ["apply", "marbles", "expect", "about", "title"].contains(key), let first = value.first {
      return first == "\"" || first == "'" ? quotesInQuotes(first) : quoted(String(value), key: key)
    }
    if line.contains("\t") { return "indent with spaces, not with tabs" }
    if problem == "could not find expected ':'" {
      return "is a `- ` missing at the start of this line, or a `:` after a key?"
    }
    if problem == "did not find expected key" { return "indent the line like the other keys of its mapping" }
    return nil
  }

  /// In a list in brackets, a text with a bracket, a comma or a quote needs quotes.
  static func helpWithText(in line: String) -> String? {
    for key in ["apply", "marbles", "expect"] {
      guard let range = line.firstRange(of: "\(key):") else { continue }
      let value = line[range.upperBound...].drop { $0 == " " }
      guard let first = value.first, first != "\"", first != "'" else { continue }
      return "put the value of `\(key)` in quotes, as in \(key): \"a.map { $0 * 2 }\""
    }
    return nil
  }

  private static func quotesInQuotes(_ quote: Character) -> String {
    let (escape, other) = quote == "'" ? ("''", "\"") : ("\\\"", "'")
    return
      "put the whole value in one pair of quotes; inside, write \(escape) for \(quote), or quote the value with \(other)"
  }

  private static func quoted(_ value: String, key: String) -> String {
    let isSingle = value.contains("\"") || value.contains("\\")
    let quoted = isSingle ? "'\(value.replacing("'", with: "''"))'" : "\"\(value)\""
    return "put the value in quotes: \(key): \(quoted)"
  }

  /// Whether a value starts with a quote that is not closed in the line.
  private static func hasOpenQuote(_ line: String) -> Bool {
    let value = line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return false }
    var count = 0
    var isEscaped = false
    for character in value {
      if character == quote, !isEscaped { count += 1 }
      isEscaped = quote == "\"" && character == "\\" && !isEscaped
    }
    return count % 2 == 1
  }
}

extension SourceText {
  fileprivate func offset(of mark: Mark) -> Int { offset(line: mark.line, scalarColumn: mark.column) }

  /// The first place of a scalar.
  fileprivate func offset(ofScalar value: Int32) -> Int? {
    guard let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) else { return nil }
    let searched = Array(String(Character(scalar)).utf8)
    return bytes.indices.first { bytes[$0] == searched[0] && bytes[$0...].starts(with: searched) }
  }

  /// The second place of a key, in the same column as the first one.
  fileprivate func offset(ofSecond key: String, after first: Int) -> Int? {
    let place = position(at: first)
    let searched = String(repeating: " ", count: place.column - 1) + key + ":"
    let isInColumn = line(place.line).hasPrefix(searched)
    guard isInColumn, let again = (place.line + 1..<lineCount + 1).first(where: { line($0).hasPrefix(searched) }) else {
      return nil
    }
    return offset(line: again, scalarColumn: place.column)
  }
}
