internal import Platform
internal import Subprocess
internal import Synchronization
internal import SystemPackage

/// A running command of a live row: its output, and how it ends.
///
/// swift-subprocess starts the ``CommandGuard`` in a session without a terminal, so that nothing can write to the picture,
/// and waits for it without blocking a thread.
final class GuardedCommand: Sendable {
  /// How a command ended.
  enum End: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    /// It closed its output but kept running, so marbled ended it.
    case closedOutput
    /// It could not be started, with the reason.
    case notStarted(String)

    /// Whether nothing went wrong.
    var isSuccess: Bool { self == .exited(0) || self == .closedOutput }

    /// `ended with status 3`, `was killed by signal 9`, `can't be started: …`
    var description: String {
      switch self {
      case .exited(let status): "ended with status \(status)"
      case .signalled(let signal): "was killed by signal \(signal)"
      case .closedOutput: "closed its output"
      case .notStarted(let reason): "can't be started: \(reason)"
      }
    }
  }

  /// The read end of its standard output, which does not block.
  let output: Int32
  /// The read end of its standard error, which does not block.
  let errors: Int32
  /// The write end of the guard's standard input; negative once closed.
  private let lifeline: Atomic<Int32>
  /// Woken when the command has ended, and never drained.
  private let wakePipe: WakePipe
  private let result = Mutex<End?>(nil)

  /// Its place among the commands that run, and its descriptors.
  private let (place, share): (CommandPlaces.Place, DescriptorCount.Share)

  /// How it has ended; nil while it runs.
  var end: End? { result.withLock(\.self) }
  /// Is readable from its end on.
  var ending: Int32 { wakePipe.descriptor }

  /// There are not enough descriptors or processes left for a command.
  struct NoRoom: Error, Hashable, CustomStringConvertible {
    var description = SourceNeeds.noDescriptors
  }

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - command: the command, for `/bin/sh -c`.
  ///   - program: the path of a program that becomes a ``CommandGuard``.
  ///   - places: the commands that run.
  /// - Throws: `NoRoom` when there are not enough descriptors or processes left for it.
  init(_ command: String, guardedBy program: String, in places: CommandPlaces = .ofThisProcess) throws(NoRoom) {
    do throws(CommandPlaces.Full) { place = try places.take() } catch { throw NoRoom(description: error.description) }
    guard let share = SourceNeeds.take(SourceNeeds.perCommand), let input = Self.pipe() else { throw NoRoom() }
    self.share = share
    guard let output = Self.pipe() else {
      Self.close([input])
      throw NoRoom()
    }
    guard let errors = Self.pipe() else {
      Self.close([input, output])
      throw NoRoom()
    }
    guard let wakePipe = WakePipe() else {
      Self.close([input, output, errors])
      throw NoRoom()
    }
    for descriptor in [output.read, errors.read] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    self.wakePipe = wakePipe
    (self.output, self.errors) = (output.read, errors.read)
    lifeline = Atomic(input.write)
    Task(executorPreference: CommandExecutor.shared) { [self] in
      var options = PlatformOptions()
      options.createSession = true
      let end: End
      do {
        let result = try await Subprocess.run(
          .path(FilePath(program)),
          arguments: Arguments(executablePathOverride: "marbled", remainingValues: [CommandGuard.verb, command]),
          platformOptions: options,
          input: .fileDescriptor(FileDescriptor(rawValue: input.read), closeAfterSpawningProcess: true),
          output: .fileDescriptor(FileDescriptor(rawValue: output.write), closeAfterSpawningProcess: true),
          error: .fileDescriptor(FileDescriptor(rawValue: errors.write), closeAfterSpawningProcess: true))
        switch result.terminationStatus {
        case .exited(let status): end = .exited(status)
        case .signaled(let signal): end = .signalled(signal)
        }
      } catch {
        end = .notStarted("\(error)")
      }
      self.result.withLock { $0 = end }
      wakePipe.wake()
    }
  }

  deinit {
    stop()
    _ = Platform.close(output)
    _ = Platform.close(errors)
  }

  /// Ends the command: SIGTERM, and SIGKILL after the grace of the guard. Returns at once.
  func stop() {
    let descriptor = lifeline.exchange(-1, ordering: .relaxed)
    if descriptor >= 0 { _ = Platform.close(descriptor) }
  }

  /// A pipe whose ends no other program inherits.
  private static func pipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard Platform.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func close(_ pipes: [(read: Int32, write: Int32)]) {
    for pipe in pipes {
      _ = Platform.close(pipe.read)
      _ = Platform.close(pipe.write)
    }
  }
}
