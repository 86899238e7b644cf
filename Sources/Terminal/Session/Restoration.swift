internal import Synchronization

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

  /// Gives all terminals back. Calls only `write`, `fcntl`, `tcflush` and `tcsetattr`, and allocates nothing.
  static func restoreAllFromSignalHandler() {
    for slot in 0..<Slots.count {
      let address = Slots.all[slot].exchange(0, ordering: .sequentiallyConsistent)
      guard let restoration = UnsafePointer<Restoration>(bitPattern: address) else { continue }
      restoration.pointee.restore()
    }
  }

  private func restore() {
    _ = systemWrite(output.descriptor, bytes.baseAddress!, bytes.count)
    settings.restore()
    output.restoreFlags()
  }

  /// One terminal's entry.
  struct Registration {
    fileprivate let pointer: UnsafeMutablePointer<Restoration>
    fileprivate let slot: Int?

    /// Takes the entry out, once the terminal has been given back.
    func cancel() {
      if let slot {
        // A crash may have taken it out already.
        let own = UInt(bitPattern: pointer)
        _ = Slots.all[slot].compareExchange(expected: own, desired: 0, ordering: .sequentiallyConsistent)
      }
      pointer.pointee.bytes.deallocate()
      pointer.deallocate()
    }
  }
}

/// The addresses of the ``Restoration``s in force, or 0. Lock-free, so a handler may read them.
private enum Slots {
  static let count = 16

  // Set once and never moved; what it points to are atomics.
  nonisolated(unsafe) static let all: UnsafeMutablePointer<Atomic<UInt>> = {
    let slots = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for slot in 0..<count { (slots + slot).initialize(to: Atomic(0)) }
    return slots
  }()
}
