#ifndef CPSIZER_TESTS_SIDECAR_SIZE_SIDECAR_FIXTURE_H_
#define CPSIZER_TESTS_SIDECAR_SIZE_SIDECAR_FIXTURE_H_

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client/sidecar/size/size_controller.h"
#include "client/sidecar/size/size_status.h"
#include "tests/kube/scripted_api.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::sidecar {

// Returns the error of a busy service that asks the caller to retry after `delay`.
absl::Status BusyFor(absl::Duration delay);

// The decision library with the interface of the service. A test can inject faults into calls. Counts the calls.
class BreakableService : public SizingService {
 public:
  explicit BreakableService(kube::EventLoop& loop);
  ~BreakableService() override { *alive_ = false; }

  void Send(const Message& request, bool is_large, Message& response, OnEnd end) override;

  int singles = 0;
  int batches = 0;
  int validations = 0;
  absl::Status broken;                                      // result of each call; OK: call the library
  absl::Status broken_replicas;                             // like `broken`, for RecommendReplicas only
  absl::Status broken_machines;                             // like `broken`, for RecommendMachine only
  absl::Status broken_plans;                                // like `broken`, for PlanClusterAutoscaler only
  std::function<void(v1::RecommendSizeResponse&)> corrupt;  // if set, makes a response invalid
  std::function<void(v1::BatchRecommendSizeResponse&)> corrupt_batch;
  std::function<void(v1::ValidateConfigResponse&)> corrupt_verdict;
  std::function<void(v1::RecommendReplicasResponse&)> corrupt_replicas;
  std::function<void(v1::RecommendMachineResponse&)> corrupt_machine;
  std::function<void(v1::PlanClusterAutoscalerResponse&)> corrupt_plan;
  std::vector<v1::RecommendReplicasRequest> replicas_asked;
  std::vector<v1::RecommendMachineRequest> machines_asked;
  int plans = 0;
  std::function<void()> before_answer;  // called before each response
  absl::Duration delay;                 // delay of each response

 private:
  void See(const Message& request);
  void Corrupt(Message& response) const;
  absl::Status BrokenFor(const Message& response) const;

  kube::EventLoop& loop_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  const std::unique_ptr<SizingService> library_;
};

// Records the writes of the size controller, and responds to its requests as the API server does. Does not check the
// preconditions of writes.
class RecordingServer {
 public:
  RecordingServer(kube::EventLoop& loop, ClusterCache& cache) : loop_(loop), cache_(cache) {}

  // The SendRequest of the controller.
  void Send(const kube::HttpRequest& request, Writes::StillWanted still_wanted, kube::ApiClient::OnAnswer answered);
  void Record(const kube::Event& event) {
    events.push_back(event.reason);
    notes.push_back(event.note);
  }
  // Returns the number of requests without a response.
  int in_flight() const { return in_flight_; }
  // Stores a cluster, a VPA or a configuration.
  void Put(const kube::Json& object);

  // Returns a new resourceVersion.
  std::string NextVersion() { return std::to_string(++version_); }

  // The writes, such as `hc1 small -> medium`, `create hc1` or `condition False`. The status of the condition about
  // stored fields is in `fields_conditions`.
  std::vector<std::string> writes;
  std::vector<std::string> fields_conditions;
  // The schema in the CRD, or the error of its reads. By default, the schema has all fields.
  absl::StatusOr<StoredSchema> schema =
      StoredSchema{{"spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction",
                    "spec.resourceBasedAutoscaling.kubeAPIServerMemoryFraction", "spec.sizes[].capacity.cpu",
                    "spec.sizes[].capacity.kubeAPIServerCPUFraction",
                    "spec.sizes[].capacity.kubeAPIServerMemoryFraction", "spec.sizes[].capacity.memory"},
                   "C/1"};
  bool answers_schema = true;  // false: a read of the CRD gets no response
  int schemas_read = 0;
  std::vector<std::string> events;     // reasons of the events
  std::vector<std::string> notes;      // note texts of the events
  std::deque<absl::Status> failures;   // results of the next writes
  absl::Status broken;                 // result of each write; OK: use `failures`
  std::string pinned_size;             // if not empty, the server stores this size for each write
  bool late_condition_event = false;   // the cache does not get the event of a written condition
  std::function<void()> before_write;  // called before a write is sent
  std::function<void()> after_write;   // called before the response to a write arrives

 private:
  void Get(const std::string& path, const kube::ApiClient::OnAnswer& answered);
  void Write(const std::string& method, const std::string& path, const kube::Json& body,
             const kube::ApiClient::OnAnswer& answered);
  void WriteCondition(const kube::Json& applied, const kube::ApiClient::OnAnswer& answered);
  // Records the write, and returns its result.
  absl::Status Accept(const std::string& write);

  kube::EventLoop& loop_;
  ClusterCache& cache_;
  std::map<std::string, kube::Json> objects_;  // by path
  int64_t version_ = 0;
  int in_flight_ = 0;
};

// A controller of sizes with the fakes of this file.
class ControllerFixture {
 public:
  explicit ControllerFixture(bool enforce = true, Policy policy = {});

  // These functions pass objects to the controller, as the watches do.
  void PutCluster(kube::Json object, const std::string& uid = "U");
  void RemoveCluster(const std::string& cluster);
  void PutVpa(kube::Json object);
  void RemoveVpa(const std::string& cluster);
  void PutConfiguration(kube::Json object);
  void RemoveConfiguration();
  void PutMachineSet(kube::Json object);
  void RemoveMachineSet(const std::string& key);
  // Reports first that the MachineSets are being listed again, and then that the list contains the same MachineSets.
  void LoseMachineSets();

  void Start() { controller_->Start(); }
  void Pause() { controller_->Pause(); }
  // Runs the loop until only delayed work is left.
  void Settle();
  // Advances the time by `duration` and handles all events during this time.
  void Pass(absl::Duration duration) { manual.Pass(duration); }

  std::string SizeOf(const std::string& cluster) const;
  // Returns the status of the controller.
  SidecarStatus Status() const;
  SizeStatus Sizes() const;

  kube::ManualLoop manual{"http://127.0.0.1:9"};
  ClusterCache cache;
  BreakableService service{manual.loop()};
  RecordingServer writer{manual.loop(), cache};
  Counters counters;
  bool may_write = true;
  std::string lease_text;  // the text on the lease
  int memory_releases = 0;
  std::vector<std::string> dry_runs;  // recorded in observe mode
  // The log lines, such as `info VPA created namespace=clusters hostedCluster=hc1`.
  std::vector<std::string> log;

 private:
  Writes::SendRequest SendToWriter();

  std::unique_ptr<SizeController> controller_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_SIDECAR_FIXTURE_H_
