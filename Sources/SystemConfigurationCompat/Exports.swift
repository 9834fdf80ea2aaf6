// Apple's SystemConfiguration brings these along, and code that imports nothing else uses them.
@_exported public import CoreFoundation
@_exported public import Dispatch
@_exported public import Foundation
