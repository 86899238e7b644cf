public import Marbles

/// How far the turn of a scene is: its title is shown, it plays, or its end is shown.
public typealias Phase = PlaybackState.Phase
