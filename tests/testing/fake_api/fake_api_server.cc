#include "tests/testing/fake_api/fake_api_server.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "tests/testing/fake_api/fake_api_commit.h"

namespace cpsizer::testing {
namespace {

constexpr std::chrono::minutes kFakeApiServerTimeout(1);

// Returns the intent for a write by the test itself.
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
    : options_(std::move(options)),
      pager_(options_.most_in_page),
      server_([this](FakeHttpConnection& connection) { Serve(connection); }) {
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

void FakeApiServer::ReadStore(absl::FunctionRef<void(const FakeApiStore&)> visit) const {
  const std::lock_guard lock(mutex_);
  visit(store_);
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
  pager_.ExpireTokens();
}

void FakeApiServer::RestoreToOlder(int64_t version) {
  const std::lock_guard lock(mutex_);
  store_.Restore(version);
  pager_.ExpireTokens();
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
  return changed_.wait_for(lock, kFakeApiServerTimeout, done);
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
  for (const std::shared_ptr<FakeApiWatch>& watch : watches_) {
    if (watch->HasChanges(store_)) watch->Wake();
  }
  changed_.notify_all();
}

}  // namespace cpsizer::testing
