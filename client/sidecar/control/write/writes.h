#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_WRITE_WRITES_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_WRITE_WRITES_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/http/http.h"
#include "client/sidecar/control/counters.h"
#include "client/tree/node.h"

namespace cpsizer::sidecar {

// The result of one write. All controllers decide from this value what they do next.
enum class WriteResult : uint8_t {
  kDone,  // the API server stored the write
  // The API server accepted the write, but its response does not have the written value. Usually an admission webhook
  // has changed the value. WriteResultOf() does not return this value, because only the controller knows what it wrote.
  kNotKept,
  kStale,     // the write was not sent, because it was no longer wanted
  kConflict,  // nothing was stored, because the object has changed or exists already (409)
  // Nothing was stored, because the object does not exist (404). For a creation: the namespace does not exist.
  kGone,
  // Nothing was stored, and the same write would be refused again: an admission webhook, an admission policy, RBAC, a
  // quota or the schema refuses it. The object is held with the reason WRITE_FAILED.
  kRefused,
  // The API server did not respond, or the response is not about the write (401, 408, 429, 5xx). The API server may
  // have stored the write, or may store it later. The write is repeated soon.
  kUnknown,
};

// Returns the result of a write from the status of its response. This is the only function that reads the HTTP codes of
// writes: each 4xx code except 401, 408, 409 and 429 is a refusal, except a 404 response that names the missing object.
//
// A conflict or a refusal is the response to the last attempt. If the HTTP client has sent the request several times,
// an earlier attempt may have been stored.
//
// Source: `admission.Denied` of controller-runtime denies with 403; the API server responds with 400 if a webhook
// denies without a code, and with 403 if rights are missing.
WriteResult WriteResultOf(const absl::Status& status);

// Counts a write that was not stored. Returns false if the write was not sent, or if the object has changed or no
// longer exists. In this case nothing is reported, because the object is read and decided again.
bool CountUnwritten(WriteResult result, Counters& counters);

// Returns the shortest delay before a write is repeated. `status` is the response of the API server to the write. For a
// refused write, the delay is SlowRetryDelay(). For another response, it is at least the delay that the API server
// requested, or zero if the API server did not request a delay. `random` is in [0, 1).
absl::Duration LeastRetryDelay(const absl::Status& status, double random);

// The response to one write.
struct WriteResponse {
  WriteResult result = WriteResult::kDone;
  absl::Status status;
  tree::Node object;  // for kDone: the object after the write; empty if the response was not read
  // True if the request was sent at least once. Then an earlier attempt may have been stored even if `result` is a
  // conflict or a refusal.
  bool sent = false;
};

// Sends the writes of one controller. Only a few writes are in flight; the others wait in their order.
//
// Must be used only on the thread of the event loop.
class Writes {
 public:
  using StillWanted = kube::ApiClient::StillWanted;
  // Sends a request to the API server. Calls `still_wanted` immediately before each attempt. Calls the OnAnswer once,
  // with Cancelled if `still_wanted` returned false. Must not call the OnAnswer before it returns, except for a request
  // that it cannot send. A request with `fresh_connection` must not be repeated after it may have reached the server.
  using SendRequest = std::function<void(kube::HttpRequest, StillWanted, kube::ApiClient::OnAnswer)>;
  using Done = std::function<void(const WriteResponse&)>;

  // `may_write` returns whether this process may write now.
  Writes(SendRequest send, std::function<bool()> may_write, size_t most_in_flight = std::numeric_limits<size_t>::max())
      : send_(std::move(send)), may_write_(std::move(may_write)), most_in_flight_(most_in_flight) {}
  ~Writes() { *alive_ = false; }
  Writes(const Writes&) = delete;
  Writes& operator=(const Writes&) = delete;

  // Sends a write, and calls `done` once with the response, but not after this object is destroyed. Before the write is
  // passed to the client, and immediately before each attempt, `may_write` and `still_wanted` must return true;
  // otherwise the write is not sent and the result is kStale. A request that could not be made is a refused write.
  void Send(absl::StatusOr<kube::HttpRequest> request, StillWanted still_wanted, Done done);

  bool may_write() const { return may_write_(); }
  size_t waiting() const { return waiting_.size(); }
  size_t in_flight() const { return in_flight_; }
  // Returns true if no write is waiting or in flight.
  bool ended() const { return waiting_.empty() && in_flight_ == 0; }

 private:
  struct Write {
    kube::HttpRequest request;
    StillWanted still_wanted;
    Done done;
  };

  void SendWaiting();
  void SendNow(Write write);

  const SendRequest send_;
  const std::function<bool()> may_write_;
  const size_t most_in_flight_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::deque<Write> waiting_;
  size_t in_flight_ = 0;
  bool sending_ = false;
};

// Returns a SendRequest that uses `client`, which must outlive it. The body of the response to a request with
// `fresh_connection` is not read.
Writes::SendRequest SendTo(kube::ApiClient& client);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_WRITE_WRITES_H_
