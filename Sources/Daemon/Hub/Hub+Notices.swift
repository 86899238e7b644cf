internal import Logging
internal import Scenes

// The banner, and what went wrong.
extension Hub {
  func setMessage(_ text: String?) {
    message = text
    board.update { $0.message = text }
    var change = JSONObject()
    change.add("message", text)
    publish(Change(nextSequence(), run: run, type: "message", change.inner))
  }

  /// Says what went wrong, to all who watch and to the log.
  public func note(_ text: String) {
    logger.warning("\(text)")
    notices = (notices + [text]).suffix(20)
    showNotice()
  }

  /// Everything is as it should be again.
  func forgetNotices() {
    guard !notices.isEmpty else { return }
    notices = []
    showNotice()
  }

  private func showNotice() {
    board.update { $0.notice = notices.last }
    var change = JSONObject()
    change.add("notice", notices.last)
    publish(Change(nextSequence(), run: run, type: "notice", change.inner))
  }
}
