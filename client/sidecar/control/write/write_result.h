#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_WRITE_WRITE_RESULT_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_WRITE_WRITE_RESULT_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/sidecar/control/counters.h"

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

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_WRITE_WRITE_RESULT_H_
