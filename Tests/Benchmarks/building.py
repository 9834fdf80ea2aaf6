"""Builds the programs of this package."""
import os, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))


def build(static=False):
    """The folder of the programs, in release; `static` with Swift's libraries linked in."""
    command = ["swift", "build", "-c", "release", "--package-path", HERE, "--scratch-path",
               os.path.normpath(os.path.join(HERE, "../../.build", "benchmarks-static" if static else "benchmarks"))]
    if static:
        command.append("--static-swift-stdlib")
    subprocess.run(command, check=True, stdout=sys.stderr)
    shown = subprocess.run(command + ["--show-bin-path"], check=True, text=True, capture_output=True)
    return shown.stdout.strip()
