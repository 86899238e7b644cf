/// Members, subscripts and functions.
extension SwiftHelper {
  static let members = [
    SwiftHelper(
      name: "member",
      text: """
        /// A member of an object or a tuple, or a property; nil where there is none, and of nil.
        fileprivate func member(_ name: String) -> Value {
          switch (self, name) {
          case (.null, _): return .null
          case (.object(let members), _) where members[name] != nil: return members[name] ?? .null
          case (.tuple(let elements), _) where Int(name) != nil: return elements[Int(name) ?? 0]
          case (_, "description"): return .string(description)
          case (.string(let text), "count"): return .int(text.count)
          case (.array(let elements), "count"): return .int(elements.count)
          case (.object(let members), "count"): return .int(members.count)
          case (.object(let members), "keys"): return .array(members.keys.sorted().map { Value.string($0) })
          case (.object(let members), "values"):
            return .array(members.keys.sorted().map { members[$0] ?? .null })
          case (.object(let members), "isEmpty"): return .bool(members.isEmpty)
          case (.string(let text), "isEmpty"): return .bool(text.isEmpty)
          case (.array(let elements), "isEmpty"): return .bool(elements.isEmpty)
          case (.string(let text), "first"): return text.first.map { Value.string(String($0)) } ?? .null
          case (.string(let text), "last"): return text.last.map { Value.string(String($0)) } ?? .null
          case (.array(let elements), "first"): return elements.first ?? .null
          case (.array(let elements), "last"): return elements.last ?? .null
          case (.string(let text), "capitalized"):
            return .string(text.prefix(1).uppercased() + text.dropFirst().lowercased())
          case (.string(let text), "isUppercase"): return .bool(!text.isEmpty && text.allSatisfy(\\.isUppercase))
          case (.string(let text), "isLowercase"): return .bool(!text.isEmpty && text.allSatisfy(\\.isLowercase))
          case (.string(let text), "isLetter"): return .bool(!text.isEmpty && text.allSatisfy(\\.isLetter))
          case (.string(let text), "isNumber"): return .bool(!text.isEmpty && text.allSatisfy(\\.isNumber))
          case (.object, _): return .null
          default: fatalError("\\(self) has no `\\(name)`")
          }
        }
        """),
    SwiftHelper(
      name: "memberName",
      text: """
        /// The name of a member.
        fileprivate var memberName: String {
          guard case .string(let name) = self else { fatalError("the name of a member is no text") }
          return name
        }
        """),
    SwiftHelper(
      name: "element",
      text: """
        /// An element of a tuple that a closure takes apart.
        fileprivate func element(_ index: Int, of count: Int) -> Value {
          guard case .tuple(let elements) = self, elements.count == count else {
            fatalError("the closure takes \\(count) values, but gets 1")
          }
          return elements[index]
        }

        /// An element of a tuple that a closure takes apart.
        fileprivate func element(_ index: Int, atLeast count: Int) -> Value {
          guard case .tuple(let elements) = self, elements.count >= count else {
            fatalError("the closure takes \\(count) values, but gets 1")
          }
          return elements[index]
        }
        """),
    SwiftHelper(
      name: "part",
      text: """
        /// `self[index]`; nil where there is none.
        fileprivate func part(_ index: Value) -> Value {
          switch (self, index) {
          case (.null, _), (_, .null): return .null
          case (.object(let members), .string(let name)): return members[name] ?? .null
          case (.array(let elements), .int(let place)): return elements.indices.contains(place) ? elements[place] : .null
          case (.string(let text), .int(let place)):
            return place >= 0 ? text.dropFirst(place).first.map { Value.string(String($0)) } ?? .null : .null
          case (.array(let elements), .array(let places)):
            return Self.range(places, within: elements.count).map { Value.array(Array(elements[$0])) } ?? .null
          case (.string(let text), .array(let places)):
            return Self.range(places, within: text.count).map {
              Value.string(String(text.dropFirst($0.lowerBound).prefix($0.count)))
            } ?? .null
          default: fatalError("\\(self) has no part at \\(index)")
          }
        }

        /// `self[key, default: other]`
        fileprivate func part(_ index: Value, default other: @autoclosure () -> Value) -> Value {
          let found = part(index)
          guard found == .null else { return found }
          if self == .null { return other() }
          if case .object = self { return other() }
          return .null
        }

        /// The range of some numbers; nil when they are none, or not within the bounds.
        fileprivate static func range(_ places: [Value], within count: Int) -> Range<Int>? {
          guard let first = places.first else { return 0..<0 }
          guard case .int(let lower) = first, lower >= 0, lower <= count - places.count else { return nil }
          let numbers = (lower..<lower + places.count).map { Value.int($0) }
          return numbers == places ? lower..<lower + places.count : nil
        }
        """),
  ]

  static let functions = [
    SwiftHelper(
      name: "asInt",
      text: """
        /// `Int(self)`
        fileprivate var asInt: Value {
          switch self {
          case .null: .null
          case .int: self
          case .string(let text): Int(text).map { Value.int($0) } ?? .null
          case .double(let double): .int(Int(double.value))
          default: fatalError("`Int` can't be applied to \\(self)")
          }
        }
        """),
    SwiftHelper(
      name: "asDouble",
      text: """
        /// `Double(self)`
        fileprivate var asDouble: Value {
          switch self {
          case .null: .null
          case .int(let int): .double(Double(int))
          case .double: self
          case .string(let text): Double(text).flatMap { $0.isFinite ? Value.double($0) : nil } ?? .null
          default: fatalError("`Double` can't be applied to \\(self)")
          }
        }
        """),
    SwiftHelper(
      name: "magnitude",
      text: """
        /// `abs(self)`
        fileprivate var magnitude: Value {
          switch self {
          case .null: .null
          case .int(let int): .int(abs(int))
          case .double(let double): .double(abs(double.value))
          default: fatalError("`abs` can't be applied to \\(self)")
          }
        }
        """),
    SwiftHelper(
      name: "extreme", needs: ["order"],
      text: """
        /// `min` or `max`; nil if one of the values is nil.
        fileprivate static func extreme(_ name: String, _ values: [Value]) -> Value {
          guard var best = values.first, !values.contains(.null) else { return .null }
          for value in values.dropFirst() {
            guard let order = value.order(to: best) else { fatalError("can't compare \\(value) and \\(best)") }
            if name == "min" ? order < 0 : order > 0 { best = value }
          }
          return best
        }
        """),
    SwiftHelper(
      name: "calculated", needs: ["asNumber"], imports: ["Foundation"],
      text: """
        /// Functions of mathematics; nil of nil.
        fileprivate static func calculated(_ name: String, _ values: [Value]) -> Value {
          if values.contains(.null) { return .null }
          let numbers = values.compactMap(\\.asNumber)
          guard numbers.count == values.count, let number = numbers.first, let other = numbers.last else {
            fatalError("`\\(name)` takes numbers")
          }
          let result: Double
          switch name {
          case "round": result = number.rounded()
          case "floor": result = number.rounded(.down)
          case "ceil": result = number.rounded(.up)
          case "sqrt": result = number.squareRoot()
          case "pow": result = pow(number, other)
          case "log": result = log(number)
          case "log2": result = log2(number)
          case "log10": result = log10(number)
          default: result = exp(number)
          }
          guard result.isFinite else { fatalError("`\\(name)` is not a finite number here") }
          return .double(result)
        }
        """),
    SwiftHelper(
      name: "date",
      text: """
        /// The seconds since 1970 of a date in text; nil for others.
        fileprivate static func date(_ text: Value) -> Value {
          guard case .string = text, let time = TimeUnit.time(text, unit: .rfc3339) else { return .null }
          return .double(time.seconds)
        }
        """),
  ]
}
