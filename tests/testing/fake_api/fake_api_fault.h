#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_FAULT_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_FAULT_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "tests/testing/fake_api/fake_api_answer.h"
#include "tests/testing/fake_gate.h"
#include "tests/testing/net/fake_http_server.h"

namespace cpsizer::testing {

// A fault that a test injects into one request. The functions below return faults.
struct FakeApiFault {
  enum class Kind {
    kNone,
    kAnswer,       // sends `answer` without executing the request
    kAnswerAfter,  // executes the request and sends `answer`
    kClose,        // closes the connection without executing the request
    kCloseAfter,   // executes the request and closes the connection without a response
    kCut,          // closes the connection after `bytes` bytes of the response
    kReset,        // like kCut, but resets the connection
    kSlowly,       // sends the response in pieces of `bytes` bytes, and waits at `gate` for each piece
    kHold,         // makes the request wait at `gate`, and then processes it normally
    kSilence,      // sends nothing and executes nothing; a watch sends nothing after `bookmarks` bookmarks
    kNoBookmarks,  // sends all lines of a watch except bookmarks
    kNoEvents,     // sends only bookmarks of a watch
    kWatchLine,    // sends the line `text` after `events` events of a watch, and ends the stream
    kWatchText,    // sends `text` without an end of line after `events` events of a watch, and closes the connection
  };

  Kind kind = Kind::kNone;
  FakeApiAnswer answer;
  size_t bytes = 0;
  size_t events = 0;
  size_t bookmarks = 0;
  std::string text;
  std::shared_ptr<FakeGate> gate;
  // Used for a watch with kSilence; may be null. If the value is true when the watch wakes up, for example for a
  // bookmark, the server closes the connection.
  std::shared_ptr<std::atomic<bool>> over;

  bool OfWatch() const { return kind == Kind::kWatchLine || kind == Kind::kWatchText; }
};

// Sends a Status with this code, such as 401, 403, 429, 500, 503 or 504.
FakeApiFault AnswerFault(int code, absl::optional<int> retry_after_seconds = absl::nullopt);
FakeApiFault AnswerAfterFault(int code);
// Sends an HTML page, as a proxy does, instead of JSON.
FakeApiFault HtmlFault(int code);
FakeApiFault CloseFault();
FakeApiFault CloseAfterFault();
FakeApiFault CutFault(size_t bytes);
FakeApiFault ResetFault(size_t bytes);
FakeApiFault SlowFault(size_t piece, std::shared_ptr<FakeGate> gate);
FakeApiFault HoldFault(std::shared_ptr<FakeGate> gate);
FakeApiFault SilenceFault();
// Makes a watch send nothing after this number of bookmarks, as on a broken network path.
FakeApiFault SilentWatchFault(size_t after_bookmarks);
FakeApiFault NoBookmarksFault();
FakeApiFault NoEventsFault();
FakeApiFault WatchLineFault(absl::string_view line, size_t after_events = 0);
FakeApiFault WatchTextFault(absl::string_view text, size_t after_events = 0);
// Sends an ERROR event with this Status.
FakeApiFault WatchErrorFault(const Json& status, size_t after_events = 0);

// Sends a response, or only the part of the response that the fault permits.
class FakeApiOutput {
 public:
  FakeApiOutput(FakeHttpConnection& connection, const FakeApiFault& fault) : connection_(connection), fault_(fault) {}

  // Returns false if the connection is closed and nothing more can be sent.
  bool Send(absl::string_view bytes);
  bool SendAnswer(const FakeApiAnswer& answer);
  bool SendChunk(absl::string_view bytes);

 private:
  bool SendCut(absl::string_view bytes);
  bool SendSlowly(absl::string_view bytes);

  FakeHttpConnection& connection_;
  const FakeApiFault& fault_;
  size_t sent_ = 0;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_FAULT_H_
