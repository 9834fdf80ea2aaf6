import SystemConfigurationCompat
import Testing

/// Names every member, so that one that goes missing does not compile.
@Suite struct MembersTests {
  @Test func flagsHaveApplesBitsUnderAllNames() {
    let bits: [(SCNetworkReachabilityFlags, SCNetworkReachabilityFlags, Int, UInt32)] = [
      (
        .transientConnection, kSCNetworkReachabilityFlagsTransientConnection,
        kSCNetworkFlagsTransientConnection, 1
      ),
      (.reachable, kSCNetworkReachabilityFlagsReachable, kSCNetworkFlagsReachable, 2),
      (
        .connectionRequired, kSCNetworkReachabilityFlagsConnectionRequired, kSCNetworkFlagsConnectionRequired,
        4
      ),
      (
        .connectionOnTraffic, kSCNetworkReachabilityFlagsConnectionOnTraffic,
        kSCNetworkFlagsConnectionAutomatic, 8
      ),
      (.connectionAutomatic, kSCNetworkReachabilityFlagsConnectionAutomatic, 8, 8),
      (
        .interventionRequired, kSCNetworkReachabilityFlagsInterventionRequired,
        kSCNetworkFlagsInterventionRequired, 16
      ),
      (.connectionOnDemand, kSCNetworkReachabilityFlagsConnectionOnDemand, 32, 32),
      (.isLocalAddress, kSCNetworkReachabilityFlagsIsLocalAddress, kSCNetworkFlagsIsLocalAddress, 0x10000),
      (.isDirect, kSCNetworkReachabilityFlagsIsDirect, kSCNetworkFlagsIsDirect, 0x20000),
      (.isWWAN, kSCNetworkReachabilityFlagsIsWWAN, 0x40000, 0x40000),
    ]
    for (flag, constant, number, bit) in bits {
      #expect(flag == constant && flag.rawValue == bit && UInt32(number) == bit)
    }
    #expect("\(SCNetworkReachabilityFlags([.reachable, .isDirect]))".contains("reachable"))
  }

  @Test func socketAddressesHaveLengths() {
    var (any, four, six, storage) = (sockaddr(), sockaddr_in(), sockaddr_in6(), sockaddr_storage())
    any.sa_len = 1
    four.sin_len = 1
    six.sin6_len = 1
    storage.ss_len = 1
    #expect([any.sa_len, four.sin_len, six.sin6_len, storage.ss_len] == [16, 16, 28, 128])
    #expect(any.sa_family == 0 && four.sin_family == 0 && six.sin6_family == 0 && storage.ss_family == 0)
  }

  @Test func modesHaveApplesNames() {
    #expect(CFEqual(CFRunLoopMode.defaultMode.rawValue, kCFRunLoopDefaultMode))
    #expect(CFEqual(CFRunLoopMode.commonModes.rawValue, kCFRunLoopCommonModes))
  }

  @Test func whatCannotBeMadeLeavesItsReason() {
    var address = sockaddr()
    address.sa_family = sa_family_t(AF_UNIX)
    #expect(unsafe SCNetworkReachabilityCreateWithAddress(nil, &address) == nil)
    #expect(SCError() == kSCStatusInvalidArgument)
    #expect(unsafe String(cString: SCErrorString(SCError())) == "Invalid argument")
    #expect(CFErrorGetCode(SCCopyLastError()) == kSCStatusInvalidArgument)
    #expect(unsafe SCNetworkReachabilityCreateWithName(nil, "") == nil)
    #expect(SCNetworkReachabilityCreateWithAddressPair(nil, nil, nil) == nil)
    let pair = withIPv4(192, 0, 2, 1) { unsafe SCNetworkReachabilityCreateWithAddressPair(nil, $0, &address) }
    #expect(pair == nil)
    for status in [
      kSCStatusOK, kSCStatusFailed, kSCStatusAccessError, kSCStatusNoKey, kSCStatusReachabilityUnknown, 77,
    ] {
      #expect(unsafe SCErrorString(Int32(status)).pointee != 0)
    }
  }

  @Test func targetsAreObjectsOfOneType() throws {
    let one = try #require(unsafe SCNetworkReachabilityCreateWithName(nil, "example.org"))
    let other = try #require(unsafe SCNetworkReachabilityCreateWithName(nil, "example.org"))
    #expect(one == one && one != other && Set([one, other, one]).count == 2)
    #expect(SCNetworkReachabilityGetTypeID() == SCNetworkReachabilityGetTypeID())
    #expect(one.debugDescription.contains("example.org"))
  }
}
