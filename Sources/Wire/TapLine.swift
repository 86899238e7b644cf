package import Marbles

/// A line that a program with taps sends: NDJSON, written by MarbleTap.
///
/// ```
/// {"marbletap":1,"program":"shop","pid":4711}
/// {"tap":"orders","pid":4711,"event":"idle","iteration":0,"time":1795432177854600000}
/// {"tap":"orders","pid":4711,"event":"begin","iteration":1,"time":1795432177854609412,"file":"Shop/Ship.swift","line":12}
/// {"tap":"orders","pid":4711,"event":"value","iteration":1,"time":1795432177854700000,"value":{"id":7}}
/// {"tap":"orders","pid":4711,"event":"dropped","count":12}
/// {"tap":"orders","pid":4711,"event":"error","iteration":1,"time":1795432177854800000,"message":"no network"}
/// ```
package enum TapLine: Hashable, Sendable {
  /// The first line of a connection: the program, and its process id.
  case hello(program: String, process: Int)
  case event(TapReport)

  /// What a listener says when a program has connected: which kinds of events it knows beside those of every version.
  /// A program that does not know the line ignores it.
  package static let wishes = "{\"marbled\":1,\"events\":[\"request\",\"yield\",\"send\"]}\n"

  /// The key of the first line.
  package static let key = "marbletap"
  /// The version of the format that this program reads.
  package static let version = 1
  /// The maximum length of a line in bytes; MarbleTap writes lines of less than a quarter of it.
  package static let limit = 1 << 16

  /// Why a line has no meaning.
  package struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String

    package init(description: String) { self.description = description }
  }

  /// Parses a line.
  ///
  /// - Throws: ``Malformed`` with the first problem.
  package init(_ bytes: [UInt8]) throws(Malformed) {
    let value: Value
    do throws(JSONError) { value = try Value(json: bytes) } catch {
      throw Malformed(description: "not JSON: \(error)")
    }
    guard let members = JSONMembers(value) else { throw Malformed(description: "not an object") }
    guard members[Self.key] == nil else {
      guard members.integer(Self.key) == Self.version else {
        throw Malformed(
          description: "the program reports in another format than version \(Self.version); update the older one")
      }
      self = .hello(program: members.text("program") ?? "", process: members.count("pid"))
      return
    }
    self = .event(try TapReport(members))
  }
}

/// What a program reports about a stream.
package struct TapReport: Hashable, Sendable {
  /// What has happened.
  package enum Event: Hashable, Sendable {
    /// The program has the tap; nothing has happened yet, or before this connection.
    case idle
    case begin
    /// The iteration asks for its next value.
    case request
    /// A stream has lost this value, as its buffer was full; or it had ended before.
    case yield(Value, isTerminated: Bool)
    /// How many values wait now to be taken by those that read a channel.
    case send(count: Int)
    case value(Value)
    case finish
    case error(message: String)
    case cancel
    /// Events were lost before this line, because the listener was slow or absent.
    case dropped(count: Int)
  }

  /// The maximum length of a name in bytes; MarbleTap cuts longer ones before that.
  static let nameLimit = 256

  /// The name of the tap.
  package var tap: String
  /// The process, in a file to which several write; nil when the line does not say.
  package var process: Int?
  /// The number of the iteration, from 1; 0 for a probe.
  package var iteration: Int
  /// The time since 1970 at the program; nil for losses.
  package var time: SceneTime?
  package var event: Event
  /// Where the iteration has begun; nil when the line does not say.
  package var origin: TapOrigin?
  /// How long a value waited until it was taken; nil when the line does not say.
  package var waited: SceneTime?
  /// How many more values the buffer of the stream holds; nil when the line does not say.
  package var remaining: Int?

  package init(tap: String, process: Int? = nil, iteration: Int, time: SceneTime?, event: Event) {
    (self.tap, self.process, self.iteration, self.time, self.event) = (tap, process, iteration, time, event)
  }

  fileprivate init(_ members: JSONMembers) throws(TapLine.Malformed) {
    guard let tap = members.text("tap") else { throw TapLine.Malformed(description: "no `tap`") }
    guard tap.utf8.count <= Self.nameLimit else {
      throw TapLine.Malformed(description: "the name of a tap is longer than \(Self.nameLimit) bytes")
    }
    self.tap = tap
    process = members.integer("pid")
    iteration = members.count("iteration")
    time = members.integer("time").map { .nanoseconds(Int64($0)) }
    origin = TapOrigin(members)
    waited = members.integer("waited").map { .nanoseconds(Int64($0)) }
    remaining = members.integer("remaining")
    switch members.text("event") {
    case "idle": event = .idle
    case "begin": event = .begin
    case "request": event = .request
    case "send": event = .send(count: members.count("count"))
    case "value", "yield":
      guard let value = members["value"] else { throw TapLine.Malformed(description: "no `value`") }
      let isYield = members.text("event") == "yield"
      event = isYield ? .yield(value, isTerminated: members.text("result") == "terminated") : .value(value)
    case "finish": event = .finish
    case "error": event = .error(message: members.text("message") ?? "unknown error")
    case "cancel": event = .cancel
    case "dropped": event = .dropped(count: members.count("count"))
    case let other?:
      throw TapLine.Malformed(
        description:
          "unknown `event` `\(DisplayText.shortened(other, to: 40))`; expected idle, begin, value, finish, error, cancel or dropped"
      )
    case nil: throw TapLine.Malformed(description: "no `event`")
    }
  }
}

/// Where an iteration has begun.
package struct TapOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file: `Shop/Ship.swift`.
  package var file: String
  package var line: Int
  /// The name of the task, if it has one.
  package var task: String?

  package init(file: String, line: Int, task: String? = nil) { (self.file, self.line, self.task) = (file, line, task) }

  /// The maximum length of the texts, in characters.
  private static let limit = 200

  fileprivate init?(_ members: JSONMembers) {
    guard let file = members.text("file") else { return nil }
    self.file = String(file.prefix(Self.limit))
    line = members.count("line")
    task = members.text("task").map { String($0.prefix(Self.limit)) }
  }

  /// `Shop/Ship.swift:12, task charge`
  package var description: String { "\(file):\(line)" + (task.map { ", task \($0)" } ?? "") }
}
