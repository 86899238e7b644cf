internal import NIOCore
internal import Synchronization

/// Limits how often each address may ask for a run: a bucket of tokens for each address, which fills at a steady rate.
final class RateLimiter: Sendable {
  /// Runs that an address may ask for at once.
  let burst: Double
  /// Runs per second that an address may ask for in the long run.
  let rate: Double
  /// The maximum number of addresses that are remembered.
  static let maximumAddresses = 10_000

  private struct Bucket {
    var tokens: Double
    var time: Int64
  }
  private struct Buckets {
    var byAddress: [String: Bucket] = [:]
    /// When all of them were looked at last, and how often that was.
    var sweptAt: Int64?
    var sweeps = 0
  }
  private let buckets = Mutex(Buckets())
  private let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - rate: runs per second.
  ///   - burst: runs at once.
  ///   - now: the time, in nanoseconds.
  init(rate: Double = 40, burst: Double = 120, now: @escaping @Sendable () -> Int64) {
    (self.rate, self.burst, self.now) = (rate, burst, now)
  }

  /// Takes a token of an address.
  ///
  /// - Returns: nil when there was one; else the number of seconds after which there is one.
  func take(_ address: String) -> Int? {
    let time = now()
    return buckets.withLock { buckets in
      var bucket = buckets.byAddress[address] ?? Bucket(tokens: burst, time: time)
      bucket.tokens = filled(bucket, at: time)
      bucket.time = time
      guard bucket.tokens >= 1 else {
        buckets.byAddress[address] = bucket
        return max(1, Int(((1 - bucket.tokens) / rate).rounded(.up)))
      }
      bucket.tokens -= 1
      if buckets.byAddress[address] == nil, buckets.byAddress.count >= Self.maximumAddresses {
        forget(&buckets, at: time)
      }
      buckets.byAddress[address] = bucket
      return nil
    }
  }

  /// The number of addresses that are remembered.
  var addressCount: Int { buckets.withLock { $0.byAddress.count } }
  /// How often all addresses were looked at.
  var sweeps: Int { buckets.withLock { $0.sweeps } }

  private func filled(_ bucket: Bucket, at time: Int64) -> Double {
    min(burst, bucket.tokens + Double(max(0, time - bucket.time)) / 1e9 * rate)
  }

  /// Forgets addresses whose bucket is full again, and any if that is not enough.
  ///
  /// All addresses are looked at only once in the time in which an empty bucket fills, however many new ones there are.
  private func forget(_ buckets: inout Buckets, at time: Int64) {
    if buckets.sweptAt.map({ Double(time - $0) / 1e9 >= burst / rate }) ?? true {
      buckets.byAddress = buckets.byAddress.filter { filled($0.value, at: time) < burst }
      (buckets.sweptAt, buckets.sweeps) = (time, buckets.sweeps + 1)
    }
    if buckets.byAddress.count >= Self.maximumAddresses, let any = buckets.byAddress.keys.first {
      buckets.byAddress[any] = nil
    }
  }

  /// The address of a client, as it is counted: an IPv6 network of 64 bits is one client.
  static func name(of address: SocketAddress?) -> String { address?.ipAddress.map(name(ofIP:)) ?? "local" }

  /// The same of an address as text, as `inet_ntop` writes it.
  static func name(ofIP text: String) -> String {
    guard text.contains(":") else { return text }
    // `::ffff:192.0.2.1` is an IPv4 address.
    if text.contains("."), let last = text.split(separator: ":").last { return String(last) }
    let halves = (text.split(separator: "%").first ?? "").split(separator: "::", omittingEmptySubsequences: false)
    let (head, tail) = (halves[0].split(separator: ":"), halves.count > 1 ? halves[1].split(separator: ":") : [])
    let zeros = [Substring](repeating: "0", count: max(0, 8 - head.count - tail.count))
    return (head + zeros + tail).prefix(4).joined(separator: ":") + "::/64"
  }
}
