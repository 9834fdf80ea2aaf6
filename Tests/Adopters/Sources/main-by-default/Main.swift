import Glibc

/// The five lines of the README, over the network that this machine has.
@main struct Main {
  static func main() async {
    let uploader = Uploader()
    await withCheckedContinuation { continuation in
      uploader.whenTold = { continuation.resume() }
      uploader.startNetworkMonitoring()
    }
    guard uploader.isNetworkAvailable() != uploader.isPaused else {
      print("failed: told that it is paused: \(uploader.isPaused), and asked that it is not so")
      exit(1)
    }
    uploader.stopNetworkMonitoring()
    print("told of this machine's network")
  }
}
