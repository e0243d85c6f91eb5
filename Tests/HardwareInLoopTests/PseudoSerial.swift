import EventLoop
import FoundationEssentials
import TestSupport
import Testing

/// The library that makes pseudo-terminals look like serial ports to libserialport, compiled once a test run.
enum PseudoSerial {
  static let compiler = "/usr/bin/cc"
  static var canCompile: Bool { FileManager.default.isExecutableFile(atPath: compiler) }

  private static let compiled = Locked<(folder: TemporaryFolder, path: String)?>(nil)

  static func library() throws -> String {
    try compiled.withLock { compiled in
      if let compiled { return compiled.path }
      let folder = try TemporaryFolder()
      let path = folder.file("pseudo_serial.so")
      let source = TestFiles.package.appending(path: "Tests/Preload/pseudo_serial.c").path
      let program = try Program(compiler, ["-shared", "-fPIC", "-Wall", "-Werror", "-o", path, source, "-ldl"])
      try #require(program.wait(seconds: 60) == 0, "\(program.errors)")
      compiled = (folder, path)
      return path
    }
  }
}
