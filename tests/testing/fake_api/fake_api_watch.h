#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_WATCH_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_WATCH_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "tests/testing/fake_api/fake_api_reads.h"
#include "tests/testing/fake_api/fake_api_store.h"
#include "tests/testing/fake_gate.h"

namespace cpsizer::testing {

// Returns the line of a watch for one event, without a line feed.
std::string EventLine(absl::string_view type, absl::string_view object);

// One open watch, with its position in the history and the actions that the test requested. Thread-compatible: the lock
// of the server guards all functions except Lines().
class FakeApiWatch {
 public:
  // The next data to send.
  struct Batch {
    std::vector<std::pair<const char*, FakeApiObject>> events;
    absl::optional<int64_t> bookmark;
    bool ends_initial_events = false;
    bool ends = false;
    bool breaks = false;
    std::string last_line;
  };

  // The watch begins after the version `from`, or with all existing objects if `from` is absent.
  FakeApiWatch(const FakeApiStore& store, const FakeApiKind& kind, const FakeApiRequest& request,
               FakeApiSelector selector, absl::optional<int64_t> from);

  const std::string& collection() const { return collection_; }
  // Returns whether there are changes after the position of the watch.
  bool HasChanges(const FakeApiStore& store) const { return next_ < store.Changes(collection_).size(); }
  Batch Take(const FakeApiStore& store);
  // Returns the lines of a batch that Take() returned, with their line feeds.
  std::vector<std::string> Lines(const Batch& batch) const;

  void SendBookmark() {
    wants_bookmark_ = bookmarks_;
    Wake();
  }
  // Ends the watch as a server does, after the pending events and `last_line`.
  void End(absl::string_view last_line);
  // Ends the watch with only this line.
  void Refuse(absl::string_view line);
  // Breaks the connection at once.
  void Break();
  void Wake() { wake_.Open(1); }
  FakeGate& wake() { return wake_; }

 private:
  std::string Bookmark(int64_t version, bool ends_initial_events) const;

  const FakeApiKind kind_;
  const std::string collection_;
  const FakeApiSelector selector_;
  const FakeApiForm form_;
  const bool bookmarks_;
  // True if the client requested a form in which a watch sends nothing.
  const bool mute_;
  int64_t after_ = 0;
  std::shared_ptr<const FakeApiStore::Objects> initial_;
  size_t next_ = 0;  // the position in the history
  bool wants_bookmark_ = false;
  bool ends_ = false;
  bool breaks_ = false;
  std::string last_line_;
  FakeGate wake_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_WATCH_H_
