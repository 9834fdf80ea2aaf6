// swift-tools-version: 6.2

import PackageDescription

// The sources of the library and the tool once more, as one package with the driver of the fuzzer, so that all of
// them tell the fuzzer which ways an input took. `Sources` is a link to the folder of the package above.
let sanitizers: [String] = ["-sanitize=fuzzer,address"]

let package = Package(
  name: "Fuzz",
  targets: [
    .systemLibrary(name: "CLinuxHeaders"),
    .target(name: "Netlink", dependencies: ["CLinuxHeaders"]),
    .target(name: "PathMonitoring", dependencies: ["Netlink", "CLinuxHeaders"]),
    .target(
      name: "PathMonitoringTesting", dependencies: ["PathMonitoring"], resources: [.embedInCode("Scenarios")]),
    .target(
      name: "pathmonitor", dependencies: ["PathMonitoring", "PathMonitoringTesting"], exclude: ["main.swift"]),
    .executableTarget(
      name: "fuzz", dependencies: ["pathmonitor", "PathMonitoring", "PathMonitoringTesting", "Netlink"],
      path: ".", exclude: ["Replay", "Corpus", "Crashers", "Dictionaries", "Sources", "run"],
      sources: ["Driver", "Targets"],
      // GNU gold, the default, fails with an internal error on such a program.
      linkerSettings: [.unsafeFlags(sanitizers + ["-use-ld=lld"])]),
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
    // Optimized, and yet open to `@testable import`.
    .unsafeFlags(sanitizers + ["-enable-testing"]),
  ]
}
