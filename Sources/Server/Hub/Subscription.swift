/// A viewer that follows the changes in the ``ChangeBacklog``.
public final class Subscription: Sendable {
  let id: Int
  /// The format of the stream.
  public let form: HubChange.Form

  init(id: Int, form: HubChange.Form) { (self.id, self.form) = (id, form) }
}
