// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "PathMonitorBenchmarks",
  dependencies: [.package(name: "PathMonitoring", path: "../..")],
  targets: [
    .executableTarget(
      name: "contender", dependencies: [.product(name: "PathMonitoring", package: "PathMonitoring")],
      swiftSettings: [.treatAllWarnings(as: .error), .strictMemorySafety()])
  ],
  swiftLanguageModes: [.v6]
)
