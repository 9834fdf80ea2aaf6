import Foundation

// `path-watcher` tells of the network until Ctrl-C, `path-watcher 8` of eight paths.
let watcher = PathWatcher(pathsLeft: CommandLine.arguments.dropFirst().first.flatMap { Int($0) }) { exit(0) }
watcher.start()
dispatchMain()
