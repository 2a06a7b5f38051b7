// The HTTP side of the fake API server.
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/fake_api/fake_api_writes.h"

namespace cpsizer::testing {
namespace {

// Returns the path of the object that a write changes, or that a POST would create.
std::string ObjectPath(const FakeApiRequest& request) {
  if (request.method != "POST") return request.path;
  return absl::StrCat(request.path, "/", kube::TextAt(kube::ParseJson(request.body), {"metadata", "name"}));
}

}  // namespace

FakeApiFault FakeApiServer::AskFault(const FakeApiRequest& request) {
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request.line);
    changed_.notify_all();
  }
  const std::lock_guard lock(faults_mutex_);
  return faults_ == nullptr ? FakeApiFault() : faults_(request);
}

void FakeApiServer::Serve(FakeHttpConnection& connection) {
  while (absl::optional<FakeHttpRequest> http = connection.Read()) {
    const FakeApiRequest request = ReadApiRequest(*std::move(http));
    const FakeApiFault fault = AskFault(request);
    if (!Answer(connection, request, fault)) return;
  }
}

bool FakeApiServer::Answer(FakeHttpConnection& connection, const FakeApiRequest& request, const FakeApiFault& fault) {
  using Kind = FakeApiFault::Kind;
  FakeApiOutput output(connection, fault);
  const bool silent = fault.kind == Kind::kSilence && !request.IsWatch();
  if (fault.kind == Kind::kAnswer || fault.kind == Kind::kClose || silent) {
    RecordKept(request, fault.kind == Kind::kAnswer ? fault.answer.code : 0);
    if (silent) connection.WaitForClose();
    return fault.kind == Kind::kAnswer && output.SendAnswer(fault.answer);
  }
  if (fault.kind == Kind::kHold && !fault.gate->Pass(connection)) return false;
  if (request.IsWatch()) return Stream(connection, request, fault);
  FakeApiAnswer answer = request.IsWrite() ? WriteAndRecord(request) : Read(request);
  if (fault.kind == Kind::kCloseAfter) return false;
  if (fault.kind == Kind::kAnswerAfter) answer = fault.answer;
  return output.SendAnswer(answer);
}

FakeApiAnswer FakeApiServer::Read(const FakeApiRequest& request) {
  const absl::optional<FakeApiTarget> target = ParseTarget(request.path);
  const FakeApiForm form = FormOf(request);
  FakeApiKind kind;
  FakeApiPage page;
  {
    const std::lock_guard lock(mutex_);
    const FakeApiKind* const found = target.has_value() ? store_.KindAt(target->collection) : nullptr;
    if (found == nullptr) return PageNotFound();
    if (!target->name.empty()) {
      const FakeApiObject object = store_.Find(*target);
      if (object == nullptr) return NotFound(target->plural, target->name);
      if (target->subresource == "scale" && found->has_scale) return ObjectAnswer(200, ScaleOf(*object));
      if (form == FakeApiForm::kMetadataList) return Unreasoned("content is not a list");
      return {200, Rendered(*object, form)};
    }
    if (form == FakeApiForm::kMetadata) return StatusAnswer(406, "NotAcceptable", "only the list form is acceptable");
    kind = *found;
    page = pager_.Take(store_, *target, request);
  }
  return ListAnswer(kind, page, form);
}

FakeApiWrite FakeApiServer::NewRecord(const FakeApiRequest& request) const {
  FakeApiWrite write;
  write.method = request.method;
  write.path = request.path;
  write.object_path = ObjectPath(request);
  write.query = request.query;
  write.content_type = request.Header("content-type");
  write.headers = request.headers;
  write.body = request.body;
  write.version = store_.version();
  write.before = store_.Get(write.object_path);
  return write;
}

void FakeApiServer::Record(FakeApiWrite write) {
  write.after = store_.Get(write.object_path);
  if (options_.observe != nullptr) options_.observe(write, store_);
  writes_.push_back(std::move(write));
}

void FakeApiServer::RecordKept(const FakeApiRequest& request, int code) {
  if (!request.IsWrite()) return;
  const std::lock_guard lock(mutex_);
  FakeApiWrite write = NewRecord(request);
  write.code = code;
  Record(std::move(write));
  Changed();
}

FakeApiAnswer FakeApiServer::DoWrite(const FakeApiRequest& request) {
  const absl::optional<FakeApiTarget> target = ParseTarget(request.path);
  const FakeApiKind* const kind = target.has_value() ? store_.KindAt(target->collection) : nullptr;
  if (kind == nullptr) return PageNotFound();
  return Write({store_, *kind, *target, request, options_.now(), options_.enforce_namespaces, options_.admission});
}

FakeApiAnswer FakeApiServer::WriteAndRecord(const FakeApiRequest& request) {
  FakeApiAnswer answer;
  {
    const std::lock_guard lock(mutex_);
    FakeApiWrite write = NewRecord(request);
    answer = DoWrite(request);
    write.reached = true;
    write.code = answer.code;
    Record(std::move(write));
    Changed();
  }
  const bool small = FormOf(request) == FakeApiForm::kMetadata && answer.code < 300;
  if (small) answer.body = Rendered(kube::ParseJson(answer.body), FakeApiForm::kMetadata);
  return answer;
}

absl::optional<FakeApiAnswer> FakeApiServer::OpenWatch(const FakeApiRequest& request,
                                                       std::shared_ptr<FakeApiWatch>& watch) {
  const absl::optional<FakeApiTarget> target = ParseTarget(request.path);
  const FakeApiKind* const kind = target.has_value() ? store_.KindAt(target->collection) : nullptr;
  if (kind == nullptr || !target->name.empty()) return PageNotFound();
  absl::optional<FakeApiSelector> selector = SelectorOf(*target, request);
  if (!selector.has_value()) return BadRequest("field label not supported");
  if (!request.Parameter("sendInitialEvents").empty()) return Invalid("sendInitialEvents", "Forbidden");
  const std::string version = request.Parameter("resourceVersion");
  absl::optional<int64_t> from;
  if (!version.empty() && version != "0" && !absl::SimpleAtoi(version, &from.emplace())) {
    return Unreasoned("strconv.ParseUint: invalid syntax");
  }
  watch = std::make_shared<FakeApiWatch>(store_, *kind, request, *std::move(selector), from);
  if (from.has_value() && *from < store_.compacted()) {
    const std::string message = absl::StrCat("too old resource version: ", *from, " (", store_.compacted(), ")");
    watch->Refuse(EventLine("ERROR", StatusObject(410, "Expired", message).dump()));
  }
  watches_.insert(watch);
  changed_.notify_all();
  return absl::nullopt;
}

bool FakeApiServer::Stream(FakeHttpConnection& connection, const FakeApiRequest& request, const FakeApiFault& fault) {
  std::shared_ptr<FakeApiWatch> watch;
  absl::optional<FakeApiAnswer> refusal;
  {
    const std::lock_guard lock(mutex_);
    refusal = OpenWatch(request, watch);
  }
  if (refusal.has_value()) return FakeApiOutput(connection, fault).SendAnswer(*refusal);
  const bool goes_on = SendEvents(connection, *watch, fault);
  const std::lock_guard lock(mutex_);
  watches_.erase(watch);
  changed_.notify_all();
  return goes_on;
}

bool FakeApiServer::SendEvents(FakeHttpConnection& connection, FakeApiWatch& watch, const FakeApiFault& fault) {
  constexpr absl::string_view kHead =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
  constexpr absl::string_view kEnd = "0\r\n\r\n";
  FakeApiOutput output(connection, fault);
  if (!output.Send(kHead)) return false;
  size_t left = fault.events;
  size_t bookmarks_left = fault.bookmarks;
  while (true) {
    FakeApiWatch::Batch batch;
    {
      const std::lock_guard lock(mutex_);
      batch = watch.Take(store_);
    }
    if (batch.breaks || (fault.over != nullptr && *fault.over)) return false;
    if (fault.kind == FakeApiFault::Kind::kNoBookmarks) batch.bookmark.reset();
    if (fault.kind == FakeApiFault::Kind::kNoEvents) batch.events.clear();
    std::vector<std::string> lines = watch.Lines(batch);
    if (fault.kind == FakeApiFault::Kind::kSilence) {
      if (bookmarks_left == 0) lines.clear();
      if (batch.bookmark.has_value() && bookmarks_left > 0) --bookmarks_left;
    }
    if (fault.OfWatch() && lines.size() >= left) {
      lines.resize(left);
      const bool whole = fault.kind == FakeApiFault::Kind::kWatchLine;
      lines.push_back(fault.text + (whole ? "\n" : ""));
      return output.SendChunk(absl::StrJoin(lines, "")) && whole && output.Send(kEnd);
    }
    left -= fault.OfWatch() ? lines.size() : 0;
    if (!output.SendChunk(absl::StrJoin(lines, ""))) return false;
    if (batch.ends) return output.SendChunk(batch.last_line) && output.Send(kEnd);
    if (!watch.wake().PassAll(connection)) return false;
  }
}

}  // namespace cpsizer::testing
