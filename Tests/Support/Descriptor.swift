import Platform

/// A file descriptor, closed once all who use it have let go of it.
///
/// A number that is closed too early, or twice, is by then that of a file of another test, which runs at the same time.
package final class Descriptor: Sendable {
  /// Valid as long as this value is kept.
  package let number: Int32

  /// Owns `number` from now on.
  package init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Ends reading and writing of a socket, and wakes the threads that wait for it.
  package func shutDown() { shutdown(number, Int32(SHUT_RDWR)) }
}
