public import Marbles

extension LineSettings {
  /// The format of the lines of a live row, as `--lines NAME=FORMAT` names it.
  public enum Form: Hashable, Sendable {
    /// JSON values. One may take several lines, and a line may hold several.
    case json
    /// Each line is a string.
    case text
    /// Fields with commas between them, after a header line: an object.
    case csv
    /// Fields with tabs between them, after a header line: an object.
    case tsv
    /// Pairs such as `level=info msg="hello world"`: an object.
    case logfmt
    /// The common or the combined log format of web servers: an object.
    case clf
    /// Fields with white space between them: an array.
    case words
    /// A string for each line and the lines that belong to it, such as those of a stack trace.
    case trace
    /// The named groups of a regular expression: an object.
    case pattern(Pattern)

    /// The formats with a name, in the order of the documentation.
    public static let named: [Form] = [.json, .text, .csv, .tsv, .logfmt, .clf, .words, .trace]

    /// Whether it is one of ``named``.
    public var isNamed: Bool { if case .pattern = self { false } else { true } }

    /// What a format is written as, for messages.
    public static let expectation = "json, text, csv, tsv, logfmt, clf, words, trace, or re:/PATTERN/"

    /// The format as it is written: `csv`, `re:/(?<status>[0-9]+)/`.
    public var text: String {
      switch self {
      case .json: "json"
      case .text: "text"
      case .csv: "csv"
      case .tsv: "tsv"
      case .logfmt: "logfmt"
      case .clf: "clf"
      case .words: "words"
      case .trace: "trace"
      case .pattern(let pattern): "re:/\(pattern.source)/"
      }
    }

    /// The name of the format in a sentence.
    public var title: String {
      switch self {
      case .json: "JSON over several lines"
      case .text: "text"
      case .csv: "CSV"
      case .tsv: "TSV"
      case .logfmt: "logfmt"
      case .clf: "the common log format"
      case .words: "words"
      case .trace: "stack traces"
      case .pattern: "a pattern"
      }
    }

    /// Why a text is not a format.
    public struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
      /// What is wrong, in one line.
      public var description: String
    }

    /// Reads a format.
    ///
    /// - Parameter text: `csv`, or `re:/PATTERN/`; the slashes may be left out.
    /// - Throws: ``Malformed`` for an unknown format, and for a pattern that can't be read.
    public init(parsing text: String) throws(Malformed) {
      if text.hasPrefix("re:") {
        var source = text.dropFirst(3)
        if source.count > 1, source.hasPrefix("/"), source.hasSuffix("/") { source = source.dropFirst().dropLast() }
        do throws(PatternError) { self = .pattern(try Pattern(parsing: String(source))) } catch {
          throw Malformed(description: "the pattern `\(DisplayText.shortened(String(source), to: 40))`: \(error)")
        }
        return
      }
      guard let form = Self.named.first(where: { $0.text == text }) else {
        let suggestion = Suggestion.clause(for: text, among: Self.named.map(\.text))
        throw Malformed(
          description:
            "`\(DisplayText.shortened(text, to: 24))` is no format of lines\(suggestion); expected \(Self.expectation)")
      }
      self = form
    }
  }
}
