/// Somebody who follows the changes; what is sent is in the ``ChangeLog``.
public final class Subscription: Sendable {
  /// Distinguishes it from others.
  let id: Int
  /// How its stream is written.
  public let form: Change.Form

  init(id: Int, form: Change.Form) { (self.id, self.form) = (id, form) }
}
