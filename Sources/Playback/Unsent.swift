/// Carries a `sending` value into the only closure that uses it.
///
/// @unchecked Sendable: the value is disconnected from every other region when it is stored, and is taken out once.
struct Unsent<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: sending Value) { self.value = value }
}
