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

// One event of a watch. If the type is kError, the object is a metav1.Status.
struct WatchEvent {
  WatchEventType type = WatchEventType::kError;
  tree::Node object;
};

// The maximum length of a line. Any object that the API server can store is shorter. etcd accepts 1.5 MiB, and the JSON
// form of an object can be longer than its form in etcd.
inline constexpr size_t kMaxWatchLineBytes = size_t{4} << 20;

// Splits the bytes of one watch into events. Ignores an incomplete line at the end of the stream. Not thread-safe.
//
// Source: the watch framing of apimachinery. Each line is one compact JSON document.
class WatchDecoder {
 public:
  explicit WatchDecoder(size_t max_line_bytes = kMaxWatchLineBytes) : max_line_bytes_(max_line_bytes) {}

  // Adds the next bytes of the stream. Calls `event` for each event that is complete now. The stream may be split at
  // any byte. Ignores events of unknown types. Errors: DataLoss for a line that is not an event; DataLoss with
  // IsTooLarge() for a line that is too long; ResourceExhausted with IsTooLarge() for a line with more than
  // tree::kMaxNodes nodes. After an error, the decoder must not be used.
  absl::Status Feed(absl::string_view bytes, absl::FunctionRef<void(WatchEvent)> event);

 private:
  absl::Status Decode(absl::string_view line, absl::FunctionRef<void(WatchEvent)> event);

  const size_t max_line_bytes_;
  std::string unfinished_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_WATCH_DECODER_H_
