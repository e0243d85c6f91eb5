import EventLoop
import Glibc
import HAL

/// A stable name for a device whose node is numbered anew each time, as udev's links are.
struct DeviceLink {
  private let path: String
  private let target: String

  /// Makes the link, at once in the place of an older one.
  ///
  /// - Throws: when something other than a link has the name, or the folder takes no link.
  init(_ path: String, to target: String) throws(DeviceError) {
    self.path = path
    self.target = target
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK {
      throw DeviceError(.unusable, "\(path) exists and is not a link: choose another name, or remove it")
    }
    let temporary = "\(path).\(getpid())"
    guard symlink(target, temporary) == 0 else { throw Self.failure(path, errno) }
    guard rename(temporary, path) == 0 else {
      let code = errno
      unlink(temporary)
      throw Self.failure(path, code)
    }
  }

  /// Removes the link, unless it has been given to another device meanwhile.
  func remove() {
    var bytes = [CChar](repeating: 0, count: 256)
    let count = readlink(path, &bytes, bytes.count)
    guard count == target.utf8.count, bytes.prefix(count).elementsEqual(target.utf8.map(CChar.init(bitPattern:)))
    else { return }
    unlink(path)
  }

  private static func failure(_ path: String, _ code: Int32) -> DeviceError {
    let kind: DeviceError.Kind = code == EACCES || code == EPERM ? .permission : .unusable
    return DeviceError(kind, "no link can be made at \(path): \(errnoText(code))")
  }
}
