internal import Marbles
internal import Platform
internal import RedisClient

/// The argument of `-i NAME=SPEC`: a row and the source of its events.
public struct InputSpec: Hashable, Sendable {
  /// The source of a row's events.
  public enum Source: Hashable, Sendable {
    /// A diagram.
    case diagram(String)
    /// A file of timed NDJSON, or a live source at this path: a FIFO, a device, a socket.
    case file(String)
    /// Standard input, live.
    case standardInput
    /// The lines that are appended to the file at this path, live.
    case tail(String)
    /// The lines that a command prints, run by `/bin/sh -c`, live.
    case command(String)
    /// What programs report about the streams of this name, live; of one iteration alone if there is a number.
    case tap(TapAddress, iteration: Int?)
    /// A stream of a Redis server, live.
    case redis(RedisSource)
    /// A timeline generated from a seed.
    case random(UInt64)
  }

  /// The forms of a specification, and what each is, for lists and completion. What ends in a letter in capitals goes on.
  package static let forms: [(text: String, meaning: String)] = [
    ("DIAGRAM", "a diagram, as in `1-2-3|`"), ("-", "standard input, a value for each line"),
    ("@FILE", "a file with timed NDJSON, or a FIFO"), ("tail:FILE", "what is appended to a file"),
    ("exec:COMMAND", "what a command prints"), ("tap:NAME", "a stream of a program with MarbleTap"),
    ("random:SEED", "random values, the same for the same seed"),
    ("redis://HOST/STREAM", "a stream of a Redis server"),
  ]

  /// The row's name.
  public var name: String
  /// The source of the row's events.
  public var source: Source

  /// Parses `NAME=SPEC`.
  ///
  /// - Throws: ``InputError`` when the text has another form or names an unknown source.
  public init(parsing text: String) throws(InputError) {
    guard let equals = text.firstIndex(of: "=") else {
      throw InputError(
        .usage,
        "`\(text)` is not NAME=SPEC; expected a diagram, as in a='1-2-3|', a file, as in a=@FILE, or a=-")
    }
    name = String(text[..<equals])
    guard RowName.isValid(name) else {
      throw InputError(
        .usage, "`\(name)` is not a name for a row; expected \(RowName.expectation)")
    }
    let spec = String(text[text.index(after: equals)...])
    if spec == "exec:" { throw InputError(.usage, "`\(text)` names no command; expected NAME=exec:COMMAND") }
    if spec == "tail:" { throw InputError(.usage, "`\(text)` names no file; expected NAME=tail:FILE") }
    if spec == "@" { throw InputError(.usage, "`\(text)` names no file; expected NAME=@FILE") }
    if spec == "-" {
      source = .standardInput
    } else if spec.hasPrefix("@") {
      source = .file(String(spec.dropFirst()))
    } else if spec.hasPrefix("tail:") {
      source = .tail(String(spec.dropFirst("tail:".count)))
    } else if spec.hasPrefix("exec:") {
      source = .command(String(spec.dropFirst("exec:".count)))
    } else if spec.hasPrefix("redis://") || spec.hasPrefix("rediss://") {
      source = try Self.redis(spec, row: name)
    } else if spec.hasPrefix("tap:") {
      source = try Self.tap(spec.dropFirst("tap:".count), in: text)
    } else if spec.hasPrefix("diagram:") {
      source = .diagram(String(spec.dropFirst("diagram:".count)))
    } else if spec.hasPrefix("random:") {
      guard let seed = UInt64(spec.dropFirst("random:".count)) else {
        throw InputError(.usage, "`\(text)`: the seed must be a whole number, 0 or greater, as in \(name)=random:7")
      }
      source = .random(seed)
    } else {
      if let problem = Self.fileProblem(of: spec, row: name) { throw InputError(.usage, problem) }
      source = .diagram(spec)
    }
  }

  /// Why a text is no diagram but a file; nil when it may be a diagram.
  private static func fileProblem(of spec: String, row: String) -> String? {
    let path = spec.hasPrefix("<") ? String(spec.dropFirst()) : spec
    let isFile = !path.isEmpty && FileStatus(path: path).map { $0.kind != .folder } ?? false
    // A quoted value may have slashes.
    let hasSlash = spec.contains("/") && !spec.contains("'")
    guard isFile || hasSlash else { return nil }
    let text = DisplayText.shortened(spec, to: 60)
    let reason = isFile ? "it is a file" : "it has a `/`"
    return
      "`\(row)=\(text)` is no diagram: \(reason); to read a file, expected \(row)=@\(DisplayText.shortened(path, to: 60)), "
      + "and for a diagram \(row)=diagram:\(text)"
  }

  /// Parses the URL of a stream, which may contain a password, so no error quotes it.
  private static func redis(_ spec: String, row: String) throws(InputError) -> Source {
    do throws(RedisStreamURL.Malformed) {
      let source = try RedisSource(parsing: spec)
      guard RedisConnection.isAvailable else {
        throw RedisStreamURL.Malformed(description: RedisFailure.buildAdvice)
      }
      return .redis(source)
    } catch {
      throw InputError(.usage, "`\(row)=redis://…`: \(error.description)")
    }
  }

  /// Parses `orders`, `orders@4711`, `orders#2` or `orders@4711#2`. A name with `#` is written with `@` behind it.
  private static func tap(_ spec: Substring, in text: String) throws(InputError) -> Source {
    let parts = spec.split(separator: "#", omittingEmptySubsequences: false)
    let isWithoutNumber = parts.last?.contains("@") == true && TapAddress(parsing: spec).name != spec
    guard let last = parts.last, parts.count > 1, !isWithoutNumber else {
      guard !spec.isEmpty else { throw InputError(.usage, "`\(text)` names no tap; expected NAME=tap:TAP") }
      return .tap(TapAddress(parsing: spec), iteration: nil)
    }
    guard let number = Int(last), number > 0, spec.count > last.count + 1 else {
      throw InputError(
        .usage, "`\(text)`: expected a tap and the number of an iteration from 1 on, as in NAME=tap:orders#2")
    }
    return .tap(TapAddress(parsing: spec.dropLast(last.count + 1)), iteration: number)
  }
}
