import Glibc
import PathMonitoring

// Makes and ends monitors in every way, over the network that it is started in, until it is killed. After each round
// of all ways it says how many monitors there were so far, how many things that should be gone are still there, and
// how many paths the monitors have heard that stay. The argument is the pause after each, in milliseconds.
let pause = CommandLine.arguments.dropFirst().first.flatMap { UInt32($0) } ?? 0
let residents = Residents(.automatic)
let witness = Witness()
var count = 0
while true {
  for way in WayOfUse.allCases {
    way.run(over: .automatic, witness)
    count += 1
    usleep(pause * 1000)
  }
  Console.writeLine("\(count) \(witness.alive) \(residents.deliveries)")
}
