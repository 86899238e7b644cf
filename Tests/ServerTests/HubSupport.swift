import HTTPTypes
import Hummingbird
import NIOCore

@testable import Server

extension HubSettings {
  /// Every change is sent at once, so that tests see one after the other.
  static var gatheringNothing: HubSettings {
    var settings = HubSettings()
    settings.batchInterval = 0
    return settings
  }
}

extension StateStore {
  /// The objects that a viewer is sent next, each as a line; nil at the end.
  func lines(for subscription: Subscription) async -> [String]? {
    await next(for: subscription).map { buffers in
      let lines = buffers.map { String(buffer: $0) }.joined().split(separator: "\n").map(String.init)
      return subscription.form == .lines
        ? lines : lines.filter { $0.hasPrefix("data: ") }.map { String($0.dropFirst(6)) }
    }
  }
}

/// Keeps the body of a response.
final class Collector: ResponseBodyWriter {
  var bytes = ByteBuffer()
  func write(_ buffer: ByteBuffer) {
    var buffer = buffer
    bytes.writeBuffer(&buffer)
  }
  func finish(_ trailingHeaders: HTTPFields?) {}
}
