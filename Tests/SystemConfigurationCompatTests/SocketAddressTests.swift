import SystemConfigurationCompat
import Testing

/// Socket addresses made as on Apple's systems.
@Suite struct SocketAddressTests {
  @Test func lengthIsTakenAndPassedOver() {
    var address = sockaddr_in(
      sin_len: 0, sin_family: sa_family_t(AF_INET), sin_port: 7, sin_addr: in_addr(s_addr: 9),
      sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
    address.sin_len = 99
    #expect(address.sin_len == 16 && address.sin_family == 2)
    #expect(address.sin_port == 7 && address.sin_addr.s_addr == 9)
    let other = sockaddr_in6(
      sin6_len: 0, sin6_family: sa_family_t(AF_INET6), sin6_port: 7, sin6_flowinfo: 1, sin6_addr: in6_addr(),
      sin6_scope_id: 3)
    #expect(other.sin6_len == 28 && other.sin6_family == 10 && other.sin6_scope_id == 3)
  }
}
