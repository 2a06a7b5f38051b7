#ifndef CPSIZER_TESTS_SIDECAR_MACHINE_AUTOSCALER_SCALING_ORACLE_H_
#define CPSIZER_TESTS_SIDECAR_MACHINE_AUTOSCALER_SCALING_ORACLE_H_

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

namespace cpsizer::sidecar {

testing::FakeApiKind MachineAutoscalerKind();

// A header of each write. Its value is the number of the service request from which the write was decided.
inline constexpr char kAskedHeader[] = "x-asked";

// Verifies the writes of a controller of MachineAutoscalers with its own rules. A write must follow from the objects in
// the service request from which the write was decided. These rules must also be true at the time of the write:
//
// - A MachineSet gets the bounds of a MachineAutoscaler only if the MachineAutoscaler has the finalizer and its
//   lastTargetRef refers to the MachineSet.
// - lastTargetRef does not change while the owner annotation of the old target contains the MachineAutoscaler.
// - The finalizer of a MachineAutoscaler is not removed while the owner annotation of any MachineSet contains the
//   MachineAutoscaler.
// - No other fields change.
//
// Thread-safe.
class ScalingOracle {
 public:
  // Must be called when the controller sends a request to the service. Returns the number of the request.
  int64_t SeeRequest(const v1::PlanClusterAutoscalerRequest& request);
  // FakeApiServer calls this function through Options::observe.
  void Check(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);

  std::vector<std::string> wrong() const;
  // Returns the number of writes that the server accepted, by kind.
  std::map<std::string, int> taken() const;

  // Returns the reason why the objects are not yet as specified in section 7 of docs/reference/cluster-autoscaler.md.
  // Returns an empty text if they are.
  static std::string Unfinished(const testing::FakeApiStore& store);

 private:
  // Each function returns the reason why the write is wrong, or an empty text if the write is correct.
  std::string Verify(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);
  std::string VerifyTarget(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);
  std::string VerifyRelease(const testing::FakeApiWrite& write);
  std::string VerifyBounds(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);
  std::string VerifyFinalizers(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);
  std::string VerifyLastTarget(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);
  // Returns the service request from which the write was decided, or null if its number is unknown.
  const v1::PlanClusterAutoscalerRequest* RequestOf(const testing::FakeApiWrite& write) const;

  mutable std::mutex mutex_;  // guards all fields below
  int64_t asked_ = 0;
  std::deque<v1::PlanClusterAutoscalerRequest> requests_;  // the most recent requests
  std::vector<std::string> wrong_;
  std::map<std::string, int> taken_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_MACHINE_AUTOSCALER_SCALING_ORACLE_H_
