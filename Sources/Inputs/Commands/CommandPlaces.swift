internal import Platform
internal import Synchronization

/// Counts the commands that run, so that they leave marbled the threads and processes that it needs.
final class CommandPlaces: Sendable {
  /// The commands of this process.
  static let ofThisProcess = CommandPlaces { .ofThisProcess }

  private let count = Mutex(0)
  private let budget: @Sendable () -> TaskBudget

  /// - Parameter budget: the budget, which may change.
  init(_ budget: @escaping @Sendable () -> TaskBudget) { self.budget = budget }

  /// No command can be started; why.
  struct Full: Error, Hashable, CustomStringConvertible {
    let description: String
  }

  /// A place, which is free again with the value that holds it.
  final class Place: Sendable {
    private let places: CommandPlaces

    fileprivate init(_ places: CommandPlaces) { self.places = places }

    deinit { places.count.withLock { $0 -= 1 } }
  }

  /// Takes a place for a command that is to be started.
  func take() throws(Full) -> Place {
    let budget = budget()
    let running: Int? = count.withLock { count in
      guard count < budget.commands else { return count }
      count += 1
      return nil
    }
    if let running {
      throw Full(
        description:
          "\(running) commands run, and the limit of \(budget.limit ?? 0) threads and processes has no room for another"
      )
    }
    return Place(self)
  }
}
