import PathMonitoring

/// What the tool says of itself.
enum Help {
  static let version = "0.1.0"

  static let text = """
    usage: pathmonitor [COMMAND] [OPTION]...

    Shows which network path this host has, and when that changes.

    commands
      watch     print the path, then every change, until interrupted (default)
      status    print the path once; exit status 0 if it is satisfied, else 1
      wait      return when the path is satisfied; exit status 0, or 1 when the time is out
      explain   say why the path is what it is, link by link; exit status as of status
      exec -- COMMAND [ARGUMENT]...
                run a command for the path and for every change, with the path in PATH_STATUS and others
      record F  write what the kernel says into the file F (- for standard output), until interrupted
      replay F  print the paths of a recording
      simulate S
                play a scenario, a file or one that comes with the tool, and print its paths

    options
      --backend B      where the path comes from: \(BackendChoice.words);
                       else what PATH_MONITOR_BACKEND says, else automatic
      --json           JSON lines for programs
      --type T         only interfaces of this type
      --prohibit T     no interface of this type, nor what is stacked on one; may be repeated
      --to HOST[:PORT] the path to one host, by name or address, instead of that to everywhere
      --policy FILE    what you know better about interfaces: type, cost, not to be used (JSON)
      --help, --version

    variables for the command of exec
      PATH_STATUS  PATH_INTERFACE  PATH_TYPE  PATH_INTERFACES  PATH_GATEWAYS  PATH_IPV4  PATH_IPV6  PATH_DNS
      PATH_EXPENSIVE  PATH_CONSTRAINED (1 or 0 as IPV4 to DNS)  PATH_CHANGES (words, or "first")  PATH_LINE

    options of wait
      --timeout S      give up after so many seconds
      --ipv4  --ipv6   the path must carry that family
      --dns            a name server must be configured

    options of record
      --anonymize      put other addresses and names into the file
      --force          replace a file that is there
      --from OLD       write the recording OLD anew instead, for --anonymize

    options of replay
      --in-time        with the times that lay between the paths
      --speed N        the same, N times as fast

    options of simulate
      --list           list the scenarios that come with the tool
      --speed N        play so many times as fast
      --at-once        play without waiting

    T is one of \(InterfaceTypeName.list). A usage error ends with status 64.
    """
}
