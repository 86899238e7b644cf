/// The smallest stack on which everything that reads a scene must work.
public enum SmallestStack {
  /// Its size in bytes: what the threads of a pool have where little is given. Calls without optimization need several
  /// times as much.
  public static var size: Int {
    #if DEBUG
      2 << 20
    #else
      512 << 10
    #endif
  }
}
