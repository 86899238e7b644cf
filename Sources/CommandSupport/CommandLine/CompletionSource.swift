/// What may be the value of an option or an argument.
package indirect enum CompletionSource: Sendable {
  /// One of these texts.
  case choices([CompletionCandidate])
  /// A path; the endings of files to offer, without dots, or empty for all.
  case files([String])
  case folders
  case scenes
  case operators
  /// What `explain` explains.
  case subjects
  case lessons
  /// The name of a row of the scenes on the command line.
  case rows
  /// `NAME=VALUE`, with the name of a row.
  case row(CompletionSource)
  /// The specification of a row after `NAME=`.
  case input
  /// A command of `control`, by its usage and help, and then its first argument.
  case control([(usage: String, help: String)])
  /// Any of these.
  case either([CompletionSource])
  /// Nothing can be offered.
  case none
}
