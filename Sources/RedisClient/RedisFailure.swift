/// Why a command did not succeed. No description contains a password.
public enum RedisFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// This program was built without Redis.
  case notBuilt
  /// No connection can be made, with the reason.
  case unreachable(String)
  /// The connection was lost, with the reason.
  case lost(String)
  /// The server refused a command: its answer, which begins with a code such as `WRONGTYPE`.
  case refused(String)

  /// How to get a program with Redis.
  public static let buildAdvice =
    "this program was built without Redis; install libhiredis-dev and build it with `swift build --traits default,Redis`"

  /// The failure without the arguments of the command, which Redis repeats for a command that it does not know.
  var withoutArguments: RedisFailure {
    guard case .refused(let answer) = self else { return self }
    let parts = answer.split(separator: ", with args", maxSplits: 1)
    return .refused(String(parts.first ?? ""))
  }

  /// The first word of the server's answer, such as `OOM`; nil when the server did not answer.
  public var code: String? {
    guard case .refused(let answer) = self else { return nil }
    return String(answer.prefix { $0 != " " })
  }

  /// The codes of errors that sending the command again can't change: wrong credentials, missing permissions, a key of
  /// another type, and redirections of clusters, which this client does not support.
  private static let permanentCodes: Set<String> = [
    "WRONGPASS", "NOAUTH", "NOPERM", "WRONGTYPE", "MOVED", "ASK", "CROSSSLOT", "NOPROTO",
  ]

  /// Whether another attempt can't succeed.
  public var isPermanent: Bool {
    switch self {
    case .notBuilt: true
    case .unreachable, .lost: false
    case .refused(let answer):
      // Redis answers unknown commands, such as those of streams before 5.0, and wrong arguments with a plain ERR.
      code.map(Self.permanentCodes.contains) == true || answer.hasPrefix("ERR AUTH")
        || answer.hasPrefix("ERR unknown command") || answer.hasPrefix("ERR invalid password")
        || answer.hasPrefix("ERR Client sent AUTH") || answer.hasPrefix("ERR DB index")
        || answer.hasPrefix("ERR Invalid stream ID")
    }
  }

  /// The reason for a person, without the address.
  public var description: String {
    switch self {
    case .notBuilt: return Self.buildAdvice
    case .unreachable(let reason): return "can't connect: \(reason)"
    case .lost(let reason): return "lost the connection: \(reason)"
    case .refused(let answer):
      return switch code {
      case "WRONGPASS", "NOAUTH": "the server refuses the credentials (\(code ?? ""))"
      case "NOPERM": "the user lacks a permission (\(answer))"
      case "WRONGTYPE": "the key is not a stream (WRONGTYPE)"
      case "OOM": "the server is out of memory (OOM)"
      case "LOADING": "the server is loading its data (LOADING)"
      case "MOVED", "ASK", "CROSSSLOT": "the server is a cluster, which marbled does not support (\(code ?? ""))"
      default: "the server answers: \(answer)"
      }
    }
  }
}
