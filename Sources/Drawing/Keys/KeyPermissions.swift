/// What the keys of a viewer may do; they depend on who watches, and on what plays.
public struct KeyPermissions: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Pause and resume.
  public static let pause = KeyPermissions(rawValue: 1)
  /// Go to another time of the scene.
  public static let seek = KeyPermissions(rawValue: 2)
  /// Go to the previous or the next scene.
  public static let changeScene = KeyPermissions(rawValue: 4)
  /// Change the speed, and restart.
  public static let tempo = KeyPermissions(rawValue: 8)
  /// Turn looping on or off.
  public static let loop = KeyPermissions(rawValue: 16)
  /// Move inputs.
  public static let edit = KeyPermissions(rawValue: 32)
  /// Choose a scene from a list.
  public static let choose = KeyPermissions(rawValue: 64)
  /// Change what this viewer alone sees.
  public static let look = KeyPermissions(rawValue: 128)
  /// Select marbles, and scroll.
  public static let select = KeyPermissions(rawValue: 256)
  /// Quit, and suspend the process.
  public static let leave = KeyPermissions(rawValue: 512)

  /// Copy and save what is shown.
  public static let export = KeyPermissions(rawValue: 1024)
  /// List the keys that work.
  public static let help = KeyPermissions(rawValue: 2048)

  /// Let phones steer, and end that. It takes a daemon with an address for phones.
  public static let remote = KeyPermissions(rawValue: 4096)

  /// Everything that a terminal without a daemon can have.
  public static let all = KeyPermissions(rawValue: 4095)
}
