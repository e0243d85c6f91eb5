import Delivery
import HTTPClient
import JSON
import Testing

@testable import Sinks

@Suite("Answers of a NextBillion server")
struct NextBillionAnswerTests {
  @Test(
    "to an upload",
    arguments: [
      // Confirmed.
      (200, #"{"status":"Ok"}"#, .accepted(answer: "200")),
      (200, #"{"status":"OK","data":{},"new":[1]}"#, .accepted(answer: "200")),
      (200, #"{"status":200,"msg":"OK"}"#, .accepted(answer: "200")),
      (201, #"{"status":"success"}"#, .accepted(answer: "201")),
      (204, "", .accepted(answer: "204")),
      (200, "thanks", .accepted(answer: "200")),
      (200, #"{"status":null}"#, .accepted(answer: "200")),
      (200, "[]", .accepted(answer: "200")),
      // There already.
      (409, "", .duplicate(answer: "409")),
      (409, #"{"status":"Conflict","message":"seen"}"#, .duplicate(answer: "409 Conflict seen")),
      (200, #"{"status":"duplicate"}"#, .accepted(answer: "200")),
      // Not confirmed after all.
      (200, #"{"status":"Failed","message":"later"}"#, .retry(reason: "200 Failed later", afterSeconds: nil)),
      (200, #"{"status":500,"msg":"db"}"#, .retry(reason: "200 500 db", afterSeconds: nil)),
      // A later try may be better.
      (408, "", .retry(reason: "408", afterSeconds: nil)),
      (429, #"{"message":"quota"}"#, .retry(reason: "429 quota", afterSeconds: nil)),
      (500, "<html>", .fault(reason: "500", afterSeconds: nil)),
      (502, "", .fault(reason: "502", afterSeconds: nil)),
      (503, "", .fault(reason: "503", afterSeconds: nil)),
      (302, "", .retry(reason: "302", afterSeconds: nil)),
      (511, "", .retry(reason: "511", afterSeconds: nil)),
      (0, "", .retry(reason: "0", afterSeconds: nil)),
      // Neither the key nor the device, or these points never.
      (401, #"{"status":"Unauthorized"}"#, .denied(reason: "401 Unauthorized")),
      (403, "", .denied(reason: "403")),
      (460, #"{"status":"taken"}"#, .assetTaken),
      (400, #"{"status":"InvalidRequest","message":"bad lat"}"#, .refused(reason: "400 InvalidRequest bad lat")),
      (413, "", .tooLarge(reason: "413")),
      (422, "{", .refused(reason: "422")),
    ] as [(Int, String, Outcome)])
  func upload(status: Int, body: String, outcome: Outcome) {
    let response = HTTPResponse(status: status, body: Array(body.utf8))
    #expect(NextBillionAnswer(response).outcome(of: .track) == outcome)
  }

  @Test("a wrong address or a lost asset costs no points", arguments: [404, 405])
  func wrongAddress(status: Int) {
    guard case .denied(let reason) = NextBillionAnswer(HTTPResponse(status: status)).outcome(of: .track) else {
      Issue.record("not kept")
      return
    }
    #expect(reason.contains("address"))
  }

  @Test("the login page of a hotspot confirms nothing")
  func portal() {
    let page = HTTPResponse(status: 200, body: Array("<html>".utf8), contentType: "Text/HTML; charset=utf-8")
    guard case .retry = NextBillionAnswer(page).outcome(of: .track) else {
      Issue.record("taken as an answer")
      return
    }
    let empty = HTTPResponse(status: 200, contentType: "text/html")
    #expect(NextBillionAnswer(empty).outcome(of: .track) == .accepted(answer: "200"))
  }

  @Test("Retry-After is passed on, up to a day", arguments: [(30, 30), (0, 0), (Int.max, 86_400)])
  func retryAfter(given: Int, kept: Int) {
    func outcome(_ status: Int) -> Outcome {
      NextBillionAnswer(HTTPResponse(status: status, retryAfterSeconds: given)).outcome(of: .track)
    }
    #expect(outcome(429) == .retry(reason: "429", afterSeconds: kept))
    #expect(outcome(503) == .fault(reason: "503", afterSeconds: kept))
  }

  @Test(
    "to a bind, where no points are at stake",
    arguments: [
      (200, .accepted(answer: "200")), (404, .refused(reason: "404")), (409, .refused(reason: "409")),
      (460, .assetTaken), (401, .denied(reason: "401")), (502, .fault(reason: "502", afterSeconds: nil)),
    ] as [(Int, Outcome)])
  func bind(status: Int, outcome: Outcome) {
    #expect(NextBillionAnswer(HTTPResponse(status: status)).outcome(of: .bind) == outcome)
  }

  @Test("a server's text is cut to 200 characters of one harmless line")
  func hostileText() throws {
    let text = #"{"message":"\u001b[31mred\r\n\u2028\u202e"# + String(repeating: "x", count: 5_000) + #""}"#
    let answer = NextBillionAnswer(HTTPResponse(status: 400, body: Array(text.utf8))).outcome(of: .track)
    #expect(answer == .refused(reason: "400 [31mred" + String(repeating: "x", count: 189)))
  }

  @Test("to a question: its data, or nothing where the server only confirms")
  func data() throws {
    func data(_ body: String) throws -> JSONValue? {
      try NextBillionAnswer(HTTPResponse(status: 200, body: Array(body.utf8))).data("ask")
    }
    #expect(try data(#"{"status":"Ok","data":{"id":"van-1"}}"#) == .object(["id": .text("van-1")]))
    #expect(try data(#"{"status":"Ok"}"#) == nil)
    #expect(try data("") == nil)
  }

  @Test(
    "to a question: what may be done about a failure",
    arguments: [
      (400, #"{"status":"BadRequest","message":"bad name"}"#, .refused, "400 BadRequest bad name"),
      (401, "", .denied, "401"), (403, "", .denied, "403"), (404, "", .notFound, "404"),
      (408, "", .unavailable, "408"), (409, "", .refused, "409"), (422, "", .refused, "422"),
      (429, "", .unavailable, "429"), (460, "", .assetTaken, "460"), (500, "<", .unavailable, "500"),
      (302, "", .unavailable, "302"), (200, #"{"status":"Error","message":"no room"}"#, .refused, "200 Error no room"),
    ] as [(Int, String, AssetServiceError.Kind, String)])
  func dataFailure(status: Int, body: String, kind: AssetServiceError.Kind, words: String) {
    let response = HTTPResponse(status: status, body: Array(body.utf8), retryAfterSeconds: 7)
    let error = failure(of: { try NextBillionAnswer(response).data("create the asset") })
    #expect(error?.kind == kind)
    #expect(error?.status == status)
    #expect(error?.retryAfterSeconds == 7)
    #expect(error?.description == "cannot create the asset: \(words)")
  }

  @Test("a failure carries the server's own words, made harmless")
  func serverWords() {
    let body = #"{"status":"No\u001bRoom","message":"a\nb"}"#
    let response = HTTPResponse(status: 422, body: Array(body.utf8))
    let error = failure(of: { try NextBillionAnswer(response).data("ask") })
    #expect(error?.serverStatus == "NoRoom")
    #expect(error?.serverMessage == "ab")
  }

  @Test("a hotspot's login page is no answer to a question")
  func portalInPlaceOfData() {
    let page = HTTPResponse(status: 200, body: Array("<html>".utf8), contentType: "text/html")
    let error = failure(of: { try NextBillionAnswer(page).data("ask") })
    #expect(error?.kind == .unavailable)
  }
}
