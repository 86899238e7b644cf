/// What gives a terminal back, byte by byte.
enum Restoration {
  /// After `play`, on a terminal that has answered no questions: SGR reset, mouse and focus reports off, bracketed paste off, cursor shown, alternate
  /// screen left.
  static let bytes = Array(
    "\u{1B}[m\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1006l\u{1B}[?1004l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l".utf8)
  /// On one that has: synchronized output ended and the title given back, too.
  static let bytesAfterReplies = Array(
    "\u{1B}[m\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1006l\u{1B}[?2026l\u{1B}[?1004l\u{1B}[?2004l\u{1B}[23;2t\u{1B}[?25h\u{1B}[?1049l"
      .utf8)
}
