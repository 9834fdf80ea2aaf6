import Foundation

// `classic` shows the network until Ctrl-C, `classic 6` for six states.
let label = NetworkLabel(statesLeft: CommandLine.arguments.dropFirst().first.flatMap { Int($0) }) { exit(0) }
label.appear()
RunLoop.main.run()
