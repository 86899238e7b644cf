import ArgumentParser

/// `marbled daemon`, for the help of `marbled`: `main` hands it to `marbled-daemon`, like all commands that use the network.
struct Daemon: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon",
    abstract: "Play a playlist of scenes in the background.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []
}

/// `marbled kiosk`.
struct Kiosk: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kiosk",
    abstract: "Play scenes one after another on this terminal, for a public screen.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []
}

/// `marbled serve`.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a page on which scenes are played, edited and shared.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []
}

/// `marbled site`.
struct Site: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Write the page of all operators and scenes as files, which need no server.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []
}

/// `marbled attach`.
struct Attach: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: "Show on this terminal what a daemon plays.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []
}

/// `marbled edit`.
struct Edit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit on this terminal what a daemon plays.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []
}

/// `marbled status`.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "Show the state of a daemon.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []
}

/// `marbled control`.
struct Control: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "control",
    abstract: "Steer a daemon: speed, pause, resume, step, seek, scene, message, edit, reload, quit.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []
}

/// `marbled send`.
struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Send standard input to a live row of a daemon, one event per line.")

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []
}
