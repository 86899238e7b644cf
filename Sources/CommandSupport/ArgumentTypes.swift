public import ArgumentParser
public import Drawing
public import Formats
public import Marbles
public import Scenes
public import Terminal

extension ColorChoice: ExpressibleByArgument {}
extension Dialect: ExpressibleByArgument {}
extension Connector.Choice: ExpressibleByArgument {}
extension Lint: ExpressibleByArgument {}
extension NarrationFormat: ExpressibleByArgument {}
extension RunFormat: ExpressibleByArgument {}
extension SceneFormat: ExpressibleByArgument {}
extension Theme.Name: ExpressibleByArgument {}
extension TimeUnit: ExpressibleByArgument {}
