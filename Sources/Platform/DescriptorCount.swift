internal import Synchronization

/// How many descriptors those parts of a program have taken that grow with its load: connections, programs with taps,
/// commands, pipes and files. They share one count, so that none takes what another one relies on.
package final class DescriptorCount: Sendable {
  /// The count of this process.
  package static let ofThisProcess = DescriptorCount()

  private let count = Mutex(0)

  /// Creates a count of its own, for tests.
  package init() {}

  /// How many are taken.
  package var taken: Int { count.withLock { $0 } }

  /// Takes descriptors before they are opened; false if more than `limit` would be taken then.
  package func take(_ number: Int, upTo limit: Int) -> Bool {
    count.withLock { count in
      guard count + number <= limit else { return false }
      count += number
      return true
    }
  }

  /// Gives back what was taken, once the descriptors are closed.
  package func giveBack(_ number: Int) { count.withLock { $0 -= number } }

  /// Descriptors that are given back with the value that holds them.
  package final class Share: Sendable {
    private let count: DescriptorCount
    private let number: Int

    fileprivate init(_ number: Int, of count: DescriptorCount) { (self.number, self.count) = (number, count) }

    deinit { count.giveBack(number) }
  }

  /// Takes descriptors like ``take(_:upTo:)``; nil if there would be more than `limit`.
  package func share(_ number: Int, upTo limit: Int) -> Share? {
    take(number, upTo: limit) ? Share(number, of: self) : nil
  }
}
