#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_WRITER_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_WRITER_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/kube/event_recorder.h"
#include "client/sidecar/size/objects.h"
#include "client/sidecar/size/stored_fields.h"
#include "cpsizer/v1/meta.pb.h"

namespace cpsizer::sidecar {

// The kinds of writes, as metric labels.
inline constexpr char kSizeWrites[] = "size";
inline constexpr char kVpaWrites[] = "vpa";
inline constexpr char kConditionWrites[] = "condition";

// The only class of the size controller that writes to the management cluster. A write may wait in a queue.
// `still_wanted` is called immediately before the write is sent. Errors: Aborted if the object has changed since it was
// read; Cancelled if `still_wanted` returned false and therefore the write was not sent; or another error of
// client/kube/http/api_error.h.
class Writer {
 public:
  using StillWanted = std::function<bool()>;
  using Done = std::function<void(absl::Status)>;
  using OnVpa = std::function<void(absl::StatusOr<Vpa>)>;
  using OnCluster = std::function<void(absl::StatusOr<HostedCluster>)>;
  using OnSchema = std::function<void(absl::StatusOr<StoredSchema>)>;

  virtual ~Writer() = default;

  // Sets the annotation with the recommended size and nothing else. `done` gets the cluster after the write.
  virtual void WriteSize(const HostedCluster& cluster, const std::string& size, StillWanted still_wanted,
                         OnCluster done) = 0;
  // Creates the VPA of the cluster. `done` gets the VPA after the write.
  virtual void CreateVpa(const HostedCluster& cluster, StillWanted still_wanted, OnVpa done) = 0;
  // Sets the target, the update mode and the annotations that name `cluster`.
  virtual void RepairVpa(const HostedCluster& cluster, const Vpa& vpa, StillWanted still_wanted, OnVpa done) = 0;
  virtual void DeleteVpa(const Vpa& vpa, StillWanted still_wanted, Done done) = 0;
  // Applies a condition of the configuration. A condition without a type releases our share of the condition
  // objects::kConfigurationCondition.
  virtual void WriteCondition(const Configuration& configuration, const v1::Condition& condition,
                              StillWanted still_wanted, Done done) = 0;
  // Reads the schema of the configuration from its CRD, and then the configuration. Errors: the errors of
  // ReadStoredSchema() and of the API server about the CRD.
  virtual void ReadSchema(OnSchema done) = 0;
  // Reads a cluster from the API server. Errors: NotFound if it no longer exists.
  virtual void ReadCluster(const HostedCluster& cluster, OnCluster done) = 0;
  virtual void Record(const kube::Event& event) = 0;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_WRITER_H_
