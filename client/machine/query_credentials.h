#ifndef CPSIZER_CLIENT_MACHINE_QUERY_CREDENTIALS_H_
#define CPSIZER_CLIENT_MACHINE_QUERY_CREDENTIALS_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/api_client.h"
#include "client/kube/http/http.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"

namespace cpsizer::machine {

// The authentication modes of a query.
struct AuthModes {
  bool basic = false;
  bool bearer = false;
  bool tls = false;
};
AuthModes AuthModesOf(const v1::AutoscalerPrometheusTrigger& query);

// The credentials of a query.
struct QueryCredentials {
  std::vector<std::string> headers;
  kube::TlsIdentity tls;
};

// The values of Secrets by the name of the parameter, in its usual spelling: `bearerToken`, `username`, `password`,
// `ca`, `cert`, `key`.
using SecretValues = absl::btree_map<std::string, std::string>;

// Makes the credentials for the authentication modes. `ca` is also used if no mode is set. Errors: Unauthenticated with
// a sentence that names the missing or invalid parameter and shows no value.
absl::StatusOr<QueryCredentials> MakeCredentials(const AuthModes& modes, const SecretValues& values);

// Reads the ControlPlaneMachineSetAutoscalingTriggerAuthentication `name` and its Secrets in the namespace. Calls
// `done` once. Errors: Unauthenticated if an object or a key is missing, if access to an object is forbidden, or if a
// value is malformed, with a sentence that names the object or the key; Unavailable if the API server fails or does not
// respond. `client` must outlive the call.
void ReadSecretValues(kube::ApiClient& client, const std::string& name_space, const std::string& name,
                      std::function<void(absl::StatusOr<SecretValues>)> done);

}  // namespace cpsizer::machine

#endif  // CPSIZER_CLIENT_MACHINE_QUERY_CREDENTIALS_H_
