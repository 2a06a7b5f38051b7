#include "tests/testing/fake_api_server.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/testing/fake_api_commit.h"
#include "tests/testing/fake_api_writes.h"

namespace cpsizer::testing {
namespace {

constexpr std::chrono::minutes kPatience(1);

// For what the test itself does.
FakeApiIntent DirectIntent(FakeApiTarget target, absl::string_view manager, absl::Time now) {
  FakeApiIntent intent;
  intent.target = std::move(target);
  intent.manager = {std::string(manager), "Update", "", ApiTime(now)};
  intent.now = now;
  intent.whole = true;
  return intent;
}

}  // namespace

FakeApiServer::FakeApiServer(Options options)
    : options_(std::move(options)), server_([this](FakeHttpConnection& connection) { Serve(connection); }) {
  for (const FakeApiKind& kind : {Namespaces(), Leases(), Events()}) InstallKind(kind);
}

void FakeApiServer::InstallKind(const FakeApiKind& kind) {
  const std::lock_guard lock(mutex_);
  store_.InstallKind(kind);
  Changed();
}

void FakeApiServer::RemoveKind(const std::string& collection) {
  const std::lock_guard lock(mutex_);
  store_.RemoveKind(collection);
  for (const std::shared_ptr<FakeApiWatch>& watch : watches_) {
    if (watch->collection() == collection) watch->End("");
  }
  Changed();
}

Json FakeApiServer::Put(Json object, absl::string_view manager) {
  const std::lock_guard lock(mutex_);
  const FakeApiKind* const kind = store_.KindOf(object);
  if (kind == nullptr) return nullptr;
  const FakeApiIntent intent = DirectIntent(TargetOf(*kind, object), manager, options_.now());
  const FakeApiObject before = store_.Find(intent.target);
  const FakeApiObject stored =
      Commit(store_, before, Prepared(store_, *kind, before, std::move(object), intent), intent);
  Changed();
  return *stored;
}

Json FakeApiServer::Get(absl::string_view path) const {
  const std::lock_guard lock(mutex_);
  const FakeApiObject object = store_.Get(path);
  return object == nullptr ? Json() : *object;
}

bool FakeApiServer::Modify(absl::string_view path, absl::FunctionRef<void(Json&)> change, absl::string_view manager) {
  const absl::optional<FakeApiTarget> target = ParseTarget(path);
  const std::lock_guard lock(mutex_);
  const FakeApiObject before = store_.Get(path);
  if (before == nullptr) return false;
  Json after = *before;
  change(after);
  const FakeApiIntent intent = DirectIntent(*target, manager, options_.now());
  const FakeApiKind& kind = *store_.KindAt(target->collection);
  Commit(store_, before, Prepared(store_, kind, before, std::move(after), intent), intent);
  Changed();
  return true;
}

bool FakeApiServer::Remove(absl::string_view path) {
  const absl::optional<FakeApiTarget> target = ParseTarget(path);
  const std::lock_guard lock(mutex_);
  const FakeApiObject object = store_.Get(path);
  if (object == nullptr) return false;
  CommitDeletion(store_, object, DirectIntent(*target, "test", options_.now()));
  Changed();
  return true;
}

void FakeApiServer::Look(absl::FunctionRef<void(const FakeApiStore&)> look) const {
  const std::lock_guard lock(mutex_);
  look(store_);
}

int64_t FakeApiServer::version() const {
  const std::lock_guard lock(mutex_);
  return store_.version();
}

std::vector<std::string> FakeApiServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

std::vector<FakeApiWrite> FakeApiServer::writes() const {
  const std::lock_guard lock(mutex_);
  return writes_;
}

size_t FakeApiServer::watches(const std::string& collection) const {
  const std::lock_guard lock(mutex_);
  return OpenWatches(collection);
}

size_t FakeApiServer::OpenWatches(const std::string& collection) const {
  return static_cast<size_t>(std::count_if(watches_.begin(), watches_.end(),
                                           [&](const auto& watch) { return watch->collection() == collection; }));
}

void FakeApiServer::SetFaults(Faults faults) {
  const std::lock_guard lock(faults_mutex_);
  faults_ = std::move(faults);
}

void FakeApiServer::Compact() {
  const std::lock_guard lock(mutex_);
  store_.Compact();
  pager_.Forget();
}

void FakeApiServer::RestoreToOlder(int64_t version) {
  const std::lock_guard lock(mutex_);
  store_.Restore(version);
  pager_.Forget();
  for (const std::shared_ptr<FakeApiWatch>& watch : watches_) watch->Break();
  Changed();
}

void FakeApiServer::EndWatches(absl::string_view last_line) {
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<FakeApiWatch>& watch : watches_) watch->End(last_line);
}

void FakeApiServer::BreakWatches() {
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<FakeApiWatch>& watch : watches_) watch->Break();
}

void FakeApiServer::SendBookmarks() {
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<FakeApiWatch>& watch : watches_) watch->SendBookmark();
}

bool FakeApiServer::WaitFor(absl::FunctionRef<bool()> done) const {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, kPatience, done);
}

bool FakeApiServer::WaitForRequests(size_t count) const {
  return WaitFor([&] { return requests_.size() >= count; });
}

bool FakeApiServer::WaitForWrites(size_t count) const {
  return WaitFor([&] { return writes_.size() >= count; });
}

bool FakeApiServer::WaitForWatches(const std::string& collection, size_t count) const {
  return WaitFor([&] { return OpenWatches(collection) == count; });
}

bool FakeApiServer::WaitUntil(absl::FunctionRef<bool(const FakeApiStore&)> done) const {
  return WaitFor([&] { return done(store_); });
}

void FakeApiServer::Changed() {
  for (const std::shared_ptr<FakeApiWatch>& watch : watches_) watch->Wake();
  changed_.notify_all();
}

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
  return {request.method,
          request.path,
          request.query,
          request.Header("content-type"),
          request.body,
          0,
          false,
          store_.version(),
          store_.Get(request.path),
          nullptr};
}

void FakeApiServer::Record(FakeApiWrite write) {
  write.after = store_.Get(write.path);
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
  return Write({store_, *kind, *target, request, options_.now(), options_.enforce_namespaces});
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
  while (true) {
    FakeApiWatch::Batch batch;
    {
      const std::lock_guard lock(mutex_);
      batch = watch.Take(store_);
    }
    if (batch.breaks) return false;
    std::vector<std::string> lines = watch.Lines(batch);
    if (fault.kind == FakeApiFault::Kind::kSilence) lines.clear();
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
