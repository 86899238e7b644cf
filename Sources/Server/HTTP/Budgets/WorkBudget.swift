internal import Foundation
internal import Platform
internal import Synchronization

/// How much processor time clients have used lately, by address and by page: charged after the work.
///
/// Half of what was used is forgotten each minute, so that what counts are the last minutes. Whoever uses a tenth of a core
/// all the time has used nine seconds. The numbers decide who comes next where clients wait for each other, and who must wait longer.
final class WorkBudget: Sendable {
  /// The nanoseconds in which half of what was used is forgotten.
  static let halfLife = 60_000_000_000.0
  /// The maximum number of addresses, and of pages, that are remembered.
  static let maximumCount = 10_000

  private struct Account {
    var seconds: Double
    var time: Int64
  }
  private struct Accounts {
    var byAddress: [String: Account] = [:]
    var byClient: [Client: Account] = [:]
  }
  private let accounts = Mutex(Accounts())
  private let now: @Sendable () -> Int64
  private let processorTime: @Sendable () -> Int64

  /// - Parameters:
  ///   - now: the time, in nanoseconds.
  ///   - processorTime: the processor time of the calling thread, in nanoseconds.
  init(
    now: @escaping @Sendable () -> Int64 = MonotonicClock.system.now,
    processorTime: @escaping @Sendable () -> Int64 = ProcessorTime.ofThread
  ) {
    (self.now, self.processorTime) = (now, processorTime)
  }

  /// The result of `body`, whose processor time on this thread `client` pays.
  func charging<Result>(_ client: Client, _ body: () -> Result) -> Result {
    let start = processorTime()
    defer { charge(client, processorTime() - start) }
    return body()
  }

  /// Adds processor time, in nanoseconds, to what a client and its address have used.
  func charge(_ client: Client, _ nanoseconds: Int64) {
    let time = now()
    accounts.withLock { accounts in
      add(nanoseconds, at: time, to: client.address, in: &accounts.byAddress)
      add(nanoseconds, at: time, to: client, in: &accounts.byClient)
    }
  }

  /// The seconds of processor time that an address has used lately.
  func seconds(of address: String) -> Double {
    let time = now()
    return accounts.withLock { left(of: $0.byAddress[address], at: time) }
  }

  /// The seconds of processor time that each of some clients has used lately: its address, and itself.
  func seconds(of clients: some Sequence<Client>) -> [Client: (address: Double, own: Double)] {
    let time = now()
    return accounts.withLock { accounts in
      clients.reduce(into: [:]) { seconds, client in
        seconds[client] = (
          left(of: accounts.byAddress[client.address], at: time), left(of: accounts.byClient[client], at: time)
        )
      }
    }
  }

  /// The number of addresses that are remembered.
  var addressCount: Int { accounts.withLock { $0.byAddress.count } }

  private func left(of account: Account?, at time: Int64) -> Double {
    guard let account else { return 0 }
    return account.seconds * exp2(-Double(max(0, time - account.time)) / Self.halfLife)
  }

  private func add<Key: Hashable>(_ nanoseconds: Int64, at time: Int64, to key: Key, in all: inout [Key: Account]) {
    if all[key] == nil, all.count >= Self.maximumCount { forget(&all, at: time) }
    all[key] = Account(seconds: left(of: all[key], at: time) + Double(max(0, nanoseconds)) / 1e9, time: time)
  }

  /// Forgets half of the accounts: those that have used least.
  private func forget<Key: Hashable>(_ all: inout [Key: Account], at time: Int64) {
    let used = all.map { (key: $0, account: $1, left: left(of: $1, at: time)) }.sorted { $0.left > $1.left }
    all = Dictionary(uniqueKeysWithValues: used.prefix(Self.maximumCount / 2).map { ($0.key, $0.account) })
  }
}
