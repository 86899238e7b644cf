internal import DequeModule
internal import Platform
internal import Wire

/// Reads what one program reports, until it ends.
final class TapConnection: ReadLoop.Source {
  private let descriptor: Int32
  private let share: DescriptorCount.Share
  private let number: Int
  private let listener: TapListener
  private let programs: OpenPrograms
  /// Made once: each report that is passed on has it.
  private let wake: @Sendable () -> Void
  private let clock: MonotonicClock
  private let deadline: Int64
  private var program: TapProgram
  private var splitter = LineSplitter(limit: TapLine.limit)
  /// Lines that were read and not yet looked at.
  private var lines: Deque<LineSplitter.Line> = []
  /// What followers are still to be told, oldest first.
  private var deliveries: Deque<TapBoard.Delivery> = []
  /// The number of bytes since the last line.
  private var unfinished = 0
  private var hasEnded = false

  init(
    _ descriptor: Int32, _ share: DescriptorCount.Share, _ number: Int, of listener: TapListener,
    among programs: OpenPrograms,
    _ registration: ReadLoop.Registration, clock: MonotonicClock
  ) {
    (self.descriptor, self.number, self.listener, self.programs) = (descriptor, number, listener, programs)
    self.share = share
    wake = { registration.wake() }
    program = TapProgram(listener.board)
    deadline = clock.now() + TapListener.helloLimit.wholeNanoseconds
    self.clock = clock
  }

  deinit {
    close(descriptor)
    programs.leave(number)
  }

  func turn(_ ready: Set<Int32>, _ buffer: inout [UInt8]) -> ReadLoop.Interest? {
    if listener.hasEnded {
      // Nothing that waits for room is told any more.
      lines = []
      deliveries = []
      end()
      _ = pass()
      return nil
    }
    guard pass() else { return ReadLoop.Interest() }
    if !hasEnded {
      if ready.contains(descriptor) { read(&buffer) }
      guard pass() else { return ReadLoop.Interest() }
      // After the lines: the first one may have waited for the turns of others.
      if !program.isKnown, clock.now() >= deadline { end() }
    }
    if hasEnded { return nil }
    return ReadLoop.Interest(descriptors: [descriptor], deadline: program.isKnown ? nil : deadline)
  }

  private func read(_ buffer: inout [UInt8]) {
    let count = buffer.withUnsafeMutableBytes { FileBytes.readSome(descriptor, $0) }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else { return end() }
    let new = splitter.lines(in: buffer[..<count])
    lines.append(contentsOf: new)
    unfinished = new.isEmpty ? unfinished + count : 0
    if unfinished > TapListener.unfinishedLimit {
      program.note("sent \(TapListener.unfinishedLimit >> 20) MiB without the end of a line; its connection is closed")
      end()
    }
  }

  /// Looks at the lines, and passes on what they report.
  ///
  /// - Returns: whether nothing is left; otherwise a row is full, and this source is woken when it has room.
  private func pass() -> Bool {
    while true {
      while !deliveries.isEmpty {
        guard listener.board.pass(&deliveries[0], of: number, whenRoom: wake) else { return false }
        deliveries.removeFirst()
      }
      guard let line = lines.popFirst() else { return true }
      switch program.take(line) {
      case .report(let report, let process): deliveries.append(TapBoard.delivery(of: report, from: process))
      case .nothing: break
      case .close:
        lines = []
        end()
      }
    }
  }

  /// Reads no more; what the program has reported is still passed on.
  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    deliveries += program.end()
  }
}
