internal import Platform

/// The maximum number of connections, chosen so that the process never runs out of file descriptors. Without a free one,
/// it could not even accept a connection to refuse it.
struct DescriptorBudget: Hashable, Sendable {
  /// The maximum number of descriptors of the process.
  let limit: Int

  /// Reserved for files, scenes, a terminal and pipes between threads.
  private static let own = 48
  /// Connections reserved for control clients.
  private static let steering = 16
  /// Connections that event streams can't take, for requests such as the status.
  private static let asking = 16

  /// The budget for a limit of `limit` descriptors.
  init(limit: Int) { self.limit = limit }

  /// The budget for the limit of this process.
  static var ofThisProcess: DescriptorBudget {
    // Without a limit a large number will do: connections are counted, not allocated.
    return DescriptorBudget(limit: DescriptorLimit.current.map { Int(clamping: min($0.rlim_cur, 1 << 14)) } ?? 1024)
  }

  /// The maximum number of connections.
  var connections: Int { max(Self.steering + Self.asking + 1, limit - Self.own) }
  /// The maximum number of connections that can only watch.
  var watching: Int { connections - Self.steering }
  /// The maximum number of event streams.
  var following: Int { watching - Self.asking }
}
