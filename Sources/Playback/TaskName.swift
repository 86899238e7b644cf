/// The name that a program gave a task.
package enum TaskName {
  /// That of the current task, from `Task(name:)`.
  package static var current: String? {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { Task.name } else { nil }
  }
}
