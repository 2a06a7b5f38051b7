#ifndef CPSIZER_CLIENT_MACHINE_QUERY_H_
#define CPSIZER_CLIENT_MACHINE_QUERY_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/kube/http/http.h"
#include "client/machine/query_credentials.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::machine {

// The query of one trigger.
struct Query {
  v1::MachineDirection direction = v1::MACHINE_DIRECTION_UNSPECIFIED;
  int trigger = 0;
  v1::AutoscalerPrometheusTrigger prometheus;
  std::string authentication;  // the name of the trigger authentication; may be empty
};

// Returns the queries of the directions that are enabled, in the order of the triggers.
std::vector<Query> QueriesOf(const v1::ControlPlaneMachineSetAutoscaler& autoscaler);

// Returns the HTTP request of a query. Errors: InvalidArgument if the address of Prometheus is not an http or https
// URL; Unauthenticated if http would send the credentials in plaintext. After an error, the query must not be sent.
absl::StatusOr<kube::HttpRequest> MakeQueryRequest(const v1::AutoscalerPrometheusTrigger& prometheus,
                                                   QueryCredentials credentials);

}  // namespace cpsizer::machine

#endif  // CPSIZER_CLIENT_MACHINE_QUERY_H_
