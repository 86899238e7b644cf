package import Platform

/// `sigaction`, whose union of handlers has another name on every platform.
package enum SignalAction {
  package typealias Handler = @convention(c) (Int32) -> Void

  /// Installs `handler`, and returns the previous action.
  @discardableResult
  package static func install(_ signal: Int32, _ handler: Handler?, flags: Int32 = 0) -> sigaction {
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_u.__sa_handler = handler
    #endif
    action.sa_flags = flags
    var previous = sigaction()
    sigaction(signal, &action, &previous)
    return previous
  }

  typealias InfoHandler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  /// Installs a handler that receives the origin of a signal.
  static func installWithInfo(_ signal: Int32, _ handler: InfoHandler?, flags: Int32) {
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_sigaction = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_sigaction = handler
    #else
      action.__sigaction_u.__sa_sigaction = handler
    #endif
    action.sa_flags = flags
    sigaction(signal, &action, nil)
  }

  static func restore(_ signal: Int32, _ action: sigaction) {
    var action = action
    sigaction(signal, &action, nil)
  }

  @discardableResult
  package static func reset(_ signal: Int32) -> sigaction { install(signal, SIG_DFL) }

  static func ignore(_ signal: Int32) -> sigaction { install(signal, SIG_IGN) }

  static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
