internal import Platform
internal import Synchronization
internal import Wire

/// Accepts programs, and gives each a place on the loop.
final class TapAcceptor: ReadLoop.Source {
  private let listener: TapListener
  private let socket: Int32
  private let loop: ReadLoop
  /// Kept for a connection that there would be no descriptor for, so that it is refused and does not wait.
  private var spare = TapAcceptor.spareDescriptor()

  /// How long no program is accepted when the process has no descriptors left.
  private static let pause: Int64 = 100_000_000
  private static let refusal = "\(SourceNeeds.noDescriptors); refused a program"
  /// How many programs one turn accepts.
  private static let batch = 16

  init(of listener: TapListener, _ socket: Int32, on loop: ReadLoop, _ registration: ReadLoop.Registration) {
    (self.listener, self.socket, self.loop) = (listener, socket, loop)
  }

  deinit {
    close(socket)
    if spare >= 0 { close(spare) }
  }

  private static func spareDescriptor() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }

  func turn(_ ready: Set<Int32>, _ buffer: inout [UInt8]) -> ReadLoop.Interest? {
    let programs = listener.programs
    if listener.hasEnded {
      programs.endAll()
      return nil
    }
    if listener.hasReplaced(socket) { return nil }
    if spare < 0 { spare = Self.spareDescriptor() }
    for _ in 0..<Self.batch {
      let connection = accept(socket, nil, nil)
      if connection < 0, errno == EMFILE || errno == ENFILE {
        refuse()
        return ReadLoop.Interest(deadline: loop.clock.now() + Self.pause)
      }
      guard connection >= 0 else { break }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      _ = fcntl(connection, F_SETFL, O_NONBLOCK)
      guard let share = SourceNeeds.take(SourceNeeds.perStream) else {
        close(connection)
        listener.board.note(Self.refusal)
        continue
      }
      guard let number = programs.enter(limit: TapListener.connectionLimit) else {
        close(connection)
        listener.board.note("more than \(TapListener.connectionLimit) programs; refused one")
        continue
      }
      let wishes = Array(TapLine.wishes.utf8)
      // A new connection has room for it. A program that does not read it is not asked again.
      _ = send(connection, wishes, wishes.count, Sockets.noSignal)
      let registration = loop.add { [listener, loop] registration in
        TapConnection(connection, share, number, of: listener, among: programs, registration, clock: loop.clock)
      }
      programs.note(registration, of: number)
    }
    return ReadLoop.Interest(descriptors: [socket])
  }

  /// Refuses a program, with the spare descriptor.
  private func refuse() {
    guard spare >= 0 else { return }
    close(spare)
    let connection = accept(socket, nil, nil)
    if connection >= 0 { close(connection) }
    spare = Self.spareDescriptor()
    listener.board.note(Self.refusal)
  }
}

/// The programs that are connected.
final class OpenPrograms: Sendable {
  private struct State {
    var count = 0
    var numbers = 0
    var registrations: [Int: ReadLoop.Registration] = [:]
  }
  private let state = Mutex(State())

  /// A number for another program, from 1; nil when there are as many as may be.
  func enter(limit: Int) -> Int? {
    state.withLock { state in
      guard state.count < limit else { return nil }
      state.count += 1
      state.numbers += 1
      return state.numbers
    }
  }

  func note(_ registration: ReadLoop.Registration, of number: Int) {
    state.withLock { $0.registrations[number] = registration }
  }

  func leave(_ number: Int) {
    state.withLock { state in
      state.count -= 1
      state.registrations[number] = nil
    }
  }

  /// Gives each a turn, in which it sees that the listener was closed.
  func endAll() { for registration in state.withLock({ Array($0.registrations.values) }) { registration.wake() } }
}
