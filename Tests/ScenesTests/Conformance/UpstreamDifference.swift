import Marbles
import Playback

/// How a recording differs from what was expected, in the words of AsyncSequenceValidation.
enum UpstreamDifference {
  private enum Happening: Equatable, CustomStringConvertible {
    case value(String)
    case finish
    case failure

    var description: String {
      switch self {
      case .value(let text): "\"\(text)\""
      case .finish: "finish"
      case .failure: "failure"
      }
    }
  }

  /// Every difference, what happens at one instant compared one by one.
  static func between(expected: Timeline, recorded: Timeline, step: SceneTime = .seconds(1)) -> Set<String> {
    var (expected, recorded) = (happenings(in: expected), happenings(in: recorded))
    var differences: Set<String> = []
    if case .error(let time, let message) = recorded.end, let violation = violation(message) {
      differences.insert("specification violation got \(violation) after iteration terminated at \(tick(time, step))")
      recorded.times[time, default: []].append(.finish)
    } else if let time = recorded.end.time, let last = recorded.last {
      recorded.times[time, default: []].append(last)
    }
    if let time = expected.end.time, let last = expected.last { expected.times[time, default: []].append(last) }
    for time in Set(expected.times.keys).union(recorded.times.keys) {
      let (wanted, given) = (expected.times[time] ?? [], recorded.times[time] ?? [])
      for index in 0..<max(wanted.count, given.count) {
        let (wanted, given) = (index < wanted.count ? wanted[index] : nil, index < given.count ? given[index] : nil)
        guard wanted != given else { continue }
        let words =
          switch (wanted, given) {
          case (let wanted?, let given?): "expected \(wanted) but got \(given)"
          case (let wanted?, nil): "expected \(wanted)"
          case (nil, let given?): "unexpected \(given)"
          case (nil, nil): ""
          }
        differences.insert("\(words) at \(tick(time, step))")
      }
    }
    return differences
  }

  /// The values of each instant, and the end apart.
  private static func happenings(
    in timeline: Timeline
  ) -> (times: [SceneTime: [Happening]], end: Timeline.End, last: Happening?) {
    let times = Dictionary(grouping: timeline.events, by: \.time).mapValues { events in
      events.map { Happening.value($0.value.description) }
    }
    let last: Happening? =
      switch timeline.end {
      case .finish: .finish
      case .error: .failure
      case .open: nil
      }
    return (times, timeline.end, last)
  }

  /// What a sequence did after its end; nil for any other failure.
  private static func violation(_ message: String) -> String? {
    let (value, failure) = (EndViolation.value("").description, EndViolation.failure("").description)
    if message.hasPrefix(value) { return "\"\(message.dropFirst(value.count))\"" }
    return message.hasPrefix(failure) ? "failure" : nil
  }

  /// Upstream counts the first character as 0, and its clock from one step before.
  private static func tick(_ time: SceneTime, _ step: SceneTime) -> String {
    "tick \(time.nanoseconds / step.nanoseconds - 1)"
  }

  /// What is wrong with a diagram, by the character at the column of our error.
  static func inWords(_ error: DiagramError) -> String {
    let before = error.diagram.prefix(error.column - 1)
    let isInGroup = before.count { $0 == "[" } > before.count { $0 == "]" }
    let problem =
      switch (error.diagram.dropFirst(error.column - 1).first, isInGroup) {
      case ("-", true): "step symbol in group"
      case ("[", true): "nested grouping"
      case ("[", false), ("]", false): "unbalanced grouping"
      default: "\(error.message)"
      }
    return "validation diagram \(problem)"
  }
}
