#include "client/cli/ui/views/fleet_page_api.h"

#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cli/ui/api/api_answer.h"
#include "client/cli/ui/api/api_request.h"
#include "client/cli/ui/fleet/verb_views.h"
#include "client/cli/ui/views/page_answers.h"
#include "server/process/allocator.h"

namespace cpsizer::cli {
namespace {

ui::ApiResponse NoSuchPath() {
  return ErrorAnswer(absl::NotFoundError("the page has no such path"));
}

}  // namespace

ui::ApiResponse FleetPageApi::Answer(const ui::ApiRequest& request) {
  ui::ApiResponse response = request.is_post ? Post(request) : Get(request);
  // The responses of the service for a large fleet need much memory for a short time.
  if (WorkOf(request.path) == ui::ApiWork::kCompare) server::ReleaseFreeMemory();
  return response;
}

ui::ApiWork FleetPageApi::WorkOf(absl::string_view path) const {
  using ui::ApiWork;
  if (path == "/api/status" || path == "/api/fleet" || path == "/api/reference" || path == "/api/effects") {
    return ApiWork::kMemory;
  }
  if (path == "/api/replay" || path == "/api/requests") return ApiWork::kReplay;
  absl::string_view method = path;
  const bool is_batch = absl::ConsumePrefix(&method, kServicePath) && absl::StartsWith(method, "Batch");
  if (is_batch || path == "/api/diff" || path == "/api/replicas/simulate" || path == "/api/capacity") {
    return ApiWork::kCompare;
  }
  return ApiWork::kRead;
}

ui::ApiResponse FleetPageApi::Get(const ui::ApiRequest& request) {
  if (request.path == "/api/status") return JsonAnswer(state_.StatusText());
  if (request.path == "/api/fleet") return GetFleet();
  if (request.path == "/api/cluster") {
    const bool reads_cluster = options_.is_live() && !state_.stale().has_value();
    return WithClient([&](BlockingService& client) {
      return ClusterDetail(options_, *state_.snapshot(), request.query, reads_cluster, client);
    });
  }
  if (request.path == "/api/reference") return GetReference();
  if (request.path == "/api/effects") return EffectsAnswer(*state_.snapshot());
  if (request.path == "/api/requests") {
    return GetView(kUsageView, [&] { return RequestsAnswer(options_, *state_.snapshot()); });
  }
  for (const VerbView& view : VerbViews()) {
    if (request.path == view.path) return GetView(view.name, [&] { return view.answer(options_); });
  }
  return NoSuchPath();
}

ui::ApiResponse FleetPageApi::Post(const ui::ApiRequest& request) {
  absl::string_view method = request.path;
  if (absl::ConsumePrefix(&method, kServicePath)) {
    return WithClient([&](BlockingService& client) { return CallMethod(method, request.body, client); });
  }
  const absl::StatusOr<tree::Node> body = ParseBody(request.body);
  if (!body.ok()) return ErrorAnswer(body.status());
  const std::shared_ptr<const FleetSnapshot> snapshot = state_.snapshot();
  if (request.path == "/api/validate") {
    return WithClient([&](BlockingService& client) { return ValidateText(options_, *snapshot, *body, client); });
  }
  if (request.path == "/api/diff") {
    return WithClient([&](BlockingService& client) { return DiffText(options_, *snapshot, *body, client, current_); });
  }
  if (request.path == "/api/cost") return CostAnswer(options_, *snapshot, *body);
  if (request.path == "/api/replicas/simulate") {
    return GetView(kReplicasView, [&] { return SimulateAnswer(options_, *body); });
  }
  if (request.path == "/api/capacity") {
    return GetView(kCapacityView, [&] { return CapacityAnswer(options_, *body); });
  }
  if (request.path == "/api/replay") {
    return GetView(kHistoryView, [&] {
      return WithClient([&](BlockingService& client) { return ReplayAnswer(options_, *snapshot, *body, client); });
    });
  }
  return NoSuchPath();
}

ui::ApiResponse FleetPageApi::GetFleet() {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::shared_ptr<const FleetSnapshot> snapshot = state_.snapshot();
  std::shared_ptr<const std::string> text = snapshot->revision == revision_ ? fleet_.lock() : nullptr;
  if (text == nullptr) {
    text = std::make_shared<const std::string>(FleetText(*snapshot));
    fleet_ = text;
    revision_ = snapshot->revision;
  }
  return {200, std::move(text), revision_};
}

ui::ApiResponse FleetPageApi::GetReference() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (reference_ == nullptr) reference_ = JsonAnswer(ReferenceJson()).body;
  return {200, reference_};
}

ui::ApiResponse FleetPageApi::WithClient(const std::function<ui::ApiResponse(BlockingService&)>& answer) {
  const absl::StatusOr<ClientPool::Client> client = clients_.Take();
  return client.ok() ? answer(**client) : ErrorAnswer(client.status());
}

ui::ApiResponse FleetPageApi::GetView(absl::string_view view, const std::function<ui::ApiResponse()>& answer) const {
  const std::vector<PageView> views = state_.views();
  const auto found = absl::c_find_if(views, [view](const PageView& one) { return one.name == view; });
  if (found == views.end()) {
    return ErrorAnswer(absl::NotFoundError(absl::StrCat("there is no data for the view ", view)));
  }
  const absl::optional<Stale> stale = view == kHistoryView || view == kUsageView ? absl::nullopt : state_.stale();
  if (stale.has_value()) {
    return ErrorAnswer(absl::UnavailableError(stale->error));
  }
  if (!found->refusal.empty()) return ErrorAnswer(absl::PermissionDeniedError(found->refusal));
  return answer();
}

}  // namespace cpsizer::cli
