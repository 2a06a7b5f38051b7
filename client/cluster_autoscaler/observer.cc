#include "client/cluster_autoscaler/observer.h"

#include <iterator>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/cluster_autoscaler/feature_gates.h"
#include "client/cluster_autoscaler/limits.h"
#include "client/cluster_autoscaler/operator_environment.h"
#include "client/objects/cpu_objects.h"
#include "client/objects/machine_objects.h"
#include "client/objects/read_list.h"
#include "client/tree/parse_json.h"

namespace cpsizer::cluster_autoscaler {
namespace {

using Settings = v1::ClusterAutoscalerOperatorSettings;

constexpr char kOperatorName[] = "cluster-autoscaler-operator";
constexpr kube::ApiResource kInfrastructures = {"/apis/config.openshift.io/v1", "infrastructures"};
constexpr kube::ApiResource kFeatureGates = {"/apis/config.openshift.io/v1", "featuregates"};
constexpr kube::ApiResource kClusterOperators = {"/apis/config.openshift.io/v1", "clusteroperators"};
constexpr char kConfigName[] = "cluster";

// The objects that are not operands. ObservedObjects() has them after the operands, in this order.
enum Other : size_t { kOperator = std::size(kOperands), kInfrastructure, kGates, kMachineApi, kClusterOperator, kAll };

void ReadConditions(const tree::Node& object, v1::ClusterAutoscalerOperatorObservation& observation) {
  for (const tree::Node& item : Find(object, {"status", "conditions"}).items) {
    v1::Condition& condition = *observation.add_machine_api_conditions();
    condition.set_type(std::string(TextAt(item, {"type"})));
    condition.set_status(std::string(TextAt(item, {"status"})));
  }
}

std::string ReportedVersion(const tree::Node& object) {
  for (const tree::Node& version : Find(object, {"status", "versions"}).items) {
    if (TextAt(version, {"name"}) == "operator") return std::string(TextAt(version, {"version"}));
  }
  return "";
}

// The concurrent reads of one observation.
class Observing : public std::enable_shared_from_this<Observing> {
 public:
  Observing(const std::string& name_space, Settings flags, std::function<void(Observation)> done)
      : name_space_(name_space), flags_(std::move(flags)), done_(std::move(done)) {}

  void Start(kube::ApiClient& client) {
    const std::vector<ObservedObject> objects = ObservedObjects(name_space_);
    for (size_t i = 0; i < kAll; ++i) {
      const std::string path = PathOf(objects[i].resource, objects[i].name_space, objects[i].name);
      client.SendForBytes(kube::GetRequest(path, kMaxObjectBytes),
                          [self = shared_from_this(), path, i](const absl::StatusOr<std::string>& answer) {
                            self->reads_[i] = ReadAnswer(path, answer);
                            if (--self->waiting_ == 0) self->Finish();
                          });
    }
  }

 private:
  // The tree::Node is null if the object does not exist.
  using Read = absl::StatusOr<tree::Node>;

  static Read ReadAnswer(const std::string& path, const absl::StatusOr<std::string>& answer) {
    if (absl::IsNotFound(answer.status())) return tree::Node();
    absl::Status error = answer.status();
    if (answer.ok()) {
      // Keeps all managedFields, because the plan of a write depends on the owners of the fields of the spec.
      tree::Node object = tree::ParseJson(*answer, /*passed_over=*/"", &error);
      if (object.is_map()) return object;
      if (error.ok()) error = absl::DataLossError("the response is not an object");
    }
    return absl::Status(error.code(), absl::StrCat(path, ": ", error.message()));
  }

  void Finish() {
    for (size_t i = 0; i < std::size(kOperands); ++i) {
      if (HasRead(reads_[i])) found_.operands.push_back({&kOperands[i], *std::move(reads_[i])});
    }
    ReadSettings();
    if (HasRead(reads_[kInfrastructure])) ReadPlatform(*reads_[kInfrastructure]);
    const Read& machine_api = reads_[kMachineApi];
    if (!machine_api.ok()) {
      found_.status.set_machine_api_error(std::string(machine_api.status().message()));
    } else if (machine_api->is_null()) {
      found_.status.set_machine_api_error("there is no ClusterOperator machine-api");
    } else {
      ReadConditions(*machine_api, found_.status);
    }
    if (HasRead(reads_[kClusterOperator])) {
      found_.cluster_operator = *std::move(reads_[kClusterOperator]);
      found_.status.set_reported_version(ReportedVersion(found_.cluster_operator));
    }
    found_.status.set_autoscaler_error(std::string(found_.error.message()));
    done_(std::move(found_));
  }

  // Returns whether the object was read and exists. Records the error of an object that could not be read.
  bool HasRead(const Read& read) {
    found_.error.Update(read.status());
    return read.ok() && !read->is_null();
  }

  void ReadSettings() {
    Settings& settings = found_.settings;
    if (HasRead(reads_[kOperator])) {
      found_.error.Update(ReadOperatorEnvironment({objects::ReadOperand(*reads_[kOperator], "Deployment")}, settings));
    }
    settings.MergeFrom(flags_);
    settings.set_name(kSingletonName);
    settings.set_namespace_(name_space_);
    if (HasRead(reads_[kGates])) {
      found_.error.Update(ReadFeatureGates(objects::ReadOperand(*reads_[kGates], "FeatureGate"), settings));
    }
  }

  void ReadPlatform(const tree::Node& object) {
    objects::FoundInfrastructure found;
    found_.error.Update(objects::ReadObject(object, [&](const tree::Node& node, objects::ProblemList& problems) {
      return objects::ReadInfrastructure(node, problems, found);
    }));
    found_.infrastructure = std::move(found.infrastructure);
  }

  const std::string name_space_;
  const Settings flags_;
  const std::function<void(Observation)> done_;
  size_t waiting_ = kAll;
  Read reads_[kAll];
  Observation found_;
};

}  // namespace

std::vector<ObservedObject> ObservedObjects(const std::string& name_space) {
  std::vector<ObservedObject> objects;
  for (const Operand& operand : kOperands) objects.push_back({operand.resource, name_space, NameOf(operand)});
  objects.push_back({kDeployments, name_space, kOperatorName});
  objects.push_back({kInfrastructures, "", kConfigName});
  objects.push_back({kFeatureGates, "", kConfigName});
  objects.push_back({kClusterOperators, "", "machine-api"});
  objects.push_back({kClusterOperators, "", "cluster-autoscaler"});
  return objects;
}

void Observe(kube::ApiClient& client, const std::string& name_space, Settings flags,
             std::function<void(Observation)> done) {
  std::make_shared<Observing>(name_space, std::move(flags), std::move(done))->Start(client);
}

}  // namespace cpsizer::cluster_autoscaler
