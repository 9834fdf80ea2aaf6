import CoreFoundation

/// A source of run loops, which keeps them running and does its work on one of their threads.
///
/// Unchecked: CoreFoundation locks its own objects; the list of places is used under the lock of the target.
final class RunLoopSource: @unchecked Sendable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let source: CFRunLoopSource
  private var places: [(loop: CFRunLoop, mode: CFString)] = []

  /// Makes a source that does `body` soon after each `signal()`; once for several.
  init?(_ body: @escaping @Sendable () -> Void) {
    // The source keeps the work: a run loop may be about to perform it when the source is taken away.
    var context = unsafe CFRunLoopSourceContext()
    let work = Work(body)
    unsafe context.info = Unmanaged.passUnretained(work).toOpaque()
    unsafe context.retain = { info in
      if let info = unsafe info { _ = unsafe Unmanaged<Work>.fromOpaque(info).retain() }
      return unsafe info
    }
    unsafe context.release = { info in
      if let info = unsafe info { unsafe Unmanaged<Work>.fromOpaque(info).release() }
    }
    unsafe context.perform = { info in
      if let info = unsafe info { unsafe Unmanaged<Work>.fromOpaque(info).takeUnretainedValue().body() }
    }
    let source = withExtendedLifetime(work) { unsafe CFRunLoopSourceCreate(nil, 0, &context) }
    guard let source else { return nil }
    self.source = source
  }

  var isEmpty: Bool { places.isEmpty }

  func signal() {
    CFRunLoopSourceSignal(source)
    for place in places { CFRunLoopWakeUp(place.loop) }
  }

  /// False if it is there already.
  func add(_ loop: CFRunLoop, _ mode: CFString) -> Bool {
    guard !contains(loop, mode) else { return false }
    places.append((loop, mode))
    CFRunLoopAddSource(loop, source, mode)
    // One that sleeps would not look at what is new.
    CFRunLoopWakeUp(loop)
    return true
  }

  /// False if it is not there.
  func remove(_ loop: CFRunLoop, _ mode: CFString) -> Bool {
    guard contains(loop, mode) else { return false }
    places.removeAll { $0.loop === loop && CFEqual($0.mode, mode) }
    CFRunLoopRemoveSource(loop, source, mode)
    if places.isEmpty { CFRunLoopSourceInvalidate(source) }
    CFRunLoopWakeUp(loop)
    return true
  }

  private func contains(_ loop: CFRunLoop, _ mode: CFString) -> Bool {
    places.contains { $0.loop === loop && CFEqual($0.mode, mode) }
  }
}
