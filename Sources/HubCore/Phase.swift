public import Marbles

/// The phase of a scene's turn: title card, scene, or end.
public typealias Phase = PlaybackState.Phase
