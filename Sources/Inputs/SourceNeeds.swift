package import Platform
package import Scenes

/// What the sources of a scene's live rows take of the process's descriptors, threads and processes.
package struct SourceNeeds: Hashable, Sendable {
  /// The number of rows with `exec:`.
  package private(set) var commands = 0
  /// The number of file descriptors.
  package private(set) var descriptors = 0

  /// The descriptors of a running command: three pipes, what wakes its reader, and the process itself.
  package static let perCommand = 6
  /// The descriptors of a file that is followed: the watch of its folder, the file, and the one before it.
  package static let perFile = 3
  /// The descriptor of a pipe, a device, a socket or a program with taps.
  package static let perStream = 1

  /// The descriptors of a connection to a server: a socket, and a pipe that stops those who wait. A consumer of a group has two
  /// connections.
  package static let perConnection = 3

  /// What the rows of `scene` need that name a source.
  package init(of scene: Scene) {
    for row in scene.rows {
      guard let text = row.live?.source, let spec = try? InputSpec(parsing: "row=\(text)") else { continue }
      switch spec.source {
      case .command:
        commands += 1
        descriptors += Self.perCommand
      case .tail: descriptors += Self.perFile
      case .redis(let redis): descriptors += Self.perConnection * (redis.group == nil ? 1 : 2)
      case .file, .standardInput: descriptors += Self.perStream
      case .tap, .diagram, .random: break
      }
    }
  }

  /// What does not fit, in sentences.
  ///
  /// - Parameters:
  ///   - name: the name of the scene.
  ///   - tasks: the threads and processes of this process.
  ///   - budget: its descriptors.
  package func problems(of name: String, _ tasks: TaskBudget, _ budget: DescriptorBudget) -> [String] {
    var problems: [String] = []
    if commands > tasks.commands, let limit = tasks.limit {
      problems.append(
        """
        \(name): \(commands) rows with `exec:` need \(commands * TaskBudget.perCommand) processes and marbled \(tasks.own) \
        threads; the limit of \(limit) leaves room for \(tasks.commands) such \(tasks.commands == 1 ? "row" : "rows") \
        (help: raise TasksMax= of the unit, or `ulimit -u`)
        """)
    }
    if descriptors > budget.following {
      problems.append(
        """
        \(name): its sources need \(descriptors) file descriptors; the limit of \(budget.limit) leaves \(budget.following) \
        (help: raise LimitNOFILE= of the unit, or `ulimit -n`)
        """)
    }
    return problems
  }

  /// Takes descriptors for a source; nil when there are not enough left.
  static func take(_ number: Int) -> DescriptorCount.Share? {
    DescriptorCount.ofThisProcess.share(number, upTo: DescriptorBudget.ofThisProcess.following)
  }

  /// What a source says that finds none.
  static let noDescriptors = "no file descriptors left"
}
