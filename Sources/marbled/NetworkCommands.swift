import ArgumentParser

/// `marbled daemon`: done, as all that listens or connects, by the program `marbled-daemon`.
struct Daemon: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a playlist of scenes in the background, for all who attach.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws { try NetworkProgram.become("daemon", arguments) }
}

/// `marbled status`.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show what a daemon plays, and how it is.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws { try NetworkProgram.become("status", arguments) }
}

/// `marbled control`.
struct Control: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Steer a daemon: speed, pause, resume, step, seek, scene, message, reload, quit.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws { try NetworkProgram.become("control", arguments) }
}
