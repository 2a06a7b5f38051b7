#include "server/rpc/limit_options.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "server/rpc/methods.h"

namespace cpsizer::server {
namespace {

constexpr int kMostInFlight = 10'000;
constexpr int kMostConnections = 1'000'000;
constexpr int kMostStreams = 10'000;
constexpr size_t kLeastMessageBytes = size_t{1} << 10;
constexpr size_t kLeastQuota = size_t{32} << 20;
constexpr size_t kMostQuota = size_t{1} << 40;
// A smaller cache has no room for a configuration with ten sizes.
constexpr size_t kLeastConfigCacheBytes = size_t{1} << 20;
constexpr absl::Duration kLeastDuration = absl::Seconds(1);

// Returns a flag that sets `value`. The default of the flag is the current content of `value`.
Flag CountFlag(absl::string_view name, int most, absl::string_view description, int& value) {
  return {name, "COUNT", absl::StrCat(value), description,
          [most, &value](absl::string_view text) { return SetCount(text, 1, most, value); }};
}

Flag BytesFlag(absl::string_view name, std::pair<size_t, size_t> range, absl::string_view description, size_t& value) {
  return {name, "BYTES", ShowBytes(value), description,
          [range, &value](absl::string_view text) { return SetBytes(text, range.first, range.second, value); }};
}

// Returns the methods whose maximum request size is less than `bytes`, in the form `A, B and C`.
std::string MethodsBelow(size_t bytes) {
  std::vector<absl::string_view> names;
  for (const MethodInfo& method : absl::MakeConstSpan(kMethodTable).first(kServiceMethodCount)) {
    if (method.max_request_bytes < bytes) names.push_back(method.name);
  }
  const absl::string_view last = names.back();
  names.pop_back();
  return absl::StrCat(absl::StrJoin(names, ", "), " and ", last);
}

absl::string_view MaxMessageBytesText() {
  static const std::string& text =  // NOLINT: outlives every flag
      *new std::string(absl::StrCat("maximum size of a request; for ", MethodsBelow(kMaxBatchRequestBytes), " at most ",
                                    ShowBytes(kMaxUnaryRequestBytes)));
  return text;
}

}  // namespace

std::vector<Flag> LimitFlags(LimitOptions& options) {
  return {
      CountFlag("--max-in-flight", kMostInFlight,
                "maximum number of batches and large requests that run or wait; further ones are refused with "
                "RESOURCE_EXHAUSTED",
                options.max_in_flight),
      CountFlag("--max-connections", kMostConnections,
                "maximum number of open connections; further ones are closed immediately", options.max_connections),
      CountFlag("--max-concurrent-streams", kMostStreams, "maximum number of calls in flight for each connection",
                options.max_concurrent_streams),
      BytesFlag("--max-message-bytes", {kLeastMessageBytes, kMaxBatchRequestBytes}, MaxMessageBytesText(),
                options.max_message_bytes),
      BytesFlag("--memory-quota", {kLeastQuota, kMostQuota},
                "maximum memory of gRPC for connections, and for requests that arrive or wait", options.memory_quota),
      BytesFlag("--config-cache-bytes", {0, kMostQuota},
                "maximum memory of compiled configurations that are kept for later RecommendSize calls; part of "
                "--memory-quota, and at most half of it; at least 1Mi, or 0 for no cache",
                options.config_cache_bytes),
      DurationFlag("--max-connection-age", "age at which a connection is closed, so that its client opens a new one",
                   kLeastDuration, options.max_connection_age),
      DurationFlag("--max-deadline",
                   "maximum time for a batch or a large request, including the wait for a thread, even if its caller "
                   "allows more",
                   kLeastDuration, options.max_deadline),
  };
}

absl::Status CheckLimitOptions(const LimitOptions& options) {
  if (options.memory_quota / 2 < options.max_message_bytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--memory-quota: ", ShowBytes(options.memory_quota), " is less than two requests of --max-message-bytes, ",
        ShowBytes(options.max_message_bytes), "; raise the one or lower the other"));
  }
  if (options.config_cache_bytes > options.memory_quota / 2) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--config-cache-bytes: ", ShowBytes(options.config_cache_bytes), " is more than half of --memory-quota, ",
        ShowBytes(options.memory_quota), "; lower the one or raise the other"));
  }
  if (options.config_cache_bytes > 0 && options.config_cache_bytes < kLeastConfigCacheBytes) {
    return absl::InvalidArgumentError(absl::StrCat("--config-cache-bytes: ", ShowBytes(options.config_cache_bytes),
                                                   " is less than ", ShowBytes(kLeastConfigCacheBytes),
                                                   "; set a larger value, or 0 for no cache"));
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::server
