// What packages with two transports do. Their Network branch does not build on Linux, whoever else in the build
// offers names like Apple's.
#if canImport(Network)
  #error("a module Network is seen, on Linux, by a target that depends on nothing")
#endif
#if canImport(SystemConfiguration)
  #error("a module SystemConfiguration is seen, on Linux, by a target that depends on nothing")
#endif
print("no Network here")
