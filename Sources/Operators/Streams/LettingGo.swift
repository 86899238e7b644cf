/// An iterator of an operator that starts tasks, and that may be left before its end.
///
/// Such an operator learns only from a cancelled `next()` that nobody will ask again. Without it, its tasks wait for ever,
/// and with them all that they hold stays in memory.
///
/// @unchecked Sendable: as an iterator, it is used by one task, which waits for the one that lets go.
final class LettingGo<Element: Sendable>: @unchecked Sendable {
  private let iterate: () async throws -> Element?

  /// Creates one of an iterator's `next()`.
  init(_ iterate: @escaping () async throws -> Element?) { self.iterate = iterate }

  func next() async throws -> Element? { try await iterate() }

  /// Ends what the operator has started; it is not asked again.
  func letGo() async {
    await withTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask { _ = try? await self.next() }
    }
  }
}
