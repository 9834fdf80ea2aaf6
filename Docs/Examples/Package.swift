// swift-tools-version: 6.2

import PackageDescription

// Small programs, one for each way to follow the network, which see this package as other people do: its products
// and nothing else.
let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let pathMonitoring = Target.Dependency.product(name: "PathMonitoring", package: "PathMonitoring")
let classicReachability = Target.Dependency.product(name: "ClassicReachability", package: "PathMonitoring")
let networkCompat = Target.Dependency.product(name: "NetworkCompat", package: "PathMonitoring")

let package = Package(
  name: "PathMonitoringExamples",
  dependencies: [.package(name: "PathMonitoring", path: "../..")],
  targets: [
    .executableTarget(name: "view-controller", dependencies: [pathMonitoring], swiftSettings: settings),
    .executableTarget(name: "path-watcher", dependencies: [networkCompat], swiftSettings: settings),
    .executableTarget(name: "classic", dependencies: [classicReachability], swiftSettings: settings),
    .executableTarget(name: "uploader-actor", dependencies: [pathMonitoring], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
