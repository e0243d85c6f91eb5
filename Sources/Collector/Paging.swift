/// Which page of a list a client wants.
struct Paging {
  /// From 1.
  let page: Int64
  /// How many elements a page holds.
  let size: Int64

  /// How many elements stand on the pages before.
  var offset: Int64 { (page - 1) * size }

  /// The query's `pn` and `ps`; without them the first page of 20.
  init(_ query: [String: String], most: Int64) throws(Refusal) {
    page = try wholeNumber("pn", query, in: 1...1_000_000_000) ?? 1
    size = try wholeNumber("ps", query, in: 1...most) ?? 20
  }
}

/// One page of a list.
struct Listing<Element: Encodable>: Encodable {
  let list: [Element]
  let page: Page
}

/// Where a page stands in its list.
struct Page: Encodable {
  let total: Int64
  let offset: Int64
  let page: Int64
  let size: Int64
  let hasmore: Bool

  init(_ paging: Paging, total: Int64) {
    self.total = total
    offset = paging.offset
    page = paging.page
    size = paging.size
    hasmore = paging.offset + paging.size < total
  }
}

/// A whole number among a query's values; nil when it is not named.
func wholeNumber(
  _ name: String, _ query: [String: String], in range: ClosedRange<Int64>
) throws(Refusal) -> Int64? {
  guard let text = query[name] else { return nil }
  guard let number = Int64(text), range.contains(number) else {
    throw Refusal(.badRequest, "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
  }
  return number
}
