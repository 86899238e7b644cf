import Foundation

/// `SceneEmbedder OUTPUT FILE…`: writes Swift source that holds the texts of the files.
@main
enum SceneEmbedder {
  static func main() throws {
    let output = CommandLine.arguments[1]
    var source = """
      /// The scenes of Config/scenes and Config/lessons, made part of the program when it is built.
      enum ShippedScenes {
        static let files: [(name: String, text: String)] = [

      """
    for path in CommandLine.arguments.dropFirst(2) {
      let name = URL(filePath: path).deletingPathExtension().lastPathComponent
      let text = try String(contentsOfFile: path, encoding: .utf8)
      source += "    (\(literal(name)), \(literal(text))),\n"
    }
    source += "  ]\n}\n"
    try source.write(toFile: output, atomically: true, encoding: .utf8)
  }

  /// `text` as a string literal that holds nothing but visible ASCII.
  private static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case " "..."~": literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }
}
