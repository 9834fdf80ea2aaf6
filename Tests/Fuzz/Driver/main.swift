// Runs libFuzzer on one target: `fuzz TARGET [OPTIONS OF LIBFUZZER] [FOLDERS OR FILES]`.
import Glibc

/// Reads one input; always 0.
typealias FuzzerCallback = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

/// libFuzzer without its `main` (FuzzerDriver.cpp of compiler-rt).
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: FuzzerCallback
) -> CInt

/// What the first argument names. libFuzzer starts itself anew for a merge, without that argument: then the
/// environment does.
enum Chosen {
  static let variable = "PATH_MONITOR_FUZZ_TARGET"
  static let named = CommandLine.arguments.dropFirst().first.flatMap(FuzzTarget.init)
  static let inherited = unsafe getenv(variable).flatMap {
    unsafe FuzzTarget(rawValue: String(cString: $0))
  }
}

guard let target = Chosen.named ?? Chosen.inherited else {
  print(FuzzTarget.allCases.map(\.rawValue).joined(separator: "\n"))
  exit(CommandLine.arguments.count > 1 ? 2 : 0)
}
_ = unsafe setenv(Chosen.variable, target.rawValue, 1)
var count = CommandLine.argc
var arguments = unsafe CommandLine.unsafeArgv
if Chosen.named != nil {
  // libFuzzer would take it for a folder. The last argument is followed by nil.
  count -= 1
  unsafe arguments += 1
  unsafe arguments[0] = CommandLine.unsafeArgv[0]
}
let status = unsafe runFuzzer(&count, &arguments) { bytes, count in
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  do {
    try (Chosen.named ?? Chosen.inherited)?.check(input)
  } catch {
    fatalError("\(error)")
  }
  return 0
}
exit(status)
