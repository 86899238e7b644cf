import Expressions
import Operators
import Testing

/// What the index of names tells to write can be written.
@Suite struct NameIndexExpressionTests {
  @Test("each expression of the index is one, over the rows a and b, and calls its operator")
  func eachExpressionIsOne() throws {
    for known in NameIndex.standard.names {
      guard let text = known.expression else { continue }
      let expression = try Expression.parse(text)
      #expect(Set(expression.references.map(\.name)).isSubset(of: ["a", "b"]), "\(known.name): \(text)")
      guard let called = known.operatorName else { continue }
      #expect(text.contains("\(called)(") || text.contains("\(called) {"), "\(known.name): \(text)")
    }
  }

  @Test("the calls in differences and advices are calls of operators")
  func callsInTexts() {
    for known in NameIndex.standard.names {
      let text =
        switch known.answer {
        case .exact: ""
        case .near(_, _, let difference): difference
        case .none(let advice, _): advice ?? ""
        }
      for call in text.matches(of: /`([a-z]\w*)(?:\(| \{)/) {
        // Functions of Swift's tasks and continuations.
        let isSwift = ["cancel", "finish", "next"].contains(call.1)
        #expect(isSwift || Catalogue.standard[String(call.1)] != nil, "\(known.name): \(text)")
      }
    }
  }
}
