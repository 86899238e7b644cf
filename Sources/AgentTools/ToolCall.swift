internal import Marbles
public import Playback

/// A call of a tool: performed off the thread that reads messages, as it may compute for seconds.
public struct ToolCall: Hashable, Sendable {
  /// Tells calls apart.
  public let number: Int
  private let tool: AgentTool
  private let arguments: Members
  private let limits: AgentLimits

  init(number: Int, tool: AgentTool, arguments: Members, limits: AgentLimits) {
    (self.number, self.tool, self.arguments, self.limits) = (number, tool, arguments, limits)
  }

  /// Whether both are the same call.
  public static func == (left: ToolCall, right: ToolCall) -> Bool { left.number == right.number }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// The name of the tool.
  public var name: String { tool.name }

  /// Performs the call.
  ///
  /// - Parameter cancellation: stops it.
  public func perform(_ cancellation: Cancellation) -> ToolAnswer {
    do throws(ToolFailure) {
      return try tool.run(ToolArguments(arguments, of: tool, limits), ToolContext(limits, cancellation))
    } catch {
      return ToolAnswer(failure: error.message)
    }
  }
}

/// What a tool may use.
struct ToolContext: Sendable {
  let limits: AgentLimits
  let cancellation: Cancellation

  init(_ limits: AgentLimits, _ cancellation: Cancellation) {
    (self.limits, self.cancellation) = (limits, cancellation)
  }
}

/// Why a tool has no answer: the client's model reads it, and may call again.
struct ToolFailure: Error, Hashable, Sendable {
  var message: String

  init(_ message: String) { self.message = message }
}
