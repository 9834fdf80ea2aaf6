// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "PathMonitorBenchmarks",
  products: [.library(name: "heapcount", type: .dynamic, targets: ["CHeapCount"])],
  dependencies: [.package(name: "PathMonitoring", path: "../..")],
  targets: [
    // The product, as a program that logs what it is told.
    .executableTarget(
      name: "contender", dependencies: [.product(name: "PathMonitoring", package: "PathMonitoring")],
      swiftSettings: [.treatAllWarnings(as: .error), .strictMemorySafety()]),
    // What it cannot be faster than.
    .executableTarget(name: "limit"),
    // Counters of what a program does: system calls, heap allocations.
    .executableTarget(name: "calls"),
    .target(name: "CHeapCount"),
  ],
  swiftLanguageModes: [.v6]
)
