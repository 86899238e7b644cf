internal import Foundation
internal import TestSupport

extension TroubleMixture {
  /// Runs the program with the lines.
  ///
  /// - Returns: what is wrong with what it wrote or with how it ended; nil for nothing.
  public func problem() throws -> String? {
    let folder = try TemporaryFolder()
    var feeding: [String] = []
    for (index, piece) in pieces.enumerated() {
      try Data(piece.bytes).write(to: URL(filePath: folder.file("piece\(index)")))
      feeding.append("cat piece\(index)")
      if piece.pause > 0, way != .file { feeding.append("sleep 0.\(String(1000 + piece.pause).dropFirst())") }
    }
    let feeder = "{ \(feeding.isEmpty ? ":" : feeding.joined(separator: "; ")); }"
    let run = "marbled run \(arguments)" + (isStrict ? " --strict" : "") + " -i a="
    let script =
      switch way {
      case .file: "\(feeder) > all; \(run)- < all"
      case .pipe: "\(feeder) | \(run)-"
      case .fifo: "mkfifo lines; \(feeder) > lines & \(run)@lines"
      }
    let outcome = try RunningCommand(shell: "cd '\(folder.path)'; \(script)").ended()
    var expected = warnings
    if exitCode != 0 { expected.insert("error: --strict: something went wrong in a row; see the messages above") }
    let errors = outcome.error.split(separator: "\n").map(String.init)
    guard outcome.ending == .exited(exitCode), outcome.lines == output, Set(errors) == expected,
      errors.count == expected.count
    else {
      return
        "\(script): it \(outcome.ending), expected \(exitCode)\nexpected: \(expected.sorted())\nwritten: \(errors)\n"
        + "\(outcome.lines.count) values, expected \(output.count)"
    }
    return nil
  }
}
