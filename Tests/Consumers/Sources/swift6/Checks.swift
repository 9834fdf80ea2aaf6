import Foundation

/// Keeps what went wrong.
@MainActor final class Checks {
  private(set) var failures: [String] = []

  func expect(_ condition: Bool, _ what: String) {
    if !condition { failures.append(what) }
  }

  func expect<Value: Equatable>(_ value: Value, is wanted: Value, _ what: String) {
    expect(value == wanted, "\(what): \(value) instead of \(wanted)")
  }
}

/// Signals that one waits for.
final class Bell: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func ring() { semaphore.signal() }

  /// Waits for so many rings; far too long for any but a hung machine.
  func wait(_ count: Int = 1) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        for _ in 0..<count where self.semaphore.wait(timeout: .now() + 20) == .timedOut {
          return continuation.resume(returning: false)
        }
        continuation.resume(returning: true)
      }
    }
  }
}
