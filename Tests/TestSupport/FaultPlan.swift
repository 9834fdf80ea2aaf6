package import CTestSupport
import Glibc

/// System calls that fail now and then for the threads of a namespace that are under it.
///
/// Unchecked: what changes while calls are served is changed and read atomically.
@safe package final class FaultPlan: @unchecked Sendable {
  let plan: UnsafeMutablePointer<fault_plan>

  /// - Parameters:
  ///   - calls: which calls fail.
  ///   - error: how they fail.
  ///   - every: each so many-th of them fails; 0 for none.
  ///   - only: the call of this number fails and no other; 0 if `every` decides.
  package init(_ calls: [fault_call], _ error: Int32, every: Int = 0, only: Int = 0) {
    unsafe plan = .allocate(capacity: 1)
    unsafe plan.initialize(to: fault_plan())
    for call in calls { unsafe plan.pointee.calls |= 1 << UInt32(call.rawValue) }
    unsafe plan.pointee.error = error
    unsafe plan.pointee.every = every
    unsafe plan.pointee.only = only
  }

  deinit { unsafe plan.deallocate() }

  /// How many of the calls were made.
  package var seen: Int { unsafe faults_seen(plan) }

  /// How many of them failed.
  package var failed: Int { unsafe faults_failed(plan) }

  /// From now on each so many-th call fails; 0 for none.
  package func failEvery(_ every: Int) { unsafe fail_every(plan, every) }
}
