#include "server/rpc/size_request.h"

#include "cpsizer/recommend_size.h"
#include "server/rpc/memory/arena_parse.h"
#include "server/rpc/size/one_slice.h"
#include "server/rpc/size/size_request_parts.h"
#include "server/rpc/size/sorted_maps.h"

namespace cpsizer::server {
namespace {

// Requests above these limits do not use the cache. Within the limits, a request always needs less memory than its
// budget, with the cache and without it. So the cache does not change whether a request is REQUEST_TOO_EXPENSIVE.
constexpr size_t kMaxConfigurationBytes = size_t{256} << 10;
constexpr size_t kMaxRestBytes = size_t{8} << 10;
constexpr size_t kMaxArenaBytes = kUsualBudget.base / 2;

bool MayUseCache(const SizeRequestParts& parts) {
  return parts.configuration.text().size() <= kMaxConfigurationBytes && parts.rest.text().size() <= kMaxRestBytes;
}

bool ParseRest(absl::string_view rest, v1::RecommendSizeRequest& request) {
  if (request.ParseFromArray(rest.data(), static_cast<int>(rest.size()))) return true;
  request.Clear();
  return false;
}

}  // namespace

absl::Status SizeRequest::Parse(const grpc::ByteBuffer& bytes, const ArenaBudget& budget,
                                google::protobuf::Arena& arena, v1::RecommendSizeRequest& request,
                                WorkMemory::Share& share) {
  absl::optional<grpc::Slice> slice;
  absl::optional<SizeRequestParts> parts;
  absl::optional<std::string> new_key;
  if (cache_.enabled() && bytes.Length() <= kMaxConfigurationBytes + kMaxRestBytes) slice = OneSlice(bytes);
  if (slice.has_value()) parts = SplitSizeRequest(TextOf(*slice));
  if (parts.has_value() && MayUseCache(*parts)) new_key = Find(parts->configuration.text());
  if (configuration_ != nullptr && ParseRest(parts->rest.text(), request)) return absl::OkStatus();
  configuration_ = nullptr;
  if (absl::Status status = ParseOnArena(bytes, budget, arena, request, &share); !status.ok()) return status;
  if (!new_key.has_value() || arena.SpaceAllocated() > kMaxArenaBytes) return absl::OkStatus();
  SizeConfiguration compiled = CompileSizeConfiguration(request);
  if (!compiled.ladder.has_value()) return absl::OkStatus();
  PrepareRows(compiled);
  configuration_ = cache_.Insert(*new_key, std::move(compiled));
  return absl::OkStatus();
}

absl::optional<std::string> SizeRequest::Find(absl::string_view configuration) {
  configuration_ = cache_.Find(configuration);
  if (configuration_ != nullptr) return absl::nullopt;
  // All stored keys have sorted maps.
  const absl::optional<std::string> sorted = WithSortedMaps(configuration);
  if (sorted.has_value()) configuration_ = cache_.Find(*sorted);
  const absl::string_view key = sorted.has_value() ? *sorted : configuration;
  if (configuration_ != nullptr || !cache_.Miss(key)) return absl::nullopt;
  return std::string(key);
}

absl::Status SizeRequest::Decide(const v1::RecommendSizeRequest& request, v1::RecommendSizeResponse& response) const {
  if (configuration_ != nullptr) return RecommendSizeWith(*configuration_, request, SizeRows::kSerialized, response);
  return RecommendSizeWith(CompileSizeConfiguration(request), request, SizeRows::kSerialized, response);
}

}  // namespace cpsizer::server
