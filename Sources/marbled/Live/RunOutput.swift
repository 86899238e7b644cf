import CommandSupport
import Formats
import Inputs
import Marbles
import RedisClient
import Scenes

/// Where a run writes its values: standard output, or a stream of a Redis server.
enum RunOutput {
  case lines(RunWriter)
  case stream(StreamWriter)

  /// Writes values of rows; returns when they are written.
  ///
  /// - Throws: `CommandFailure` when they can't be written.
  func write(_ entries: [Recording.Entry]) throws {
    switch self {
    case .lines(let writer):
      var lines = ""
      for entry in entries { writer.append(entry, to: &lines) }
      if !lines.isEmpty { StandardStreams.print(lines) }
    case .stream(let writer): try writer.write(entries)
    }
  }
}

/// Appends values to a stream of a Redis server. While the server is gone, it waits and tries again, and the inputs wait, too.
final class StreamWriter {
  private let url: RedisStreamURL
  private let maximumLength: Int?
  /// Makes lines of events that are written with their rows and times; nil for values alone.
  private let writer: RunWriter?
  private let link: RedisLink

  /// The maximum number of entries that are sent together.
  private static let batch = 1000

  /// - Parameters:
  ///   - text: the URL; its credentials are kept in `RedisVault`.
  ///   - maximumLength: how many of the newest entries the server keeps, about; nil for all.
  ///   - format: `value` or `json`.
  ///   - scene: the scene that runs.
  init(_ text: String, maximumLength: Int?, format: RunFormat, of scene: Scene) throws {
    do throws(RedisStreamURL.Malformed) { url = try RedisStreamURL(parsing: text, allowed: []) } catch {
      throw CommandFailure(.usage, "--to: \(error.description)")
    }
    guard RedisConnection.isAvailable else { throw CommandFailure(.usage, "--to: \(RedisFailure.buildAdvice)") }
    guard format != .tsv else { throw CommandFailure(.usage, "--to writes fields; expected --format value or json") }
    self.maximumLength = maximumLength
    writer = format == .json ? RunWriter(.json, of: scene) : nil
    let place = url.place
    link = RedisLink(to: url.address, stopper: RedisStopper()) { state in
      if case .waiting(let wait, let reason) = state {
        StandardStreams.printError(
          "warning: --to \(place): \(reason); trying again after \(SceneTime(wait).inMilliseconds) s")
      }
    }
  }

  func write(_ entries: [Recording.Entry]) throws {
    let trim = maximumLength.map { ["MAXLEN", "~", String($0)] } ?? []
    let commands = entries.compactMap(fields).map { fields in
      RedisCommand(["XADD", url.key] + trim + ["*"] + fields.flatMap { [$0.name, $0.value] })
    }
    for start in stride(from: 0, to: commands.count, by: Self.batch) {
      try send(Array(commands[start..<min(start + Self.batch, commands.count)]))
    }
  }

  private func send(_ commands: [RedisCommand]) throws {
    var left = commands[...]
    do throws(RedisFailure) {
      _ = try link.perform { connection throws(RedisFailure) in
        let replies = try connection.pipeline(Array(left))
        // What the server has written need not be sent again.
        var refused: [RedisCommand] = []
        var reason: String?
        for (command, reply) in zip(left, replies) {
          guard case .error(let answer) = reply else { continue }
          refused.append(command)
          reason = reason ?? answer
        }
        left = refused[...]
        if let reason { throw .refused(reason) }
      }
    } catch {
      throw CommandFailure(.inputOutput, "--to \(url.place): \(error.description)")
    }
  }

  /// The fields of a value; nil for an end, which is not written.
  private func fields(_ entry: Recording.Entry) -> [RedisEntry.Field]? {
    guard case .value(let event) = entry.kind else { return nil }
    guard let writer else { return [RedisEntry.Field](event.value) }
    var line = ""
    writer.append(entry, to: &line)
    return (try? Value(json: line)).map { [RedisEntry.Field]($0) }
  }
}
