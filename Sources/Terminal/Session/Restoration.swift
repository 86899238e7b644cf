internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What gives one terminal back, ready for a signal handler: plain memory, behind a pointer that does not move.
///
/// Any number of terminals may be in use; a crash gives the first sixteen back.
struct Restoration {
  private let settings: TerminalSettings
  private let output: NonBlockingOutput
  private let bytes: UnsafeMutableRawBufferPointer

  /// Has a crash from now on write `bytes` and restore `settings`.
  static func register(_ settings: TerminalSettings, _ output: NonBlockingOutput, bytes: [UInt8]) -> Registration {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    memory.copyBytes(from: bytes)
    let pointer = UnsafeMutablePointer<Restoration>.allocate(capacity: 1)
    pointer.initialize(to: Restoration(settings: settings, output: output, bytes: memory))
    let address = UInt(bitPattern: pointer)
    let slot = (0..<Slots.count).first {
      Slots.all[$0].compareExchange(expected: 0, desired: address, ordering: .sequentiallyConsistent).exchanged
    }
    return Registration(pointer: pointer, slot: slot)
  }

  /// Allocates what a handler needs.
  static func prepare() { _ = Slots.all }

  /// Gives all terminals back. Calls only `write`, `poll`, `fcntl`, `tcflush` and `tcsetattr`, and allocates nothing.
  static func restoreAllFromSignalHandler() {
    for slot in 0..<Slots.count {
      let address = Slots.all[slot].exchange(0, ordering: .sequentiallyConsistent)
      guard let restoration = UnsafePointer<Restoration>(bitPattern: address) else { continue }
      restoration.pointee.restore()
    }
  }

  private func restore() {
    writeAll()
    settings.restore()
    output.restoreFlags()
  }

  /// Writes all of it, also where another thread is in the middle of a frame, or frames fill what the system holds: a
  /// write that must not wait takes nothing then.
  private func writeAll() {
    var sent = 0
    for round in 0..<Self.rounds {
      // Who has not read by now won't read a picture that is over; this matters more.
      if round == Self.rounds / 2 {
        tcflush(output.descriptor, TCOFLUSH)
        sent = 0
      }
      while sent < bytes.count {
        let count = systemWrite(output.descriptor, bytes.baseAddress! + sent, bytes.count - sent)
        if count <= 0 { break }
        sent += count
      }
      if sent == bytes.count { return }
      guard errno == EAGAIN || errno == EINTR else { return }
      poll(nil, 0, Self.pause)
    }
  }

  /// How often it is tried, and how many milliseconds are between.
  private static var rounds: Int { 50 }
  private static var pause: Int32 { 5 }

  /// One terminal's entry.
  struct Registration {
    fileprivate let pointer: UnsafeMutablePointer<Restoration>
    fileprivate let slot: Int?

    /// Takes the entry out, once the terminal has been given back.
    ///
    /// - Returns: false when a crash has taken it out already. Whoever handles that may still read it and write to its
    ///   output, so neither is freed or closed.
    @discardableResult
    func cancel() -> Bool {
      if let slot {
        let own = UInt(bitPattern: pointer)
        let (isOurs, _) = Slots.all[slot].compareExchange(
          expected: own, desired: 0, ordering: .sequentiallyConsistent)
        guard isOurs else { return false }
      }
      pointer.pointee.bytes.deallocate()
      pointer.deallocate()
      return true
    }
  }
}

/// The addresses of the ``Restoration``s in force, or 0. Lock-free, so a handler may read them.
private enum Slots {
  static var count: Int { 16 }

  // Set once and never moved; what it points to are atomics.
  nonisolated(unsafe) static let all: UnsafeMutablePointer<Atomic<UInt>> = {
    let slots = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for slot in 0..<count { (slots + slot).initialize(to: Atomic(0)) }
    return slots
  }()
}
