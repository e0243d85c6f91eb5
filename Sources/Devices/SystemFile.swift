import Glibc

/// The small files of /sys and /proc: one value each, made anew at each reading.
enum SystemFile {
  /// What the file holds, without the white space at its end; nil when it cannot be read. At most 4,096 bytes.
  static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      guard count >= 0 else { return nil }
      let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
      let text = String(decoding: bytes, as: UTF8.self)
      return String(text.reversed().drop { $0.isWhitespace }.reversed())
    }
  }

  /// Writes a value; gives whether the kernel took it.
  static func write(_ text: String, to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    return Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count
  }

  /// The names in a folder, in order; none when it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      // Safety: the kernel ends the name with a zero byte inside the entry, which lives until the next readdir.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Where a symbolic link points, word for word; nil when it is none or may not be read.
  static func target(of link: String) -> String? {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
      guard let bytes = buffer.assumingMemoryBound(to: CChar.self).baseAddress else { return nil }
      let count = readlink(link, bytes, buffer.count)
      guard count >= 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]), as: UTF8.self)
    }
  }

  /// The path with all links followed; nil when there is nothing.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
