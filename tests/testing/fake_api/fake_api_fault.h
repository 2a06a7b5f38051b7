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

// What goes wrong with one request. A value type; made by the functions below.
struct FakeApiFault {
  enum class Kind {
    kNone,
    kAnswer,       // `answer` comes, and nothing is done
    kAnswerAfter,  // it is done, and `answer` comes
    kClose,        // the connection ends, and nothing is done
    kCloseAfter,   // it is done, and the connection ends without an answer
    kCut,          // the connection ends after `bytes` of the answer
    kReset,        // the same with a reset
    kSlowly,       // the answer comes in pieces of `bytes`, each when it may pass `gate`
    kHold,         // nothing happens until it may pass `gate`; then all is well
    kSilence,      // nothing is done and nothing comes, of a watch only the head and what is before `bookmarks`
    kNoBookmarks,  // of a watch: all but them comes
    kNoEvents,     // of a watch: nothing but bookmarks comes
    kWatchLine,    // of a watch, after `events`: `text` as a line, and the stream ends
    kWatchText,    // of a watch, after `events`: `text` without an end of line, and the connection ends
  };

  Kind kind = Kind::kNone;
  FakeApiAnswer answer;
  size_t bytes = 0;
  size_t events = 0;
  size_t bookmarks = 0;
  std::string text;
  std::shared_ptr<FakeGate> gate;
  // Of a silent watch, may be null: once true, the connection ends when the watch is woken, as by a bookmark.
  std::shared_ptr<std::atomic<bool>> over;

  bool OfWatch() const { return kind == Kind::kWatchLine || kind == Kind::kWatchText; }
};

// A Status of this code, as 401, 403, 429, 500, 503 or 504 come.
FakeApiFault AnswerFault(int code, absl::optional<int> retry_after_seconds = absl::nullopt);
FakeApiFault AnswerAfterFault(int code);
// A proxy's page instead of JSON.
FakeApiFault HtmlFault(int code);
FakeApiFault CloseFault();
FakeApiFault CloseAfterFault();
FakeApiFault CutFault(size_t bytes);
FakeApiFault ResetFault(size_t bytes);
FakeApiFault SlowFault(size_t piece, std::shared_ptr<FakeGate> gate);
FakeApiFault HoldFault(std::shared_ptr<FakeGate> gate);
FakeApiFault SilenceFault();
// A watch that falls silent behind so many bookmarks, as one whose path is dead.
FakeApiFault SilentWatchFault(size_t after_bookmarks);
FakeApiFault NoBookmarksFault();
FakeApiFault NoEventsFault();
FakeApiFault WatchLineFault(absl::string_view line, size_t after_events = 0);
FakeApiFault WatchTextFault(absl::string_view text, size_t after_events = 0);
// An ERROR event with this Status.
FakeApiFault WatchErrorFault(const Json& status, size_t after_events = 0);

// Sends an answer, or what the fault leaves of it.
class FakeApiOutput {
 public:
  FakeApiOutput(FakeHttpConnection& connection, const FakeApiFault& fault) : connection_(connection), fault_(fault) {}

  // False once nothing more can be sent: the connection is over.
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
