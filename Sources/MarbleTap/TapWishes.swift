internal import Foundation

/// Kinds of events that are sent only to a listener that asks for them: others don't know them.
@usableFromInline
struct TapWishes: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  @usableFromInline static let request = TapWishes(rawValue: 1)
  static let yield = TapWishes(rawValue: 2)
  static let send = TapWishes(rawValue: 4)

  private static let names = ["request": request, "yield": yield, "send": send]

  /// Parses what a listener says first: `{"marbled":1,"events":["request"]}`. Nil for anything else; kinds of later
  /// versions are ignored.
  init?(json line: some Sequence<UInt8>) {
    guard let members = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
      members["marbled"] as? Int == 1, let events = members["events"] as? [String]
    else { return nil }
    self = TapWishes(events.compactMap { Self.names[$0] })
  }
}
