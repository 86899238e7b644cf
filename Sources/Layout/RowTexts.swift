package import Marbles
internal import Synchronization

/// The texts of the values of one row, which depend on the values beside them: what is new of a text that grows, the members
/// of objects that differ, and as many decimals of long numbers as tell neighbors apart.
package struct RowTexts: Sendable {
  /// What can be written for a value, in order of preference; nothing of it is cut.
  package struct Forms: Hashable, Sendable {
    /// Texts for a marble on the line of the row.
    package var marble: [String]
    /// Those that say the whole value.
    package var whole: [String] { Array(marble.prefix(wholes)) }
    /// The number of those.
    fileprivate var wholes: Int
    /// Texts for a free line near it: the whole value, or what is new of it.
    package var hung: [String]
  }

  private let events: [Event]
  private let labels: MarbleLabels
  private let measure: TextMeasure
  /// The widest marble, in columns.
  let widestMarble: Int
  private let decimals: Int
  /// The forms that were computed: each way to place a row asks for all of them.
  private let known = KeptForms()
  /// The most events of a row whose forms are kept.
  private static let kept = 5_000
  /// The members of the objects of the row that differ; nil when their values are not objects without a title.
  private let members: [String]?

  /// The number of events at the beginning of a row that decide about members and decimals.
  private static let examined = 500
  /// The length from which on a number is rounded.
  private static let longNumber = 8
  /// The most members in a text.
  private static let mostMembers = 3
  /// The length of a text, in bytes, up to which it is compared with the one before it.
  private static let longest = 2_000
  /// The width from which on a hanging text says what is new instead of the whole value.
  private static let longText = 12

  /// - Parameters:
  ///   - events: the events of the row.
  ///   - widest: the maximum width of a marble, in columns.
  package init(_ events: [Event], labels: MarbleLabels, measure: TextMeasure, widest: Int) {
    (self.events, self.labels, self.measure, widestMarble) = (events, labels, measure, widest)
    let examined = events.prefix(Self.examined)
    decimals = Self.decimals(telling: examined.map { labels.value(of: $0) })
    members = Self.differingMembers(of: examined.map(labels.wholeValue))
  }

  /// The forms of the value of the event at an index.
  package func forms(at index: Int) -> Forms {
    guard events.count <= Self.kept else { return computedForms(at: index) }
    if let forms = known[index] { return forms }
    let forms = computedForms(at: index)
    known[index] = forms
    return forms
  }

  private func computedForms(at index: Int) -> Forms {
    let value = labels.value(of: events[index])
    let before = index > 0 ? labels.value(of: events[index - 1]) : nil
    // The label alone is what is left where no line has room for the members.
    if let text = memberText(of: labels.wholeValue(of: events[index])) {
      return Forms(marble: [text], wholes: 1, hung: [text])
    }
    let rounded = rounded(value)
    let whole = MarbleText.whole(rounded, width: LayoutMetrics.widestText, measure: measure)
    var forms = Forms(marble: whole, wholes: whole.count, hung: [whole.first ?? ""])
    if let text = newPart(of: rounded, after: before.map(self.rounded)) {
      forms.marble.append(text)
      let isLong = measure.width(of: forms.hung[0]) > Self.longText
      forms.hung.insert(text, at: isLong ? 0 : 1)
    }
    return forms
  }

  // MARK: What is new

  /// What a text has that the one before did not have, or the element of a tuple that changed.
  private func newPart(of value: Value, after before: Value?) -> String? {
    switch (value, before) {
    case (.string(let text), .string(let old)?):
      guard text.utf8.count <= Self.longest, text.count > old.count, !old.isEmpty, text.hasPrefix(old) else {
        return nil
      }
      let rest = text.dropFirst(old.count).drop { $0 == " " || $0 == "," }
      return rest.isEmpty ? nil : String(measure.signs.ellipsis) + measure.escaped(String(rest))
    case (.tuple(let elements), .tuple(let old)?):
      guard elements.count == 2, old.count == 2 else { return nil }
      let changed = elements.indices.filter { elements[$0] != old[$0] }
      guard let index = changed.first, changed.count == 1 else { return nil }
      let text = measure.escaped(elements[index].summary())
      return index == 0 ? text + measure.signs.listDot : measure.signs.listDot + text
    default: return nil
    }
  }

  // MARK: Objects

  private func memberText(of value: Value) -> String? {
    guard let members, case .object(let object) = value else { return nil }
    let texts = members.compactMap { object[$0]?.summary() }
    return texts.isEmpty ? nil : measure.escaped(texts.joined(separator: " "))
  }

  /// The members that differ within the row, those first that differ most often.
  private static func differingMembers(of values: [Value]) -> [String]? {
    guard values.count > 1 else { return nil }
    var all: [[String: Value]] = []
    for value in values {
      guard case .object(let object) = value, value.title == nil else { return nil }
      all.append(object.dictionary)
    }
    let names = Set(all.flatMap(\.keys)).sorted()
    let counts = names.map { name in zip(all, all.dropFirst()).count { $0[name] != $1[name] } }
    let differing = zip(names, counts).filter { $0.1 > 0 }
    let most = differing.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
      .prefix(mostMembers).map(\.offset).sorted()
    return most.isEmpty ? nil : most.map { differing[$0].0 }
  }

  // MARK: Numbers

  /// The value with long numbers rounded, as few decimals as tell neighbors of the row apart.
  private func rounded(_ value: Value) -> Value {
    switch value {
    case .double(let number):
      guard value.description.utf8.count > Self.longNumber, abs(number.value) < 1e9 else { return value }
      return .string(Self.fixed(number.value, decimals: decimals))
    case .tuple(let elements): return .tuple(elements.map(rounded))
    case .array(let elements): return .array(elements.map(rounded))
    default: return value
    }
  }

  /// The most decimals of a rounded number.
  private static let mostDecimals = 6

  private static func decimals(telling values: [Value]) -> Int {
    let pairs = zip(values, values.dropFirst()).flatMap(numbers)
    func tells(_ decimals: Int) -> Bool {
      pairs.allSatisfy { left, right in
        left == right || abs(left - right) < 1e-9 || fixed(left, decimals: decimals) != fixed(right, decimals: decimals)
      }
    }
    return (2..<mostDecimals).first(where: tells) ?? mostDecimals
  }

  /// The numbers at the same place in two values.
  private static func numbers(_ left: Value, _ right: Value) -> [(Double, Double)] {
    switch (left, right) {
    case (.double(let left), .double(let right)):
      return abs(left.value) < 1e9 && abs(right.value) < 1e9 ? [(left.value, right.value)] : []
    case (.tuple(let left), .tuple(let right)), (.array(let left), .array(let right)):
      return zip(left.prefix(8), right).flatMap(numbers)
    default: return []
    }
  }

  /// A number with this many decimals, without zeros at its end but one.
  private static func fixed(_ number: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let units = Int64((abs(number) * scale).rounded())
    let (whole, rest) = units.quotientAndRemainder(dividingBy: Int64(scale))
    var digits = String(repeating: "0", count: max(0, decimals - String(rest).count)) + String(rest)
    while digits.count > 1, digits.last == "0" { digits.removeLast() }
    return (number < 0 && units > 0 ? "-" : "") + "\(whole).\(digits)"
  }
}

/// The forms of the values of one row, by index.
private final class KeptForms: Sendable {
  private let forms = Mutex<[Int: RowTexts.Forms]>([:])

  subscript(index: Int) -> RowTexts.Forms? {
    get { forms.withLock { $0[index] } }
    set { forms.withLock { $0[index] = newValue } }
  }
}
