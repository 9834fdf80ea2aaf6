// swift-tools-version: 6.2

import PackageDescription

// Programs of other people's, written against Apple's Network and SystemConfiguration in their ways, which see
// this package as they do: its products and nothing else. The same sources are built in the ways that projects
// are; a warning in any of them is an error.
let warnings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let ways: [(name: String, settings: [SwiftSetting])] = [
  ("swift6", [.swiftLanguageMode(.v6)]),
  (
    "swift6-upcoming",
    [
      .swiftLanguageMode(.v6), .strictMemorySafety(), .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InternalImportsByDefault"),
    ]
  ),
  ("swift5", [.swiftLanguageMode(.v5)]),
  ("swift5-complete", [.swiftLanguageMode(.v5), .enableExperimentalFeature("StrictConcurrency")]),
]
let products: [Target.Dependency] = [
  .product(name: "NetworkCompat", package: "PathMonitoring"),
  .product(name: "PathMonitoring", package: "PathMonitoring"),
]
// The older names. Their functions take pointers, which code that asks for strict memory safety says itself.
let olderWays: [(name: String, settings: [SwiftSetting])] = [
  ("reachability-swift6", [.swiftLanguageMode(.v6)]),
  ("reachability-swift5", [.swiftLanguageMode(.v5)]),
  (
    "reachability-swift5-complete",
    [.swiftLanguageMode(.v5), .enableExperimentalFeature("StrictConcurrency")]
  ),
]
let olderProducts: [Target.Dependency] = [
  .product(name: "SystemConfigurationCompat", package: "PathMonitoring"),
  .product(name: "ClassicReachability", package: "PathMonitoring"),
]

let package = Package(
  name: "NetworkConsumers",
  dependencies: [.package(name: "PathMonitoring", path: "../..")],
  targets: ways.map { way in
    .executableTarget(
      name: way.name, dependencies: products, path: "Sources/\(way.name)",
      swiftSettings: warnings + way.settings)
  }
    + olderWays.map { way in
      .executableTarget(
        name: way.name, dependencies: olderProducts, path: "Sources/\(way.name)",
        swiftSettings: warnings + way.settings)
    } + [
      // All code is of the main actor unless it says otherwise, as in new projects for apps.
      .executableTarget(
        name: "main-by-default", dependencies: products,
        swiftSettings: warnings + [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]),
      // Knows nothing of this package, and asks whether it is on an Apple system.
      .executableTarget(name: "stranger", swiftSettings: warnings),
    ]
)
