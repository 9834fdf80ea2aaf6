internal import CLinuxHeaders
internal import Glibc
internal import Netlink

/// A thread of our own. Neither a task nor a global queue: both make the process wake once a second for ever.
enum SystemThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new thread, detached, with all signals blocked: they are the program's business.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }

    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let context = unsafe Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, &attributes,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      unsafe context.release()
      throw SystemError("pthread_create", Errno(rawValue: status))
    }
    unsafe pthread_setname_np(thread, name)
  }
}
