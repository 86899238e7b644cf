internal import Marbles
internal import Scenes

extension Scene.Matrix {
  /// A description of the rain, for people who can't see it.
  var sentence: String {
    let color = palette.rawValue.prefix(1).uppercased() + palette.rawValue.dropFirst()
    let pace = speed == 1 ? "" : ", \(speed) times as fast as usual"
    return
      "\(color) \(glyphs.sentence) rain down in columns\(pace): near ones are large, bright and fast, far ones small, "
      + "dim and slow. Each may become another one twice a second."
  }
}

extension Scene.Matrix.GlyphChoice {
  fileprivate var sentence: String {
    switch self {
    case .kana: "kana and digits"
    case .latin: "letters and digits"
    case .digits: "digits"
    case .binary: "zeros and ones"
    }
  }
}
