internal import Platform
internal import Synchronization

/// The data that restores one terminal from a signal handler: plain memory at a fixed address.
///
/// Any number of terminals may be in use; a crash restores the first sixteen.
struct Restoration {
  private let settings: TerminalSettings
  private let output: NonBlockingOutput
  private let bytes: UnsafeMutableRawBufferPointer

  /// Registers `bytes` to write and `settings` to restore if the process crashes from now on.
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

  /// Allocates the memory that a handler needs.
  static func prepare() { _ = Slots.all }

  /// Restores all terminals. Calls only `open`, `dup2`, `fcntl`, `write`, `poll`, `tcflush` and `tcsetattr`, and does
  /// not allocate.
  static func restoreAllFromSignalHandler() {
    for slot in 0..<Slots.count {
      let address = Slots.all[slot].exchange(0, ordering: .sequentiallyConsistent)
      guard let restoration = UnsafePointer<Restoration>(bitPattern: address) else { continue }
      restoration.pointee.restore()
    }
  }

  private func restore() {
    writeAll(to: output.takeOver())
    settings.restore(discardsInput: true)
    output.restoreFlags()
  }

  /// Writes all bytes, even if another thread is writing a frame, or frames fill the system's buffer, so that a
  /// non-blocking write takes nothing.
  private func writeAll(to descriptor: Int32) {
    var sent = 0
    for round in 0..<Self.rounds {
      // The reader has stopped, and these bytes matter more than the frames that are still buffered.
      if round == Self.rounds / 2 {
        tcflush(descriptor, TCOFLUSH)
        sent = 0
      }
      while sent < bytes.count {
        let count = Platform.write(descriptor, bytes.baseAddress! + sent, bytes.count - sent)
        if count <= 0 { break }
        sent += count
      }
      if sent == bytes.count { return }
      guard errno == EAGAIN || errno == EINTR else { return }
      poll(nil, 0, Self.pause)
    }
  }

  /// The number of attempts, and the milliseconds between two.
  private static var rounds: Int { 50 }
  private static var pause: Int32 { 5 }

  /// One terminal's entry.
  struct Registration {
    fileprivate let pointer: UnsafeMutablePointer<Restoration>
    fileprivate let slot: Int?

    /// Removes the entry after the terminal has been restored.
    ///
    /// - Returns: false when a crash has already taken the entry. The crash handler may still read it and write to its
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

/// The addresses of the active ``Restoration``s, or 0. Lock-free, so that a handler may read them.
private enum Slots {
  static var count: Int { 16 }

  // Set once and never moved; what it points to are atomics.
  nonisolated(unsafe) static let all: UnsafeMutablePointer<Atomic<UInt>> = {
    let slots = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for slot in 0..<count { (slots + slot).initialize(to: Atomic(0)) }
    return slots
  }()
}
