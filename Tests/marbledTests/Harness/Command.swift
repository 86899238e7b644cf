import TestSupport

/// Runs `marbled` without a terminal.
func marbled(_ arguments: String...) throws -> Outcome { try run(Binary.path(), arguments) }

/// Runs a line of shell in which `marbled` is the program under test.
func shell(_ script: String) throws -> Outcome {
  try RunningCommand(shell: script).ended()
}

/// Runs a program to its end.
func run(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
  try RunningCommand(program, arguments, environment: environment).ended()
}
