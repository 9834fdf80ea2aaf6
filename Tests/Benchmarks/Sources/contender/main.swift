import Glibc

// Monitors the path, BENCH_N times (1), and logs in BENCH_LOG when each change is delivered; at SIGTERM prints
// what it holds to be true.
//
//   contender [queue|async] [held]
//
// With `held` it begins at SIGUSR1 only, so that what the start costs can be told from what the program costs.
var signals = sigset_t()
unsafe sigemptyset(&signals)
unsafe sigaddset(&signals, SIGTERM)
unsafe sigaddset(&signals, SIGUSR1)
unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)

let arguments = CommandLine.arguments.dropFirst()
guard let way = Contest.Way(rawValue: arguments.first ?? "queue") else {
  print("usage: contender [queue|async] [held]")
  exit(2)
}
let count = unsafe getenv("BENCH_N").flatMap { unsafe Int(String(cString: $0)) } ?? 1
let contest = Contest(count: max(count, 1))
var signal: Int32 = 0
if arguments.contains("held") { contest.hold() } else { contest.start(way) }
while unsafe sigwait(&signals, &signal) == 0, signal != SIGTERM {
  contest.start(way)
}
print(contest.verdict)
exit(0)
