/// A scene file with a mistake, and what the decoder says about it.
package struct WrongScene: Sendable, CustomStringConvertible {
  package var text: String
  /// The beginning of the error, behind the path: its line and column, and what is wrong.
  package var message: String

  package var description: String { message }

  /// All of them.
  package static var all: [WrongScene] { structure + contents }

  /// Mistakes in the structure of a scene: its keys, and the forms of their values.
  package static let structure: [WrongScene] =
    (keys + kinds + animations + demand + exercises + issues + labels + lints + stages).map(WrongScene.init)

  /// Mistakes that only the decoder knows: it reads diagrams and expressions, and compares rows with each other.
  package static let contents: [WrongScene] = (meanings + issueMeanings + otherMeanings).map(WrongScene.init)

  private init(_ text: String, _ message: String) { (self.text, self.message) = (text, message) }

  static let a = "rows:\n  a: { marbles: '1|' }\n"
}
