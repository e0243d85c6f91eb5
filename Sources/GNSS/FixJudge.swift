public struct FixJudge: Sendable { public init() {}
  public mutating func judge(_ fix: Fix) -> Fix { fix } }
