import Foundation
import Marbles
import Testing

@testable import MarbleTap

/// What marbled shows of an element.
@Suite struct JSONTests {
  private struct Order {
    var id = 7
    var price = 2.5
    var tags: [String]? = ["new"]
    var buyer: String?
  }
  private enum State {
    case idle
    case loading(percent: Int)
    case failed(String, code: Int)
  }
  private final class Node {}
  private indirect enum Chain { case next(Chain), end }
  private struct Point: CustomStringConvertible {
    var (x, y) = (1, 2)
    var description: String { "(1|2)" }
  }

  @Test("Values are JSON of the same meaning")
  func values() {
    let cases: [(value: Any, json: String)] = [
      (1, "1"), (UInt64.max, "18446744073709551615"), (Int8(-1), "-1"), (1.5, "1.5"), (Float(0.1), "0.1"),
      (Double.infinity, #""inf""#), (1e300, "1e+300"), (true, "true"), ("a\"\\\n\u{1}é🙂", #""a\"\\\n\u0001é🙂""#),
      (Substring("sub"), #""sub""#), (Character("c"), #""c""#), ([1, 2], "[1,2]"), ([1, nil], "[1,null]"),
      (Set([3]), "[3]"), (["k": [1.5]], #"{"k":[1.5]}"#), ([2: "b"], #"{"2":"b"}"#), (Int?.none as Any, "null"),
      ((1, "a"), #"[1,"a"]"#), ((x: 1, y: 2), #"{"x":1,"y":2}"#),
      (Order(), #"{"id":7,"price":2.5,"tags":["new"],"buyer":null}"#), (State.idle, #""idle""#),
      (State.loading(percent: 5), #"{"loading":{"percent":5}}"#), (Point(), #""(1|2)""#),
      (Duration.seconds(2), #""2.0 seconds""#), (Data([1, 2]), #""2 bytes""#), ((), #""()""#),
    ]
    for (value, json) in cases {
      let text = JSONWriter.text(of: value)
      #expect(text == json)
      #expect((try? Value(json: text)) != nil, "\(text)")
    }
    #expect(JSONWriter.text(of: State.failed("no", code: 3)).hasPrefix(#"{"failed":"#))
    #expect(JSONWriter.text(of: Node()).hasSuffix(#".Node""#))
  }

  @Test("What is too long or too deep is cut, and remains JSON")
  func limits() throws {
    var chain = Chain.end
    for _ in 0..<1000 { chain = .next(chain) }
    let large: [Any] = [
      String(repeating: "é", count: 100_000), Array(repeating: "x", count: 1_000_000), chain,
      Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("key\($0)", $0) }),
      Array(repeating: Array(repeating: String(repeating: "\u{1}", count: 5000), count: 10), count: 10),
    ]
    for value in large {
      let text = JSONWriter.text(of: value)
      #expect(text.utf8.count < 5 * JSONWriter.limit)
      _ = try Value(json: text)
      #expect(text.contains("…"))
    }
  }
}
