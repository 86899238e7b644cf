internal import Foundation
internal import Marbles

extension Value {
  /// Whether it is an object or an array, so that its text is that of no number or string.
  var isStructured: Bool {
    switch self {
    case .object, .array: true
    default: false
    }
  }

  /// The value that this one is the JSON of.
  func decoded<Decoded: Decodable>(as type: Decoded.Type) throws(DecodingProblem) -> Decoded {
    do { return try JSONDecoder().decode(type, from: Data(json.utf8)) } catch { throw DecodingProblem(error) }
  }
}

/// The reason why a marble can't be decoded.
struct DecodingProblem: Error, CustomStringConvertible {
  /// The member that is wrong, and how; empty when it is the value itself.
  let description: String

  init(_ error: any Error) {
    func place(_ path: [any CodingKey]) -> String { "`\(path.map(\.stringValue).joined(separator: "."))`" }
    description =
      switch error {
      case DecodingError.keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
      case DecodingError.valueNotFound(let type, let context) where !context.codingPath.isEmpty:
        "\(place(context.codingPath)) is null; expected \(Self.name(of: type))"
      case DecodingError.typeMismatch(let type, let context) where !context.codingPath.isEmpty:
        "\(place(context.codingPath)) is no \(Self.name(of: type))"
      case DecodingError.dataCorrupted(let context):
        (context.codingPath.isEmpty ? "" : "\(place(context.codingPath)): ") + context.debugDescription
      case is DecodingError: ""
      default: "\(error)"
      }
  }

  private static func name(of type: Any.Type) -> String {
    switch type {
    case is [String: Any].Type: "object"
    case is [Any].Type: "array"
    default: "\(type)"
    }
  }
}
