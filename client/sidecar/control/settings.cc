#include "client/sidecar/control/settings.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

#include <string>

#include "absl/time/time.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/service_security.h"

namespace cpsizer::sidecar {
namespace {

std::string Text(bool value) {
  return value ? "true" : "false";
}

// Adds the options that are set in `request_options`, with their JSON names. All options are scalars.
void AddOptions(const google::protobuf::Message& request_options, std::vector<LogField>& settings) {
  using Field = google::protobuf::FieldDescriptor;
  const google::protobuf::Reflection& reflection = *request_options.GetReflection();
  std::vector<const Field*> fields;
  reflection.ListFields(request_options, &fields);
  for (const Field* field : fields) {
    std::string value;
    if (field->cpp_type() == Field::CPPTYPE_STRING) {
      value = reflection.GetString(request_options, field);  // PrintFieldValueToString() would add quotes
    } else {
      google::protobuf::TextFormat::PrintFieldValueToString(request_options, field, /*index=*/-1, &value);
    }
    settings.push_back({field->json_name(), std::move(value)});
  }
}

}  // namespace

std::vector<LogField> SettingsOf(const Options& options) {
  std::vector<LogField> settings = {{"controller", InfoOf(options.controller).name},
                                    {"mode", options.enforce ? "enforce" : "observe"},
                                    {"service", options.service.empty() ? "in-process" : options.service},
                                    {"serviceSecurity", std::string(ServiceSecurity(options))}};
  switch (options.controller) {
    case ControllerKind::kReplicas:
      settings.push_back({"syncPeriod", absl::FormatDuration(options.sync_period)});
      AddOptions(options.replicas_options, settings);
      break;
    case ControllerKind::kMachines:
      settings.push_back({"machineNamespace", options.machine_namespace});
      settings.push_back({"sampleInterval", absl::FormatDuration(options.sample_interval)});
      break;
    case ControllerKind::kMachineAutoscalers:
      settings.push_back({"machineNamespace", options.machine_namespace});
      break;
    case ControllerKind::kClusterAutoscalers:
      settings.push_back({"machineNamespace", options.machine_namespace});
      settings.push_back({"syncPeriod", absl::FormatDuration(options.sync_period)});
      AddOptions(options.autoscaler_settings, settings);
      break;
    case ControllerKind::kSizes:
      AddOptions(options.size_options, settings);
      settings.push_back({"requireTopology", Text(options.require_topology)});
      settings.push_back({"manageVpa", Text(options.manage_vpa)});
      settings.push_back({"perClusterMetrics", Text(options.per_cluster_metrics)});
      break;
  }
  settings.push_back({"leaderElect", Text(TakesLease(options))});
  return settings;
}

}  // namespace cpsizer::sidecar
