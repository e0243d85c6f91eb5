import Glibc

/// Another process that has a device open.
struct PortHolder: Equatable {
  let process: Int32
  /// Its name as the kernel knows it, at most 15 characters.
  let name: String

  /// Who has the node open; nil when nobody has, or when this user may not know.
  ///
  /// - Parameter proc: where the kernel tells of its processes.
  static func of(_ node: String, proc: String = "/proc") -> PortHolder? {
    let own = getpid()
    for entry in SystemFile.names(in: proc) {
      guard let process = Int32(entry), process != own else { continue }
      let folder = "\(proc)/\(entry)/fd"
      for descriptor in SystemFile.names(in: folder) where SystemFile.target(of: "\(folder)/\(descriptor)") == node {
        return PortHolder(process: process, name: SystemFile.text("\(proc)/\(entry)/comm") ?? "a process")
      }
    }
    return nil
  }

  /// How the owner of the board frees a port from it.
  func advice(for node: String) -> String {
    let port = node.split(separator: "/").last.map(String.init) ?? node
    switch name {
    case "gpsd":
      return "read through gpsd://localhost, or stop it: sudo systemctl disable --now gpsd.socket gpsd.service"
    case "ModemManager":
      return "it tries whether the receiver is a modem; stop it: sudo systemctl disable --now ModemManager"
    case "agetty", "getty", "login", "bash", "sh":
      return "it is a serial console; stop it: sudo systemctl disable --now serial-getty@\(port).service, and take "
        + "console=\(port) (or serial0) off the kernel's command line"
    default: return "stop it: sudo kill \(process)"
    }
  }
}
