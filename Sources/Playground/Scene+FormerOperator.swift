internal import Expressions
internal import Operators
internal import Scenes

extension Scene {
  /// The scene of an operator's page, without the sentence about the operator and with a title that says so once no row calls
  /// the operator any more. Other scenes stay as they are.
  var withoutFormerOperator: Scene {
    guard let called = Catalogue.standard[title], about == called.summary, !calls(called) else { return self }
    var scene = self
    (scene.title, scene.about) = ("\(title), edited", "")
    return scene
  }

  /// Whether an expression of a row calls an operator.
  func calls(_ called: Operator) -> Bool {
    rows.contains { $0.expression.map { Self.calls($0.source, called) } ?? false }
  }

  private static func calls(_ source: String, _ called: Operator) -> Bool {
    source.ranges(of: called.name).contains { range in
      let before = range.lowerBound == source.startIndex ? nil : source[source.index(before: range.lowerBound)]
      let after = source[range.upperBound...].drop(while: \.isWhitespace).first
      let isCall = after == "(" || after == "{"
      return isCall && (called.isMethod ? before == "." : before?.isLetter != true && before != ".")
    }
  }
}
