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

// The fault of one request. A value type; made by the functions below.
struct FakeApiFault {
  enum class Kind {
    kNone,
    kAnswer,       // `answer` is sent, and nothing is done
    kAnswerAfter,  // the request is executed, and `answer` is sent
    kClose,        // the connection closes, and nothing is done
    kCloseAfter,   // the request is executed, and the connection closes without a response
    kCut,          // the connection closes after `bytes` of the response
    kReset,        // the same with a reset
    kSlowly,       // the response is sent in pieces of `bytes`, each when it passes `gate`
    kHold,         // the request waits until it passes `gate`; then it is normal
    kSilence,      // nothing is done or sent; of a watch only the head and the part before `bookmarks`
    kNoBookmarks,  // of a watch: all but bookmarks is sent
    kNoEvents,     // of a watch: only bookmarks are sent
    kWatchLine,    // of a watch, after `events`: `text` as a line, and the stream ends
    kWatchText,    // of a watch, after `events`: `text` without an end of line, and the connection closes
  };

  Kind kind = Kind::kNone;
  FakeApiAnswer answer;
  size_t bytes = 0;
  size_t events = 0;
  size_t bookmarks = 0;
  std::string text;
  std::shared_ptr<FakeGate> gate;
  // For a silent watch, may be null: once true, the connection closes when the watch is woken, as by a bookmark.
  std::shared_ptr<std::atomic<bool>> over;

  bool OfWatch() const { return kind == Kind::kWatchLine || kind == Kind::kWatchText; }
};

// Returns a Status with this code, such as 401, 403, 429, 500, 503 or 504.
FakeApiFault AnswerFault(int code, absl::optional<int> retry_after_seconds = absl::nullopt);
FakeApiFault AnswerAfterFault(int code);
// Sends a proxy's page instead of JSON.
FakeApiFault HtmlFault(int code);
FakeApiFault CloseFault();
FakeApiFault CloseAfterFault();
FakeApiFault CutFault(size_t bytes);
FakeApiFault ResetFault(size_t bytes);
FakeApiFault SlowFault(size_t piece, std::shared_ptr<FakeGate> gate);
FakeApiFault HoldFault(std::shared_ptr<FakeGate> gate);
FakeApiFault SilenceFault();
// Makes a watch silent after this many bookmarks, as on a dead network path.
FakeApiFault SilentWatchFault(size_t after_bookmarks);
FakeApiFault NoBookmarksFault();
FakeApiFault NoEventsFault();
FakeApiFault WatchLineFault(absl::string_view line, size_t after_events = 0);
FakeApiFault WatchTextFault(absl::string_view text, size_t after_events = 0);
// Sends an ERROR event with this Status.
FakeApiFault WatchErrorFault(const Json& status, size_t after_events = 0);

// Sends a response, or the part of it that the fault permits.
class FakeApiOutput {
 public:
  FakeApiOutput(FakeHttpConnection& connection, const FakeApiFault& fault) : connection_(connection), fault_(fault) {}

  // Returns false if nothing more can be sent: the connection is closed.
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
