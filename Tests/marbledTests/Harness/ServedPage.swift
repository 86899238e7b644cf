import TestSupport

/// The page of a running `marbled serve`.
struct ServedPage {
  /// The address of its front page.
  let address: String
  /// The program, which ends with this value.
  let server: PipedProgram

  /// Starts a server.
  ///
  /// - Parameter scenes: the files and folders that it serves before the shipped scenes.
  init(_ scenes: String...) throws {
    // A machine that is busy with other tests may leave a run no time for a minute.
    server = try PipedProgram(
      program: Binary.path(), ["serve"] + scenes + ["--listen", "127.0.0.1:0", "--time-limit", "10m"])
    address = try server.waitForAddress()
  }

  /// Opens the page in a browser.
  ///
  /// - Parameters:
  ///   - script: what uses the page.
  ///   - kind: what is done.
  ///   - arguments: further arguments of the script.
  /// - Returns: what the browser saw.
  func look<Seen: Decodable>(_ script: BrowserScript, _ kind: String, _ arguments: String...) throws -> Seen {
    try script.look([kind, address] + arguments)
  }
}
