#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_KIND_OPTIONS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_KIND_OPTIONS_H_

#include <google/protobuf/message.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/sidecar/control/log.h"
#include "client/tree/node.h"
#include "server/process/flag_table.h"

namespace cpsizer::sidecar {

// The options that only one controller has. This base class is for a controller without such options.
class KindOptions {
 public:
  virtual ~KindOptions() = default;

  // Returns the flags in the order of --help. The flags set this object, which must outlive them.
  virtual std::vector<server::Flag> Flags() { return {}; }
  // Adds the options to the fields of the first line of the log.
  virtual void AddSettings(std::vector<LogField>& /*settings*/) const {}
  // Returns the annotations that the leader sets on its lease.
  virtual std::vector<std::pair<std::string, std::string>> LeaseAnnotations() const { return {}; }
  // Checks that a sidecar that was started manually may decide at the same time as the holder of `lease`. Errors:
  // FailedPrecondition with one sentence that says what to do.
  virtual absl::Status CheckLease(absl::string_view /*lease_name*/, const tree::Node& /*lease*/) const { return {}; }
  // Returns whether a manually started sidecar without a lease reads the lease in the cluster and calls CheckLease().
  virtual bool ReadsLease() const { return false; }
};

// Sets `value`. Errors: InvalidArgument if the text is empty.
absl::Status SetText(absl::string_view text, std::string& value);
// Sets `value` if `check` accepts the text.
absl::Status SetChecked(absl::string_view text, absl::Status (*check)(absl::string_view), std::string& value);

// Adds the fields that are set in `request_options`, with their JSON names. All fields must be scalars.
void AddFields(const google::protobuf::Message& request_options, std::vector<LogField>& settings);
// Returns `true` or `false`.
std::string SwitchText(bool value);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_KIND_OPTIONS_H_
