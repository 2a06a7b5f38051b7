#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_API_WRITER_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_API_WRITER_H_

#include <functional>
#include <string>

#include "client/kube/api_client.h"
#include "client/kube/event_recorder.h"
#include "client/kube/json.h"
#include "client/sidecar/size/writer.h"

namespace cpsizer::sidecar {

// Writes to a real cluster with our field manager. `client` and `events` must outlive this object. Must be used only on
// the thread of the event loop of `client`. All callbacks run on this thread.
class ApiWriter : public Writer {
 public:
  ApiWriter(kube::ApiClient& client, kube::EventRecorder& events) : client_(client), events_(events) {}

  void WriteSize(const HostedCluster& cluster, const std::string& size, StillWanted still_wanted,
                 OnCluster done) override;
  void CreateVpa(const HostedCluster& cluster, StillWanted still_wanted, OnVpa done) override;
  void RepairVpa(const HostedCluster& cluster, const Vpa& vpa, StillWanted still_wanted, OnVpa done) override;
  void DeleteVpa(const Vpa& vpa, StillWanted still_wanted, Done done) override;
  void WriteCondition(const Configuration& configuration, const v1::Condition& condition, StillWanted still_wanted,
                      Done done) override;
  void ReadSchema(OnSchema done) override;
  void ReadCluster(const HostedCluster& cluster, OnCluster done) override;
  void Record(const kube::Event& event) override { events_.Record(event); }

 private:
  // Calls `still_wanted` when the request is next in the queue of the client, and sends the request if the result is
  // true.
  void Send(absl::StatusOr<kube::HttpRequest> request, StillWanted still_wanted, Done done);
  // Same as Send(), but passes the object in the response to `done`. `read` reads the object.
  template <typename T>
  void SendAbout(absl::StatusOr<kube::HttpRequest> request, T (*read)(const tree::Node&), StillWanted still_wanted,
                 std::function<void(absl::StatusOr<T>)> done);

  kube::ApiClient& client_;
  kube::EventRecorder& events_;
};

// Returns the VPA that the sidecar manages for `cluster`, without its status.
kube::Json VpaFor(const HostedCluster& cluster);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_API_WRITER_H_
