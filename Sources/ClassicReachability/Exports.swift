// The class shows flags and notifications, so those who use it need what these are made of.
@_exported public import SystemConfigurationCompat
