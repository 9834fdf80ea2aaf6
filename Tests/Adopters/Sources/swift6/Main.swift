import Glibc

@main struct Main {
  @MainActor static func main() async {
    let checks = Checks()
    await checks.run("plain") { PlainAdopter($0) }
    await checks.run("subclass") { Subclass($0) }
    await checks.run("generic") { GenericAdopter($0, { "not sendable" }) }
    await checks.run("sendable") { SendableAdopter($0) }
    await checks.run("main actor, base class") { ModelBase($0) }
    await checks.run("main actor, generic subclass") { Model<Int>($0) }
    await checks.run("main actor, checked") { CheckedModel($0) }
    #if hasFeature(InferIsolatedConformances)
      await checks.run("main actor, inferred") { ImplicitModel($0) }
    #endif
    await checks.run("actor") { ActorAdopter($0) }
    let world = World()
    await checks.run(Station(world), world)

    for failure in checks.failures { print("failed: \(failure)") }
    guard checks.failures.isEmpty else { exit(1) }
    print("every adopter is as it should be")
  }
}
