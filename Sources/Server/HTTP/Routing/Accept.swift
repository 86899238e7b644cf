internal import HTTPTypes
internal import Hummingbird

extension Request {
  /// Whether it asks for what a person may look at: the addresses of programs are below `/v1/`.
  var isForPage: Bool { (method == .get || method == .head) && !uri.path.hasPrefix("/v1/") }

  /// Whether it accepts HTML by name, and rather than JSON (RFC 9110, 12.5.1). Browsers do so; programs that accept
  /// everything get JSON.
  var prefersHTML: Bool {
    let weights = Dictionary(weights(.accept)) { max($0, $1) }
    return (weights["text/html"] ?? 0) > (weights["application/json"] ?? 0)
  }

  /// The entries of a header such as `Accept`, in lowercase, with their weights from 0 to 1.
  func weights(_ header: HTTPField.Name) -> [(name: String, weight: Double)] {
    (headers[header]?.lowercased() ?? "").split(separator: ",").compactMap { entry in
      let parts = entry.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let name = parts.first else { return nil }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
      return (name, weight ?? 1)
    }
  }
}
