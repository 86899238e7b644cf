public import Logging
internal import Terminal

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Log messages as records on standard error: for a person with a time and a level, for journald with its priority.
///
/// Whatever a message quotes, no terminal obeys any of it.
public struct LogLines: LogHandler {
  /// For whom lines are written.
  public enum Form: Hashable, Sendable {
    /// `2026-11-21T15:04:05Z info: playing zip`.
    case plain
    /// `<6>playing zip`: journald has times of its own.
    case journal
  }

  /// The least level that is written.
  public var logLevel: Logger.Level
  /// What is added to each message.
  public var metadata: Logger.Metadata = [:]
  private let form: Form
  private let write: @Sendable (String) -> Void

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - form: for whom lines are written.
  ///   - level: the least level that is written.
  ///   - write: takes a line with its end; standard error when it is left out.
  public init(
    form: Form, level: Logger.Level = .info, write: @escaping @Sendable (String) -> Void = LogLines.toStandardError
  ) {
    self.form = form
    self.logLevel = level
    self.write = write
  }

  /// One thing that is added to each message.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes a message, what is added to it behind it as `KEY=VALUE`.
  public func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    var lines = DisplayWidth.printable("\(event.message)").split(separator: "\n").map(String.init)
    lines = [(lines.first ?? "") + DisplayWidth.escaped(details)] + lines.dropFirst()
    switch form {
    case .journal:
      // journald makes a record of each line. Joined, a caret points at nothing.
      let parts = lines.enumerated().map { $0 == 0 ? $1 : Self.trimmed($1) }.filter { $0 != "^" }
      write("<\(event.level.priority)>\(parts.joined(separator: " | "))\n")
    case .plain: write("\(Self.now()) \(event.level): \(lines.joined(separator: "\n  "))\n")
    }
  }

  private static func trimmed(_ line: String) -> String { String(line.drop { $0 == " " }) }

  /// Writes a record to standard error without waiting for whoever reads it.
  public static let toStandardError: @Sendable (String) -> Void = { LogOutput.standardError.write($0) }

  private static func now() -> String {
    var (seconds, parts) = (time(nil), tm())
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }
}

extension LogLines.Form {
  /// ``journal`` when standard error is what `JOURNAL_STREAM` names, by its device and inode.
  public static func forStandardError(environment: [String: String]) -> LogLines.Form {
    var status = stat()
    guard let stream = environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0 else { return .plain }
    return stream == "\(status.st_dev):\(status.st_ino)" ? .journal : .plain
  }
}

extension Logger.Level {
  /// As syslog(3) counts.
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
