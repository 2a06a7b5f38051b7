#ifndef CPSIZER_TESTS_SIDECAR_SIZE_VERIFY_WRITE_H_
#define CPSIZER_TESTS_SIDECAR_SIZE_VERIFY_WRITE_H_

#include <string>

#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

// These functions verify the writes of the sidecar. They do not use the code of the sidecar that plans the writes.
namespace cpsizer::sidecar {

// Returns the size in the annotation of a cluster; empty if there is none.
std::string SizeOf(const kube::Json& cluster);
// Returns whether the cluster is opted in, has the topology that is sized, and is not being deleted.
bool IsSized(const kube::Json& cluster);
// Returns whether the annotations of a VPA refer to a cluster, and the VPA is not in the control plane namespace of
// this cluster.
bool IsOfAnother(const kube::Json& vpa);
// Returns the size that the library decides. Uses ServingMachineSetsJson() if a size of the configuration has no
// capacity. Returns an empty text if the library makes no decision, for example if `vpa` is null or the configuration
// is invalid.
std::string DecisionOf(const kube::Json& configuration, const kube::Json& vpa);
// Returns whether the configuration has a size of this name. `configuration` may be null.
bool HoldsSize(const kube::Json& configuration, const std::string& size);
// Returns whether a VPA has the target, mode and annotations for this cluster. `vpa` may be null.
bool IsAsKept(const kube::Json& vpa, const kube::Json& cluster);
// Returns whether the condition of a configuration is the result of the library for this configuration.
bool HasVerdict(const kube::Json& configuration);

// A write, and the objects that the caches of the sidecar had when the sidecar sent the write. A missing object is
// null.
struct SentWrite {
  const testing::FakeApiWrite& write;
  kube::Json body;
  kube::Json cluster;
  kube::Json vpa;
  kube::Json configuration;
};

// Each function verifies a write of one kind of object. Returns the reason why the write is wrong, or an empty text if
// the write is correct.
std::string VerifySizeWrite(const SentWrite& sent);
std::string VerifyVpaWrite(const SentWrite& sent);
std::string VerifyConditionWrite(const SentWrite& sent);
std::string VerifyEventWrite(const SentWrite& sent);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_VERIFY_WRITE_H_
