/// How a process divides its file descriptors, so that it never runs out of them: without a free one, it could not even
/// accept a connection to refuse it.
///
/// Connections and the sources of live rows take from one count (``DescriptorCount``), each up to its own limit. The limits
/// differ by what is reserved: sources and viewers can't take the places of control clients.
package struct DescriptorBudget: Hashable, Sendable {
  /// The maximum number of descriptors of the process.
  package let limit: Int

  /// Reserved for files, scenes, a terminal and pipes between threads.
  private static let own = 48
  /// Connections reserved for control clients.
  private static let steering = 16
  /// Connections that event streams can't take, for requests such as the status.
  private static let asking = 16
  /// The number of descriptors that are enough for everything.
  package static let enough = 1 << 14

  /// The budget for a limit of `limit` descriptors.
  package init(limit: Int) { self.limit = limit }

  /// The budget for the limit of this process.
  package static var ofThisProcess: DescriptorBudget {
    // Without a limit a large number will do: connections are counted, not allocated.
    DescriptorBudget(limit: DescriptorLimit.current.map { Int(clamping: min($0.rlim_cur, rlim_t(enough))) } ?? 1024)
  }

  /// The maximum number of connections.
  package var connections: Int { max(Self.steering + Self.asking + 1, limit - Self.own) }
  /// The maximum number of connections that can only watch.
  package var watching: Int { connections - Self.steering }
  /// The maximum number of event streams, and of descriptors for the sources of live rows.
  package var following: Int { watching - Self.asking }
}
