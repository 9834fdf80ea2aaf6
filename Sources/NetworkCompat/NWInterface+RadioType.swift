extension NWInterface {
  /// What radio an interface uses. Apple tells it of connections only, never of a path, and so nothing here
  /// gives one: it is there for code that names it.
  public enum RadioType: Hashable, Sendable {
    /// A generation of Wi-Fi, by its letters in IEEE 802.11.
    public enum WiFi: Hashable, Sendable {
      /// 802.11b
      case b
      /// 802.11a
      case a
      /// 802.11g
      case g
      /// 802.11n
      case n
      /// 802.11ac
      case ac
      /// 802.11ax
      case ax
    }

    /// A technology of mobile data.
    public enum Cellular: Hashable, Sendable {
      /// The band of a 5G cell.
      public enum NewRadio5GVariant: Hashable, Sendable {
        /// Below 6 GHz.
        case sub6GHz
        /// Millimetre waves.
        case mmWave
      }

      /// LTE
      case lte
      /// 5G beside an LTE cell.
      case dualConnectivity5G(NewRadio5GVariant)
      /// 5G by itself.
      case standalone5G(NewRadio5GVariant)
      /// WCDMA
      case wcdma
      /// GSM
      case gsm
      /// CDMA
      case cdma
      /// EV-DO
      case evdo
    }

    /// Wi-Fi of a generation.
    case wifi(WiFi)
    /// Mobile data of a technology.
    case cell(Cellular)
  }
}
