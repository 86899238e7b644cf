// `posix_spawn` is unavailable on tvOS and watchOS, where only the libraries of the package can be used.
#if !os(tvOS) && !os(watchOS)
  /// Starts programs. Each leads a new process group, and begins with no blocked signal and the default handler of each signal.
  public enum GroupLeader {
    /// Where a standard stream of a program goes.
    public enum Stream: Hashable, Sendable {
      /// To the file, pipe or socket behind this descriptor of this process.
      case descriptor(Int32)
      /// To `/dev/null`: what is written is lost, and a reader finds the end at once.
      case null
    }

    /// Why a program could not be started.
    public struct Failure: Error, Hashable, Sendable {
      /// The error number (`errno`) of `posix_spawn`.
      public var number: Int32
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: the path of the program.
    ///   - arguments: its arguments, without its name.
    ///   - streams: its standard streams, by number; the others are those of this process.
    /// - Returns: the id of the process. The caller has to wait for its end, so that the system forgets it.
    /// - Throws: ``Failure`` if the system can't start it.
    public static func start(
      _ path: String, _ arguments: [String], streams: KeyValuePairs<Int32, Stream>
    ) throws(Failure) -> pid_t {
      #if canImport(Darwin)
        var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
      #else
        var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
      #endif
      posix_spawn_file_actions_init(&actions)
      posix_spawnattr_init(&attributes)
      defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
      }
      for (number, stream) in streams {
        switch stream {
        case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        case .null:
          posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
        }
      }
      var (none, all) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      sigfillset(&all)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setsigdefault(&attributes, &all)
      posix_spawnattr_setpgroup(&attributes, 0)
      posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
      var words = ([path] + arguments).map { (text: String) -> UnsafeMutablePointer<CChar>? in strdup(text) } + [nil]
      defer { for word in words { free(word) } }
      var child: pid_t = 0
      let result = posix_spawn(&child, path, &actions, &attributes, &words, environment)
      guard result == 0 else { throw Failure(number: result) }
      return child
    }

    /// The environment of this process, as `exec` takes it.
    private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
      #if canImport(Darwin)
        // Its header does not declare `environ`, which a library of the system can't see.
        _NSGetEnviron().pointee
      #else
        environ
      #endif
    }
  }
#endif
