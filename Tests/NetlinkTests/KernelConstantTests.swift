import CLinuxHeaders
import Glibc
import Testing

@testable import Netlink

/// Our numbers against the kernel's headers.
///
/// IFF_LOWER_UP, IFF_DORMANT and IF_OPER_* are in linux/if.h only, which clashes with the C library's net/if.h;
/// `LinkTruthTests` holds them against what the kernel says.
@Suite struct KernelConstantTests {
  @Test func messageTypes() {
    #expect(MessageType.noOperation.rawValue == NLMSG_NOOP)
    #expect(MessageType.error.rawValue == NLMSG_ERROR)
    #expect(MessageType.done.rawValue == NLMSG_DONE)
    #expect(MessageType.overrun.rawValue == NLMSG_OVERRUN)
    #expect(MessageType.newLink.rawValue == RTM_NEWLINK)
    #expect(MessageType.deleteLink.rawValue == RTM_DELLINK)
    #expect(MessageType.getLink.rawValue == RTM_GETLINK)
    #expect(MessageType.newAddress.rawValue == RTM_NEWADDR)
    #expect(MessageType.deleteAddress.rawValue == RTM_DELADDR)
    #expect(MessageType.getAddress.rawValue == RTM_GETADDR)
    #expect(MessageType.newRoute.rawValue == RTM_NEWROUTE)
    #expect(MessageType.deleteRoute.rawValue == RTM_DELROUTE)
    #expect(MessageType.getRoute.rawValue == RTM_GETROUTE)
    #expect(MessageType.newRule.rawValue == RTM_NEWRULE)
    #expect(MessageType.deleteRule.rawValue == RTM_DELRULE)
    #expect(MessageType.getRule.rawValue == RTM_GETRULE)
    #expect(MessageType.newNetconf.rawValue == RTM_NEWNETCONF)
    #expect(MessageType.deleteNetconf.rawValue == RTM_DELNETCONF)
    #expect(MessageType.newNextHop.rawValue == RTM_NEWNEXTHOP)
    #expect(MessageType.deleteNextHop.rawValue == RTM_DELNEXTHOP)
    #expect(MessageType.getNextHop.rawValue == RTM_GETNEXTHOP)
  }

  @Test func messageFlags() {
    #expect(MessageFlags.request.rawValue == NLM_F_REQUEST)
    #expect(MessageFlags.multi.rawValue == NLM_F_MULTI)
    #expect(MessageFlags.acknowledge.rawValue == NLM_F_ACK)
    #expect(MessageFlags.dumpInterrupted.rawValue == NLM_F_DUMP_INTR)
    #expect(MessageFlags.dump.rawValue == NLM_F_ROOT | NLM_F_MATCH)
    #expect(MessageFlags.capped.rawValue == NLM_F_CAPPED)
    #expect(MessageFlags.acknowledgeAttributes.rawValue == NLM_F_ACK_TLVS)
  }

  @Test func otherFlags() {
    #expect(LinkFlags.up.rawValue == IFF_UP)
    #expect(LinkFlags.loopback.rawValue == IFF_LOOPBACK)
    #expect(LinkFlags.pointToPoint.rawValue == IFF_POINTOPOINT)
    #expect(LinkFlags.running.rawValue == IFF_RUNNING)
    #expect(AddressFlags.optimistic.rawValue == IFA_F_OPTIMISTIC)
    #expect(AddressFlags.duplicate.rawValue == IFA_F_DADFAILED)
    #expect(AddressFlags.deprecated.rawValue == IFA_F_DEPRECATED)
    #expect(AddressFlags.tentative.rawValue == IFA_F_TENTATIVE)
    #expect(RouteFlags.dead.rawValue == RTNH_F_DEAD)
    #expect(RouteFlags.linkDown.rawValue == RTNH_F_LINKDOWN)
    #expect(RouteFlags.cloned.rawValue == RTM_F_CLONED)
    #expect(RouteFlags.fibMatch.rawValue == RTM_F_FIB_MATCH)
    #expect(RuleFlags.inverted.rawValue == FIB_RULE_INVERT)
  }

  @Test func kindsAndActions() {
    #expect(RouteKind.unicast.rawValue == RTN_UNICAST)
    #expect(RouteKind.local.rawValue == RTN_LOCAL)
    #expect(RouteKind.blackhole.rawValue == RTN_BLACKHOLE)
    #expect(RouteKind.unreachable.rawValue == RTN_UNREACHABLE)
    #expect(RouteKind.prohibit.rawValue == RTN_PROHIBIT)
    #expect(RouteKind.throw.rawValue == RTN_THROW)
    #expect(RuleAction.toTable.rawValue == FR_ACT_TO_TBL)
    #expect(RuleAction.goTo.rawValue == FR_ACT_GOTO)
    #expect(RuleAction.blackhole.rawValue == FR_ACT_BLACKHOLE)
    #expect(RuleAction.unreachable.rawValue == FR_ACT_UNREACHABLE)
    #expect(RuleAction.prohibit.rawValue == FR_ACT_PROHIBIT)
  }

  @Test func layout() {
    #expect(MessageHeader.size == MemoryLayout<nlmsghdr>.size)
    #expect(AttributeCursor.headerSize == MemoryLayout<nlattr>.size)
    #expect(RouteLeg.headerSize == MemoryLayout<rtnexthop>.size)
    #expect(AttributeCursor.typeMask == UInt16(truncatingIfNeeded: ~(NLA_F_NESTED | NLA_F_NET_BYTEORDER)))
    for length in 0...9 {
      #expect(
        netlinkAligned(length) == (length + Int(NLMSG_ALIGNTO) - 1) / Int(NLMSG_ALIGNTO) * Int(NLMSG_ALIGNTO))
    }
  }
}
