import Foundation
import Testing

/// What differs among systems: each file with a condition on the system is listed here with the difference, and each condition
/// has its other half.
///
/// CI builds some of the systems only, and a half that is missing there would be noticed by its users.
@Suite struct SystemConditionTests {
  private struct Difference {
    /// What the other half does, and what follows for users.
    var text: String
    /// How many conditions have no other half, because nothing is needed there.
    var alone = 0

    init(_ text: String, alone: Int = 0) { (self.text, self.alone) = (text, alone) }
  }

  private static let differences: [String: Difference] = [
    // Only types and names differ; both halves do the same.
    "Sources/Platform/CLibrary.swift": .init("the module of the C library"),
    "Sources/Platform/AlternateStack.swift": .init("the type of a destructor"),
    "Sources/Platform/DescriptorLimit.swift": .init("the type of a resource"),
    "Sources/Platform/FileStatus.swift": .init("the name of the time of the last change"),
    "Sources/Terminal/Session/SignalAction.swift": .init("the name of the union of handlers"),
    "Sources/Terminal/Session/LastResort.swift": .init("the type of a timer"),
    "Sources/Inputs/Commands/CommandGuard.swift": .init("the type of a resource"),

    // Both halves do the same in another way.
    "Sources/Platform/GroupLeader.swift": .init(
      "Darwin's types are pointers, and `_NSGetEnviron` has the environment. tvOS and watchOS can't start programs.",
      alone: 1),
    "Sources/Platform/MonotonicClock.swift": .init("the clocks that count the time that the machine sleeps, or don't"),
    "Sources/Platform/TimedSemaphore.swift": .init(
      "Darwin has no `pthread_condattr_setclock`; waits of Dispatch end by its monotonic clock there.", alone: 1),
    "Sources/Platform/SocketFolder.swift": .init("the folder of sockets that needs no variable"),
    "Sources/Platform/Sockets.swift": .init("SO_NOSIGPIPE of a socket stands for MSG_NOSIGNAL of each message."),
    "Sources/Platform/FilterProgram.swift": .init(
      "Darwin has no SOCK_CLOEXEC: a program that starts at the same moment may inherit a socket, and its end comes later."
    ),
    "Sources/Platform/Wait.swift": .init("`poll` of Darwin refuses devices such as /dev/tty; `select` takes them."),
    "Sources/Terminal/Session/TerminalSettings.swift": .init(
      "the terminal is opened again by its name, not by its descriptor"),
    "Sources/Inputs/LiveSource.swift": .init(
      "the path of the program; an update that replaces it while it runs also changes the guard of new commands"),
    "Sources/CPlayback/CPlayback.c": .init(
      "how the main thread is known. The runtime of a Darwin system may lack hooks: what needs the main executor is then found "
        + "when it is enqueued. Only the C library of Linux needs _GNU_SOURCE.", alone: 1),

    // Darwin has no such thing.
    "Sources/Platform/FolderWatch.swift": .init("nothing reports changes in files: they are looked for every 0.2 s"),
    "Sources/Platform/TaskLimit.swift": .init("no control groups: the limit of the user's processes applies alone"),
    "Sources/Server/HTTP/Budgets/Client.swift": .init(
      "no address before NIO knows it: such a connection counts towards the limit of all clients alone"),
    "Sources/Server/HTTP/APIContext.swift": .init("the log has the process of a peer, without its user", alone: 1),
    "Sources/Playback/Escapes.swift": .init(
      "with other compilers and runtimes, the hooks of the runtime alone notice a sleep on another clock", alone: 1),
    "Sources/Playback/WatchedTasks.swift": .init(
      "the layout of tasks is not known there: tests do not notice a task that another thread resumes"),
    "Sources/MarblesTesting/XCTestFailure.swift": .init(
      "failures of XCTest are thrown, not recorded at their calls", alone: 1),

    // Tests and tools.
    "Tests/Benchmarks/Daemon/HTTPConnection.swift": .init("fewer ports for the benchmark of viewers", alone: 1),
    "Tests/Benchmarks/LatenessBenchmark.swift": .init("no `clock_nanosleep`"),
    "Tests/Benchmarks/PlayBenchmark.swift": .init("the type of a constant"),
    "Tests/CAllocations/CAllocations.c": .init("allocations are counted with glibc alone"),
    "Tests/FormatsTests/CheckFormatTests.swift": .init(
      "XMLParser is in Foundation, and needs no other import", alone: 1),
    "Tests/FormatsTests/SVGReader.swift": .init("XMLParser is in Foundation, and needs no other import", alone: 1),
    "Tests/InputsTests/FileTailTests.swift": .init("no `/proc` whose files could be refused", alone: 1),
    "Tests/InputsTests/ReadLoopTests.swift": .init("the type of a thread"),
    "Tests/MarblesTestingTests/LocationTests.swift": .init("failures of XCTest are recorded on Linux alone", alone: 1),
    "Tests/MarblesTestingTests/SpeedTests.swift": .init("the module of the C library"),
    "Tests/Support/Child.swift": .init("how descriptors are closed, and the name of a constant"),
    "Tests/Support/DatagramReceiver.swift": .init("the type of a constant"),
    "Tests/TerminalTests/SessionTests.swift": .init(
      "the size of a pipe can't be set, so a test takes longer", alone: 1),
    "Tests/marbledTests/Harness/RawConnection.swift": .init("the type of a constant"),
  ]

  /// A condition that begins at a line.
  private struct Condition {
    var line: Int
    var isOnSystem: Bool
    var hasOther = false
  }

  /// The conditions on the system in a source text, in order.
  private static func conditions(in text: String) -> [Condition] {
    let system =
      #/\b(os|canImport)\((Linux|macOS|iOS|tvOS|watchOS|Glibc|Musl|Darwin|FoundationXML)\)|__(linux|APPLE|GLIBC)__/#
    var (open, all) = ([Condition](), [Condition]())
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.drop { $0 == " " }
      if words.hasPrefix("#if") {
        open.append(Condition(line: index + 1, isOnSystem: words.contains(system)))
      } else if words.hasPrefix("#else") || words.hasPrefix("#elif") {
        if !open.isEmpty { open[open.count - 1].hasOther = true }
      } else if words.hasPrefix("#endif"), let condition = open.popLast(), condition.isOnSystem {
        all.append(condition)
      }
    }
    return all
  }

  /// All files with conditions on the system. Two suites have them in texts, for parsers.
  private static func found() throws -> [String: [Condition]] {
    var found: [String: [Condition]] = [:]
    for folder in ["Sources", "Tests"] {
      let paths = FileManager.default.enumerator(atPath: ArchitectureTests.root.appending(path: folder).path)?
        .allObjects
      for path in paths as? [String] ?? [] where [".swift", ".c", ".h"].contains(where: path.hasSuffix) {
        if ["/PublicAPITests.swift", "/SystemConditionTests.swift"].contains(where: path.hasSuffix) { continue }
        let conditions = conditions(in: try ArchitectureTests.text("\(folder)/\(path)"))
        if !conditions.isEmpty { found["\(folder)/\(path)"] = conditions }
      }
    }
    return found
  }

  @Test func eachFileWithAConditionSaysWhatDiffers() throws {
    let files = Set(try Self.found().keys)
    #expect(files.subtracting(Self.differences.keys).sorted() == [], "these are not in the list")
    #expect(Set(Self.differences.keys).subtracting(files).sorted() == [], "these have no condition any more")
    #expect(Self.differences.values.allSatisfy { !$0.text.isEmpty })
  }

  @Test func eachConditionHasItsOtherHalf() throws {
    for (file, conditions) in try Self.found() {
      let alone = conditions.filter { !$0.hasOther }.map(\.line)
      #expect(alone.count == Self.differences[file]?.alone ?? 0, "\(file), lines \(alone)")
    }
  }

  @Test func conditionsAreFound() {
    let text = """
      #if os(Linux)
        #if DEBUG
        #endif
      #else
      #endif
        #if canImport(Darwin) && DEBUG
        #endif
      #ifdef __linux__
      #elif defined(__APPLE__)
      #endif
      #if Redis
      #endif
      """
    let found = Self.conditions(in: text)
    #expect(found.map(\.line) == [1, 6, 8] && found.map(\.hasOther) == [true, false, true])
  }
}
