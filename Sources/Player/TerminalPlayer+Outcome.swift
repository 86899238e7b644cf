extension TerminalPlayer {
  /// The reason for the end.
  public enum Outcome: Hashable, Sendable {
    /// A key, or the end of a show that plays once.
    case left
    /// A signal.
    case signalled(Int32)
    /// The terminal is gone.
    case hungUp
    /// The terminal can't be drawn on.
    case noTerminal
  }
}
