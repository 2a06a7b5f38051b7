#ifndef CPSIZER_CLIENT_KUBE_WATCH_DECODER_H_
#define CPSIZER_CLIENT_KUBE_WATCH_DECODER_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/tree/node.h"

namespace cpsizer::kube {

enum class WatchEventType : uint8_t { kAdded, kModified, kDeleted, kBookmark, kError };

// One event of a watch. The object of kError is a metav1.Status.
struct WatchEvent {
  WatchEventType type = WatchEventType::kError;
  tree::Node object;
};

// Above what the API server stores in one object: etcd takes 1.5 MiB, some of it in a shorter form than JSON.
inline constexpr size_t kMaxWatchLineBytes = size_t{4} << 20;

// Splits the bytes of one watch into events. An incomplete line at the end of the stream is not an event. Not
// thread-safe.
//
// Source: apimachinery's watch framing, one compact JSON document on each line.
class WatchDecoder {
 public:
  explicit WatchDecoder(size_t max_line_bytes = kMaxWatchLineBytes) : max_line_bytes_(max_line_bytes) {}

  // Takes the next bytes, split anywhere, and calls `event` for every event that they complete. Unknown types are
  // ignored. Errors: DataLoss for a line that is not an event or too long, ResourceExhausted for one of more than
  // tree::kMaxNodes nodes; the last two are marked by IsTooLarge(). The stream cannot be used after an error.
  absl::Status Feed(absl::string_view bytes, absl::FunctionRef<void(WatchEvent)> event);

 private:
  absl::Status Decode(absl::string_view line, absl::FunctionRef<void(WatchEvent)> event);

  const size_t max_line_bytes_;
  std::string unfinished_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_WATCH_DECODER_H_
