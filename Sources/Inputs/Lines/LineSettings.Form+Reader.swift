internal import Marbles
public import Scenes

extension LineSettings.Form {
  /// A sentence that suggests the flag: `this looks like CSV: --lines log=csv`.
  public func suggestion(row: String) -> String { "this looks like \(title): --lines \(row)=\(text)" }

  /// A reader of the format; nil for text, of which each line is a value.
  ///
  /// - Parameters:
  ///   - limit: the maximum length of a record, in bytes; a longer one is malformed.
  ///   - count: the number of earlier lines.
  ///   - header: the header line of the source, if reading begins behind it.
  public func reader(limit: Int = 1 << 20, after count: Int = 0, header: [UInt8]? = nil) -> (any RecordReader)? {
    switch self {
    case .text: nil
    case .json: JSONLineReader(limit: limit, after: count)
    case .csv: SeparatedReader(.csv, header: header, limit: limit, after: count)
    case .tsv: SeparatedReader(.tsv, header: header, limit: limit, after: count)
    case .logfmt: SingleLineReader(.logfmt, limit: limit, after: count)
    case .clf: SingleLineReader(.clf, limit: limit, after: count)
    case .words: SingleLineReader(.words, limit: limit, after: count)
    case .trace: TraceJoiner(limit: limit, after: count)
    case .pattern(let pattern): SingleLineReader(.pattern(pattern), limit: limit, after: count)
    }
  }

  /// Whether the first line of a source names the fields of all others.
  var hasHeader: Bool { self == .csv || self == .tsv }
}

extension SeparatedReader {
  /// Creates a reader that may begin behind the header line of its source.
  fileprivate init(_ dialect: Dialect, header: [UInt8]?, limit: Int, after count: Int) {
    var names: [String]?
    if let header {
      var reader = SeparatedReader(dialect, limit: limit)
      _ = reader.read(header + [UInt8(ascii: "\n")])
      names = reader.names
    }
    self.init(dialect, names: names, limit: limit, after: count)
  }
}
