#if Redis
  internal import CHiredis
  internal import Platform

  /// A connection to a server; each call blocks its thread until the server has answered.
  ///
  /// Not Sendable: one thread uses it. A ``RedisStopper`` ends its calls from other threads.
  public final class RedisConnection {
    private let context: UnsafeMutablePointer<redisContext>
    private let stopper: RedisStopper

    /// Whether this program was built with Redis.
    public static let isAvailable = true

    /// How long the server may take to accept the connection, and to answer a command.
    public static let answerLimit = Duration.seconds(5)

    /// Connects, and logs in if there are credentials.
    ///
    /// - Parameters:
    ///   - address: the server and the database.
    ///   - credentials: the user and the password; nil for a server without.
    ///   - stopper: ends calls from other threads.
    /// - Throws: ``RedisFailure/unreachable(_:)``, or what the server answers to the login.
    public init(
      to address: RedisAddress, credentials: RedisCredentials?, stopper: RedisStopper
    ) throws(RedisFailure) {
      // The server may close the connection while a command is written.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      guard
        let context = redisConnectWithTimeout(address.host, Int32(address.port), Self.time(Self.answerLimit))
      else { throw .unreachable("no memory") }
      (self.context, self.stopper) = (context, stopper)
      guard context.pointee.err == 0 else { throw .unreachable(Self.reason(context)) }
      _ = fcntl(context.pointee.fd, F_SETFD, FD_CLOEXEC)
      guard stopper.watch(context.pointee.fd) else { throw .lost("stopped") }
      setTimeout(Self.answerLimit)
      redisEnableKeepAlive(context)
      if let credentials {
        let login = ["AUTH"] + (credentials.user.map { [$0] } ?? []) + [credentials.password]
        do throws(RedisFailure) { _ = try command(RedisCommand(login)) } catch {
          throw error.withoutArguments
        }
      }
      if address.database != 0 { _ = try command(["SELECT", String(address.database)]) }
    }

    deinit {
      stopper.forget()
      redisFree(context)
    }

    /// Sends a command and waits for its answer.
    ///
    /// - Parameter wait: how long the command itself may block, as `XREAD BLOCK` does.
    /// - Throws: ``RedisFailure/refused(_:)`` for an error of the server, or ``RedisFailure/lost(_:)``.
    public func command(_ command: RedisCommand, blockingFor wait: Duration = .zero) throws(RedisFailure) -> RedisReply
    {
      if wait > .zero { setTimeout(Self.answerLimit + wait) }
      defer { if wait > .zero { setTimeout(Self.answerLimit) } }
      try append(command)
      return try Self.checked(try reply())
    }

    /// Sends commands together, and returns their answers in order; those that the server refuses are
    /// ``RedisReply/error(_:)``.
    ///
    /// - Throws: ``RedisFailure/lost(_:)``; some commands may have been performed.
    public func pipeline(_ commands: [RedisCommand]) throws(RedisFailure) -> [RedisReply] {
      for command in commands { try append(command) }
      var replies: [RedisReply] = []
      for _ in commands { replies.append(try reply()) }
      return replies
    }

    private static func checked(_ reply: RedisReply) throws(RedisFailure) -> RedisReply {
      if case .error(let answer) = reply { throw .refused(answer) }
      return reply
    }

    private func append(_ command: RedisCommand) throws(RedisFailure) {
      let result = command.bytes.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          redisAppendFormattedCommand(context, $0.baseAddress, bytes.count)
        }
      }
      guard result == REDIS_OK else { throw .lost(Self.reason(context)) }
    }

    private func reply() throws(RedisFailure) -> RedisReply {
      var raw: UnsafeMutableRawPointer?
      guard redisGetReply(context, &raw) == REDIS_OK, let raw else { throw .lost(Self.reason(context)) }
      defer { freeReplyObject(raw) }
      return RedisReply(raw.assumingMemoryBound(to: redisReply.self))
    }

    private func setTimeout(_ duration: Duration) { redisSetTimeout(context, Self.time(duration)) }

    private static func time(_ duration: Duration) -> timeval {
      let (seconds, fraction) = duration.components
      return timeval(tv_sec: Int(seconds), tv_usec: .init(fraction / 1_000_000_000_000))
    }

    private static func reason(_ context: UnsafeMutablePointer<redisContext>) -> String {
      // A call that ran into its timeout.
      if context.pointee.err == REDIS_ERR_IO, errno == EAGAIN { return "the server does not answer" }
      let text = withUnsafeBytes(of: context.pointee.errstr) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      return text.isEmpty ? "unknown" : text
    }
  }

  extension RedisReply {
    fileprivate init(_ reply: UnsafeMutablePointer<redisReply>) {
      let reply = reply.pointee
      switch reply.type {
      case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .text(Self.text(reply))
      case REDIS_REPLY_INTEGER: self = .integer(Int(reply.integer))
      case REDIS_REPLY_ERROR: self = .error(Self.text(reply))
      case REDIS_REPLY_ARRAY:
        self = .array((0..<Int(reply.elements)).map { reply.element[$0].map(RedisReply.init) ?? .null })
      default: self = .null
      }
    }

    private static func text(_ reply: redisReply) -> String {
      guard let start = reply.str else { return "" }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(reply.len)), as: UTF8.self)
    }
  }
#else
  /// A connection to a server, which this program can't make, because it was built without Redis.
  public final class RedisConnection {
    /// Whether this program was built with Redis.
    public static let isAvailable = false

    /// How long the server may take to accept the connection, and to answer a command.
    public static let answerLimit = Duration.seconds(5)

    /// Throws ``RedisFailure/notBuilt``.
    public init(
      to address: RedisAddress, credentials: RedisCredentials?, stopper: RedisStopper
    ) throws(RedisFailure) { throw .notBuilt }

    /// Throws ``RedisFailure/notBuilt``.
    public func command(_ command: RedisCommand, blockingFor wait: Duration = .zero) throws(RedisFailure) -> RedisReply
    {
      throw .notBuilt
    }

    /// Throws ``RedisFailure/notBuilt``.
    public func pipeline(_ commands: [RedisCommand]) throws(RedisFailure) -> [RedisReply] { throw .notBuilt }
  }
#endif
