// The names that C code has for the flags, and Swift code that was written after it.

/// `SCNetworkReachabilityFlags.transientConnection`
public let kSCNetworkReachabilityFlagsTransientConnection = SCNetworkReachabilityFlags.transientConnection
/// `SCNetworkReachabilityFlags.reachable`
public let kSCNetworkReachabilityFlagsReachable = SCNetworkReachabilityFlags.reachable
/// `SCNetworkReachabilityFlags.connectionRequired`
public let kSCNetworkReachabilityFlagsConnectionRequired = SCNetworkReachabilityFlags.connectionRequired
/// `SCNetworkReachabilityFlags.connectionOnTraffic`
public let kSCNetworkReachabilityFlagsConnectionOnTraffic = SCNetworkReachabilityFlags.connectionOnTraffic
/// `SCNetworkReachabilityFlags.interventionRequired`
public let kSCNetworkReachabilityFlagsInterventionRequired = SCNetworkReachabilityFlags.interventionRequired
/// `SCNetworkReachabilityFlags.connectionOnDemand`
public let kSCNetworkReachabilityFlagsConnectionOnDemand = SCNetworkReachabilityFlags.connectionOnDemand
/// `SCNetworkReachabilityFlags.isLocalAddress`
public let kSCNetworkReachabilityFlagsIsLocalAddress = SCNetworkReachabilityFlags.isLocalAddress
/// `SCNetworkReachabilityFlags.isDirect`
public let kSCNetworkReachabilityFlagsIsDirect = SCNetworkReachabilityFlags.isDirect
/// `SCNetworkReachabilityFlags.isWWAN`
public let kSCNetworkReachabilityFlagsIsWWAN = SCNetworkReachabilityFlags.isWWAN
/// `SCNetworkReachabilityFlags.connectionAutomatic`
public let kSCNetworkReachabilityFlagsConnectionAutomatic = SCNetworkReachabilityFlags.connectionAutomatic

// The names of SCNetworkCheckReachabilityByName, which are plain numbers.

/// The bit of `SCNetworkReachabilityFlags.transientConnection`.
public let kSCNetworkFlagsTransientConnection = Int(SCNetworkReachabilityFlags.transientConnection.rawValue)
/// The bit of `SCNetworkReachabilityFlags.reachable`.
public let kSCNetworkFlagsReachable = Int(SCNetworkReachabilityFlags.reachable.rawValue)
/// The bit of `SCNetworkReachabilityFlags.connectionRequired`.
public let kSCNetworkFlagsConnectionRequired = Int(SCNetworkReachabilityFlags.connectionRequired.rawValue)
/// The bit of `SCNetworkReachabilityFlags.connectionAutomatic`.
public let kSCNetworkFlagsConnectionAutomatic = Int(SCNetworkReachabilityFlags.connectionAutomatic.rawValue)
/// The bit of `SCNetworkReachabilityFlags.interventionRequired`.
public let kSCNetworkFlagsInterventionRequired = Int(SCNetworkReachabilityFlags.interventionRequired.rawValue)
/// The bit of `SCNetworkReachabilityFlags.isLocalAddress`.
public let kSCNetworkFlagsIsLocalAddress = Int(SCNetworkReachabilityFlags.isLocalAddress.rawValue)
/// The bit of `SCNetworkReachabilityFlags.isDirect`.
public let kSCNetworkFlagsIsDirect = Int(SCNetworkReachabilityFlags.isDirect.rawValue)
