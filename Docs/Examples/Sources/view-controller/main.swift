import Dispatch

// `view-controller` shows the network until Ctrl-C, `view-controller 8` for eight paths.
let inbox = InboxViewController(pathsLeft: CommandLine.arguments.dropFirst().first.flatMap { Int($0) })
inbox.viewWillAppear()
dispatchMain()
