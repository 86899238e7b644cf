import ArgumentParser

/// `marbled daemon`: done, as all that listens or connects, by the program `marbled-daemon`.
struct Daemon: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a playlist of scenes in the background, for all who attach.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws { try NetworkProgram.become("daemon", arguments) }
}

/// `marbled kiosk`.
struct Kiosk: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play scenes in turn on this terminal, for all who come by.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws { try NetworkProgram.become("kiosk", arguments) }
}

/// `marbled attach`.
struct Attach: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Watch on this terminal what a daemon plays.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws { try NetworkProgram.become("attach", arguments) }
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

/// `marbled send`.
struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Send standard input to a live row of a daemon, an event a line.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws { try NetworkProgram.become("send", arguments) }
}
