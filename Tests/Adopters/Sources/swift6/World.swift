/// What an adopter under test is given.
struct World: Sendable {
  let board = Switchboard()
  let log = StatusLog()
}
