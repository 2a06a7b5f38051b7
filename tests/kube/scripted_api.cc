#include "tests/kube/scripted_api.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace cpsizer::kube {
namespace {

using testing::FakeHttpConnection;
using testing::FakeHttpRequest;

HttpOptions OptionsFor(const std::string& url) {
  HttpOptions options;
  options.server = url;
  options.proxy = "";
  return options;
}

}  // namespace

ScriptedApi::ScriptedApi(std::vector<Step> steps)
    : steps_(std::move(steps)), server_([this](FakeHttpConnection& connection) { Serve(connection); }) {}

void ScriptedApi::Serve(FakeHttpConnection& connection) {
  while (absl::optional<FakeHttpRequest> request = connection.Read()) {
    size_t n = 0;
    {
      const std::lock_guard lock(mutex_);
      n = requests_.size();
      requests_.push_back(*std::move(request));
    }
    if (n >= steps_.size()) return connection.WaitForClose();
    steps_[n](connection);
  }
}

std::vector<std::string> ScriptedApi::requests() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines;
  for (const FakeHttpRequest& request : requests_) lines.push_back(absl::StrCat(request.method, " ", request.path));
  return lines;
}

absl::flat_hash_map<std::string, std::string> ScriptedApi::headers(size_t n) const {
  const std::lock_guard lock(mutex_);
  return requests_.at(n).headers;
}

ScriptedApi::Step Answers(int code, std::string body, std::string headers) {
  return [=](FakeHttpConnection& connection) { connection.Answer(code, body, headers); };
}

ScriptedApi::Step Streams(std::string lines) {
  return [=](FakeHttpConnection& connection) {
    connection.BeginChunks();
    if (!lines.empty()) connection.SendChunk(lines);
    connection.EndChunks();
  };
}

ScriptedApi::Step StreamsAndBreaks(std::string lines) {
  return [=](FakeHttpConnection& connection) {
    connection.BeginChunks();
    if (!lines.empty()) connection.SendChunk(lines);
    connection.Close();
  };
}

ScriptedApi::Step StreamsAndStays(std::string lines) {
  return [=](FakeHttpConnection& connection) {
    connection.BeginChunks();
    if (!lines.empty()) connection.SendChunk(lines);
    connection.WaitForClose();
  };
}

ManualLoop::ManualLoop(const std::string& url)
    : loop_(
          OptionsFor(url), [this] { return now_; }, [this] { return random(); }) {}

void ManualLoop::Pass(absl::Duration duration) {
  const absl::Time end = now_ + duration;
  RunWhatIsPosted();
  while (loop_.timers().NextDue() <= end) {
    now_ = std::max(now_, loop_.timers().NextDue());
    RunWhatIsPosted();
  }
  now_ = end;
}

void ManualLoop::RunWhatIsPosted() {
  constexpr int kMoreThanAnyChain = 20;
  for (int i = 0; i < kMoreThanAnyChain; ++i) loop_.RunOnce(absl::ZeroDuration());
}

void ManualLoop::RunUntil(const std::function<bool()>& done) {
  // Polls, because the expected event may occur on the thread of the server, and this thread does not wake the loop.
  constexpr absl::Duration kPollPeriod = absl::Milliseconds(2);
  while (!done()) {
    if (loop_.http().size() == 0 && loop_.timers().NextDue() > now_) now_ = loop_.timers().NextDue();
    loop_.RunOnce(kPollPeriod);
  }
}

}  // namespace cpsizer::kube
