internal import Drawing

/// What the terminal of a daemon shows of remote control. Used from one thread.
final class RemoteScreen {
  /// Who may steer from a phone.
  let control: RemoteControl
  /// Where the page for phones is, as words of a sentence; looked up for each code, as the network may change.
  private let place: () -> String
  private let hasKey: Bool
  /// The code that was shown last.
  private var card: CodeCard?

  /// - Parameters:
  ///   - control: who may steer from a phone.
  ///   - hasKey: whether a key at the terminal shows and hides codes.
  ///   - place: where the page for phones is.
  init(_ control: RemoteControl, hasKey: Bool, place: @escaping () -> String) {
    (self.control, self.hasKey, self.place) = (control, hasKey, place)
  }

  /// Adds the code that is valid now, and the number of phones that steer.
  func show(in overlay: inout PlaylistOverlay) {
    let shown = control.shown
    overlay.phones = shown.phones
    if card?.code != shown.code { card = shown.code.map { CodeCard(code: $0, place: place(), hasKey: hasKey) } }
    overlay.code = card
  }
}
