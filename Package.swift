// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "PathMonitoring",
  products: [
    .library(name: "PathMonitoring", targets: ["PathMonitoring"]),
    .library(name: "PathMonitoringTesting", targets: ["PathMonitoringTesting"]),
    .library(name: "NetworkCompat", targets: ["NetworkCompat"]),
    .library(name: "SystemConfigurationCompat", targets: ["SystemConfigurationCompat"]),
    .library(name: "ClassicReachability", targets: ["ClassicReachability"]),
    .executable(name: "pathmonitor", targets: ["pathmonitor"]),
  ],
  targets: [
    // Kernel headers, and the macros of theirs that Swift cannot import.
    .systemLibrary(name: "CLinuxHeaders"),
    // Bytes <-> messages, and one socket type. Knows no network path.
    .target(name: "Netlink", dependencies: ["CLinuxHeaders"]),
    // The library that programs import.
    .target(name: "PathMonitoring", dependencies: ["Netlink", "CLinuxHeaders"]),
    // What other people's tests need: a manual clock, worked scenarios, the conformance kit for backends.
    .target(
      name: "PathMonitoringTesting", dependencies: ["PathMonitoring"], resources: [.embedInCode("Scenarios")]),
    // The names of Apple's Network. Never a target or product of that name: SwiftPM shows every module of a
    // build to all packages in it, and those that ask `canImport(Network)` would take it for Apple's.
    .target(name: "NetworkCompat", dependencies: ["PathMonitoring"]),
    // The names of Apple's SCNetworkReachability. Never called SystemConfiguration, for the same reason.
    .target(name: "SystemConfigurationCompat", dependencies: ["PathMonitoring"]),
    // The class that came before all this, with notifications.
    .target(
      name: "ClassicReachability", dependencies: ["SystemConfigurationCompat", "PathMonitoring"]),
    // The command line tool.
    .executableTarget(name: "pathmonitor", dependencies: ["PathMonitoring", "PathMonitoringTesting"]),
    .testTarget(
      name: "NetlinkTests", dependencies: ["Netlink", "CLinuxHeaders", "TestSupport", "CTestSupport"]),
    .testTarget(
      name: "PathMonitoringTests",
      dependencies: ["PathMonitoring", "PathMonitoringTesting", "Netlink", "TestSupport"]),
    .testTarget(
      name: "PathMonitoringTestingTests",
      dependencies: ["PathMonitoringTesting", "PathMonitoring", "TestSupport"]),
    .testTarget(
      name: "NetworkCompatTests", dependencies: ["NetworkCompat", "PathMonitoring", "TestSupport"]),
    .testTarget(
      name: "SystemConfigurationCompatTests",
      dependencies: [
        "SystemConfigurationCompat", "ClassicReachability", "PathMonitoring", "PathMonitoringTesting",
        "TestSupport",
      ]),
    .testTarget(
      name: "LiveTests",
      dependencies: [
        "PathMonitoring", "PathMonitoringTesting", "Netlink", "SystemConfigurationCompat",
        "ClassicReachability", "TestSupport", "soak",
      ],
      path: "Tests/Live",
      exclude: ["idle-check", "idle-cost", "confined-check", "system-service.txt"]),
    .testTarget(
      name: "ToolTests",
      dependencies: ["pathmonitor", "PathMonitoring", "PathMonitoringTesting", "TestSupport"]),
    // Makes and ends monitors in every way: for hours beside a network that changes, and for the leak tests.
    .executableTarget(
      name: "soak",
      dependencies: ["PathMonitoring", "NetworkCompat", "SystemConfigurationCompat", "ClassicReachability"],
      path: "Tests/Soak", exclude: ["run"]),
    // What the fuzzer runs, replayed without it: Tests/Fuzz/run fuzzes.
    .testTarget(
      name: "FuzzTests", dependencies: ["pathmonitor", "PathMonitoring", "PathMonitoringTesting", "Netlink"],
      path: "Tests/Fuzz",
      exclude: ["Driver", "Sources", "Corpus", "Crashers", "Dictionaries", "Package.swift", "run"],
      sources: ["Targets", "Replay"]),
    // Recordings, a recorded kernel, namespaces: what the test targets share.
    .target(
      name: "TestSupport",
      dependencies: ["PathMonitoring", "PathMonitoringTesting", "Netlink", "CTestSupport"],
      path: "Tests/TestSupport", exclude: ["C"]),
    .target(name: "CTestSupport", path: "Tests/TestSupport/C"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}
