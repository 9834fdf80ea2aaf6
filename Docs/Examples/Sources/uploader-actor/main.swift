// `uploader-actor` follows the network until Ctrl-C, `uploader-actor 8` for eight changes.
let uploader = Uploader()
await uploader.run(changes: CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? .max)
