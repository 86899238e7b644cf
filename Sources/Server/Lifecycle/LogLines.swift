public import Logging
internal import Marbles
internal import Platform
internal import Terminal

/// Writes log records to standard error: with a time and a level for people, with a priority for journald.
///
/// Control characters in messages are escaped, so that no terminal executes them.
public struct LogLines: LogHandler {
  /// The format of log lines.
  public enum Form: Hashable, Sendable {
    /// `2026-11-21T15:04:05Z info: playing scene=zip`.
    case plain
    /// A record with fields for journald, which adds its own times; `<6>playing scene=zip` where it takes no fields.
    case journal
    /// `{"time":"2026-11-21T15:04:05.678Z","level":"info","message":"playing","scene":"zip"}`, after `<6>` for journald.
    case json(hasPriority: Bool)
  }

  /// What a configuration says about log lines.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// For people, with keys behind the message.
    case text
    /// An object per line, for programs.
    case json
  }

  /// The minimum level of written messages.
  public var logLevel: Logger.Level
  /// Key-value pairs that are appended to each message.
  public var metadata: Logger.Metadata = [:]
  private let form: Form
  private let write: @Sendable (String) -> Void
  /// Takes records with fields; nil when no journal does.
  private let journal: JournalSocket?

  /// Creates a log handler.
  ///
  /// - Parameters:
  ///   - form: the format of log lines.
  ///   - level: the minimum level of written messages.
  ///   - write: receives each line with its line feed; writes to standard error by default.
  public init(
    form: Form, level: Logger.Level = .info, write: @escaping @Sendable (String) -> Void = LogLines.toStandardError
  ) {
    self.init(form: form, level: level, journal: nil, write: write)
  }

  /// - Parameter journal: takes records for journald; lines are written where it does not.
  init(
    form: Form, level: Logger.Level, journal: JournalSocket?, write: @escaping @Sendable (String) -> Void
  ) {
    self.form = form
    self.journal = journal
    self.logLevel = level
    self.write = write
  }

  /// One of the key-value pairs that are appended to each message.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes a message, followed by its metadata as `KEY=VALUE`, or `KEY="A VALUE"` for a value with spaces.
  public func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    if case .json(let hasPriority) = form {
      return write((hasPriority ? "<\(event.level.priority)>" : "") + Self.json(event, all) + "\n")
    }
    let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\(Self.quoted("\($0.value)"))" }.joined()
    var lines = DisplayWidth.printable("\(event.message)").split(separator: "\n").map(String.init)
    lines = [(lines.first ?? "") + DisplayWidth.escaped(details)] + lines.dropFirst()
    switch form {
    case .journal:
      let fields = all.sorted { $0.key < $1.key }.map { (key: $0.key, value: "\($0.value)") }
      if let journal, journal.send(lines.joined(separator: "\n"), priority: event.level.priority, fields) { return }
      // journald stores each line as a record, so lines are joined; a caret would then point at nothing.
      let parts = lines.enumerated().map { $0 == 0 ? $1 : Self.trimmed($1) }.filter { $0 != "^" }
      write("<\(event.level.priority)>\(parts.joined(separator: " | "))\n")
    case .plain: write("\(Self.now()) \(event.level): \(lines.joined(separator: "\n  "))\n")
    case .json: break
    }
  }

  /// The record as an object. A key of the metadata that the object has already gets an underscore.
  private static func json(_ event: LogEvent, _ metadata: Logger.Metadata) -> String {
    let time = RealTime.now / 1_000_000
    let milliseconds = "." + "\(1000 + time % 1000)".dropFirst()
    var text = #"{"time":"\#(now(at: time / 1000, milliseconds))","level":"\#(event.level)","message":"#
    text += JSONText.quoted("\(event.message)")
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      let isTaken = ["time", "level", "message"].contains(key)
      text += ",\(JSONText.quoted(isTaken ? key + "_" : key)):\(JSONText.quoted("\(value)"))"
    }
    return escaped(text + "}")
  }

  /// JSON with everything that a terminal would interpret or not show as `\u` and its code.
  private static func escaped(_ json: String) -> String {
    guard !json.utf8.allSatisfy({ $0 < 0x7F }) else { return json }
    var result = ""
    for scalar in json.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
        for unit in String(scalar).utf16 {
          let hex = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(" ") else { return text }
    return "\"\(text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined())\""
  }

  private static func trimmed(_ line: String) -> String { String(line.drop { $0 == " " }) }

  /// Writes a record to standard error without waiting for its reader.
  public static let toStandardError: @Sendable (String) -> Void = { LogOutput.standardError.write($0) }

  private static func now() -> String { now(at: RealTime.now / 1_000_000_000) }

  /// A time as RFC 3339 writes it.
  ///
  /// - Parameters:
  ///   - seconds: since 1970.
  ///   - fraction: what follows the seconds, with its point.
  private static func now(at seconds: Int64, _ fraction: String = "") -> String {
    var (seconds, parts) = (time_t(seconds), tm())
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))\(fraction)Z"
  }
}

extension LogLines.Form {
  /// The form of a format. It is for journald when `JOURNAL_STREAM` names the device and inode of standard error.
  public static func forStandardError(
    _ format: LogLines.Format = .text, environment: [String: String]
  ) -> LogLines.Form {
    var isJournal = false
    if let stream = environment["JOURNAL_STREAM"], let status = FileStatus(STDERR_FILENO) {
      isJournal = stream == "\(status.device):\(status.inode)"
    }
    switch format {
    case .text: return isJournal ? .journal : .plain
    case .json: return .json(hasPriority: isJournal)
    }
  }
}

extension Logger.Level {
  /// The priority of syslog(3).
  fileprivate var priority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
