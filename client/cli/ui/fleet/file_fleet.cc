#include "client/cli/ui/fleet/file_fleet.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/file_fingerprint.h"
#include "client/cli/input/inputs.h"
#include "client/cli/ui/api/api_answer.h"
#include "client/cli/ui/fleet/page_views.h"
#include "client/objects/inventory.h"
#include "server/process/allocator.h"

namespace cpsizer::cli {
namespace {

using Problems = std::vector<objects::FileProblem> objects::Inventory::*;

// A file that becomes empty is half written, as by `kubectl get ... > FILE`.
constexpr Problems kAllProblems[] = {&objects::Inventory::problems, &objects::Inventory::optional_problems,
                                     &objects::Inventory::not_objects};

// Returns the errors of `read` in files that have none in `shown`, or an empty text. The page can show an input with
// errors: `cpsizer ui` also starts with one.
std::string NewErrors(const objects::Inventory& shown, const objects::Inventory& read) {
  absl::flat_hash_set<absl::string_view> known;
  for (const Problems problems : kAllProblems) {
    for (const objects::FileProblem& problem : shown.*problems) known.insert(problem.file);
  }
  std::vector<std::string> errors;
  for (const Problems problems : kAllProblems) {
    for (const objects::FileProblem& problem : read.*problems) {
      if (!known.contains(problem.file)) errors.push_back(objects::ProblemText(problem));
    }
  }
  return FirstError(errors);
}

}  // namespace

FileFleet::FileFleet(const PageOptions& options, size_t fingerprint, PageFleet& fleet, PageState& state,
                     BlockingService& client, Publish publish)
    : options_(options),
      fleet_(fleet),
      client_(client),
      publisher_(state, std::move(publish)),
      fingerprint_(fingerprint),
      current_at_(options.now()) {}

FileFleet::~FileFleet() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  stopped_.notify_one();
  thread_.join();
}

void FileFleet::Start() {
  thread_ = std::thread([this] { Run(); });
}

void FileFleet::Run() {
  absl::Duration pause = kInterval;
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stopped_.wait_for(lock, absl::ToChronoNanoseconds(pause), [this] { return stopping_; })) {
    lock.unlock();
    const absl::Time start = absl::Now();
    Check();
    // Files that change all the time use at most half of a core.
    pause = std::max(kInterval, absl::Now() - start);
    lock.lock();
  }
}

void FileFleet::Check() {
  const absl::Time now = options_.now();
  const absl::Status status = ReadIfChanged(now);
  if (status.ok()) {
    current_at_ = now;
    return;
  }
  fingerprint_.reset();
  publisher_.SetStale(current_at_, Stale{current_at_, std::string(status.message())});
}

absl::Status FileFleet::ReadIfChanged(absl::Time now) {
  // Before the files are read, so that the next check notices a change while they are read.
  const absl::StatusOr<size_t> fingerprint = FingerprintOf(options_.source.files);
  if (!fingerprint.ok()) return fingerprint.status();
  if (fingerprint_ == *fingerprint) return absl::OkStatus();
  std::ostringstream printed;
  Screen err(printed, Terminal());
  Inputs inputs;
  const int unread = ReadPageInputs(options_, err, inputs);
  if (unread != kExitFine) return VerbStatus(unread, printed.str());
  const std::string errors = NewErrors(publisher_.state().snapshot()->inputs->inventory, inputs.inventory);
  if (!errors.empty()) return absl::FailedPreconditionError(errors);
  std::vector<PageView> views = TakeViews(options_, inputs);
  absl::StatusOr<FleetUpdate> update = fleet_.Update(std::move(inputs), client_);
  if (!update.ok()) return update.status();
  fingerprint_ = *fingerprint;
  publisher_.SetFleet(*std::move(update), now);
  publisher_.SetRead(now, std::move(views));
  server::ReleaseFreeMemory();
  return absl::OkStatus();
}

}  // namespace cpsizer::cli
