internal import Marbles

/// One line of the common or the combined log format of web servers.
///
/// ```
/// HOST IDENT USER [24/Nov/2026:07:00:01 +0000] "GET /a HTTP/1.1" 200 2326
/// HOST IDENT USER [24/Nov/2026:07:00:01 +0000] "GET /a HTTP/1.1" 200 2326 "REFERRER" "AGENT"
/// ```
///
/// The object has `host`, `ident`, `user`, `time`, `method`, `path`, `protocol`, `status` and `size`, and in the
/// combined format `referrer` and `agent`. What a server appends to the combined format is the text `rest`.
///
/// - `-` is null.
/// - `time` is the text between the brackets, which must be a time. A time of RFC 3339 is one, too.
/// - `status` and `size` are whole numbers.
/// - A request that does not begin with a method in upper case and a space is no request of HTTP, and neither are the
///   bytes that scanners send: its `path` is the whole text, `method` and `protocol` are null.
/// - In quotes, `\"`, `\\` and the bytes `\x20` are decoded. If that gives a control character or bytes that are not
///   UTF-8, the text stays as it is written.
struct CommonLog {
  private let line: ArraySlice<UInt8>
  private var position = 0
  /// Whether a text has a NUL or bytes that are not UTF-8.
  private(set) var isInvalid = false
  /// The time of the line, since 1970.
  private(set) var time: SceneTime?

  init(_ line: [UInt8]) {
    self.line = line[..<((line.lastIndex { !$0.isWhiteSpace } ?? -1) + 1)]
  }

  private static let space = UInt8(ascii: " ")
  private static let quote = UInt8(ascii: "\"")

  /// The object of the line.
  mutating func value() throws(LineMisfit) -> Value {
    var members: [String: Value] = [:]
    members.reserveCapacity(11)
    for name in ["host", "ident", "user"] {
      members[name] = text(try word("the \(name)"))
      try take(Self.space, "a space after the \(name)")
    }
    members["time"] = try timeText()
    try take(Self.space, "a space after the time")
    for (name, part) in zip(["method", "path", "protocol"], Self.parts(of: try quoted("the request in quotes"))) {
      members[name] = text(part)
    }
    try take(Self.space, "a space after the request")
    members["status"] = try number("a status of three digits") { $0.count == 3 }
    try take(Self.space, "a space after the status")
    members["size"] = try number("a size in bytes, or -") { _ in true }
    guard position < line.count else { return .object(members) }
    for name in ["referrer", "agent"] {
      try take(Self.space, "a space or the end")
      members[name] = text(try quoted("the \(name) in quotes"))
    }
    guard position < line.count else { return .object(members) }
    try take(Self.space, "a space or the end")
    members["rest"] = .string(FieldValue.text(line[position...], isInvalid: &isInvalid))
    return .object(members)
  }

  // MARK: Parts of a line

  private mutating func take(_ byte: UInt8, _ expected: String) throws(LineMisfit) {
    guard position < line.count, line[position] == byte else {
      throw LineMisfit(offset: position, expected: expected)
    }
    position += 1
  }

  /// The bytes up to a space.
  private mutating func word(_ expected: String) throws(LineMisfit) -> ArraySlice<UInt8> {
    let start = position
    while position < line.count, line[position] != Self.space { position += 1 }
    guard position > start else { throw LineMisfit(offset: start, expected: expected) }
    return line[start..<position]
  }

  /// A text; null for `-`.
  private mutating func text(_ bytes: ArraySlice<UInt8>?) -> Value {
    guard let bytes, !bytes.elementsEqual([UInt8(ascii: "-")]) else { return .null }
    return .string(FieldValue.text(bytes, isInvalid: &isInvalid))
  }

  private mutating func timeText() throws(LineMisfit) -> Value {
    try take(UInt8(ascii: "["), "`[`")
    let start = position
    while position < line.count, line[position] != UInt8(ascii: "]") { position += 1 }
    let text = text(line[start..<position])
    try take(UInt8(ascii: "]"), "`]`")
    if case .string(let text) = text {
      time = Self.time(text)
      guard time != nil else {
        throw LineMisfit(offset: start, expected: "a time such as 24/Nov/2026:07:00:01 +0000")
      }
    }
    return text
  }

  private mutating func number(
    _ expected: String, _ fits: (ArraySlice<UInt8>) -> Bool
  ) throws(LineMisfit) -> Value {
    let start = position
    let digits = try word(expected)
    if digits.elementsEqual([UInt8(ascii: "-")]) { return .null }
    guard fits(digits), digits.allSatisfy(FieldValue.isDigit),
      let number = Int(String(decoding: digits, as: UTF8.self))
    else { throw LineMisfit(offset: start, expected: expected) }
    return .int(number)
  }

  /// The bytes between quotes, decoded.
  private mutating func quoted(_ expected: String) throws(LineMisfit) -> ArraySlice<UInt8> {
    try take(Self.quote, expected)
    let start = position
    while position < line.count, line[position] != Self.quote {
      position += line[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position, line.count)
    let content = line[start..<position]
    try take(Self.quote, "`\"`")
    return Self.decoded(content)
  }

  private static func decoded(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard content.contains(UInt8(ascii: "\\")) else { return content }
    var result: [UInt8] = []
    var rest = content
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let next = rest.first else {
        result.append(byte)
        continue
      }
      if next == quote || next == UInt8(ascii: "\\") {
        result.append(next)
        rest.removeFirst()
      } else if next == UInt8(ascii: "x"), rest.count > 2, let code = Self.byte(rest.dropFirst().prefix(2)) {
        result.append(code)
        rest.removeFirst(3)
      } else {
        result.append(byte)
      }
    }
    let isText = !result.contains { $0 < 0x20 || $0 == 0x7F } && String(validating: result, as: UTF8.self) != nil
    return isText ? result[...] : content
  }

  /// The byte of two hex digits.
  private static func byte(_ digits: ArraySlice<UInt8>) -> UInt8? {
    digits.allSatisfy { FieldValue.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20) }
      ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
  }

  /// The method, the path and the protocol of a request; nil for those that it does not have.
  private static func parts(of request: ArraySlice<UInt8>) -> [ArraySlice<UInt8>?] {
    guard let end = request.firstIndex(of: space), end > request.startIndex,
      request[..<end].allSatisfy({ isUpperCase($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
    else { return [nil, request, nil] }
    let rest = request[(end + 1)...]
    if let last = rest.lastIndex(of: space), isProtocol(rest[(last + 1)...]) {
      return [request[..<end], rest[..<last], rest[(last + 1)...]]
    }
    return [request[..<end], rest, nil]
  }

  private static func isUpperCase(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

  /// Whether it is like `HTTP/1.1`.
  private static func isProtocol(_ bytes: ArraySlice<UInt8>) -> Bool {
    let version = bytes.drop(while: isUpperCase)
    return version.count < bytes.count && version.count > 1 && version.first == UInt8(ascii: "/")
      && version.dropFirst().allSatisfy { FieldValue.isDigit($0) || $0 == UInt8(ascii: ".") }
  }

  // MARK: Times

  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time since 1970 of a text such as `24/Nov/2026:07:00:01 +0000`, or of RFC 3339; nil for another text.
  static func time(_ text: String) -> SceneTime? {
    guard text.utf8.count <= 64 else { return nil }
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let month = months.firstIndex(of: parts[1]), let colon = parts[2].firstIndex(of: ":") else {
      return TimeUnit.time(.string(text), unit: .rfc3339)
    }
    // RFC 3339 has the same parts in another order, without a space before the offset.
    let clock = parts[2][colon...].dropFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard clock.count == 2, !clock[1].isEmpty else { return nil }
    let number = month + 1
    let date = "\(parts[2][..<colon])-\(number < 10 ? "0" : "")\(number)-\(parts[0])"
    return TimeUnit.time(.string("\(date)T\(clock[0])\(clock[1])"), unit: .rfc3339)
  }
}
